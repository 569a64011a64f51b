/** The replies of one script in one run: which are used, and which is next for a call. All models that name the script draw from the same pool. */
import type { Bindings } from '../expressions/bindings';
import type { Json } from '../shared/json';
import { err, ok, type Result } from '../shared/result';
import { showRef } from '../shared/source';
import type { Script } from '../team/team';
import type { CallContext, ModelRun } from './model';
import { compileScript, type FilledReply } from './scriptReplies';

export interface DrawnReply extends FilledReply {
  /** Index among the script's replies. */
  readonly index: number;
}

export interface ScriptPool {
  /** Takes the next reply for this call out of the pool. The error is a sentence with file and line, and a hint. */
  draw(context: CallContext): Promise<Result<DrawnReply, ScriptProblem>>;
  /** Puts back a reply that was never given. */
  putBack(index: number): void;
}

interface ScriptProblem {
  readonly message: string;
  readonly hint: string;
}

/** `used`: indexes of replies that an earlier part of the run has used. */
function createScriptPool(script: Script, used: readonly number[] = []): ScriptPool {
  const replies = compileScript(script);
  const taken = new Set(used);
  const isFree = (index: number) => replies.all[index]!.repeat || !taken.has(index);

  const choose = (context: CallContext): Result<number, ScriptProblem> => {
    const bindings = bindingsOf(context, context.bindings, context.subtask);
    const passedOver: string[] = [];
    for (const [index, reply] of replies.all.entries()) {
      if (reply.role !== context.role || !isFree(index)) continue;
      const holds = replies.holds(index, bindings);
      if (!holds.ok) return err({ message: holds.error, hint: 'Correct the expression in the script.' });
      if (holds.value) return isShared(index, context) ? err(ambiguous(script, index, context)) : ok(index);
      passedOver.push(`${showRef(reply.when!.at)} (${reply.when!.text.trim()})`);
    }
    return err(nothingLeft(script, context, passedOver));
  };

  // Everything but who asks is held equal: a `when` tells subtasks apart only by what differs between them.
  const isShared = (index: number, context: CallContext): boolean =>
    !replies.all[index]!.repeat &&
    context.siblings().some((sibling) => {
      const holds = replies.holds(index, bindingsOf(context, sibling.bindings, sibling.subtask));
      return holds.ok && holds.value;
    });

  return {
    draw: async (context) => {
      await replies.load();
      const index = choose(context);
      if (!index.ok) return index;
      const filled = replies.fill(index.value, bindingsOf(context, context.bindings, context.subtask));
      if (!filled.ok) return err({ message: filled.error, hint: 'Correct the expression in the script.' });
      taken.add(index.value);
      return ok({ ...filled.value, index: index.value });
    },
    putBack: (index) => void taken.delete(index),
  };
}

/** Pools by run and by the script's file. A run that is forgotten takes its pools with it. */
export function createScriptPools(): { poolFor(script: Script, run: ModelRun): ScriptPool } {
  const byRun = new WeakMap<ModelRun, Map<string, ScriptPool>>();
  return {
    poolFor: (script, run) => {
      const pools = byRun.get(run) ?? new Map<string, ScriptPool>();
      byRun.set(run, pools);
      const pool = pools.get(script.file) ?? createScriptPool(script, run.usedReplies?.[script.file]);
      pools.set(script.file, pool);
      return pool;
    },
  };
}

function bindingsOf(context: CallContext, bindings: Bindings, subtask: CallContext['subtask']): Bindings {
  const { values } = bindings;
  const own: Record<string, Json | undefined> = {
    role: values['role'] ?? context.role,
    subtask: values['subtask'] ?? (subtask === null ? undefined : { ...subtask }),
    call: context.call,
    tool: { results: context.toolResults },
  };
  return { values: { ...values, ...own }, hasField: bindings.hasField };
}

function ambiguous(script: Script, index: number, context: CallContext): ScriptProblem {
  const reply = script.replies[index]!;
  const others = context.siblings().map((sibling) => sibling.subtask.id).join(', ');
  return {
    message: `${showRef(reply.at)}: this reply of ${reply.role} could be taken by several subtasks that run at once (${context.subtask?.id ?? 'this one'} and ${others}), so which one gets it would be chance.`,
    hint: 'Add a `when` that tells them apart, such as by subtask.input, or `repeat: true`.',
  };
}

function nothingLeft(script: Script, context: CallContext, passedOver: readonly string[]): ScriptProblem {
  const own = script.replies.filter((reply) => reply.role === context.role).length;
  const why = own === 0 ? 'It has none for this role.' : passedOver.length === 0 ? `All ${own} are used.` : `These are left, but their \`when\` does not hold: ${passedOver.join(', ')}.`;
  const what = context.purpose === 'work' ? '' : ` (${context.purpose})`;
  return {
    message: `${script.file} has no reply for ${context.role}${what}, call ${context.call} in step ${context.step}. ${why}`,
    hint: `${own > 0 ? `Add a reply for ${context.role}, or \`repeat: true\` to one it has.` : `Add a reply with \`role: ${context.role}\`.`} A run keeps the script that it began with: run the team again, or resume with \`--team\` and its path.`,
  };
}
