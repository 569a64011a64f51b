/** The prompt of a review. The reviewer is given the output, the criteria and what it reads itself; never the author's prompt, tool results or why. */
import type { PromptMessage, PromptPart } from '../events/runEvent';
import type { JsonObject } from '../shared/json';
import type { SourceRef } from '../shared/source';
import type { Role } from '../team/team';
import {
  closingPart, constraintsPart, dataPart, goalPart, identityPart, message, textPart, whatIsData,
  type GivenField, type PromptBasis,
} from './promptParts';
import { fenceFor } from './renderData';

export interface ReviewPrompt {
  readonly reviewer: Role;
  readonly instructions: { readonly text: string; readonly at: SourceRef } | null;
  readonly author: Role;
  readonly criteria: readonly string[];
  readonly criteriaAt: SourceRef;
  readonly output: JsonObject;
  readonly given: readonly GivenField[];
}

export function reviewPrompt(basis: PromptBasis, review: ReviewPrompt): readonly PromptMessage[] {
  const { reviewer, instructions } = review;
  const own = instructions === null ? null : textPart(basis, 'instructions', `# Instructions\n${instructions.text}`, instructions.at);
  const system = message('system', [identityPart(basis, reviewer), own, goalPart(basis), constraintsPart(basis), verdictPart(basis, reviewer), criteriaPart(basis, review)]);
  const user = message('user', [
    ...review.given.map((given) => dataPart(basis, given, { withoutWhy: true })),
    outputPart(basis, review),
    closingPart(basis, reviewer, 'Give your verdict now as the one JSON object.'),
  ]);
  return [system, user];
}

/** After a verdict that could not be read. */
export function verdictAgain(basis: PromptBasis, reviewer: Role, problem: string): PromptMessage {
  return message('user', [textPart(basis, 'feedback', `# Correct\nThat was no verdict: ${problem}`), closingPart(basis, reviewer, 'Give your verdict now as the one JSON object.')]);
}

function verdictPart(basis: PromptBasis, reviewer: Role): PromptPart {
  const text = [
    '# How you answer',
    `You review the output of another role. Answer with one JSON object and nothing else:`,
    '{ "verdict": "approve" | "reject", "confidence": a number from 0 to 1, "feedback": [ { "field": "which output", "problem": "what is wrong", "fix": "what to do" } ] }',
    'Approve only if every criterion holds. To reject, name each problem in `feedback`; to approve, leave `feedback` empty.',
    whatIsData,
  ].join('\n');
  return textPart(basis, 'contract', text, reviewer.at);
}

function criteriaPart(basis: PromptBasis, review: ReviewPrompt): PromptPart {
  const criteria = review.criteria.length === 0 ? ['The output does what its author is responsible for, and serves the goal.'] : review.criteria;
  return textPart(basis, 'criteria', `# Criteria\n${criteria.map((one) => `- ${one}`).join('\n')}`, review.criteriaAt);
}

function outputPart(basis: PromptBasis, review: ReviewPrompt): PromptPart {
  const body = JSON.stringify(review.output, null, 2);
  const fence = fenceFor(body);
  const text = `# The output under review\nBy \`${review.author.id}\`, responsible for: ${review.author.responsibility}\n<data name="output">\n${fence}json\n${body}\n${fence}\n</data>`;
  return textPart(basis, 'output', text);
}
