/** The rule engine's look at a proposed output: no call to a model, every rule judged, the team's before the role's. */
import type { RuleResult } from '../events/runEvent';
import type { Bindings } from '../expressions/bindings';
import type { RuleProgram } from './teamProgram';

export interface Precheck {
  readonly checked: number;
  /** Those that do not hold; a rule that fails while it is judged does not hold. */
  readonly broken: readonly RuleResult[];
}

export function precheck(rules: readonly RuleProgram[], bindings: Bindings): Precheck {
  const broken: RuleResult[] = [];
  for (const rule of rules) {
    const holds = rule.expression.evaluateBoolean(bindings);
    if (holds.ok && holds.value) continue;
    const message = rule.message.evaluate(bindings);
    broken.push({
      of: rule.of,
      rule: rule.index,
      severity: rule.severity,
      message: message.ok ? message.value : rule.messageText,
      ...(holds.ok ? {} : { error: holds.error.message }),
    });
  }
  return { checked: rules.length, broken };
}
