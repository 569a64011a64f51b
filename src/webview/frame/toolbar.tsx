/** The tabs, and to their right the tools of the chosen one. */
import { useEffect, useRef } from 'preact/hooks';
import { spendCsv } from '../../engine/projections/spendCsv';
import { spendMarkdown, spendTable } from '../../engine/projections/spendTable';
import type { RunView } from '../../engine/projections/runView';
import type { Layout } from '../state/layout';
import { countOf, findCount, groupFrom } from '../list/listRows';
import { Icon } from '../parts/icon';
import { IconButton } from '../parts/iconButton';
import { Segments } from '../parts/segments';
import type { PanelModel } from '../state/panelModel';
import { stepFilters, tabs } from '../state/uiState';
import type { Tab } from '../state/uiState';
import { formatCount } from '../../engine/projections/format';
import { AsOf } from '../tabs/asOf';
import { SpendBySwitch } from '../tabs/spendBySwitch';
import { words } from '../words';

interface ToolbarProps {
  readonly model: PanelModel;
  readonly view: RunView;
  readonly layout: Layout;
}

export function Toolbar({ model, view, layout }: ToolbarProps) {
  const { tab } = model.ui.value;
  return (
    <div class="toolbar">
      <Tabs model={model} />
      <div class="tools">
        {tab === 'steps' && <StepTools model={model} view={view} layout={layout} />}
        {tab === 'spend' && <SpendTools model={model} view={view} layout={layout} />}
        {tab === 'workspace' && layout !== 'narrow' && <AsOf model={model} view={view} />}
        {tab === 'steps' && layout !== 'narrow' && <IconButton icon="compare-changes" label={words.commands.compare} onClick={() => model.compareWith()} />}
        {model.canResume && <IconButton icon="debug-continue" label={words.commands.resume} onClick={() => model.resume()} />}
        {model.canStop ? <IconButton icon="stop-circle" label={words.commands.stop} onClick={() => model.stop()} /> : <IconButton icon="play" label={words.commands.run} onClick={() => model.runAgain()} />}
      </div>
    </div>
  );
}

function Tabs({ model }: { readonly model: PanelModel }) {
  const { tab } = model.ui.value;
  const choose = (to: Tab) => model.change({ tab: to, isStepShown: false });
  const move = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const next = tabs[(tabs.indexOf(tab) + by + tabs.length) % tabs.length]!;
    choose(next);
    document.getElementById(`tab-button-${next}`)?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label={words.views} onKeyDown={move}>
      {tabs.map((one) => (
        <button
          key={one} id={`tab-button-${one}`} type="button" role="tab" class={`tab${one === tab ? ' on' : ''}`} aria-selected={one === tab} aria-controls={one === tab ? `tab-${one}` : undefined}
          tabIndex={one === tab ? 0 : -1} onClick={() => choose(one)}
        >
          {words.tabs[one]}
        </button>
      ))}
    </div>
  );
}

function StepTools({ model, view, layout }: ToolbarProps) {
  const { follow, isGrouped, isStepShown } = model.ui.value;
  const isList = layout !== 'narrow' || !isStepShown;
  if (!isList) return null;
  const toggleFollow = () => {
    const last = view.steps.at(-1)?.step ?? null;
    model.change(follow ? { follow: false } : { follow: true, step: last, row: null, attempt: null });
  };
  return (
    <>
      <Filters model={model} view={view} layout={layout} />
      <FindBox model={model} view={view} layout={layout} />
      {view.steps.length >= groupFrom && <IconButton icon="group-by-ref-type" label={words.steps.group} isOn={isGrouped} onClick={() => model.change({ isGrouped: !isGrouped })} />}
      <IconButton icon="target" label={words.steps.follow} isOn={follow} onClick={toggleFollow} />
    </>
  );
}

/** Only where there is something to tell apart; each with its count. */
function Filters({ model, view, layout }: ToolbarProps) {
  const counts = stepFilters.map((filter) => ({ filter, count: countOf(view.steps, filter) }));
  const { filter } = model.ui.value;
  const isUseful = counts.some((one) => one.filter !== 'all' && one.count > 0) || filter !== 'all';
  if (!isUseful || layout !== 'wide') return null;
  const segments = counts
    .filter((one) => one.filter === 'all' || one.filter === filter || one.count > 0)
    .map((one) => ({ value: one.filter, label: `${words.steps.filters[one.filter]} ${formatCount(one.count)}` }));
  return <Segments label={words.steps.filter} segments={segments} chosen={filter} onChoose={(value) => model.change({ filter: value })} />;
}

function FindBox({ model, view, layout }: ToolbarProps) {
  const input = useRef<HTMLInputElement>(null);
  const { find } = model.ui.value;
  const wanted = model.focus.value;
  useEffect(() => {
    if (wanted !== 'find') return;
    model.focus.value = null;
    input.current?.focus();
  }, [wanted]);
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' && event.key !== 'Enter' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    if (event.key === 'Escape') model.change({ find: '' });
    model.focusOn('list');
  };
  return (
    <label class={`find${layout === 'narrow' && find === '' ? ' small' : ''}`}>
      <Icon name="search" tone="quiet" />
      <input
        ref={input} type="text" value={find} placeholder={words.steps.find} aria-label={words.steps.find} spellcheck={false}
        onInput={(event) => model.change({ find: event.currentTarget.value })} onKeyDown={onKey}
      />
      {find !== '' && <span class="find-count quiet">{words.steps.found(findCount(view.steps, find), view.steps.length)}</span>}
    </label>
  );
}

function SpendTools({ model, view, layout }: ToolbarProps) {
  const { spendBy } = model.ui.value;
  return (
    <>
      {layout !== 'narrow' && <SpendBySwitch model={model} />}
      <IconButton icon="copy" label={words.spend.copy} onClick={() => model.copy(spendMarkdown(spendTable(view, spendBy)), words.spend.copied)} />
      <IconButton icon="table" label={words.spend.copyCsv} onClick={() => model.copy(spendCsv(view, spendBy), words.spend.copied)} />
    </>
  );
}
