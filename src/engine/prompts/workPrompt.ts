/** The prompt of a role at work: the first request of a dispatch, and what is appended for a retry or a revision. */
import type { Feedback, PromptMessage, PromptPart, Subtask } from '../events/runEvent';
import type { SourceRef } from '../shared/source';
import type { Reducer, Role, Write } from '../team/team';
import { lastingMessage, lastingPart } from './lasting';
import {
  closingPart, constraintsPart, dataPart, goalPart, identityPart, message, textPart, whatIsData,
  type GivenField, type PromptBasis,
} from './promptParts';
import { signalsContract } from './signalsContract';

export interface WorkPrompt {
  readonly role: Role;
  /** The card's instructions, filled in. `fixed`: the same for every dispatch. */
  readonly instructions: { readonly text: string; readonly at: SourceRef; readonly fixed: boolean } | null;
  readonly subtask: Subtask;
  readonly given: readonly GivenField[];
}

export function workPrompt(basis: PromptBasis, work: WorkPrompt): readonly PromptMessage[] {
  const { role, instructions } = work;
  const system = instructions?.fixed === false ? systemMessage(basis, role, instructions) : lastingMessage(basis, `work ${role.id}`, () => systemMessage(basis, role, instructions));
  const user = message('user', [...work.given.map((given) => dataPart(basis, given)), inputPart(basis, work.subtask), closingPart(basis, role, answerNow)]);
  return [system, user];
}

function systemMessage(basis: PromptBasis, role: Role, instructions: WorkPrompt['instructions']): PromptMessage {
  const own = instructions === null ? null : textPart(basis, 'instructions', `# Instructions\n${instructions.text}`, instructions.at);
  const fixed = instructions?.fixed === true;
  return message('system', [
    identityPart(basis, role), fixed ? own : null, goalPart(basis), constraintsPart(basis), contractPart(basis, role), examplesPart(basis, role), fixed ? null : own,
  ]);
}

const answerNow = 'Answer now with the one JSON object.';

/** After a rejected or broken reply: what was wrong, the fields that have changed since, and the closing line again. */
export function correctionMessage(basis: PromptBasis, role: Role, why: string, feedback: readonly Feedback[], changed: readonly GivenField[]): PromptMessage {
  const lines = feedback.map(({ field, problem, fix }) => `- ${field === undefined ? '' : `\`${field}\`: `}${problem}${fix === undefined ? '' : `${/[.!?…。！？]$/.test(problem) ? '' : '.'} Asked for: ${fix}`}`);
  const text = `# Correct\n${why}\n${lines.join('\n')}\nSend the whole object again, corrected.`;
  return message('user', [textPart(basis, 'feedback', text), ...changed.map((given) => dataPart(basis, given)), closingPart(basis, role, answerNow)]);
}

function inputPart(basis: PromptBasis, subtask: Subtask): PromptPart | null {
  const text = JSON.stringify(subtask.input);
  return text === '{}' ? null : textPart(basis, 'input', `# Your subtask ${subtask.id}\n${text}`);
}

function contractPart(basis: PromptBasis, role: Role): PromptPart {
  return lastingPart(basis, `contract ${role.id}`, () => describeContract(basis, role));
}

function describeContract(basis: PromptBasis, role: Role): PromptPart {
  const fields = role.writes.map((write) => describeWrite(basis, write));
  const text = [
    '# How you answer',
    'With one JSON object and nothing else:',
    '{ "status": "success" | "partial" | "failed", "confidence": a number from 0 to 1, "output": { … }, "why": "one sentence" }',
    ...(fields.length === 0
      ? ['`output` is {}: you write no shared field.']
      : ['`output` holds what you contribute to these shared fields, and no other key:', ...fields, 'Leave out a field to which you have nothing to contribute.']),
    ...signalsContract(basis, role),
    whatIsData,
  ].join('\n');
  return textPart(basis, 'contract', text, role.places.writes ?? role.at);
}

function describeWrite(basis: PromptBasis, write: Write): string {
  const field = basis.team.fields[write.field];
  const how = field === undefined ? '' : reducerWords[field.reducer](field.key);
  const schema = write.schema ?? field?.schema ?? null;
  return `- \`${write.field}\`${how}${schema === null ? '' : `: ${JSON.stringify(schema)}`}`;
}

const reducerWords: Record<Reducer, (key: string | null) => string> = {
  replace: () => '',
  append: (key) => (key === null ? ' (a list; your items are added)' : ` (a list; your items are added, one with the \`${key}\` of an earlier item is merged into it)`),
  merge: () => ' (an object; your keys are merged into it)',
  union: () => ' (a list; items not yet in it are added)',
  add: () => ' (a number; yours is added)',
  max: () => ' (a number; the larger one stays)',
  min: () => ' (a number; the smaller one stays)',
};

function examplesPart(basis: PromptBasis, role: Role): PromptPart | null {
  if (role.examples.length === 0) return null;
  const shown = () => role.examples.map(({ input, output }) => `Input: ${JSON.stringify(input)}\nOutput: ${JSON.stringify(output)}`).join('\n\n');
  return lastingPart(basis, `examples ${role.id}`, () => textPart(basis, 'examples', `# Examples\n${shown()}`, role.at));
}
