/** What a script's replies answer, held against what is asked of their roles. Warnings, all of it: a script may play a model that errs. */
import { rangeOf, type CardNode, type MapEntry } from '../cards/cardNode';
import { renameTo } from '../cards/findings';
import type { RoleCard } from '../cards/roleCard';
import type { CardReply } from '../cards/scriptCard';
import { routeEnds } from '../cards/words';
import { didYouMean, nearest } from '../shared/nearest';
import { thereIs } from '../shared/listed';
import type { SourceRange } from '../shared/source';
import type { Check } from './check';
import { checkExtend, checkSubtasks, type PlannedIds } from './checkSignals';
import { isGroupChat, messages } from './groupChat';
import { roleNames } from './names';
import { holdsTemplate, problemOfWritten } from './writtenValue';

/** `plans`: the ids of all subtasks that the script gives out. */
export function checkReply(check: Check, reply: CardReply, role: RoleCard, plans: PlannedIds): void {
  const { members } = reply;
  for (const entry of members) checkMember(check, entry, role);
  const subtasks = memberOf(reply, 'subtasks');
  if (subtasks !== undefined) checkSubtasks(check, subtasks, role, plans);
  const extend = memberOf(reply, 'extend');
  if (extend !== undefined) checkExtend(check, extend.value);
  checkWhole(check, reply, role);
}

/** The supervisor's: one of the roles, or the end. */
export function checkChoice(check: Check, reply: CardReply): void {
  for (const entry of reply.members) checkCommon(check, entry);
  const choice = memberOf(reply, 'choice');
  if (choice === undefined) {
    if (reply.reply !== null && memberOf(reply, 'holds') === undefined) warn(check, reply.at, 'This reply of the supervisor chooses nobody: it has no `choice`.');
    return;
  }
  const known = check.team.supervisor?.choices?.map(({ text }) => text) ?? [...roleNames(check), ...routeEnds];
  checkWord(check, choice, known);
}

export function memberOf({ members }: CardReply, key: string): MapEntry | undefined {
  return members.find((entry) => entry.key === key);
}

function checkMember(check: Check, entry: MapEntry, role: RoleCard): void {
  checkCommon(check, entry);
  if (entry.key === 'verdict') checkWord(check, entry, ['approve', 'reject'], 'what is neither never approves');
  if (entry.key === 'output') checkOutput(check, entry.value, role);
  if (entry.key === 'feedback') checkFeedback(check, entry.value);
}

function checkCommon(check: Check, entry: MapEntry): void {
  const { key, value } = entry;
  if (key === 'status') checkWord(check, entry, ['success', 'partial', 'failed']);
  if (isOpen(value)) return;
  const given = value.kind === 'scalar' ? value.value : undefined;
  if (key === 'confidence' && !(typeof given === 'number' && given >= 0 && given <= 1)) warn(check, rangeOf(value), '`confidence` is a number from 0 to 1.');
  if (key === 'holds' && typeof given !== 'boolean') warn(check, rangeOf(value), '`holds` is `true` or `false`.');
}

function checkWord(check: Check, { key, value }: MapEntry, known: readonly string[], why?: string): void {
  if (isOpen(value) || (value.kind === 'scalar' && known.includes(String(value.value)) && typeof value.value === 'string')) return;
  const range = rangeOf(value);
  const written = value.kind === 'scalar' ? String(value.value) : `a ${value.kind}`;
  const close = nearest(written, known);
  check.findings.add('script-reply', range, `\`${key}\` cannot be \`${written}\`${why === undefined ? '' : `: ${why}`}${didYouMean(close) || '.'}`, { fix: renameTo(close, range), hint: thereIs(known, 'It is one of') });
}

/** What has neither is handed to the author as the raw object. */
function checkFeedback(check: Check, feedback: CardNode): void {
  for (const item of feedback.kind === 'list' ? feedback.items : [feedback]) {
    const isSaid = item.kind !== 'map' || item.entries.some(({ key }) => key === 'problem' || key === 'fix');
    if (!isSaid) check.findings.add('script-reply', rangeOf(item), 'This feedback names no `problem`.', { hint: 'Write `{ field, problem, fix }`, or a text; quote a text that holds `: `.' });
  }
}

function checkOutput(check: Check, output: CardNode, role: RoleCard): void {
  if (isOpen(output)) return;
  if (output.kind !== 'map') return warn(check, rangeOf(output), '`output` is a map of the fields that the role writes.');
  const open = isGroupChat(check.team) ? [messages] : [];
  for (const { key, keyNode, value } of output.entries) {
    const write = role.writes.find(({ field }) => field === key);
    if (write !== undefined) {
      const problem = problemOfWritten(check.schemas, write, value);
      if (problem !== null) warn(check, problem.range, `The output breaks the contract of \`${role.id}\`: ${problem.text}`);
    } else if (!open.includes(key) && !role.reads.some(({ as }) => as === key)) warnOfField(check, rangeOf(keyNode), key, role);
  }
}

function warnOfField({ findings }: Check, range: SourceRange, key: string, { id, writes }: RoleCard): void {
  const known = writes.map(({ field }) => field);
  const close = nearest(key, known);
  findings.add('script-reply', range, `The output holds \`${key}\`, which \`${id}\` does not write${didYouMean(close) || '.'}`, { fix: renameTo(close, range), ...(known.length === 0 ? {} : { hint: thereIs(known, 'It writes')! }) });
}

/** What would be asked for again, or never approve. */
function checkWhole(check: Check, reply: CardReply, role: RoleCard): void {
  if (reply.reply === null || reply.clash !== null || isAnswerWithoutOutput(reply)) return;
  const writes = role.writes.map(({ field }) => field);
  const gives = memberOf(reply, 'output') !== undefined;
  if (writes.length > 0 && !gives) warn(check, reply.at, `The reply has no \`output\`, and \`${role.id}\` writes ${writes.join(', ')}.`);
  if (!gives && isReviewerOnly(check, role)) warn(check, reply.at, `\`${role.id}\` reviews, and this reply has no \`verdict\`: it never approves.`);
}

function isAnswerWithoutOutput(reply: CardReply): boolean {
  const status = memberOf(reply, 'status')?.value;
  const isFailed = status?.kind === 'scalar' && status.value === 'failed';
  return isFailed || ['verdict', 'holds', 'extend', 'subtasks'].some((key) => memberOf(reply, key) !== undefined);
}

function isReviewerOnly({ roles, team }: Check, role: RoleCard): boolean {
  const reviews = roles.some(({ review }) => review?.by?.text === role.id);
  return reviews && role.writes.length === 0 && !team.routes.some(({ to }) => to?.text === role.id);
}

/** May become anything, or says nothing. */
function isOpen(node: CardNode): boolean {
  return node.kind === 'scalar' && (node.value === null || holdsTemplate(node));
}

function warn({ findings }: Check, range: SourceRange, message: string): void {
  findings.add('script-reply', range, message);
}
