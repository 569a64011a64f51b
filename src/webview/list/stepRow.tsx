/** One row of the list of steps, in the list's fixed columns. A row is named by its own text, with words in between that are only said. */
import { totalTokens } from '../../engine/events/usage';
import { decidedBy } from '../../engine/projections/describeDecision';
import { formatCount, formatDuration, formatTokens } from '../../engine/projections/format';
import type { HeldPlace } from '../../engine/projections/heldPlace';
import type { RunView, StepView } from '../../engine/projections/runView';
import { subtaskLabel } from '../../engine/projections/subtaskLabel';
import { Badge } from '../parts/badge';
import { Icon } from '../parts/icon';
import { Said } from '../parts/said';
import { badgeOfStep } from '../state/badges';
import type { PanelModel } from '../state/panelModel';
import { activityShown, heldShown, isAsking, isLater, laterShown, stepShown, waitingShown } from '../state/shownState';
import { words } from '../words';
import type { ListRow } from './listRows';

export interface StepRowProps {
  readonly model: PanelModel;
  readonly view: RunView;
  readonly row: Exclude<ListRow, { kind: 'later' }>;
  /** The role's column is short: what tells subtasks apart stands before the outcome. */
  readonly isCompact: boolean;
  readonly isLive: boolean;
  readonly held: HeldPlace | null;
}

export function StepRow(props: StepRowProps) {
  switch (props.row.kind) {
    case 'step':
      return <StepCells {...props} row={props.row} />;
    case 'activity':
      return <ActivityCells {...props} row={props.row} />;
    case 'group':
      return <GroupCells row={props.row} />;
    case 'choosing':
      return <ChoosingCells model={props.model} row={props.row} isLive={props.isLive} />;
  }
}

type PropsOf<K extends ListRow['kind']> = Omit<StepRowProps, 'row'> & { readonly row: Extract<ListRow, { kind: K }> };

function StepCells({ model, view, row, isCompact, isLive, held }: PropsOf<'step'>) {
  const { step } = row;
  const { shown, said, outcome } = stateShown(view, step, isLive, held);
  const label = subtaskLabel(step.subtask);
  const badge = badgeOfStep(view.team, step);
  const since = isLive && held === null && said === 'running' ? (step.activity.at(-1)?.at ?? step.startedAt) : null;
  return (
    <>
      <Twistie canOpen={row.canOpen} isOpen={row.isOpen} />
      <span class="cell-state"><Icon name={shown.icon} tone={shown.tone} /></span>
      <span class="cell-number"><Said text={words.steps.before} />{formatCount(step.step)}<Said text="," /></span>
      <span class="cell-role">
        {step.role}
        {!isCompact && <AfterRole label={label} />}
        <Said text="," />
      </span>
      <span class="cell-outcome">
        <Said text={`${saidStates[said]}, `} />
        {isCompact && label !== '' ? `${label}: ${outcome}` : outcome}
        {since !== null && <Since model={model} at={since} />}
        <Said text="," />
      </span>
      <span class="cell-decided quiet"><Said text={words.steps.decided('')} />{decidedBy(view.team, step.decision).text}<Said text="," /></span>
      <span class="cell-badge" aria-hidden="true">{badge !== null && <Badge kind={badge} isIconOnly />}</span>
      <span class="cell-tokens">{formatTokens(totalTokens(step.usage), step.usage.estimated)}<Said text={words.steps.tokenCount('')} /></span>
    </>
  );
}

const saidStates = { ...words.steps.states, held: words.paused.state, later: words.paused.later };

function stateShown(view: RunView, step: StepView, isLive: boolean, held: HeldPlace | null) {
  if (held !== null && step.step === held.step) return { shown: heldShown, said: 'held', outcome: step.outcome } as const;
  if (isLater(step, held)) return { shown: laterShown, said: 'later', outcome: step.outcome } as const;
  if (isAsking(view, step.step)) return { shown: waitingShown, said: 'waiting', outcome: words.states.waiting } as const;
  return { shown: stepShown[step.state === 'running' && !isLive ? 'stopped' : step.state], said: step.state, outcome: step.outcome };
}

/** What tells this subtask from others of the role. */
function AfterRole({ label }: { readonly label: string }) {
  return label === '' ? null : <span class="quiet"><span aria-hidden="true"> · </span><Said text=", " />{label}</span>;
}

function ActivityCells({ model, view, row, isLive, held }: PropsOf<'activity'>) {
  const { activity } = row;
  const shown = activityShown(activity.state === 'running' && !isLive ? { ...activity, state: 'failed' } : activity, (tool) => view.team.tools[tool]?.type ?? null);
  return (
    <>
      <span class="cell-guide" />
      <span class="cell-sub">
        <Icon name={shown.icon} tone={shown.tone} />
        <span class="quiet">{activity.label}<Said text="," /></span>
      </span>
      <span class="cell-outcome quiet">
        {activity.text}
        {activity.state === 'running' && isLive && held === null && <Since model={model} at={activity.at} />}
      </span>
      <span class="cell-pill">{activity.noModelCall && <span class="pill">{words.steps.noModelCall}</span>}</span>
      <span class="cell-tokens quiet">{activity.tokens !== null && <>{formatTokens(activity.tokens)}<Said text={words.steps.tokenCount('')} /></>}</span>
    </>
  );
}

function GroupCells({ row }: { readonly row: Extract<ListRow, { kind: 'group' }> }) {
  const first = row.steps[0]!.step;
  const last = row.steps.at(-1)!.step;
  return (
    <>
      <Twistie canOpen isOpen={row.isOpen} />
      <span class="cell-state"><Icon name="check" tone="done" /></span>
      <span class="cell-number"><Said text={words.steps.before} />{`${formatCount(first)}–${formatCount(last)}`}<Said text="," /></span>
      <span class="cell-role">{row.role}<span class="quiet"> × {formatCount(row.ofRole)}</span></span>
      <span class="cell-outcome">{words.steps.groupRest(row.steps.length - row.ofRole)}</span>
      <span class="cell-decided" />
      <span class="cell-badge" />
      <span class="cell-tokens">{formatTokens(row.tokens)}<Said text={words.steps.tokenCount('')} /></span>
    </>
  );
}

function ChoosingCells({ model, row, isLive }: { readonly model: PanelModel; readonly row: Extract<ListRow, { kind: 'choosing' }>; readonly isLive: boolean }) {
  return (
    <>
      <span class="cell-twistie" />
      <span class="cell-state"><Icon name={isLive ? 'loading' : 'stop-circle'} tone="active" /></span>
      <span class="cell-number" />
      <span class="cell-role">{words.supervisor}</span>
      <span class="cell-outcome">{words.choosing}{isLive && <Since model={model} at={row.at} />}</span>
      <span class="cell-decided" />
      <span class="cell-badge" />
      <span class="cell-tokens" />
    </>
  );
}

/** Reads the clock by itself, so that a second that passes draws this text and nothing else. */
function Since({ model, at }: { readonly model: PanelModel; readonly at: number }) {
  return <>, {formatDuration(model.now.value - at)}</>;
}

function Twistie({ canOpen, isOpen }: { readonly canOpen: boolean; readonly isOpen: boolean }) {
  return <span class="cell-twistie" data-twistie={canOpen ? '' : undefined}>{canOpen && <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} />}</span>;
}
