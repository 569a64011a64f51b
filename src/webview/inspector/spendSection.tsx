/** What each call of the step used, with its total. */
import { totalTokens } from '../../engine/events/usage';
import { formatCost, formatCostColumn, formatCostExact, formatSeconds, formatShare, formatTokens } from '../../engine/projections/format';
import { usageOf } from '../../engine/projections/callUse';
import { callsOf } from '../../engine/projections/promptUnits';
import type { CallView, StepView } from '../../engine/projections/runView';
import { modelName } from '../../engine/projections/spendTable';
import type { PanelModel } from '../state/panelModel';
import { words } from '../words';
import type { Chosen } from './chosen';
import { Section } from './section';

export function SpendSection({ model, chosen }: { readonly model: PanelModel; readonly chosen: Chosen }) {
  const { step } = chosen;
  const calls = [...callsOf(step)].sort((a, b) => a.seq - b.seq);
  if (calls.length === 0) {
    const summary = step.calls === 0 ? words.spend.none : words.spend.ofTeam(step.calls);
    return <Section model={model} id="spend" summary={summary} aside={step.calls === 0 ? undefined : <Cost step={step} />} isOpenByDefault={false}>{null}</Section>;
  }
  const tokens = totalTokens(step.usage);
  const lost = step.rejectedTokens > 0 ? `, ${words.spend.rejected(formatShare(step.rejectedTokens / Math.max(1, tokens)))}` : '';
  return (
    <Section
      model={model} id="spend" summary={words.spend.calls(calls.reduce((sum, call) => sum + call.requests, 0)) + lost} isOpenByDefault={false}
      aside={<Cost step={step} />}
    >
      <CallTable chosen={chosen} calls={calls} />
    </Section>
  );
}

function Cost({ step }: { readonly step: StepView }) {
  return <span title={words.exact(formatCostExact(step.cost))}>{formatCost(step.cost)}</span>;
}

function CallTable({ chosen, calls }: { readonly chosen: Chosen; readonly calls: readonly CallView[] }) {
  const { step, view } = chosen;
  const { columns } = words.spend;
  const costs = formatCostColumn(calls.map(costOf), step.cost);
  const numbers = [columns.input, columns.cached, columns.output, columns.reasoning, columns.time, columns.cost];
  const ms = calls.reduce((sum, call) => sum + (call.ms ?? 0), 0);
  return (
    <div class="table-scroll" tabIndex={0} role="group" aria-label={words.sections.spend}>
      <table class="plain figures">
        <thead>
          <tr>
            <th scope="col">{columns.purpose}</th>
            <th scope="col">{columns.model}</th>
            {numbers.map((title) => <th key={title} scope="col" class="number">{title}</th>)}
          </tr>
        </thead>
        <tbody>
          {calls.map((call, index) => (
            <tr key={call.seq}>
              <td>{call.role} <span class="quiet">{words.spend.purposes[call.purpose]}</span></td>
              <td>{modelName(view.team, call.model)}</td>
              {usageCells(call).map((cell, place) => <td key={place} class="number">{cell}</td>)}
              <td class="number" title={call.unanswered > 0 ? words.spend.stoppedCalls(call.unanswered) : formatCostExact(costOf(call))}>{usageOf(call) === null ? stateOf(call) : costs[index]}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={2}>{words.spend.total}</th>
            {[step.usage.input, step.usage.cached, step.usage.output, step.usage.reasoning].map((count, index) => <td key={index} class="number">{formatTokens(count, step.usage.estimated && count > 0)}</td>)}
            <td class="number">{formatSeconds(ms)}</td>
            <td class="number">{formatCost(step.cost)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

/** A request that was refused costs nothing; one whose price is not known, or that was stopped, an unknown amount. */
function costOf({ costUsd, usage, unanswered }: CallView) {
  return { known: costUsd ?? 0, incomplete: unanswered > 0 || (usage !== null && costUsd === null) };
}

function usageCells(call: CallView): readonly string[] {
  const time = call.ms === null ? '' : formatSeconds(call.ms);
  const usage = usageOf(call);
  if (usage === null) return ['', '', '', '', time];
  return [...[usage.input, usage.cached, usage.output, usage.reasoning].map((count) => formatTokens(count, usage.estimated && count > 0)), time];
}

function stateOf(call: CallView): string {
  return call.state === 'failed' ? words.spend.failed : call.state === 'stopped' ? words.spend.stopped : words.spend.running;
}
