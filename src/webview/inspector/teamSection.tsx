/** The team that did this step's work: each visit of it is a run of its own, told by its steps and looked into by its button. */
import { totalTokens } from '../../engine/events/usage';
import { formatCount, formatTokens } from '../../engine/projections/format';
import type { RunView, StepView } from '../../engine/projections/runView';
import { Icon } from '../parts/icon';
import { Said } from '../parts/said';
import { runLine } from '../state/runLine';
import type { PanelModel } from '../state/panelModel';
import { runShown, stepShown } from '../state/shownState';
import { words } from '../words';
import type { Chosen } from './chosen';
import { Section } from './section';

export function TeamSection({ model, chosen: { step } }: { readonly model: PanelModel; readonly chosen: Chosen }) {
  const { visits } = step;
  const last = visits.at(-1);
  if (last === undefined) return null;
  const line = runLine(last, model.run.value);
  const tokens = visits.reduce((sum, { spend }) => sum + totalTokens(spend.total.usage), 0);
  return (
    <Section model={model} id="team" summary={words.team.summary(last.team.name, line.title, last.steps.length, visits.length)} aside={words.steps.tokenCount(formatTokens(tokens))} isOpenByDefault>
      {visits.map((visit, index) => <Visit key={index} model={model} step={step} visit={visit} index={index} />)}
      <p class="quiet">{words.team.afresh}</p>
    </Section>
  );
}

interface VisitProps {
  readonly model: PanelModel;
  readonly step: StepView;
  readonly visit: RunView;
  readonly index: number;
}

function Visit({ model, step, visit, index }: VisitProps) {
  const { state, title, why } = runLine(visit, model.run.value);
  const shown = runShown[state];
  const look = () => model.lookInto([...model.within.value, { step: step.step, visit: index }]);
  return (
    <div class="visit">
      <p class="visit-head">
        <Icon name={shown.icon} tone={shown.tone} />
        <span>{step.visits.length > 1 && `${words.team.visit(index + 1)}: `}{title}{why.trim() !== '' && <span class="quiet">, {why.trim()}</span>}</span>
        <button type="button" class="link" onClick={look}>{words.team.lookInto(visit.team.name)}</button>
      </p>
      <div class="visit-steps" role="list" aria-label={words.steps.list}>
        {visit.steps.map((one) => <VisitStep key={one.step} step={one} />)}
      </div>
    </div>
  );
}

function VisitStep({ step }: { readonly step: StepView }) {
  const shown = stepShown[step.state];
  return (
    <div class="visit-step" role="listitem">
      <Icon name={shown.icon} tone={shown.tone} />
      <span class="quiet">{formatCount(step.step)}<Said text={`, ${words.steps.states[step.state]},`} /></span>
      <span class="visit-role">{step.role}<Said text="," /></span>
      <span class="visit-outcome quiet">{step.outcome}<Said text="," /></span>
      <span class="visit-tokens">{formatTokens(totalTokens(step.usage), step.usage.estimated)}<Said text={words.steps.tokenCount('')} /></span>
    </div>
  );
}
