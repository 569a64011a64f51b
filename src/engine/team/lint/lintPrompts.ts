/** What a role's own prompt says: too much, too many branches, several kinds of work, a check of itself, memory instead of fields. */
import type { CardText } from '../../cards/mapReader';
import type { DiagnosticCode } from '../../cards/catalogue';
import type { RoleCard } from '../../cards/roleCard';
import { sentencesOf } from '../../prose/sentences';
import { branchesIn, memoriesIn, selfChecksIn, type Place } from '../../prose/wording';
import { modesIn, type WorkMode } from '../../prose/workModes';
import type { Check } from '../check';
import { textsOf } from './roleTexts';

/** Characters. */
const longPrompt = 1500;
const longWithBranches = 800;
const branchesAtMost = 5;
const branchesInLong = 3;
const modesAtMost = 2;

export function lintPrompts(check: Check): void {
  for (const role of check.roles) {
    // A team does its work: it has no prompt.
    if (role.team !== null) continue;
    // All that its prompt says of it, whatever the number of keys it stands under.
    if (role.instructions.length > 0) lintLength(check, role, role.instructions.map((each) => each.text.trim()).join('\n'));
    for (const text of textsOf(role)) {
      report(check, 'self-check', text, selfChecksIn(text.text), (words) => `"${words}": a role that checks its own work repeats its own mistake with confidence.`);
      report(check, 'state-by-memory', text, memoriesIn(text.text), (words) => `"${words}": a model remembers nothing between two dispatches; what counts belongs in a shared field.`);
    }
    lintModes(check, role);
  }
}

function report({ findings }: Check, code: DiagnosticCode, text: CardText, places: readonly Place[], say: (words: string) => string): void {
  for (const { start, end } of places) findings.add(code, text.span(start, end), say(text.text.slice(start, end).replaceAll(/\s+/g, ' ')));
}

function lintLength({ findings }: Check, { id, places, at }: RoleCard, text: string): void {
  const range = places.instructions ?? at;
  const { length } = text;
  const branches = branchesIn(text).length;
  if (length > longPrompt) findings.add('long-prompt', range, `The prompt of \`${id}\` has ${length} characters: beyond ${longPrompt} parts of it are no longer followed.`);
  if (branches > branchesAtMost || (branches > branchesInLong && length > longWithBranches)) {
    findings.add('branching-prompt', range, `The prompt of \`${id}\` has ${branches} branches: each "if" is a decision that a rule or a route could make, and that nobody can watch here.`);
  }
}

/** A reviewer looks things up and weighs them: that is one kind of work for it. */
const partsOf: Readonly<Partial<Record<WorkMode, readonly WorkMode[]>>> = { review: ['retrieve', 'reason'] };

function lintModes({ findings }: Check, role: RoleCard): void {
  const found = new Map<WorkMode, string>();
  for (const text of [role.responsibility ?? '', ...role.instructions.map((each) => each.text)]) {
    for (const sentence of sentencesOf(text)) for (const mode of modesIn(sentence.text)) if (!found.has(mode)) found.set(mode, sentence.text);
  }
  const parts = role.mode === null ? [] : (partsOf[role.mode] ?? []);
  const modes = [...found.keys()].filter((mode) => !parts.includes(mode));
  if (modes.length <= modesAtMost) return;
  const shown = modes.map((mode) => `${mode} ("${shortened(found.get(mode) ?? '')}")`).join(', ');
  findings.add('mixed-modes', role.places.instructions ?? role.at, `\`${role.id}\` does ${modes.length} kinds of work: ${shown}. In one prompt nobody can see which of them went wrong.`);
}

function shortened(sentence: string): string {
  const words = sentence.replaceAll(/\s+/g, ' ');
  return words.length > 32 ? `${words.slice(0, 31).trimEnd()}…` : words;
}
