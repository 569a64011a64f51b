/** The attempt before a card was edited beside the one after: is the edit better, does it hold over tries, what comes next, what do Keep and Discard do? */
import { useMemo } from 'preact/hooks';
import { addCosts, noCost } from '../../engine/events/usage';
import { workFigures } from '../../engine/projections/compareSteps';
import type { StepOfRun } from '../../engine/projections/compareRuns';
import { formatCost, formatTokens } from '../../engine/projections/format';
import type { RunView } from '../../engine/projections/runView';
import { Icon } from '../parts/icon';
import { Segments } from '../parts/segments';
import type { Compared } from '../state/comparison';
import type { Layout } from '../state/layout';
import type { PanelModel } from '../state/panelModel';
import { words } from '../words';
import { AttemptFigures } from './attemptFigures';
import { attemptLines } from './attemptTable';
import { CompareBar } from './compareBar';
import { Fold } from './fold';
import { PromptDiff } from './promptDiff';
import { prefixLost, promptPairs, promptTokens } from './promptPairs';
import { lastReply, placesThatDiffer, ReplyDiff } from './replyDiff';

const triesAtOnce = 5;

interface AttemptsProps {
  readonly model: PanelModel;
  readonly view: RunView;
  readonly other: RunView;
  readonly compared: Compared;
  readonly layout: Layout;
}

export function AttemptsView({ model, view, other, compared, layout }: AttemptsProps) {
  const [left, right] = [stepOf(other, compared.otherStep), stepOf(view, compared.step)];
  if (left === null || right === null) return <><CompareBar model={model} title={words.compare.attempts} /><p class="none quiet">{words.compare.waiting}</p></>;
  const isNarrow = layout === 'narrow';
  const tried = compared.tries.flatMap(({ run, step }) => stepOf(model.comparison.views.value.get(run), step) ?? []);
  const tries = tried.map((one) => workFigures(one.view, one.step));
  return (
    <div class="compare">
      <AttemptsBar model={model} right={right} />
      <div class="compare-body">
        <Outlook right={right} left={left} tries={tried} />
        <AttemptFigures model={model} isNarrow={isNarrow} lines={attemptLines(workFigures(left.view, left.step), workFigures(right.view, right.step), tries, compared.wanted)} />
        <Prompts left={left} right={right} isNarrow={isNarrow} />
        <Replies model={model} left={left} right={right} isNarrow={isNarrow} />
      </div>
    </div>
  );
}

function stepOf(view: RunView | undefined, number: number): StepOfRun | null {
  const step = view?.steps.find((one) => one.step === number);
  return view === undefined || step === undefined ? null : { view, step };
}

function AttemptsBar({ model, right: { step } }: { readonly model: PanelModel; readonly right: StepOfRun }) {
  const isOver = step.endedAt !== null;
  return (
    <CompareBar model={model} title={<><span class="quiet">{words.steps.step(step.step)}</span> <strong>{step.role}</strong> {words.compare.attempts}</>}>
      <button type="button" class="button secondary" onClick={() => model.attempt('try', triesAtOnce)}><Icon name="beaker" /> {words.compare.tryMore(triesAtOnce)}</button>
      <button type="button" class="button secondary" onClick={() => model.attempt('discard')}>{words.compare.discard}</button>
      <button type="button" class="button primary" disabled={!isOver && step.attempts.length === 0} onClick={() => model.attempt('keep')}>{words.compare.keep}</button>
    </CompareBar>
  );
}

/** What either button does, before it is pressed. */
function Outlook({ left, right, tries }: { readonly left: StepOfRun; readonly right: StepOfRun; readonly tries: readonly StepOfRun[] }) {
  const card = right.view.team.roles.find(({ id }) => id === right.step.role)?.at.file ?? right.view.team.file;
  const name = card.slice(card.lastIndexOf('/') + 1);
  const stay = left.view.steps.filter(({ step }) => step > left.step.step).map(({ step }) => step);
  const spent = tries.reduce((sum, { step }) => addCosts(sum, step.cost), noCost);
  return (
    <dl class="outlook">
      <dt>{words.compare.keepShort}</dt><dd>{words.compare.keeps(name, right.view.run, left.view.run, stay[0] ?? null, stay.at(-1) ?? null)}</dd>
      <dt>{words.compare.discard}</dt><dd>{words.compare.discards(name, tries.length, formatCost(spent))}</dd>
    </dl>
  );
}

interface PairProps {
  readonly left: StepOfRun;
  readonly right: StepOfRun;
  readonly isNarrow: boolean;
}

function Prompts({ left, right, isNarrow }: PairProps) {
  const pairs = useMemo(() => promptPairs(left, right), [left.step, right.step]);
  if (pairs === null) return <Fold name={words.sections.prompt} summary={words.prompt.none}>{null}</Fold>;
  const lost = prefixLost(pairs);
  return (
    <Fold
      name={words.sections.prompt} summary={words.compare.partsDiffer(pairs.filter((pair) => !pair.isSame).length, pairs.length)}
      aside={lost === null ? undefined : words.compare.prefixLost(formatTokens(lost.at), formatTokens(lost.lost))}
    >
      {!isNarrow && <Heads left={words.compare.attemptTokens(1, promptTokens(left.step))} right={words.compare.attemptTokens(2, promptTokens(right.step))} />}
      <PromptDiff pairs={pairs} isNarrow={isNarrow} />
    </Fold>
  );
}

function Replies({ model, left, right, isNarrow }: PairProps & { readonly model: PanelModel }) {
  const { isReplyWhole } = model.ui.value;
  const [before, after] = [lastReply(left.step), lastReply(right.step)];
  const places = useMemo(() => placesThatDiffer(before, after), [before, after]);
  const segments = [{ value: 'differences', label: words.compare.onlyDifferences }, { value: 'all', label: words.compare.all }];
  const tokens = (one: StepOfRun) => formatTokens(workFigures(one.view, one.step).usage.output);
  return (
    <Fold
      name={words.sections.reply} summary={after === null ? words.compare.noReply : places === null ? words.change.tooLarge : words.compare.placesDiffer(places)}
      tools={isNarrow ? undefined : <Segments label={words.compare.shown} segments={segments} chosen={isReplyWhole ? 'all' : 'differences'} onChoose={(value) => model.change({ isReplyWhole: value === 'all' })} />}
    >
      {!isNarrow && <Heads left={words.compare.attemptTokens(1, tokens(left))} right={words.compare.attemptTokens(2, tokens(right))} />}
      {after !== null && <ReplyDiff left={before} right={after} isWhole={isReplyWhole} isNarrow={isNarrow} label={words.sections.reply} />}
    </Fold>
  );
}

export function Heads({ left, right }: { readonly left: string; readonly right: string }) {
  return <div class="pair-heads"><span>{left}</span><span>{right}</span></div>;
}
