/** Whether one tool call may be made: a person is asked where the tool asks, is shown what exactly would happen, and may allow it for the rest of the run. */
import { allowanceKey } from '../events/foldRun';
import type { RunEvent, ToolCall } from '../events/runEvent';
import { isObject, type JsonObject } from '../shared/json';
import type { Tool } from '../tools/tool';
import type { PersonSaid } from '../shared/person';
import { askPerson } from './askPerson';
import type { RoleDesk } from './roleDesk';
import type { RunContext } from './runContext';
import type { Interrupted } from './stepEnd';

export type Permission =
  /** `isNew`: allowed just now, so that the call cannot have been made before. */
  | { readonly kind: 'allowed'; readonly approved?: JsonObject; readonly isNew: boolean }
  /** A sentence for the model. */
  | { readonly kind: 'refused'; readonly why: string }
  | Extract<Interrupted, { kind: 'end' }>;

export async function askForCall(context: RunContext, desk: RoleDesk, step: number, call: ToolCall, tool: Tool | undefined): Promise<Permission> {
  const recorded = context.recorder.next(step);
  if (recorded?.type === 'approval.requested') return ask(context, desk, step, questionOf(recorded));
  const isFree = tool?.asks !== true || call.arguments === null || isAllowed(context, desk, tool.name);
  if (isFree || recorded !== undefined) return { kind: 'allowed', isNew: false };
  const shown = await preview(context, tool, call.arguments);
  if ('why' in shown) return shown;
  const { question, what } = shown;
  return ask(context, desk, step, { question: `May ${desk.program.role.id} ${question}?`, what: { ...what, tool: tool.name } });
}

type Shown = { readonly question: string; readonly what: JsonObject };

async function preview(context: RunContext, tool: Tool, args: JsonObject): Promise<Shown | Extract<Permission, { kind: 'refused' }>> {
  if (tool.preview === undefined) return { question: `call ${tool.name}`, what: { arguments: args } };
  const shown = await context.stop.during((signal) => tool.preview!(args, { signal }));
  return shown.ok ? shown.value : { kind: 'refused', why: shown.error };
}

function questionOf({ question, what }: RunEvent<'approval.requested'>): Shown {
  return { question, what: isObject(what) ? what : {} };
}

async function ask(context: RunContext, desk: RoleDesk, step: number, { question, what }: Shown): Promise<Permission> {
  return meaning(await askPerson(context, step, { id: `${desk.subtask.id}.tool`, kind: 'tool', role: desk.program.role.id, question, what }), what);
}

function meaning(said: PersonSaid, what: JsonObject): Permission {
  switch (said.kind) {
    case 'approve':
      return { kind: 'allowed', approved: what, isNew: said.isNew };
    case 'reject':
      return { kind: 'refused', why: `A person did not allow this call${said.note === null ? '' : `: ${said.note}`}. It was not made. Go on without it, or say in \`why\` what is missing.` };
    case 'waiting':
    case 'stopped':
      return { kind: 'end', end: { kind: said.kind } };
  }
}

/** By the run itself or by one that it works for. */
function isAllowed(context: RunContext, desk: RoleDesk, tool: string): boolean {
  const key = allowanceKey([...context.path, desk.program.role.id].join('/'), tool);
  for (let run: RunContext | null = context; run !== null; run = run.above) if (run.recorder.state.allowed.has(key)) return true;
  return false;
}
