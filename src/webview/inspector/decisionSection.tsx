/** Why this role was next: the rules that were tried, or the model, its reason and whom it could not have. */
import type { ComponentChildren } from 'preact';
import type { Decision } from '../../engine/events/runEvent';
import { totalTokens } from '../../engine/events/usage';
import { candidatesOf, decidedBy } from '../../engine/projections/describeDecision';
import type { Candidate } from '../../engine/projections/describeDecision';
import { formatTokens, nameOfLimit } from '../../engine/projections/format';
import type { RunView } from '../../engine/projections/runView';
import { subtaskLabel } from '../../engine/projections/subtaskLabel';
import { canonicalJson } from '../../engine/shared/json';
import type { Team } from '../../engine/team/team';
import { Expression } from '../parts/codeText';
import { Icon } from '../parts/icon';
import { RefLink } from '../parts/refLink';
import type { PanelModel } from '../state/panelModel';
import { sayRefused } from '../state/sayRefused';
import { words } from '../words';
import { Asked } from './asked';
import type { Chosen } from './chosen';
import { Section } from './section';

interface DecisionProps {
  readonly model: PanelModel;
  readonly chosen: Chosen;
}

export function DecisionSection({ model, chosen }: DecisionProps) {
  const { view, step } = chosen;
  const candidates = candidatesOf(view.team, step.decision);
  const calls = step.beforehand.filter((call) => call.usage !== null);
  const tokens = calls.reduce((sum, call) => sum + totalTokens(call.usage!), 0);
  const after = passedOverBehind(chosen);
  const hasRows = candidates.length + after.length > 0 || step.decision.by === 'model' || step.judged.length > 0;
  return (
    <Section
      model={model} id="decision" summary={<Summary model={model} chosen={chosen} />} isOpenByDefault
      aside={tokens === 0 ? words.decision.noModelCall : words.decision.tokens(formatTokens(tokens))}
    >
      {hasRows ? (
        <div class="grid-decision">
          {candidates.map((candidate, index) => <CandidateRow key={index} model={model} candidate={candidate} />)}
          {step.decision.by === 'model' && <Fact name={words.decision.why}>{step.decision.why ?? step.decision.notes?.join(' ') ?? words.decision.noWhy}</Fact>}
          {step.judged.map((judged, index) => (
            <Fact key={index} name={judged.holds ? words.decision.holds : words.decision.doesNotHold}>
              {words.decision.judged(judged.question)} <span class="quiet">{judged.why}</span>
            </Fact>
          ))}
          {after.map((refused, index) => <Fact key={index} name={words.decision.then}>{sayRefused(refused)}</Fact>)}
          {subtaskLabel(step.subtask) !== '' && <Fact name={words.decision.given}><Expression text={canonicalJson(step.subtask.input)} /></Fact>}
          {step.choice !== null && <Asked key={step.choice.seq} model={model} chosen={chosen} call={step.choice} asked={words.decision.asked} answered={words.decision.answered} />}
        </div>
      ) : null}
    </Section>
  );
}

/** Behind the last step: whoever was next then, and was not taken. */
function passedOverBehind({ view, step }: Chosen): RunView['passedOver'] {
  return view.steps.at(-1)?.step === step.step ? view.passedOver : [];
}

function Summary({ model, chosen: { view, step } }: DecisionProps) {
  const { decision } = step;
  switch (decision.by) {
    case 'route':
      return <ByRoute model={model} team={view.team} decision={decision} />;
    case 'model':
      return <>{decision.fallback ? words.decision.fallback(step.role) : words.decision.byModel(step.role, view.team.supervisor?.choices.length ?? view.team.roles.length)}</>;
    case 'pipeline':
      return <>{words.decision.pipeline(decision.position + 1, view.team.pipeline.length)}</>;
    case 'limit':
      return <>{lastResort(decision.limit)}</>;
    case 'escalation':
      return <>{words.decision.escalation(decision.step)}</>;
    case 'plan':
      return <>{words.decision.plan(decision.step)}</>;
    case 'wake':
    case 'person':
      return <>{words.decision[decision.by]}</>;
  }
}

function ByRoute({ model, team, decision }: Pick<DecisionProps, 'model'> & { readonly team: Team; readonly decision: Extract<Decision, { by: 'route' }> }) {
  const { ref } = decidedBy(team, decision);
  const { before, after } = words.decision.heldFirst('');
  return <>{before}{ref === null ? decision.route + 1 : <RefLink model={model} at={ref} />}{after}</>;
}

/** Why the on_limit role is next. */
function lastResort(reason: string): string {
  const met = /^limit:(.*)$/.exec(reason)?.[1];
  return met === undefined ? words.decision.afterFailure(reason) : words.decision.limit(nameOfLimit(met));
}

function CandidateRow({ model, candidate }: { readonly model: PanelModel; readonly candidate: Candidate }) {
  const { ref, when, role, result, refused } = candidate;
  const held = result === 'held';
  const why = refused === null ? words.decision.results[result] : words.decision.refused[refused.why];
  return (
    <div class={`decision-row${held ? ' held' : ''}`}>
      <span class="mark">{held ? <Icon name="check" tone="done" /> : result === 'passed over' ? <Icon name="debug-step-over" tone="quiet" /> : '–'}</span>
      <span class="decision-ref">{ref !== null && <RefLink model={model} at={ref} />}</span>
      <span class="decision-when">{when !== null && <Expression text={when} />}</span>
      <span class="decision-role"><Icon name="arrow-small-right" tone="quiet" /> {role}</span>
      <span class="decision-result">{why}{refused?.detail !== undefined && <span class="quiet">, {refused.detail}</span>}</span>
    </div>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div class="fact">
      <span class="quiet">{name}</span>
      <span class="fact-text">{children}</span>
    </div>
  );
}
