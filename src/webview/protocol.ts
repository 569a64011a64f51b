/**
 * What the run panel's page and its host say to each other; both sides import this file and nothing else says it.
 * The page folds the events itself with the engine's projections. Everything that arrives is parsed before it is believed.
 */
import type { RunEvent } from '../engine/events/runEvent';
import type { HeldPlace } from '../engine/projections/heldPlace';
import type { JsonObject } from '../engine/shared/json';
import type { SourceRef } from '../engine/shared/source';

export type ToPage =
  /** A run to show from the beginning: forget what was shown before. `live` is false for one read from disk; `elsewhere` is true where another window or a terminal goes on with it. `now` is the host's clock. The page keeps `restore` as member `restore` of its state (`setState`): after a reload of the window the host finds the run by it. */
  | { readonly type: 'run'; readonly run: string; readonly label: string; readonly live: boolean; readonly elsewhere: boolean; readonly now: number; readonly warnings: readonly string[]; readonly restore: JsonObject }
  /** Events in order; `from` is the seq of the first. A gap is answered by `resend`. */
  | { readonly type: 'events'; readonly run: string; readonly from: number; readonly events: readonly RunEvent[]; readonly now: number }
  /** Text of a reply as it streams, gathered. */
  | { readonly type: 'text'; readonly run: string; readonly step: number; readonly call: number; readonly text: string }
  | { readonly type: 'select'; readonly step: number }
  /**
   * Holds the run that is shown against another, `other`, whose events and those of `tries` come as `events` of their own. `about`: the runs as wholes,
   * or the attempts at one step: `otherStep` of the other run, before the card was edited, and `step` after. Each try did it again with the edited card.
   */
  | { readonly type: 'compare'; readonly run: string; readonly other: string; readonly about: ComparedAs; readonly step: number; readonly otherStep: number; readonly tries: readonly ComparedTry[]; /** How many tries were asked for. */ readonly wanted: number }
  /** Where a debugger holds the run; null: it goes on, or nobody debugs it. */
  | { readonly type: 'held'; readonly run: string; readonly place: HeldPlace | null }
  /** Nothing to show: why, in one sentence. */
  | { readonly type: 'empty'; readonly message: string }
  | { readonly type: 'problem'; readonly message: string; readonly hint: string };

/** A step of a run of its own. */
export interface ComparedTry {
  readonly run: string;
  readonly step: number;
}

export type ComparedAs = 'runs' | 'attempts';

/** Of the attempt that an edited card made: the card keeps the edit, the card goes back, or the role does the step again so many times. */
export type AttemptAction = 'keep' | 'discard' | 'try';

export type FromPage =
  | { readonly type: 'ready' }
  | { readonly type: 'resend'; readonly run: string; readonly from: number }
  /** Open a line of the user's files; relative to the team's folder. */
  | { readonly type: 'open'; readonly ref: SourceRef }
  | { readonly type: 'stop' }
  | { readonly type: 'run' }
  /** Go on with the run shown. */
  | { readonly type: 'resume' }
  /** To a question in `waiting` of the view; a run that nobody goes on with is taken up for it. */
  | { readonly type: 'answer'; readonly id: string; readonly answer: 'approve' | 'reject'; readonly note: string; /** Approved for the rest of the run. */ readonly forRun: boolean }
  | { readonly type: 'copy'; readonly text: string; readonly what: string }
  | { readonly type: 'selected'; readonly step: number }
  /** Let a person choose a run to hold this one against. */
  | { readonly type: 'compareWith' }
  | { readonly type: 'compareClosed' }
  /** `times` counts for `try` only. */
  | { readonly type: 'attempt'; readonly action: AttemptAction; readonly times: number }
  /** Open a value or prompt as a read-only editor. */
  | { readonly type: 'show'; readonly title: string; readonly language: 'markdown' | 'json' | 'plaintext'; readonly text: string };
