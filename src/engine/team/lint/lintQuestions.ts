/** Conditions that only a model can judge: as an exit each costs a call and may never hold; elsewhere they are told of only where an expression says the same. */
import type { CardCondition } from '../../cards/roleCard';
import type { ExpressionScope } from '../../expressions/scope';
import type { Check } from '../check';
import { expressionFor } from '../expressionMends';
import { isQuestion } from '../scopes';

export function lintQuestions(check: Check): void {
  const { team, roles, scopes } = check;
  for (const condition of team.finishWhen) lintExit(check, condition, scopes.at('finish'), 'whether the run is done');
  for (const role of roles) {
    for (const condition of role.exitWhen) lintExit(check, condition, scopes.at('condition'), `whether \`${role.id}\` is finished`);
    for (const condition of role.skipWhen) lintOther(check, condition, scopes.at('condition'), 'this');
    for (const condition of role.review?.criteria ?? []) lintOther(check, condition, scopes.ofRole('rule', role), 'this criterion');
  }
}

function lintExit({ findings }: Check, condition: CardCondition, scope: ExpressionScope, what: string): void {
  if (!isQuestion(condition, scope)) return;
  const fix = expressionFor(condition.text, scope, condition.range);
  findings.add('model-judged', condition.range, `Only a model can judge ${what}: each time it is asked it costs a call, and it may never hold.`, { fix });
}

function lintOther({ findings }: Check, condition: CardCondition, scope: ExpressionScope, what: string): void {
  const fix = isQuestion(condition, scope) ? expressionFor(condition.text, scope, condition.range) : undefined;
  if (fix !== undefined) findings.add('model-judged', condition.range, `A model is asked for ${what} though an expression says the same, at no cost and always alike.`, { fix });
}
