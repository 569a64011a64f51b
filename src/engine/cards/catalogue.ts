/** Every problem that can be found in a user's files: its code, how bad it is, and what to do. The one home of all three. */
import type { Severity } from '../shared/source';

interface Entry {
  readonly severity: Severity;
  /** What to do about it; a finding may say it better for its case. */
  readonly hint: string;
}

const error = (hint: string): Entry => ({ severity: 'error', hint });
const warning = (hint: string): Entry => ({ severity: 'warning', hint });
const advice = (hint: string): Entry => ({ severity: 'hint', hint });

export const catalogue = {
  // The file and its YAML
  'file-too-large': error('Split the file, or move long texts out of it.'),
  'file-unreadable': error('Check that the file is there, is text, and may be read.'),
  'conflict-mark': error('Keep one of the two versions and delete the lines with <<<<<<<, ======= and >>>>>>>.'),
  'too-deep': error('Write it flatter.'),
  'tab-indent': error('Replace the tab by spaces.'),
  'yaml-syntax': error('Correct the YAML here; quotes around a text often do it.'),
  'yaml-directive': error('Delete the line: files are read as YAML 1.2.'),
  'second-document': error('Move it to a file of its own, or delete the line with ---.'),
  'torn-expression': error('Put quotes around the whole expression.'),
  'unquoted-text': error('Put quotes around the whole text.'),
  'unknown-tag': error('Delete the tag, or put quotes around the text that starts with !.'),
  'bad-alias': error('Define the anchor (&name) before it is used, or put quotes around the text that starts with *.'),
  'alias-bomb': error('Use fewer aliases.'),
  'duplicate-key': error('Keep one of the two.'),
  'unsafe-key': error('Take another name.'),
  'yaml-1-1': advice('Put it in quotes if other tools read this file too.'),
  'newer-version': error('Update Rolecall.'),
  secret: error('Delete it here, and at its provider, where it is now known to whoever reads this file. Give the name of an environment variable: `api_key_env: OPENAI_API_KEY`.'),

  // The team as a whole
  'no-team': error('Create a team.yaml here, or name another folder.'),
  'several-teams': error('Name the file of the one you mean.'),

  // Keys and values
  'unknown-key': error('Delete it, or correct its name.'),
  'missing-key': error('Add it.'),
  'wrong-type': error('Give it a value of that kind.'),
  'unknown-word': error('Take one of the words it knows.'),
  'bad-duration': error('Write it like 500ms, 60s, 10m, 1h or 1h30m.'),
  'out-of-range': error('Take a number in that range.'),
} as const satisfies Readonly<Record<string, Entry>>;

export type DiagnosticCode = keyof typeof catalogue;
