/** What a launch configuration says, read at the border: what is wrong in it is a sentence for people. */
import { z } from 'zod';
import { err, ok, type Result } from '../engine/shared/result';
import type { Json } from '../engine/shared/json';
import type { Launch } from './debugHost';

/** What may stand in launch.json; package.json's schema says the same. */
const launchSchema = z.object({
  team: z.string().min(1),
  task: z.string().optional(),
  model: z.string().optional(),
  state: z.record(z.string(), z.unknown()).optional(),
  stopOnEntry: z.boolean().optional(),
  replay: z.union([z.string(), z.number()]).optional(),
  approvals: z.enum(['ask', 'all', 'none']).optional(),
  noDebug: z.boolean().optional(),
});

export const launchKeys = Object.keys(launchSchema.shape);

export function readLaunch(given: unknown): Result<Launch, string> {
  const read = launchSchema.safeParse(given);
  if (!read.success) {
    const [issue] = read.error.issues;
    return err(`The launch configuration is wrong: \`${issue?.path.join('.') || 'it'}\` ${issue?.message.toLowerCase() ?? 'cannot be read'}.`);
  }
  const { team, task, model, state, stopOnEntry, replay, approvals, noDebug } = { ...defaults, ...read.data };
  const options = { ...(model === undefined ? {} : { model }), ...(state === undefined ? {} : { set: state as Readonly<Record<string, Json>> }) };
  return ok({ team, task, options, stopOnEntry, approvals, noDebug, ...(replay === undefined ? {} : { replay: String(replay) }) });
}

const defaults = { task: '', stopOnEntry: false, approvals: 'ask', noDebug: false } as const;
