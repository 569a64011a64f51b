/** Which run this is, how it stands and why, and how much of its limits is used. */
import { formatCost, formatCostExact, formatCount, formatDuration, formatTokens, formatUsd, formatUsdLimit } from '../../engine/projections/format';
import type { LimitView, RunView, SpendRow } from '../../engine/projections/runView';
import { sayScripted, scriptsOfRun } from '../../engine/projections/scriptedReplies';
import type { Layout } from '../state/layout';
import { Badge } from '../parts/badge';
import { Bar } from '../parts/bar';
import { Icon } from '../parts/icon';
import { RefLink } from '../parts/refLink';
import { badgesOfRun } from '../state/badges';
import type { PanelModel } from '../state/panelModel';
import { runLine } from '../state/runLine';
import { runShown } from '../state/shownState';
import { words } from '../words';

interface HeaderProps {
  readonly model: PanelModel;
  readonly view: RunView;
  readonly layout: Layout;
}

export function Header({ model, view, layout }: HeaderProps) {
  const line = runLine(view, model.run.value, model.heldIn(view));
  const shown = runShown[line.state];
  return (
    <header class="header">
      <div class="header-run">
        <h1 class="header-title">
          <strong>{view.team.name}</strong> <span class="header-number">{words.run(view.run)}</span>
          {badgesOfRun(view).map((badge) => <Badge key={badge} kind={badge} hint={badge === 'scripted' ? sayScripted(scriptsOfRun(view)) : null} />)}
        </h1>
        <p class="header-task quiet" title={view.task}>{view.task}</p>
      </div>
      <div class="header-state">
        <Icon name={shown.icon} tone={shown.tone} />
        <div class="header-state-text">
          <strong>{line.title}</strong>
          <p class="header-why quiet" title={line.why}>
            {line.ref !== null && <RefLink model={model} at={line.ref} />}
            {line.ref !== null && line.why !== '' && !line.why.startsWith(' ') ? ' ' : ''}
            {line.why}
          </p>
        </div>
      </div>
      <div class="meters">
        {view.limits.map((limit) => (
          <Meter key={limit.name} model={model} view={view} limit={limit} isShort={layout === 'narrow'} />
        ))}
      </div>
    </header>
  );
}

interface MeterProps {
  readonly model: PanelModel;
  readonly view: RunView;
  readonly limit: LimitView;
  readonly isShort: boolean;
}

function Meter({ model, view, limit, isShort }: MeterProps) {
  const used = limit.name === 'time' ? elapsed(model, view) : limit.used;
  const share = limit.of === null || limit.of === 0 ? 0 : used / limit.of;
  const texts = meterTexts(view, limit, used);
  const hideLimit = isShort && (limit.name === 'time' || limit.name === 'tokens' || texts.used.length > 8);
  return (
    <div class={`meter meter-${limit.name}`} title={texts.hint}>
      <span class="meter-name quiet">{words.meters[limit.name]}</span>
      <span class="meter-value">
        {texts.used}
        {texts.of !== null && !hideLimit && <span class="quiet"> / {texts.of}</span>}
      </span>
      {limit.of !== null && <Bar share={share} reserved={limit.reserved / limit.of} tone={share >= 1 ? 'failed' : share >= 0.8 ? 'attention' : null} />}
    </div>
  );
}

/** The run's own time: pauses are not counted, and a run that has ended stands still. */
function elapsed(model: PanelModel, view: RunView): number {
  const until = model.isRunning && model.held.value === null ? Math.max(view.lastAt, model.now.value) : view.lastAt;
  return Math.max(0, until - view.startedAt - view.pausedMs);
}

interface MeterTexts {
  readonly used: string;
  readonly of: string | null;
  readonly hint: string;
}

function meterTexts({ spend: { total } }: RunView, limit: LimitView, used: number): MeterTexts {
  const texts = (format: (value: number) => string, hint = ''): MeterTexts => ({ used: format(used), of: limit.of === null ? null : format(limit.of), hint });
  switch (limit.name) {
    case 'steps':
      return texts(formatCount);
    case 'time':
      return texts(formatDuration);
    case 'tokens':
      return { ...texts(formatTokens, limit.reserved > 0 ? words.reserved(formatTokens(limit.reserved)) : ''), used: formatTokens(used, total.usage.estimated) };
    case 'cost':
      return { ...texts(formatUsdLimit, costHint(total, limit.reserved)), used: `${total.simulated ? '≈ ' : ''}${formatCost(total.cost)}` };
  }
}

function costHint(total: SpendRow, reserved: number): string {
  const lines = [words.exact(formatCostExact(total.cost))];
  if (total.simulated) lines.push(words.simulated);
  if (reserved > 0) lines.push(words.reserved(formatUsd(reserved)));
  return lines.join('\n');
}
