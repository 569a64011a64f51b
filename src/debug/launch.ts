/** What a launch configuration says, read at the border: what is wrong in it is a sentence for people. */
import { z } from 'zod';
import { err, ok, type Result } from '../engine/shared/result';
import type { RunOptions } from '../engine/events/runEvent';
import type { JsonObject } from '../engine/shared/json';
import type { Launch } from './debugHost';

/** What may stand in launch.json; package.json's schema says the same. */
const launchSchema = z.object({
  team: z.string().min(1),
  task: z.string().optional(),
  model: z.string().optional(),
  state: z.record(z.string(), z.unknown()).optional(),
  stopOnEntry: z.boolean().optional(),
  replay: z.union([z.string(), z.number()]).optional(),
  approvals: z.enum(['ask', 'approve', 'reject', 'fail']).optional(),
  role: z.string().min(1).optional(),
  input: z.record(z.string(), z.unknown()).optional(),
  noDebug: z.boolean().optional(),
});

export const launchKeys = Object.keys(launchSchema.shape);

export function readLaunch(given: unknown): Result<Launch, string> {
  const read = launchSchema.safeParse(given);
  if (!read.success) {
    const [issue] = read.error.issues;
    return err(`The launch configuration is wrong: \`${issue?.path.join('.') || 'it'}\` ${issue?.message.toLowerCase() ?? 'cannot be read'}.`);
  }
  const { team, task, stopOnEntry, replay, approvals, role, input, noDebug, ...rest } = { ...defaults, ...read.data };
  if (input !== undefined && role === undefined) return err('The launch configuration is wrong: `input` is that of one role alone. Say which with `role`.');
  return ok({ team, task, options: optionsOf({ role, input, ...rest }), stopOnEntry, approvals, noDebug, ...(replay === undefined ? {} : { replay: String(replay) }) });
}

function optionsOf({ model, state, role, input }: Partial<z.infer<typeof launchSchema>>): RunOptions {
  return {
    ...(model === undefined ? {} : { model }),
    ...(state === undefined ? {} : { set: state as JsonObject }),
    ...(role === undefined ? {} : { alone: { role, ...(input === undefined ? {} : { input: input as JsonObject }) } }),
  };
}

const defaults = { task: '', stopOnEntry: false, approvals: 'ask', noDebug: false } as const;
