/** What differs between the two steps of the chosen row, in the order in which a step comes to it. */
import { useMemo } from 'preact/hooks';
import { decidedBy } from '../../engine/projections/describeDecision';
import type { ComparedRow, RunComparison } from '../../engine/projections/compareRuns';
import { workFigures } from '../../engine/projections/compareSteps';
import { formatCount, formatTokens } from '../../engine/projections/format';
import type { RunView, StepView } from '../../engine/projections/runView';
import type { Json } from '../../engine/shared/json';
import { SideBySide } from '../diff/sideBySide';
import { IconButton } from '../parts/iconButton';
import { RefLink } from '../parts/refLink';
import type { Layout } from '../state/layout';
import type { PanelModel } from '../state/panelModel';
import { comparedParts } from '../state/uiState';
import type { ComparedPart } from '../state/uiState';
import { words } from '../words';
import { AttemptFigures } from './attemptFigures';
import { attemptLines } from './attemptTable';
import { Heads } from './attemptsView';
import { PromptDiff } from './promptDiff';
import { promptPairs } from './promptPairs';
import { lastReply, placesThatDiffer, ReplyDiff } from './replyDiff';
import { rowDifference, tokensOf } from './runTable';

interface PaneProps {
  readonly model: PanelModel;
  readonly left: RunView;
  readonly right: RunView;
  readonly row: ComparedRow | null;
  readonly comparison: RunComparison;
  readonly chosen: number;
  readonly layout: Layout;
}

export function StepPane({ model, left, right, row, comparison, chosen, layout }: PaneProps) {
  if (row === null) return <p class="none quiet">{words.steps.none}</p>;
  const { comparedPart } = model.ui.value;
  const both: Both | null = row.left !== null && row.right !== null ? { model, left, right, before: row.left, after: row.right, isNarrow: layout === 'narrow' } : null;
  return (
    <div class="step-pane">
      <PaneBar model={model} row={row} comparison={comparison} chosen={chosen} both={both} />
      <div class="step-pane-body" id="compared-part" role="tabpanel" aria-labelledby={`compared-${comparedPart}`} tabIndex={0}>
        {both === null ? <p class="none quiet">{words.compare.onlyOne(row.left === null ? right.run : left.run)}</p> : <Part key={chosen} part={comparedPart} both={both} />}
      </div>
    </div>
  );
}

function PaneBar({ model, row, comparison, chosen, both }: Pick<PaneProps, 'model' | 'comparison' | 'chosen'> & { readonly row: ComparedRow; readonly both: Both | null }) {
  const { comparedPart } = model.ui.value;
  const summary = useMemo(() => (both === null || both.isNarrow ? '' : summaryOf(comparedPart, both)), [comparedPart, both?.before, both?.after]);
  const differing = comparison.rows.flatMap((one, index) => (!rowDifference(one).isSame || index === comparison.divergence?.row ? [index] : []));
  const [before, after] = [differing.findLast((index) => index < chosen), differing.find((index) => index > chosen)];
  const go = (index: number | undefined) => index !== undefined && model.change({ comparedRow: index });
  return (
    <div class="toolbar step-pane-bar">
      <div class="step-pane-name">
        <strong>{row.role} {row.occurrence}</strong>
        <PartTabs model={model} />
      </div>
      <div class="tools">
        {chosen === comparison.divergence?.row && comparison.divergence.at !== null && <RefLink model={model} at={comparison.divergence.at} />}
        <span class="quiet">{summary}</span>
        <IconButton icon="arrow-up" label={words.compare.previous} isDisabled={before === undefined} onClick={() => go(before)} />
        <IconButton icon="arrow-down" label={words.compare.next} isDisabled={after === undefined} onClick={() => go(after)} />
      </div>
    </div>
  );
}

function summaryOf(part: ComparedPart, { left, right, before, after }: Both): string {
  if (part === 'prompt') {
    const pairs = promptPairs({ view: left, step: before }, { view: right, step: after });
    return pairs === null ? '' : words.compare.partsDiffer(pairs.filter((pair) => !pair.isSame).length, pairs.length);
  }
  const places = part === 'reply' ? placesThatDiffer(lastReply(before), lastReply(after)) : null;
  return places === null ? '' : words.compare.placesDiffer(places);
}

function PartTabs({ model }: { readonly model: PanelModel }) {
  const { comparedPart } = model.ui.value;
  const move = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const next = comparedParts[(comparedParts.indexOf(comparedPart) + by + comparedParts.length) % comparedParts.length]!;
    model.change({ comparedPart: next });
    document.getElementById(`compared-${next}`)?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label={words.compare.parts} onKeyDown={move}>
      {comparedParts.map((part) => (
        <button
          key={part} id={`compared-${part}`} type="button" role="tab" class={`tab${part === comparedPart ? ' on' : ''}`} aria-selected={part === comparedPart} aria-controls="compared-part"
          tabIndex={part === comparedPart ? 0 : -1} onClick={() => model.change({ comparedPart: part })}
        >
          {words.sections[part]}
        </button>
      ))}
    </div>
  );
}

interface Both {
  readonly model: PanelModel;
  readonly left: RunView;
  readonly right: RunView;
  readonly before: StepView;
  readonly after: StepView;
  readonly isNarrow: boolean;
}

function Part({ part, both }: { readonly part: ComparedPart; readonly both: Both }) {
  switch (part) {
    case 'decision':
      return <Decisions both={both} />;
    case 'prompt':
      return <Prompts both={both} />;
    case 'reply':
      return <Replies both={both} />;
    case 'change':
      return <Changes both={both} />;
    case 'spend':
      return <AttemptFigures model={both.model} isNarrow={both.isNarrow} lines={spendLines(both)} />;
  }
}

function Sides({ both: { left, right, before, after, isNarrow } }: { readonly both: Both }) {
  if (isNarrow) return null;
  const head = ({ run }: RunView, step: StepView) => words.compare.stepOf(run, step.step, formatTokens(tokensOf(step)));
  return <Heads left={head(left, before)} right={head(right, after)} />;
}

function Decisions({ both }: { readonly both: Both }) {
  const lines = ({ team }: RunView, { decision, subtask }: StepView): Json => {
    const why = decision.by === 'model' && decision.why !== null ? [decision.why] : [];
    const input = subtask.input !== null && JSON.stringify(subtask.input) !== '{}' ? [`${words.decision.given}: ${JSON.stringify(subtask.input)}`] : [];
    return [words.compare.decidedBy(decidedBy(team, decision).text), ...why, ...input].join('\n');
  };
  const { left, right, before, after, isNarrow } = both;
  return <><Sides both={both} /><SideBySide before={lines(left, before)} after={lines(right, after)} label={words.sections.decision} isWhole isNarrow={isNarrow} /></>;
}

function Prompts({ both }: { readonly both: Both }) {
  const { left, right, before, after, isNarrow } = both;
  const pairs = useMemo(() => promptPairs({ view: left, step: before }, { view: right, step: after }), [before, after]);
  if (pairs === null) return <p class="none quiet">{words.prompt.none}</p>;
  return (
    <>
      <Sides both={both} />
      <PromptDiff pairs={pairs} isNarrow={isNarrow} />
    </>
  );
}

function Replies({ both }: { readonly both: Both }) {
  const [before, after] = [lastReply(both.before), lastReply(both.after)];
  return <><Sides both={both} /><ReplyDiff left={before} right={after} isWhole={false} isNarrow={both.isNarrow} label={words.sections.reply} /></>;
}

/** Each field that either of them wrote, as it stood after each. */
function Changes({ both }: { readonly both: Both }) {
  const { left, right, before, after, isNarrow } = both;
  const names = [...new Set([...(before.commit?.fields ?? []), ...(after.commit?.fields ?? [])].map(({ field }) => field))];
  if (names.length === 0) return <p class="none quiet">{words.compare.nothingWritten}</p>;
  return (
    <>
      <Sides both={both} />
      {names.map((name) => (
        <div key={name} class="pair-part">
          <p class="diff-gap pair-title"><strong>{name}</strong> <span>{versionText(before, name)} → {versionText(after, name)}</span></p>
          <SideBySide before={valueAfter(left, before, name)} after={valueAfter(right, after, name)} label={name} isNarrow={isNarrow} />
        </div>
      ))}
    </>
  );
}

function versionText(step: StepView, name: string): string {
  const written = step.commit?.fields.find(({ field }) => field === name);
  return written === undefined ? '–' : `v${formatCount(written.after)}`;
}

function valueAfter(view: RunView, step: StepView, name: string): Json {
  const written = step.commit?.fields.find(({ field }) => field === name);
  const field = view.fields.find((one) => one.name === name);
  return field?.history.find(({ version }) => version === written?.after)?.value ?? null;
}

function spendLines({ left, right, before, after }: Both) {
  const [first, second, difference] = attemptLines(workFigures(left, before), workFigures(right, after), [], 0);
  return [{ ...first!, name: words.run(left.run) }, { ...second!, name: words.run(right.run) }, difference!];
}
