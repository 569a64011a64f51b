// How many wrong findings reach the report. A simulation: the engine, its rules and its reviews are real; who errs how often is set here, drawn from a seed,
// and the same for all three teams. Wrong is what was planted as wrong, so nothing has to be judged.
import type { Model, ModelOutcome, ModelProvider, ModelRequest } from '../../src/engine/models/model';
import { createMemoryRunLogs } from '../../src/engine/events/memoryLog';
import { createEngine } from '../../src/engine/supervisor/createEngine';
import type { JsonObject } from '../../src/engine/shared/json';
import { loadGoodTeam, stateOf, testPorts } from '../support/runTeam';
import { tempFolder } from '../support/tempFolder';
import { virtualClock } from '../support/virtualClock';
import { errorTeams, isWrong, factOf, faults, wrongFinding, type ErrorTeam, type Finding } from './errorTeams';
import { printTable, say } from './processes';

const items = 400;
const faultRate = 0.2;
/** Shares of wrong findings that are caught by whoever wrote them, and by another model that has only the finding and the source. */
const selfCatches = 0.3;
const reviewerCatches = [0.5, 0.6, 0.7] as const;
/** Of right ones, that are rejected all the same. */
const falseAlarms = 0.05;

export async function measureErrors(): Promise<void> {
  say();
  say(`Errors, a simulation with the real engine: ${items} findings, ${faultRate * 100} % of the drafts wrong, in ${faults.length} ways alike; a wrong one is caught by its author in ${selfCatches * 100} % of the checks`);
  const rows: string[][] = [];
  for (const catches of reviewerCatches) {
    const results = await Promise.all(errorTeams.map(async (team) => ({ team, wrong: await wrongIn(team, team.name === 'one agent checking itself' ? selfCatches : catches) })));
    const [alone] = results;
    rows.push([`${catches * 100} %`, ...results.map(({ wrong }) => String(wrong)), `1/${(alone!.wrong / Math.max(1, results.at(-1)!.wrong)).toFixed(1)}`]);
  }
  printTable([['a reviewer catches', ...errorTeams.map(({ name }) => name), 'of the first'], ...rows, ['aim', '', '', '', '1/10']]);
}

async function wrongIn(team: ErrorTeam, catches: number): Promise<number> {
  const folder = await tempFolder(team.files(items));
  try {
    const engine = createEngine({ ...testPorts(virtualClock()), models: faultyModels(catches) });
    const handle = await engine.start({ team: await loadGoodTeam(folder.path), task: 'facts', options: {}, trigger: 'test', log: await createMemoryRunLogs().create() });
    const events: Parameters<typeof stateOf>[0][number][] = [];
    handle.listen({ onEvents: (more) => events.push(...more) });
    await handle.finished;
    const findings = stateOf(events).values['findings'] as unknown as readonly Finding[];
    return findings.filter(isWrong).length;
  } finally {
    await folder.remove();
  }
}

/** Drawn by what is asked, not by when: parallel work changes nothing. */
function faultyModels(catches: number): ModelProvider {
  return {
    open: (entry) => Promise.resolve<Model>({ entry, call: (request) => Promise.resolve(answer(request, catches)) }),
  };
}

function answer({ messages, context }: ModelRequest, catches: number): ModelOutcome {
  const { subtask, purpose } = context;
  const attempt = messages.filter((message) => message.role === 'assistant').length;
  const number = Number((subtask!.input as JsonObject)['number']);
  if (purpose === 'review') return reply(verdict(context.bindings.values['output'] as JsonObject, number, context.call, catches));
  const fact = factOf(number);
  const isFaulty = draw(`fault ${number} ${context.call} ${attempt}`) < faultRate;
  const finding = isFaulty ? wrongFinding(fact, faults[Math.floor(draw(`kind ${number} ${context.call} ${attempt}`) * faults.length)]!) : fact;
  return reply({ output: { findings: [{ ...finding }] } });
}

function verdict(output: JsonObject, number: number, call: number, catches: number): JsonObject {
  const [finding] = output['findings'] as unknown as readonly Finding[];
  const isRejected = draw(`review ${number} ${call}`) < (isWrong(finding!) ? catches : falseAlarms);
  return isRejected ? { verdict: 'reject', feedback: [{ field: 'findings', problem: 'It does not say what the source says.' }] } : { verdict: 'approve', feedback: [] };
}

function reply(value: JsonObject): ModelOutcome {
  return { ok: true, value: { text: JSON.stringify(value), toolCalls: [], finish: 'stop', usage: { input: 100, cached: 0, cacheWrite: 0, output: 20, reasoning: 0, estimated: false }, costUsd: 0, simulated: false, served: null, notes: [] } };
}

/** From 0 up to 1, the same for the same words: the seed is in them. */
function draw(words: string): number {
  let hash = 0x9e3779b9;
  for (let at = 0; at < words.length; at++) hash = Math.imul(hash ^ words.charCodeAt(at), 0x85ebca6b) ^ (hash >>> 13);
  hash = Math.imul(hash ^ (hash >>> 16), 0xc2b2ae35);
  return ((hash ^ (hash >>> 15)) >>> 0) / 2 ** 32;
}
