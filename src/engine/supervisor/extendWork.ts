/**
 * A role that asks for more fields or tools while it works: what its card's `may_ask` allows is given at once, anything else asks a person. Whatever
 * becomes of it is an event.
 */
import type { ExtendDecider, Signal } from '../events/runEvent';
import type { Extend } from '../models/readSignals';
import type { Json } from '../shared/json';
import { ended } from '../shared/sentences';
import type { Role } from '../team/team';
import { askPerson } from './askPerson';
import type { RoleDesk } from './roleDesk';
import type { RunContext } from './runContext';
import type { Interrupted } from './stepEnd';

export interface Extending {
  readonly step: number;
  readonly desk: RoleDesk;
  /** How often it has asked in this dispatch, this time included. */
  readonly count: number;
  readonly extend: Extend;
}

export type Extended =
  /** `note`: what the person said with it. */
  | { readonly kind: 'granted'; readonly by: ExtendDecider; readonly note: string | null }
  /** A sentence for the role. */
  | { readonly kind: 'refused'; readonly by: ExtendDecider; readonly why: string };

export async function extendWork(context: RunContext, extending: Extending): Promise<Extended | Interrupted> {
  const { step, desk, count, extend } = extending;
  const { subtask } = desk;
  const signal: Signal = { v: 1, id: `${subtask.id}.extend${count}`, from: desk.program.role.id, to: 'supervisor', kind: 'extend', subtask: subtask.id, payload: extend as unknown as Json };
  context.recorder.record({ type: 'signal.sent', step, signal });
  const decided = await decide(context, extending, signal.id);
  if (decided.kind !== 'granted' && decided.kind !== 'refused') return decided;
  const extended = decided.kind === 'granted' ? await openTools(context, extending, decided) : decided;
  return recorded(context, step, signal.id, extended);
}

async function decide(context: RunContext, { step, desk, extend }: Extending, id: string): Promise<Extended | Interrupted> {
  const { role } = desk.program;
  const unknown = unknownOf(context, desk, extend);
  if (unknown !== null) return { kind: 'refused', by: 'supervisor', why: unknown };
  if (isAllowed(role, extend)) return { kind: 'granted', by: 'may_ask', note: null };
  const said = await askPerson(context, step, { id, kind: 'extend', role: role.id, question: questionOf(role.id, extend), what: extend as unknown as Json });
  switch (said.kind) {
    case 'approve':
      return { kind: 'granted', by: 'person', note: said.note };
    case 'reject':
      return { kind: 'refused', by: 'person', why: ended(`A person refused it${said.note === null ? '' : `: ${said.note}`}`) };
    case 'waiting':
    case 'stopped':
      return { kind: 'end', end: { kind: said.kind } };
  }
}

/** What no card names is opened only now. Where that went wrong before, it is not tried again. */
async function openTools(context: RunContext, { step, extend }: Extending, granted: Extended): Promise<Extended> {
  const before = context.recorder.next(step);
  if (before?.type === 'extend.decided' && !before.granted) return { kind: 'refused', by: before.by, why: before.why ?? '' };
  for (const name of extend.tools) {
    const tool = await context.openTool(name);
    if (!tool.ok) return { kind: 'refused', by: 'supervisor', why: `It was granted, but ${ended(tool.error)}` };
  }
  return granted;
}

/** Earlier versions recorded only what a person answered. */
function recorded(context: RunContext, step: number, signal: string, extended: Extended): Extended {
  const { recorder } = context;
  const next = recorder.next(step);
  if (next !== undefined && next.type !== 'extend.decided') return extended;
  const granted = extended.kind === 'granted';
  recorder.record({ type: 'extend.decided', step, signal, granted, by: extended.by, ...(granted ? {} : { why: extended.why }) });
  return extended;
}

function isAllowed({ mayAsk }: Role, { fields, tools }: Extend): boolean {
  if (mayAsk === undefined || fields.length + tools.length === 0) return false;
  return fields.every((one) => mayAsk.fields.includes(one)) && tools.every((one) => mayAsk.tools.includes(one));
}

function questionOf(role: string, { need, fields, tools }: Extend): string {
  const things = [...fields, ...tools].join(', ') || 'more';
  return `${role} asks for ${things}${need === '' ? '' : `: ${need}`}`;
}

/** Whatever the team declares can be asked for, whether or not a card names it. */
function unknownOf(context: RunContext, desk: RoleDesk, { fields, tools }: Extend): string | null {
  const { team } = context.program;
  const noField = fields.find((field) => team.fields[field] === undefined);
  if (noField !== undefined) return `There is no shared field ${noField}.`;
  const noTool = tools.find((tool) => team.tools[tool] === undefined);
  if (noTool !== undefined) return `There is no tool ${noTool}.`;
  const has = fields.every((one) => desk.reads().includes(one)) && tools.every((one) => desk.tools().includes(one));
  return has && fields.length + tools.length > 0 ? 'You have that already.' : null;
}
