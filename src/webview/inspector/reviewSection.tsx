/** What the reviewer said of each attempt of the step. */
import { Fragment } from 'preact';
import { totalTokens } from '../../engine/events/usage';
import { formatConfidence, formatTokens } from '../../engine/projections/format';
import type { AttemptView } from '../../engine/projections/runView';
import { Icon } from '../parts/icon';
import type { PanelModel } from '../state/panelModel';
import { words } from '../words';
import { Asked } from './asked';
import type { Chosen } from './chosen';
import { Section } from './section';

export function ReviewSection({ model, chosen }: { readonly model: PanelModel; readonly chosen: Chosen }) {
  const { step, role, attempt } = chosen;
  const reviewed = step.attempts.filter((one) => one.review !== null);
  const running = step.attempts.find((one) => one.review === null && one.reviewCalls.some((call) => call.state === 'running'));
  const review = role?.review ?? null;
  if (role === null || review === null) return <Section model={model} id="review" summary={words.review.none} isOpenByDefault={false}>{null}</Section>;
  if (reviewed.length === 0) {
    const summary = running === undefined ? (step.decision.by === 'limit' ? words.review.skippedOnLimit : words.review.notReached) : words.review.running(review.by);
    return <Section model={model} id="review" summary={summary} isOpenByDefault={false}>{null}</Section>;
  }
  const tokens = step.attempts.flatMap((one) => one.reviewCalls).reduce((sum, call) => sum + (call.usage === null ? 0 : totalTokens(call.usage)), 0);
  const lastCall = attempt?.reviewCalls.at(-1);
  const isWrong = reviewed.some((one) => one.review?.verdict === 'reject');
  return (
    <Section model={model} id="review" summary={<Summary attempt={attempt} reviewed={reviewed} most={(review.maxRevisions ?? role.limits.revisions) + 1} />} aside={words.review.tokens(review.by, formatTokens(tokens))} isOpenByDefault={isWrong}>
      <table class="plain review-table">
        <thead>
          <tr>
            <th scope="col" class="review-attempt">{words.review.columns.attempt}</th>
            <th scope="col">{words.review.columns.field}</th>
            <th scope="col">{words.review.columns.problem}</th>
            <th scope="col">{words.review.columns.fix}</th>
          </tr>
        </thead>
        <tbody>{reviewed.map((one) => <Verdict key={one.attempt} attempt={one} criteria={review.criteria.length} />)}</tbody>
      </table>
      {lastCall !== undefined && <Asked key={lastCall.seq} model={model} chosen={chosen} call={lastCall} asked={words.review.asked(review.by)} answered={words.review.answered(review.by)} />}
    </Section>
  );
}

interface SummaryProps {
  readonly attempt: AttemptView | null;
  readonly reviewed: readonly AttemptView[];
  /** Attempts that the limit of revisions allows. */
  readonly most: number;
}

function Summary({ attempt, reviewed, most }: SummaryProps) {
  const shown = attempt === null || attempt.review === null ? reviewed.at(-1)! : attempt;
  const review = shown.review!;
  if (review.verdict === 'approve') return <>{words.review.approved(shown.attempt, Math.max(most, shown.attempt))}</>;
  return <span class="wrong">{words.review.rejected(review.feedback.length)}</span>;
}

function Verdict({ attempt, criteria }: { readonly attempt: AttemptView; readonly criteria: number }) {
  const review = attempt.review!;
  const isApproved = review.verdict === 'approve';
  const name = (
    <span class="review-verdict">
      <Icon name={isApproved ? 'check' : 'circle-slash'} tone={isApproved ? 'done' : 'failed'} />
      {attempt.attempt} {words.review.verdicts[review.verdict]}
    </span>
  );
  if (review.feedback.length === 0) {
    const sure = review.confidence === null ? null : formatConfidence(review.confidence);
    return (
      <tr>
        <td class="review-attempt">{name}</td>
        <td class="review-field" />
        <td colSpan={2} class="quiet">{isApproved ? words.review.criteriaMet(Math.max(1, criteria), sure) : words.review.noProblem}</td>
      </tr>
    );
  }
  return (
    <Fragment>
      {review.feedback.map((one, index) => (
        <tr key={index}>
          <td class="review-attempt">{index === 0 && name}</td>
          <td class="review-field"><code>{one.field ?? ''}</code></td>
          <td class="review-problem">{one.problem}</td>
          <td class="review-fix">{one.fix ?? ''}</td>
        </tr>
      ))}
    </Fragment>
  );
}
