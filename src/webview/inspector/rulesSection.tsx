/** The precheck: each rule, and for those that did not hold, what was said. No model was asked. */
import type { RuleResult } from '../../engine/events/runEvent';
import type { Rule } from '../../engine/team/team';
import { Expression } from '../parts/codeText';
import { Icon } from '../parts/icon';
import { RefLink } from '../parts/refLink';
import type { PanelModel } from '../state/panelModel';
import { words } from '../words';
import type { Chosen } from './chosen';
import { Section } from './section';

interface RuleRow {
  readonly rule: Rule;
  readonly broken: RuleResult | null;
}

export function RulesSection({ model, chosen }: { readonly model: PanelModel; readonly chosen: Chosen }) {
  const { view, role, attempt } = chosen;
  const all = [...view.team.rules.map((rule, index) => ({ rule, of: 'team', index })), ...(role?.rules ?? []).map((rule, index) => ({ rule, of: role!.id, index }))];
  if (all.length === 0) return <Section model={model} id="rules" summary={words.rules.none} isOpenByDefault={false}>{null}</Section>;
  const checked = attempt?.rules ?? null;
  if (checked === null) return <Section model={model} id="rules" summary={attempt === null || attempt.state === 'running' ? words.rules.notYet : words.rules.notReached} isOpenByDefault={false}>{null}</Section>;
  const rows = all.map(({ rule, of, index }): RuleRow => ({ rule, broken: checked.broken.find((one) => one.of === of && one.rule === index) ?? null }));
  const failed = checked.broken.filter((one) => one.severity === 'error').length;
  const warned = checked.broken.length - failed;
  const sorted = [...rows.filter((row) => row.broken !== null), ...rows.filter((row) => row.broken === null)];
  return (
    <Section model={model} id="rules" summary={<RulesSummary chosen={chosen} failed={failed} warned={warned} checked={checked.checked} />} aside={words.rules.noModelCall} isOpenByDefault={checked.broken.length > 0}>
      <div class="rule-list">{sorted.map((row, index) => <RuleLines key={index} model={model} row={row} />)}</div>
    </Section>
  );
}

interface SummaryProps {
  readonly chosen: Chosen;
  readonly failed: number;
  readonly warned: number;
  readonly checked: number;
}

function RulesSummary({ chosen, failed, warned, checked }: SummaryProps) {
  const { step } = chosen;
  if (failed === 0) return <>{words.rules.passed(checked - warned, checked)}{warned > 0 ? `, ${words.rules.warned(warned)}` : ''}</>;
  const correct = step.signals.find((signal) => signal.kind === 'correct');
  return <><strong class="wrong">{words.rules.failed(failed, checked)}</strong>{correct === undefined ? '' : words.rules.correctSent(correct.to)}</>;
}

const shownRules = {
  passed: { icon: 'check', tone: 'done', result: words.rules.results.passed },
  error: { icon: 'circle-slash', tone: 'failed', result: words.rules.results.failed },
  warning: { icon: 'warning', tone: 'attention', result: words.rules.results.warning },
} as const;

function RuleLines({ model, row: { rule, broken } }: { readonly model: PanelModel; readonly row: RuleRow }) {
  const { icon, tone, result } = broken === null ? shownRules.passed : shownRules[broken.severity];
  return (
    <>
      <div class="rule-row">
        <Icon name={icon} tone={tone} />
        <span class="rule-ref"><RefLink model={model} at={rule.rule.at} /></span>
        <Expression text={rule.rule.text} />
        <span class={`rule-result${broken === null ? ' quiet' : ''}`}>{broken === null ? result : <strong>{result}</strong>}</span>
      </div>
      {broken !== null && (
        <div class="rule-row more">
          <span />
          <span class="rule-ref quiet">{words.rules.message}</span>
          <span class="rule-message">{broken.message}</span>
        </div>
      )}
      {broken?.error !== undefined && (
        <div class="rule-row more">
          <span />
          <span class="rule-ref quiet">{words.rules.error}</span>
          <span class="rule-message">{broken.error}</span>
        </div>
      )}
    </>
  );
}
