/** What the supervisor's model is asked: a choice from a closed list, or whether a condition holds. */
import type { PromptMessage, PromptPart } from '../events/runEvent';
import type { Refused } from '../events/runEvent';
import type { Json } from '../shared/json';
import { displayJson } from '../shared/json';
import type { SourceRef } from '../shared/source';
import type { SupervisorCard } from '../team/team';
import { isEmpty } from './renderData';
import { constraintsPart, dataPart, goalPart, message, textPart, whatIsData, type GivenField, type PromptBasis } from './promptParts';

/** Characters of a field's value that the supervisor is shown: it decides who is next, it does not do the work. */
const summaryLength = 400;

export interface ChoicePrompt {
  readonly supervisor: SupervisorCard;
  readonly instructions: string | null;
  /** What can be chosen now. */
  readonly choices: readonly string[];
  readonly refused: readonly Refused[];
  readonly fields: readonly GivenField[];
  readonly steps: number;
  readonly lastRole: string | null;
}

export function choicePrompt(basis: PromptBasis, choice: ChoicePrompt): readonly PromptMessage[] {
  const { supervisor } = choice;
  const own = choice.instructions === null ? null : textPart(basis, 'instructions', `# Instructions\n${choice.instructions}`, supervisor.instructions?.at);
  const identity = textPart(basis, 'identity', `You are the supervisor of the team \`${basis.team.name}\`. You decide which role is next; you do no work of theirs.`, supervisor.at);
  return [
    message('system', [identity, own, goalPart(basis), constraintsPart(basis), choiceContract(basis, choice)]),
    message('user', [statePart(basis, choice), choicesPart(basis, choice)]),
  ];
}

/** After an answer that is not on the list. */
export function chooseAgain(basis: PromptBasis, problem: string, choices: readonly string[]): PromptMessage {
  return message('user', [textPart(basis, 'feedback', `${problem} Choose exactly one of: ${choices.join(', ')}. Answer with { "choice": "…", "why": "…" }.`)]);
}

function choiceContract(basis: PromptBasis, { supervisor }: ChoicePrompt): PromptPart {
  const text = [
    '# How you answer',
    'With one JSON object and nothing else: { "choice": "one name from the list", "why": "how this serves the goal, in one sentence" }',
    whatIsData,
  ].join('\n');
  return textPart(basis, 'contract', text, supervisor.at);
}

function choicesPart(basis: PromptBasis, { choices, refused, supervisor }: ChoicePrompt): PromptPart {
  const duty = (id: string) => (id === 'end' ? 'the run is over' : (basis.team.roles.find((role) => role.id === id)?.responsibility ?? ''));
  const notNow = refused.map((one) => `- not now: \`${one.role}\` (${one.why})`);
  const text = ['# Choose one', ...choices.map((id) => `- \`${id}\`: ${duty(id)}`), ...notNow].join('\n');
  return textPart(basis, 'choices', text, supervisor.at);
}

function statePart(basis: PromptBasis, { fields, steps, lastRole }: ChoicePrompt): PromptPart {
  const lines = fields.map(({ field, value, meta }) => {
    const from = meta.writer === null ? (isEmpty(value) ? 'not written yet' : 'there from the start') : `version ${meta.version} by ${meta.writer}`;
    const marked = meta.status === null || meta.status === 'success' ? '' : `, ${meta.status}`;
    return `- \`${field}\` (${sizeOf(value)}, ${from}${marked}): ${shorten(value)}`;
  });
  const text = `# The shared workspace now\n<data name="state">\n${lines.join('\n')}\n</data>\n${steps} steps so far${lastRole === null ? '' : `; the last was \`${lastRole}\``}.`;
  return textPart(basis, 'question', text);
}

function sizeOf(value: Json): string {
  if (Array.isArray(value)) return `${value.length} items`;
  return typeof value === 'string' ? `${value.length} characters` : typeof value;
}

/** Whatever a value holds, it does not end the data it stands in. */
function shorten(value: Json): string {
  const text = displayJson(value).replaceAll('\n', ' ').replaceAll(/<\/(?=data)/gi, '<\\/');
  return text.length <= summaryLength ? text : `${text.slice(0, summaryLength)}…`;
}

export interface JudgePrompt {
  readonly question: string;
  readonly at: SourceRef;
  /** Who asks: a role's id, or null for the team's own condition. */
  readonly about: string | null;
  readonly given: readonly GivenField[];
}

export function judgePrompt(basis: PromptBasis, judge: JudgePrompt): readonly PromptMessage[] {
  const contract = ['# How you answer', 'With one JSON object and nothing else: { "holds": true | false, "why": "one sentence" }', 'If you cannot tell, it does not hold.', whatIsData].join('\n');
  const about = judge.about === null ? '' : ` about the role \`${judge.about}\``;
  return [
    message('system', [textPart(basis, 'identity', `You judge one condition${about} for the supervisor of the team \`${basis.team.name}\`.`, judge.at), goalPart(basis), constraintsPart(basis), textPart(basis, 'contract', contract, judge.at)]),
    message('user', [...judge.given.map((given) => dataPart(basis, given, { withoutRef: true })), textPart(basis, 'question', `# Does this hold now?\n${judge.question}`, judge.at)]),
  ];
}
