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
  'cut-text': advice('Put quotes around the whole text, or two blanks before the comment.'),
  'newer-version': error('Update Rolecall.'),
  secret: error('Delete it here, and at its provider, where it is now known to whoever reads this file. Give the name of an environment variable: `api_key_env: OPENAI_API_KEY`.'),

  // The team as a whole
  'no-team': error('Create a team.yaml here, or name another folder.'),
  'several-teams': error('Name the file of the one you mean.'),
  'broken-team': error('Mend that team first.'),
  'team-circle': error('Let one of them do without the other.'),

  // Keys and values
  'unknown-key': error('Delete it, or correct its name.'),
  'missing-key': error('Add it.'),
  'wrong-type': error('Give it a value of that kind.'),
  'unknown-word': error('Take one of the words it knows.'),
  'bad-duration': error('Write it like 500ms, 60s, 10m, 1h or 1h30m.'),
  'out-of-range': error('Take a number in that range.'),
  'bad-usage': error('Cached and cache_write are parts of input, reasoning is one of output.'),
  'given-twice': error('Keep one of the two.'),
  'unused-key': warning('Delete it.'),

  // Names
  'bad-id': error('Take another id; `name` may be anything.'),
  'duplicate-role': error('Give one of them another id.'),
  'reserved-name': error('Take another name.'),
  'unknown-role': error('Correct the name, or write the role.'),
  'unknown-tool': error('Correct the name, or declare it under the team\'s `tools`.'),
  'unknown-model': error('Correct the name, or declare it under the team\'s `models`.'),
  'unknown-field': error('Correct the name, or declare it under `state`.'),
  'self-review': error('Let another role review.'),
  'no-criteria': warning('Say what has to hold: `criteria: [Every claim has its source]`.'),
  'no-roles': error('Write a role card into roles/, or list the roles under `roles`.'),

  // Models, tools, files
  'no-model': warning('Declare one under `models` and name it with `model`.'),
  'no-price': warning('State its price: `price: { input: …, output: … }`, in dollars a million tokens; 0 where it costs nothing. Or limit `tokens` instead.'),
  'bad-url': error('Write it like http://localhost:11434/v1.'),
  'bad-env-name': error('Give the name of the variable that holds the key, such as OPENAI_API_KEY.'),
  'bad-host': error('Write it like example.org, *.example.org or localhost:8080, without a scheme or a path.'),
  'folder-missing': warning('Create it, or correct the path; it starts at the team file.'),

  // The shared workspace
  'two-writers': error('Give each its own field, or the field a reducer that merges, such as `append`, under `state`.'),
  'unwritten-field': error('Let a role write it, or give it an `initial` value under `state`.'),
  'unread-field': advice('Let a role read it, or leave it out.'),
  'built-in-field': error('Take another name.'),
  'bad-field-name': error('Take another name.'),
  'reducer-type': error('Take another reducer, or another type.'),
  'reducer-key': error('Name a property that every item has.'),
  'key-without-append': error('Delete it, or set `reducer: append`.'),
  'type-clash': error('Give both the same type.'),
  'bad-initial': error('Correct the value, or the schema of the field.'),
  'bad-schema': error('Correct the schema.'),
  'schema-keyword': warning('Correct it: an unknown keyword checks nothing.'),
  'bad-example': warning('Correct the example: it teaches the model.'),

  // Who is next
  'no-planner': error('Give exactly one other role `mode: plan`, or choose another `on_failure`.'),
  'pipeline-order': error('List the roles: `pipeline: [first, second]`.'),
  'pipeline-repeat': warning('Let it read what has changed since it ran, or leave it out here: the same dispatch is never made twice.'),
  'pipeline-unused': error('Set `topology: pipeline`, or delete it.'),
  'routes-unused': error('Delete the routes, or use `topology: supervisor`.'),
  'supervisor-unused': warning('Delete it, or use `topology: supervisor`.'),
  'no-choices': error('List the roles it may choose.'),
  'no-inner-team': warning('Give a role `team:` with the folder of another team, or use `topology: supervisor`.'),
  'team-reviews': error('Let a role with a prompt of its own review.'),
  'team-at-limit': warning('Name a role with a prompt of its own.'),
  'never-wakes': advice('Watch a field that another role writes.'),
  'as-without-for-each': error('Add `for_each` with a list, or delete `as`.'),
  'fan-out-overwrites': warning('Give the field a reducer that merges, such as `append`, under `state`.'),
  experimental: warning('Watch what its runs cost, and keep their limits low.'),
  'bad-approval': error('Write one of `before: role`, `after: role`, `when: expression` or `sample: share` for each.'),
  'unreachable-route': warning('Move it up, or delete it.'),
  'missing-input': error('Give it under `input` of a route, or a `default` in `input_schema`.'),
  'unused-role': warning('Add a route or a choice that leads to it, or delete the card.'),

  // Expressions
  'expression-syntax': error('Correct the expression.'),
  'expression-unknown-name': error('Use one of the names that are known here.'),
  'expression-unknown-field': error('Correct the name, or declare the field under `state`.'),
  'expression-unknown-function': error('Use one of the functions of CEL.'),
  'expression-undeclared-property': warning('Correct the name, or add it to the schema.'),
  'expression-wrong-type': error('Correct the expression.'),
  'expression-not-supported': error('Write it another way.'),
  'expression-too-large': error('Write it shorter.'),
  'expression-untyped-comparison': advice('Give the field a `type` under `state`.'),
  'expression-may-be-unset': advice('Ask with `has(…)` first, or give the field an `initial`.'),
  'not-in-every-output': warning('Ask with `has(output.…)` first.'),
  'expression-bad-pattern': error('Correct the pattern.'),

  // Scripts and scenarios
  'clashing-reply': error('Make two replies of it.'),
  'script-tool': warning('Correct the name, unless the script is to play a model that invents tools.'),
  'script-reply': warning('Correct it, unless the script is to play a model that errs.'),
  'other-team': warning('Write `team: ..`, or move the scenario to its team.'),

  // The design of a team: opinions, each with its reason in its message (engine/team/lint)
  'too-many-tools': advice('Give some of them to another role, or leave out what it rarely needs.'),
  'too-many-roles': advice('Make groups of them: `topology: hierarchy`, with a role that is a team for each.'),
  'long-prompt': warning('Say what the form of the output is in `writes`, what must hold in `rules`, and give the rest to a role of its own. "Should this be split?" shows where to cut.'),
  'branching-prompt': advice('Turn branches into routes, `skip_when` or roles of their own. "Should this be split?" shows where to cut.'),
  'mixed-modes': advice('Cut by kind of work: one role each to plan, find, think, write and check. "Should this be split?" drafts them.'),
  'endless-cycle': advice('Limit how often one of them works (`limits: { calls: 5 }`), or say when it is finished (`exit_when`).'),
  'reviewer-shares-tools': advice('Give the reviewer a tool or data of its own, or take away what the author needs no more.'),
  'reviewer-sees-reasoning': advice('Let it read the result alone.'),
  'self-check': advice('Say it as a rule (`rules`), or let another role review (`review`).'),
  'opposed-prompts': advice('Say in both what the goal of the team asks for, and how much is enough.'),
  'state-by-memory': advice('Let the role write it to a shared field, and read that.'),
  'criteria-in-prompt': advice('Keep the criteria under `review`, or say them as `rules`.'),
  'model-judged': advice('Write an expression over the shared fields; let a role write a verdict into one where it takes judgement.'),
  'reducer-stacks': advice('Use `reducer: replace`; earlier versions stay in the log of the run.'),
} as const satisfies Readonly<Record<string, Entry>>;

export type DiagnosticCode = keyof typeof catalogue;
