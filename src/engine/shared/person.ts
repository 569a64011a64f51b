/** Asking a person: a port. The engine waits for no one longer than the host wants it to. */
import type { Json } from './json';

/** What a person is asked for. */
export type ApprovalKind = 'before' | 'after' | 'when' | 'sample' | 'tool' | 'start' | 'extend' | 'on_failure' | 'on_limit';

export interface ApprovalQuestion {
  /** Unique in the run and the same after it was resumed: an answer belongs to it and to nothing else. */
  readonly id: string;
  readonly kind: ApprovalKind;
  readonly role: string;
  /** One sentence. */
  readonly question: string;
  /** What exactly happens, or was handed in. */
  readonly what: Json;
}

export interface ApprovalAnswer {
  readonly answer: 'approve' | 'reject';
  /** Who answered, for the record: `person`, or the option that answers for one. */
  readonly by: string;
  /** Of a tool's call: this role need not ask again for this tool until the run ends. */
  readonly forRun?: true;
  readonly note?: string;
}

export interface Person {
  /** Null: nobody answers now; the run ends as waiting, and asks again when it is resumed. Resolves when `signal` aborts. */
  ask(question: ApprovalQuestion, signal: AbortSignal): Promise<ApprovalAnswer | null>;
}

/** Nobody is there. */
export const nobody: Person = { ask: () => Promise.resolve(null) };

/** What came of a question. */
export type PersonSaid =
  /** `isNew`: just now, and not before the run was interrupted. */
  | { readonly kind: 'approve' | 'reject'; readonly note: string | null; readonly isNew: boolean }
  | { readonly kind: 'waiting' } | { readonly kind: 'stopped' };
