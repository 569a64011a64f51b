/** One step as it happened, in sections. What each section says is in its own file. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { formatCount, formatDuration, formatSeconds } from '../../engine/projections/format';
import type { AttemptView, RunView, StepView } from '../../engine/projections/runView';
import { flagText } from '../../engine/projections/rowText';
import { modelName } from '../../engine/projections/spendTable';
import { subtaskLabel } from '../../engine/projections/subtaskLabel';
import type { Layout } from '../state/layout';
import { Badge } from '../parts/badge';
import { Icon } from '../parts/icon';
import { IconButton } from '../parts/iconButton';
import { RefLink } from '../parts/refLink';
import { Segments } from '../parts/segments';
import { badgeOfStep } from '../state/badges';
import type { PanelModel } from '../state/panelModel';
import { attemptShown } from '../state/shownState';
import { words } from '../words';
import { ChangeSection } from './changeSection';
import { chosenCall, chosenStep } from './chosen';
import type { Chosen } from './chosen';
import { stepMarkdown } from './copyStep';
import { DecisionSection } from './decisionSection';
import { PromptSection } from './promptSection';
import { Questions } from './questions';
import { ReplySection } from './replySection';
import { ReviewSection } from './reviewSection';
import { RulesSection } from './rulesSection';
import { SpendSection } from './spendSection';
import { TeamSection } from './teamSection';
import { ToolsSection } from './toolsSection';

interface InspectorProps {
  readonly model: PanelModel;
  readonly view: RunView;
  readonly layout: Layout;
}

export function Inspector({ model, view, layout }: InspectorProps) {
  const box = useRef<HTMLDivElement>(null);
  const chosen = chosenStep(view, model.ui.value);
  useFocus(model, box);
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    model.change({ isStepShown: false });
    model.focusOn('list');
  };
  return (
    <div ref={box} class="inspector" role="region" aria-label={words.inspector.title} tabIndex={-1} onKeyDown={onKey}>
      {layout === 'narrow' && <BackBar model={model} view={view} />}
      <Questions model={model} view={view} step={chosen?.step.step ?? null} />
      {chosen === null ? <p class="none quiet">{words.inspector.choose}</p> : <Step model={model} chosen={chosen} />}
    </div>
  );
}

interface StepProps {
  readonly model: PanelModel;
  readonly chosen: Chosen;
}

function Step({ model, chosen }: StepProps) {
  const { step, attempt } = chosen;
  const [request, setRequest] = useState<{ readonly of: string; readonly index: number } | null>(null);
  const of = `${step.step}/${attempt?.attempt ?? 0}`;
  const call = chosenCall(chosen, request?.of === of ? request.index : null);
  return (
    <>
      <StepHead model={model} chosen={chosen} />
      {step.attempts.length > 1 && <Attempts model={model} step={step} chosen={attempt} />}
      {step.state === 'failed' && <Failure model={model} chosen={chosen} />}
      {step.flags.length > 0 && <Flagged flags={step.flags} />}
      <TeamSection model={model} chosen={chosen} />
      <DecisionSection model={model} chosen={chosen} />
      {!isTeamsWork(chosen) && (
        <>
          <PromptSection model={model} chosen={chosen} call={call} onRequest={(index) => setRequest({ of, index })} />
          <ToolsSection model={model} chosen={chosen} />
          <ReplySection model={model} chosen={chosen} call={call} />
        </>
      )}
      <RulesSection model={model} chosen={chosen} />
      <ReviewSection model={model} chosen={chosen} />
      <ChangeSection model={model} chosen={chosen} />
      <SpendSection model={model} chosen={chosen} />
    </>
  );
}

/** A team's own steps tell what was asked and answered. */
function isTeamsWork({ step, attempt }: Chosen): boolean {
  return step.visits.length > 0 && (attempt?.calls.length ?? 0) === 0;
}

function StepHead({ model, chosen }: { readonly model: PanelModel; readonly chosen: Chosen }) {
  const { view, step, role } = chosen;
  const label = subtaskLabel(step.subtask);
  const badge = badgeOfStep(view.team, step);
  return (
    <div class="step-head">
      <h2 class="step-title">
        <span class="quiet">{formatCount(step.step)}</span> <strong>{step.role}</strong> {label !== '' && <span class="step-label">{label} </span>}
        <span class="quiet">
          {workerOf(chosen)} · <StepTime model={model} step={step} />
        </span>
        {badge !== null && <Badge kind={badge} />}
      </h2>
      <div class="step-tools">
        {role !== null && <IconButton icon="go-to-file" label={words.inspector.openCard} onClick={() => model.open(role.at)} />}
        <IconButton icon="copy" label={words.inspector.copyStep} onClick={() => model.copy(stepMarkdown(chosen), words.inspector.stepCopied(step.step))} />
      </div>
    </div>
  );
}

function workerOf({ view, step, role }: Chosen): string {
  if (role === null || step.visits.length > 0) return words.team.worker;
  return [role.mode ?? '', modelName(view.team, role.model)].filter((part) => part !== '').join(' · ');
}

function StepTime({ model, step }: { readonly model: PanelModel; readonly step: StepView }) {
  const until = step.endedAt ?? (model.isRunning ? model.now.value : step.startedAt);
  const ms = until - step.startedAt;
  return <>{step.endedAt !== null && ms < 10_000 ? formatSeconds(ms) : formatDuration(ms)}</>;
}

interface AttemptsProps {
  readonly model: PanelModel;
  readonly step: StepView;
  readonly chosen: AttemptView | null;
}

function Attempts({ model, step, chosen }: AttemptsProps) {
  const segments = step.attempts.map((attempt) => {
    const state = attempt.state === 'committed' && attempt.review === null ? words.inspector.committedAttempt : words.inspector.attemptStates[attempt.state];
    const shown = attemptShown[attempt.state];
    return { value: attempt.attempt, label: words.inspector.attempt(attempt.attempt, state), content: <><Icon name={shown.icon} tone={shown.tone} /> <span><span class="attempt-word">{words.inspector.attemptWord} </span>{words.inspector.attemptShort(attempt.attempt, state)}</span></> };
  });
  return (
    <div class={`attempts${step.attempts.length > 2 ? ' many' : ''}`}>
      <Segments label={words.inspector.attempts} segments={segments} chosen={chosen?.attempt ?? 0} onChoose={(attempt) => model.change({ attempt, row: null })} />
    </div>
  );
}

/** Who tried to give orders from inside content. */
function Flagged({ flags }: { readonly flags: StepView['flags'] }) {
  return (
    <div class="flagged" role="note">
      <p><Icon name="warning" tone="attention" /> {words.inspector.flagged}</p>
      <ul class="problems">
        {flags.map((flag) => <li key={flagText(flag)}><code>{flag.source}</code> “{flag.passage}”</li>)}
      </ul>
    </div>
  );
}

/** What went wrong, where, what to do about it and what is kept. */
function Failure({ model, chosen }: { readonly model: PanelModel; readonly chosen: Chosen }) {
  const { view, step } = chosen;
  const endedRun = view.status === 'failed' && view.steps.at(-1) === step;
  const kept = view.steps.filter((one) => one.state === 'committed' || one.state === 'partial').length;
  return (
    <div class="failure" role="note">
      <p class="failure-title"><Icon name="error" tone="failed" /> <strong>{words.inspector.failedTitle(step.role)}</strong></p>
      <p class="failure-why">
        {endedRun && view.where !== null && <><RefLink model={model} at={view.where} /> </>}
        {(endedRun ? view.message : null) ?? step.why ?? step.outcome}
      </p>
      {endedRun && view.hint !== null && <p class="failure-fact"><span class="quiet">{words.inspector.toDo}</span> <span>{view.hint}</span></p>}
      <p class="failure-fact"><span class="quiet">{words.inspector.kept}</span> <span>{words.inspector.keptSteps(kept)}</span></p>
      <FailureButtons model={model} chosen={chosen} endedRun={endedRun} />
    </div>
  );
}

function FailureButtons({ model, chosen: { role, attempt }, endedRun }: { readonly model: PanelModel; readonly chosen: Chosen; readonly endedRun: boolean }) {
  const hasReply = attempt?.calls.some((call) => call.reply !== null) ?? false;
  const showReply = () => {
    model.change({ sections: { ...model.ui.value.sections, reply: true } });
    requestAnimationFrame(() => document.querySelector('.section-reply')?.scrollIntoView({ block: 'start' }));
  };
  return (
    <div class="failure-buttons">
      {endedRun && model.canResume && <button type="button" class="button primary" onClick={() => model.resume()}>{words.inspector.again}</button>}
      {role !== null && <button type="button" class="button secondary" onClick={() => model.open(role.at)}>{words.inspector.openRoleCard}</button>}
      {hasReply && <button type="button" class="button secondary" onClick={showReply}>{words.inspector.showReply}</button>}
    </div>
  );
}

function BackBar({ model, view }: { readonly model: PanelModel; readonly view: RunView }) {
  const place = view.steps.findIndex((step) => step.step === model.ui.value.step);
  const go = (index: number) => {
    const step = view.steps[index];
    if (step !== undefined) model.choose(step.step);
  };
  return (
    <div class="back-bar">
      <button type="button" class="back" onClick={() => model.change({ isStepShown: false })}><Icon name="arrow-left" /> {words.steps.back}</button>
      <span class="quiet">{words.steps.position(place + 1, view.steps.length)}</span>
      <IconButton icon="arrow-up" label={words.steps.previous} isDisabled={place <= 0} onClick={() => go(place - 1)} />
      <IconButton icon="arrow-down" label={words.steps.next} isDisabled={place < 0 || place >= view.steps.length - 1} onClick={() => go(place + 1)} />
    </div>
  );
}

function useFocus(model: PanelModel, box: { readonly current: HTMLDivElement | null }): void {
  const wanted = model.focus.value;
  useEffect(() => {
    if (wanted !== 'inspector') return;
    model.focus.value = null;
    (box.current?.querySelector<HTMLElement>('.section-button') ?? box.current)?.focus();
  }, [wanted]);
}
