/** What the model answered to the chosen request, as it came. */
import { totalTokens } from '../../engine/events/usage';
import { formatConfidence, formatDuration, formatTokens } from '../../engine/projections/format';
import type { AttemptView, CallView } from '../../engine/projections/runView';
import { CodeText } from '../parts/codeText';
import type { PanelModel } from '../state/panelModel';
import { words } from '../words';
import type { Chosen } from './chosen';
import { pretty } from './promptRows';
import { Section } from './section';

interface ReplyProps {
  readonly model: PanelModel;
  readonly chosen: Chosen;
  readonly call: CallView | null;
}

export function ReplySection({ model, chosen, call }: ReplyProps) {
  const { attempt } = chosen;
  if (call === null) return <Section model={model} id="reply" summary={words.reply.none} isOpenByDefault={false}>{null}</Section>;
  const isLastCall = call === attempt?.calls.at(-1);
  const isBroken = isLastCall && attempt?.state === 'contract broken';
  const isTelling = call.state !== 'responded' || isBroken || attempt?.state === 'precheck failed';
  return (
    <Section model={model} id="reply" summary={<ReplySummary model={model} call={call} attempt={isLastCall ? attempt : null} />} aside={usageText(call)} isOpenByDefault={isTelling}>
      {hasBody(model, call) ? <ReplyBody model={model} call={call} problems={isBroken ? attempt.problems : []} title={words.reply.title(chosen.step.role, call.step)} /> : null}
    </Section>
  );
}

function hasBody(model: PanelModel, call: CallView): boolean {
  if (call.state === 'running') return model.streamOf(call.step, call.call) !== undefined;
  return call.state === 'responded' || call.error?.hint !== undefined;
}

function ReplySummary({ model, call, attempt }: { readonly model: PanelModel; readonly call: CallView; readonly attempt: AttemptView | null }) {
  if (call.state === 'running') {
    const isArriving = model.streamOf(call.step, call.call) !== undefined;
    return <>{isArriving ? words.reply.streaming : words.reply.waiting(formatDuration(model.now.value - call.startedAt))}</>;
  }
  const wrong = wrongText(call, attempt);
  return wrong === null ? <>{replyText(call, attempt)}</> : <span class="wrong">{wrong}</span>;
}

function wrongText(call: CallView, attempt: AttemptView | null): string | null {
  if (call.state === 'failed') return call.error?.message ?? words.reply.failed;
  if (call.state === 'stopped') return words.reply.stopped;
  return attempt?.state === 'contract broken' ? words.reply.brokeContract : null;
}

function replyText(call: CallView, attempt: AttemptView | null): string {
  if (call.toolCalls.length > 0) return words.reply.asksTools(call.toolCalls.length);
  const proposal = attempt?.proposal ?? null;
  if (proposal !== null) return proposal.confidence === null ? proposal.status : `${proposal.status} · ${words.reply.confidence(formatConfidence(proposal.confidence))}`;
  if (call.finish === 'length') return words.reply.cut;
  return typeof call.reply === 'string' ? words.reply.text : '';
}

function usageText({ usage }: CallView): string | undefined {
  if (usage === null) return undefined;
  return words.reply.tokens(formatTokens(totalTokens(usage) - usage.input, usage.estimated), usage.reasoning > 0 ? formatTokens(usage.reasoning) : null);
}

interface BodyProps {
  readonly model: PanelModel;
  readonly call: CallView;
  readonly problems: AttemptView['problems'];
  readonly title: string;
}

function ReplyBody({ model, call, problems, title }: BodyProps) {
  const streamed = model.streamOf(call.step, call.call);
  return (
    <>
      {problems.length > 0 && (
        <ul class="problems">
          {problems.map((problem, index) => (
            <li key={index}>
              {problem.field !== undefined && <code>{problem.field}</code>} {problem.problem}
              {problem.fix !== undefined && <span class="quiet"> {problem.fix}</span>}
            </li>
          ))}
        </ul>
      )}
      {call.error?.hint !== undefined && <p class="hint"><span class="quiet">{words.reply.to}</span> {call.error.hint}</p>}
      {call.state === 'running' && streamed !== undefined && <CodeText model={model} text={streamed} language="plaintext" title={title} />}
      {call.toolCalls.length > 0 && <CodeText model={model} text={pretty(call.toolCalls.map(({ name, arguments: args, raw }) => ({ name, arguments: args ?? raw ?? null })))} language="json" title={title} />}
      {call.reply !== null && call.reply !== '' && <CodeText model={model} text={pretty(call.reply)} language={typeof call.reply === 'string' ? 'plaintext' : 'json'} title={title} />}
      {call.notes.length > 0 && <ul class="notes quiet">{call.notes.map((note, index) => <li key={index}>{note}</li>)}</ul>}
    </>
  );
}
