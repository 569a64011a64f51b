/**
 * What the run panel's page and its host say to each other; both sides import this file and nothing else says it.
 * The page folds the events itself with the engine's projections. Everything that arrives is parsed before it is believed.
 */
import type { RunEvent } from '../engine/events/runEvent';
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
  /** Nothing to show: why, in one sentence. */
  | { readonly type: 'empty'; readonly message: string }
  | { readonly type: 'problem'; readonly message: string; readonly hint: string };

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
  /** Open a value or prompt as a read-only editor. */
  | { readonly type: 'show'; readonly title: string; readonly language: 'markdown' | 'json' | 'plaintext'; readonly text: string };
