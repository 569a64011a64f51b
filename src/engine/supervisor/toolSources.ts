/**
 * Lets a role's MCP servers and the editor say what they offer, before its first request. Whatever is started from the team's folder is shown to a person
 * first, unless they allowed the very same thing before. What was offered stands in the log: a run that goes on does not ask again, a replay starts nothing.
 */
import { startKey } from '../events/foldRun';
import type { ToolOffer } from '../events/runEvent';
import type { ApprovalQuestion, PersonSaid } from '../shared/person';
import { asEntrySays } from '../tools/createTools';
import { isSource, type ToolSource } from '../tools/toolSource';
import type { ToolEntry } from '../team/team';
import { askPerson } from './askPerson';
import type { RoleDesk } from './roleDesk';
import type { RunContext } from './runContext';
import { failure, type Interrupted } from './stepEnd';

/** Null: they are all there. */
export async function openSources(context: RunContext, step: number, desk: RoleDesk): Promise<Interrupted | null> {
  for (const name of desk.tools()) {
    const entry = context.program.team.tools[name];
    if (entry === undefined || !isSource(entry)) continue;
    const problem = await openSource(context, step, desk, entry);
    if (problem !== null) return problem;
  }
  return null;
}

async function openSource(context: RunContext, step: number, desk: RoleDesk, entry: ToolEntry): Promise<Interrupted | null> {
  const { recorder } = context;
  const taken = [...Object.keys(context.program.team.tools), ...[...context.sourced].flatMap(([name, tools]) => (name === entry.name ? [] : tools.map((tool) => tool.name)))];
  const found = context.ports.tools.source?.(entry, { folder: context.program.team.folder, taken, lifetime: context.lifetime });
  if (found === undefined) return failure('tools', `${entry.name}: tools of the type ${entry.type} cannot be used here`);
  if (!found.ok) return failure('tools', `${entry.name} cannot be used: ${found.error}`);
  const refused = await mayStart(context, step, desk, entry, found.value);
  if (refused !== null) return refused;
  const past = recorder.take(step, ['tool.opened']);
  if (past === null) recorder.mustBeLive(step);
  const offered = past === null ? await offersNow(context, entry, found.value) : past.offers;
  if ('kind' in offered) return offered;
  if (past === null) recorder.record({ type: 'tool.opened', step, tool: entry.name, offers: offered });
  context.sourced.set(entry.name, offered.map((offer) => asEntrySays(found.value.tool(offer), entry)));
  return null;
}

/** Asked once for all steps of a run that want it at the same time. */
async function offersNow(context: RunContext, { name }: ToolEntry, source: ToolSource): Promise<readonly ToolOffer[] | Interrupted> {
  const offers = await context.stop.during((signal) => source.offers(signal));
  if (context.stop.aborted) return { kind: 'end', end: { kind: 'stopped' } };
  return offers.ok ? offers.value : failure('tools', `${name} cannot be used: ${offers.error}`);
}

/** Null: it may. */
async function mayStart(context: RunContext, step: number, desk: RoleDesk, entry: ToolEntry, source: ToolSource): Promise<Interrupted | null> {
  const recorded = context.recorder.next(step);
  if (recorded?.type === 'approval.requested' && recorded.kind === 'start') return meaning(await ask(context, step, desk, entry, recorded), entry);
  if (recorded !== undefined) return null;
  const start = await source.start();
  if (start === null || (await isAllowed(context, source, start.key))) return null;
  const { key, question, what } = start;
  const said = await once(context.starting, key, () => ask(context, step, desk, entry, { question: `May this team ${question}?`, what: { ...what, key } }));
  if (said.kind === 'approve') await source.allow(start.key);
  return meaning(said, entry);
}

function ask(context: RunContext, step: number, desk: RoleDesk, { name }: ToolEntry, { question, what }: Pick<ApprovalQuestion, 'question' | 'what'>): Promise<PersonSaid> {
  return askPerson(context, step, { id: `${desk.subtask.id}.start.${name}`, kind: 'start', role: desk.program.role.id, question, what });
}

/** Parallel steps that want the same wait for the one answer. */
async function once(starting: Map<string, Promise<PersonSaid>>, key: string, make: () => Promise<PersonSaid>): Promise<PersonSaid> {
  const known = starting.get(key);
  if (known !== undefined) return known;
  const asked = make();
  starting.set(key, asked);
  try {
    return await asked;
  } finally {
    starting.delete(key);
  }
}

/** In this run, in one that it works for, or in an earlier one. */
async function isAllowed(context: RunContext, source: ToolSource, key: string): Promise<boolean> {
  for (let run: RunContext | null = context; run !== null; run = run.above) if (run.recorder.state.allowed.has(startKey(key))) return true;
  return source.isAllowed(key);
}

function meaning(said: PersonSaid, { name }: ToolEntry): Interrupted | null {
  switch (said.kind) {
    case 'approve':
      return null;
    case 'reject':
      return failure('approval', `a person did not allow ${name} to be started${said.note === null ? '' : `: ${said.note}`}`);
    case 'waiting':
    case 'stopped':
      return { kind: 'end', end: { kind: said.kind } };
  }
}
