// Events of a small run for tests that need some and do not care what they say.
import type { EventBody, RunEvent } from '../../src/engine/events/runEvent';
import type { Team } from '../../src/engine/team/team';

const at = { file: 'team.yaml', line: 1, column: 1 };

export const smallTeam: Team = {
  name: 'two-roles', file: 'team.yaml', folder: '/teams/two-roles', goal: { text: 'Answer {{ task }}', at }, constraints: null, topology: 'supervisor', pipeline: [],
  models: {}, model: null, tools: {}, fields: {}, roles: [], routes: [], supervisor: null, finishWhen: [], rules: [],
  limits: { steps: 20, timeMs: 600_000, tokens: null, costUsd: null, parallel: 3, tokensPerCall: null, outputBytes: 262_144 }, onLimit: null, at,
};

/** Numbers the bodies from `first` on. */
export function numbered(bodies: readonly EventBody[], first = 1): RunEvent[] {
  return bodies.map((body, i) => ({ seq: first + i, at: 1_700_000_000_000 + first + i, ...body }) as RunEvent);
}

export function startedBody(run: string, task = 'heat pumps'): EventBody {
  return { type: 'run.started', format: 1, run, task, team: smallTeam, options: {}, trigger: 'test' };
}

export const finishedBody: EventBody = { type: 'run.finished', status: 'completed', reason: 'finish_when' };

/** A tool's result, the event that holds users' data of any shape. */
export function resultBody(step: number, result: Extract<EventBody, { type: 'tool.returned' }>['result']): EventBody {
  return { type: 'tool.returned', step, id: `t${step}`, result, tokens: 1, ms: 1 };
}

/** What one step of one role appends, about 200 bytes an event. */
export function stepBodies(step: number, text = `Independent checks of the vendor figures agree within four percent in step ${step}.`): EventBody[] {
  return [
    { type: 'role.started', step, role: 'writer', subtask: { id: `s${step}`, role: 'writer', input: {} }, decision: { by: 'route', route: 0, refused: [] }, reads: { plan: step - 1 } },
    { type: 'model.requested', step, call: 1, conversation: 'work', role: 'writer', purpose: 'work', model: 'demo', append: [{ role: 'user', parts: [{ kind: 'goal', text, tokens: 20 }] }], hash: `h${step}` },
    { type: 'model.responded', step, call: 1, reply: { status: 'success', output: { report: text } }, finish: 'stop', usage: { input: 20, cached: 0, cacheWrite: 0, output: 20, reasoning: 0, estimated: false }, costUsd: 0, ms: 1 },
    { type: 'output.proposed', step, attempt: 1, status: 'success', confidence: null, why: null },
    { type: 'workspace.committed', step, by: 'writer', versions: { report: step }, status: 'success' },
    { type: 'role.finished', step, outcome: 'committed' },
  ];
}
