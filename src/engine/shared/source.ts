/** Places in the user's files, and what is said about them. Lines and columns count from 1, as people read them. */

export interface SourcePosition {
  readonly line: number;
  /** In UTF-16 units, as editors count. */
  readonly column: number;
}

export interface SourceRange {
  /** The path as the Files port was asked for it. */
  readonly file: string;
  readonly start: SourcePosition;
  /** Just behind the last character. */
  readonly end: SourcePosition;
}

/** Where a rule, route or role stands: small enough to be kept in a log. `file` is relative to the team's folder. */
export interface SourceRef {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

export type Severity = 'error' | 'warning' | 'hint';

/** A mend: replace the text in `range` by `text`. */
export interface QuickFix {
  readonly title: string;
  readonly range: SourceRange;
  readonly text: string;
  /** It is a start: the user has something to fill in, or may have meant another. Else it is right without asking. */
  readonly isDraft?: true;
}

/** An edit that is good where nothing is wrong, such as another spelling written as ours. */
export interface Offer {
  /** Where it is offered. */
  readonly at: SourceRange;
  readonly fix: QuickFix;
}

/** A problem in a file of the user's. `code` is stable and lower-case-with-dashes, e.g. `unknown-key`. */
export interface Diagnostic {
  readonly code: string;
  readonly severity: Severity;
  /** What is wrong, in one sentence, without the place. */
  readonly message: string;
  /** What to do about it. */
  readonly hint?: string;
  readonly range: SourceRange;
  /** Other places that belong to it, such as the first of two writers. */
  readonly related?: readonly { readonly message: string; readonly range: SourceRange }[];
  readonly fix?: QuickFix;
}

/** `team.yaml:28`, as every surface writes a place. */
export function showRef(ref: Pick<SourceRef, 'file' | 'line'>): string {
  return `${ref.file}:${ref.line}`;
}
