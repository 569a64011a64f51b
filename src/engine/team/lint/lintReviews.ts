/** Reviews that cannot find much: a reviewer with the author's eyes, with the author's reasoning before it, or an author who writes for the criteria. */
import type { RoleCard } from '../../cards/roleCard';
import { sentencesOf } from '../../prose/sentences';
import { contentWords, reviewersIn } from '../../prose/wording';
import type { SourceRange } from '../../shared/source';
import type { Check } from '../check';

/** Fewer words than that in common may be chance. */
const leastWords = 4;
const shareInPrompt = 0.8;

export function lintReviews(check: Check): void {
  for (const author of check.roles) {
    const named = check.sources.roles.find((role) => isNamedBy(author, role));
    for (const reviewer of check.sources.roles) {
      if (reviewer === author || (reviewer !== named && !isSentTo(check, author, reviewer))) continue;
      lintTools(check, author, reviewer);
      lintReasoning(check, author, reviewer);
    }
    if (named !== undefined && named !== author) lintCriteria(check, author);
  }
}

function isNamedBy({ review }: RoleCard, { id }: RoleCard): boolean {
  return id !== null && id === review?.by?.text;
}

/** A route makes it a reviewer as `review.by` does, where it reads what the author writes. */
function isSentTo({ team }: Check, author: RoleCard, { id, mode, reads }: RoleCard): boolean {
  if (mode !== 'review' || !team.routes.some(({ to }) => id !== null && to?.text === id)) return false;
  const written = author.writes.map((write) => write.field);
  return reads.some(({ field }) => written.includes(field.text));
}

function lintTools({ findings }: Check, author: RoleCard, reviewer: RoleCard): void {
  const own = new Set(author.tools.map((tool) => tool.text));
  const looks = reviewer.tools.map((tool) => tool.text);
  if (looks.length === 0 || !looks.every((tool) => own.has(tool))) return;
  const related = relatedTo(`the tools of \`${author.id}\``, author.places.tools);
  findings.add('reviewer-shares-tools', reviewer.places.tools ?? reviewer.at, `\`${reviewer.id}\` reviews \`${author.id}\` with the same tools: it repeats the same look and misses the same things.`, { related });
}

const reasoning = /^(?:(?:\w+_)?(?:reasoning|thoughts?|thinking|rationale|scratchpad|chain_of_thought|cot|why)(?:_\w+)?)$/i;

function lintReasoning({ findings }: Check, author: RoleCard, reviewer: RoleCard): void {
  const written = author.writes.map((write) => write.field);
  const say = (what: string): string => `\`${reviewer.id}\` reviews \`${author.id}\` and is shown ${what}: who has read the reasons is persuaded by them, and no longer looks.`;
  for (const { field } of reviewer.reads) {
    if (written.includes(field.text) && reasoning.test(field.text)) findings.add('reviewer-sees-reasoning', field.range, say(`its \`${field.text}\``));
  }
  // Another reviewer's criteria are not shown to this one.
  const criteria = isNamedBy(author, reviewer) ? (author.review?.criteria ?? []).map((criterion) => criterion.text) : [];
  for (const text of [...reviewer.instructions, ...criteria]) {
    for (const { 0: found, 1: field, index } of text.text.matchAll(/\bmeta\.([A-Za-z_]\w*)\.why\b/g)) {
      if (written.includes(field ?? '')) findings.add('reviewer-sees-reasoning', text.span(index, index + found.length), say(`why it wrote \`${field}\``));
    }
  }
}

function lintCriteria({ findings }: Check, author: RoleCard): void {
  const told = new Set<SourceRange>();
  for (const text of author.instructions) {
    for (const { start, end } of reviewersIn(text.text)) {
      findings.add('criteria-in-prompt', text.span(start, end), `\`${author.id}\` is told of its review: it will write for the reviewer, and the review finds less.`);
    }
    for (const sentence of sentencesOf(text.text)) {
      const criterion = author.review?.criteria.find(({ text: { text: said, range } }) => !told.has(range) && isSame(said, sentence.text));
      if (criterion === undefined) continue;
      told.add(criterion.text.range);
      findings.add('criteria-in-prompt', text.span(sentence.start, sentence.end), `This criterion of the review stands in the prompt of \`${author.id}\` too: it will write for the criterion, and the review finds less.`, { related: relatedTo('the criterion', criterion.text.range) });
    }
  }
}

/** Nearly all words of the criterion stand in one sentence of the prompt. */
function isSame(criterion: string, sentence: string): boolean {
  const words = contentWords(criterion);
  const there = contentWords(sentence);
  const shared = [...words].filter((word) => there.has(word)).length;
  return shared >= leastWords && shared >= words.size * shareInPrompt;
}

function relatedTo(message: string, range: SourceRange | undefined): readonly { readonly message: string; readonly range: SourceRange }[] | undefined {
  return range === undefined ? undefined : [{ message, range }];
}
