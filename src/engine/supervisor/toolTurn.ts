/** The tool calls of one reply: only what the card offers, within its limit, each told back to the model. A call that cannot be made is an answer, never the end of a run. */
import type { Flag, RunEvent, ToolCall } from '../events/runEvent';
import { beginning, cutNote, leftOutUnsaid, shapedNote, shownOfResult } from '../prompts/largeValue';
import type { Json, JsonObject } from '../shared/json';
import { canonicalJson, displayJson } from '../shared/json';
import { err, type Result } from '../shared/result';
import { callTool } from '../tools/callTool';
import type { Tool } from '../tools/tool';
import type { Conversation } from './conversation';
import { flagsIn } from './flagContent';
import { offeredTools } from './offeredTools';
import { pause } from './pause';
import type { RoleDesk } from './roleDesk';
import type { RunContext } from './runContext';
import { failure, type Interrupted } from './stepEnd';
import { askForCall, type Permission } from './toolPermission';

/** Equal calls of one dispatch that all gave the same: from the third on the model is told, and the fifth is not made: it ends the work. */
const equalCallsTold = 3;
const equalCallsRefused = 5;

/** Characters of a call's arguments in a sentence. */
const mostShown = 200;

export interface ToolBudget {
  used: number;
  readonly of: number;
  /** By tool and canonical arguments: what each call gave last, and how often in a row. Running the tests again behind an edit goes round in no circle. */
  readonly made: Map<string, { readonly told: string; readonly times: number }>;
}

export interface ToolPlace {
  readonly step: number;
  readonly call: number;
  readonly conversation: Conversation;
  readonly budget: ToolBudget;
}

/** With the tools that were offered when the model asked. */
interface CallPlace extends ToolPlace {
  readonly tools: readonly Tool[];
}

type Unanswered = Extract<Interrupted, { kind: 'end' }>;

/** Results in the order of the calls; or that a person has to answer first; or that it goes round in circles. */
export async function toolTurn(context: RunContext, desk: RoleDesk, place: ToolPlace, calls: readonly ToolCall[]): Promise<{ readonly results: readonly Json[] } | Interrupted> {
  const results: Json[] = [];
  const tools = offeredTools(context, desk, place.conversation);
  for (const call of calls) {
    if (context.stop.aborted) return { results };
    await pause(context, { phase: 'tool', step: place.step, role: desk.program.role.id, call });
    if (context.stop.aborted) return { results };
    const made = await oneCall(context, desk, { ...place, tools }, call);
    if ('kind' in made) return made;
    if (!context.stop.aborted && timesOf(place.budget, call) >= equalCallsRefused && !wentOn(context, place)) return failure('tools', `it made the same call ${equalCallsRefused} times: ${describeCall(call)}`);
    results.push(made.result);
  }
  return { results };
}

/** Earlier versions told the model that the call was not made, and let it go on: their recordings are replayed all the same. */
function wentOn({ recorder }: RunContext, { step }: ToolPlace): boolean {
  const next = recorder.next(step)?.type;
  return next === 'model.requested' || next === 'tool.called';
}

async function oneCall(context: RunContext, desk: RoleDesk, place: CallPlace, call: ToolCall): Promise<{ readonly result: Json } | Unanswered> {
  const { recorder, clock } = context;
  const { step, budget } = place;
  const isRepeated = recorder.next(step) !== undefined;
  recorder.record({ type: 'tool.called', step, call: place.call, id: call.id, tool: call.name, arguments: call.arguments ?? call.raw ?? null });
  const from = clock.now();
  const permission = await permissionFor(context, desk, place, call);
  if (permission.kind === 'end') return permission;
  const past = recorder.take(step, ['tool.returned']);
  if (past === null) recorder.mustBeLive(step);
  else budget.used += 1;
  const outcome = past === null ? await perform(context, place, call, permission, isRepeated) : outcomeOf(context, past);
  // A stop leaves the call open: whoever resumes the run makes it again.
  if (past === null && context.stop.aborted) return { result: null };
  const told = tellModel(context, place, call, outcome);
  if (past === null) recorder.record({ type: 'tool.returned', step, id: call.id, ...outcome, ms: clock.now() - from, ...told, ...withNotes(told.notes, place, call), ...flagged(context, call, outcome) });
  return { result: outcome.result };
}

/** Nobody is asked about a call that is not made anyhow. */
async function permissionFor(context: RunContext, desk: RoleDesk, { step, budget, tools }: CallPlace, call: ToolCall): Promise<Permission> {
  if (context.recorder.next(step) === undefined) {
    const why = overBudget(budget, call);
    if (why !== null) return { kind: 'refused', why };
  }
  return askForCall(context, desk, step, call, tools.find((tool) => tool.name === call.name));
}

function overBudget(budget: ToolBudget, call: ToolCall): string | null {
  if (budget.used >= budget.of) return `All ${budget.of} tool calls of this dispatch are used. Answer now with what you have.`;
  const isAgain = timesOf(budget, call) + 1 >= equalCallsRefused;
  return isAgain ? `This very call was made ${equalCallsRefused - 1} times already and is not made again.` : null;
}

function flagged(context: RunContext, call: ToolCall, { result, error }: ToolOutcome): { readonly flags?: readonly Flag[] } {
  const flags = flagsIn(context, error ?? result, call.name);
  return flags.length === 0 ? {} : { flags };
}

function tellModel(context: RunContext, place: ToolPlace, call: ToolCall, outcome: ToolOutcome): { readonly tokens: number; readonly notes?: readonly string[] } {
  const { text: whole, note } = shownOf(outcome);
  const count = countCall(place.budget, call, whole);
  const text = count < equalCallsTold ? whole : `${whole}\n[You have made this very call ${count} times; its result is the same. Go on with what you have.]`;
  const tokens = context.basis.count(text);
  place.conversation.toolSaid(call, text, tokens);
  return note === null ? { tokens } : { tokens, notes: [note] };
}

/** With what the tool has to say of itself. */
function withNotes(notes: readonly string[] = [], { tools }: CallPlace, call: ToolCall): { readonly notes?: readonly string[] } {
  const all = [...notes, ...(tools.find((tool) => tool.name === call.name)?.remarks?.() ?? [])];
  return all.length === 0 ? {} : { notes: all };
}

/** This one included. One that was not made any more counts with those that were. */
function countCall({ made }: ToolBudget, call: ToolCall, told: string): number {
  const last = made.get(callKey(call));
  const goesOn = last !== undefined && (last.told === told || last.times + 1 >= equalCallsRefused);
  const times = goesOn ? last.times + 1 : 1;
  made.set(callKey(call), { told, times });
  return times;
}

function timesOf({ made }: ToolBudget, call: ToolCall): number {
  return made.get(callKey(call))?.times ?? 0;
}

function describeCall({ name, arguments: args, raw }: ToolCall): string {
  return `${name} ${beginning(args === null ? (raw ?? '') : canonicalJson(args), mostShown)}`;
}

function callKey({ name, arguments: args, raw }: ToolCall): string {
  return `${name} ${args === null ? (raw ?? '') : canonicalJson(args)}`;
}

type ToolOutcome = Pick<RunEvent<'tool.returned'>, 'result' | 'original' | 'kept' | 'error'>;

/** Logs of earlier versions hold results that were told at length, and kept for nobody: what is cut today can be read on in all the same. */
function outcomeOf(context: RunContext, { result, original, kept, error }: RunEvent<'tool.returned'>): ToolOutcome {
  const isUnkept = kept === undefined && error === undefined && displayJson(result).length > shownOfResult;
  const ref = isUnkept ? context.kept.keep(result) : kept;
  return { result, ...(original === undefined ? {} : { original }), ...(ref === undefined ? {} : { kept: ref }), ...(error === undefined ? {} : { error }) };
}

/** What is too large is cut; what is left out can be read on. */
function shownOf({ result, original, kept, error }: ToolOutcome): { readonly text: string; readonly note: string | null } {
  const whole = displayJson(error === undefined ? result : { error });
  const text = beginning(whole, shownOfResult);
  const isCut = text.length < whole.length;
  const note = isCut ? `cut off after ${text.length} of ${whole.length} characters` : null;
  if (original !== undefined && kept !== undefined) return { text: `${text}\n${shapedNote(kept)}`, note };
  return { text: isCut ? `${text}\n${cutNote(text.length, whole.length, kept ?? null)}` : text, note };
}

/** `isRepeated`: it was begun once already, and nobody knows whether it had its effect. */
async function perform(context: RunContext, { budget, tools }: CallPlace, call: ToolCall, permission: Exclude<Permission, Unanswered>, isRepeated: boolean): Promise<ToolOutcome> {
  const why = overBudget(budget, call);
  budget.used += 1;
  if (why !== null) return { result: null, error: why };
  if (permission.kind === 'refused') return { result: null, error: permission.why };
  const effect = tools.find((tool) => tool.name === call.name)?.effect;
  if (isRepeated && !permission.isNew && effect === 'network') return { result: null, error: 'The run was interrupted during this call. It may have had its effect; it was not made again.' };
  if (effect === 'write' || effect === 'network') await context.recorder.sync();
  else await context.recorder.flush();
  return callNow(context, tools, call, permission.approved);
}

async function callNow(context: RunContext, tools: readonly Tool[], call: ToolCall, approved: JsonObject | undefined): Promise<ToolOutcome> {
  const outcome = await context.stop.during((signal) => untilAborted(signal, callTool(tools, call, { signal, ...(approved === undefined ? {} : { approved }) })));
  if (!outcome.ok) return { result: null, error: outcome.error };
  const result = tools.find((tool) => tool.name === call.name)?.shape?.(outcome.value) ?? outcome.value;
  const [length, lengthBefore] = [displayJson(result).length, displayJson(outcome.value).length];
  if (lengthBefore - length > leftOutUnsaid) return { result, original: outcome.value, kept: context.kept.keep(outcome.value) };
  return length > shownOfResult ? { result, kept: context.kept.keep(result) } : { result };
}

/** A tool that does not heed the signal is left alone. */
function untilAborted<T>(signal: AbortSignal, work: Promise<Result<T, string>>): Promise<Result<T, string>> {
  const stopped = new Promise<Result<T, string>>((resolve) => {
    const tell = () => resolve(err('the run was stopped'));
    if (signal.aborted) tell();
    else signal.addEventListener('abort', tell, { once: true });
  });
  return Promise.race([work, stopped]);
}
