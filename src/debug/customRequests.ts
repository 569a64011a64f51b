/** What the program around asks of a session beyond the debug protocol, and what it is told: the same names on both sides. */
import { z } from 'zod';
import type { DebuggedTeam } from './debuggedTeam';
import type { Position } from './position';
import { Refusal } from './refusal';
import { describeAttempts, type Attempt } from './tryStep';

/** Its body is a `Retried`: a frame was restarted. */
export const retriedEvent = 'rolecall.retried';
/** Its body is an `Attempt`, as soon as it has ended. */
export const triedEvent = 'rolecall.tried';

/** A slip must not become a hundred paid calls. */
export const mostTries = 50;

const tryArguments = z.object({ times: z.number().int().min(1).max(mostTries) });

interface Asked {
  readonly debugged: DebuggedTeam;
  standing(): Position;
  tell(text: string): void;
  tried(attempt: Attempt): void;
}

export interface Tried {
  readonly run: string;
  readonly step: number;
  readonly attempts: readonly Attempt[];
}

export const customRequests = {
  /** `times`: the role that the run stands at does its work so often more, from its own snapshot and with the card as it is now. The body is a `Tried`. */
  async 'rolecall.try'(args: unknown, { debugged, standing, tell, tried }: Asked): Promise<Tried> {
    const read = tryArguments.safeParse(args);
    if (!read.success) throw new Refusal(`How often? A whole number from 1 to ${mostTries}.`);
    const position = standing();
    const { run } = debugged.theRun();
    const attempts = await debugged.tryAgain(position, read.data.times, tried);
    tell(describeAttempts(attempts));
    return { run, step: position.within[0]?.step ?? position.step, attempts };
  },
  /** The edited card of the last restart stays: it is saved. */
  async 'rolecall.keep'(_args: unknown, { debugged }: Asked): Promise<{ readonly file: string }> {
    return { file: await debugged.keepCard() };
  },
  /** It gets back the text that the attempt before had. */
  async 'rolecall.discard'(_args: unknown, { debugged }: Asked): Promise<{ readonly file: string }> {
    return { file: await debugged.discardCard() };
  },
} as const;

export type CustomRequest = keyof typeof customRequests;
