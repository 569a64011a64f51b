/** A role that asks for more fields or tools while it works: what its card allows is given at once, anything else asks a person. */
import type { Signal } from '../events/runEvent';
import type { Extend } from '../models/readSignals';
import type { Json } from '../shared/json';
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
  | { readonly kind: 'granted'; readonly fields: readonly string[]; readonly tools: readonly string[] }
  /** A sentence for the role. */
  | { readonly kind: 'refused'; readonly why: string };

export async function extendWork(context: RunContext, extending: Extending): Promise<Extended | Interrupted> {
  const { step, desk, count, extend } = extending;
  const { role } = desk.program;
  const { subtask } = desk;
  const signal: Signal = { v: 1, id: `${subtask.id}.extend${count}`, from: role.id, to: 'supervisor', kind: 'extend', subtask: subtask.id, payload: extend as unknown as Json };
  context.recorder.record({ type: 'signal.sent', step, signal });
  const unknown = unknownOf(context, desk, extend);
  if (unknown !== null) return { kind: 'refused', why: unknown };
  if (isAllowed(role, extend)) return { kind: 'granted', fields: extend.fields, tools: extend.tools };
  const said = await askPerson(context, step, { id: signal.id, kind: 'extend', role: role.id, question: questionOf(role.id, extend), what: extend as unknown as Json });
  switch (said.kind) {
    case 'approve':
      return { kind: 'granted', fields: extend.fields, tools: extend.tools };
    case 'reject':
      return { kind: 'refused', why: `A person refused it${said.note === null ? '' : `: ${said.note}`}.` };
    case 'waiting':
    case 'stopped':
      return { kind: 'end', end: { kind: said.kind } };
  }
}

function isAllowed({ mayAsk }: Role, { fields, tools }: Extend): boolean {
  return mayAsk !== undefined && fields.every((one) => mayAsk.fields.includes(one)) && tools.every((one) => mayAsk.tools.includes(one));
}

function questionOf(role: string, { need, fields, tools }: Extend): string {
  const things = [...fields, ...tools].join(', ') || 'more';
  return `${role} asks for ${things}${need === '' ? '' : `: ${need}`}`;
}

function unknownOf(context: RunContext, desk: RoleDesk, { fields, tools }: Extend): string | null {
  const { team } = context.program;
  const noField = fields.find((field) => team.fields[field] === undefined);
  if (noField !== undefined) return `There is no shared field ${noField}.`;
  const noTool = tools.find((tool) => !context.tools.has(tool));
  if (noTool !== undefined) return `There is no tool ${noTool}.`;
  const had = [...fields, ...tools].every((one) => desk.has(one));
  return had ? 'You have that already.' : null;
}
