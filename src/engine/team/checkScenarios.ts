/** The scenarios beside a team: names they use, and the team they mean. Their expressions are checked with all others. */
import { renameTo } from '../cards/findings';
import type { ScenarioCard } from '../cards/scenarioCard';
import { scenarioModels } from '../cards/words';
import { thereIs } from '../shared/listed';
import { didYouMean, nearest } from '../shared/nearest';
import { dirname, joinPath } from '../shared/paths';
import { checkModel } from './checkNames';
import type { Check } from './check';
import { checkRoleName } from './names';

export function checkScenarios(check: Check): void {
  for (const scenario of check.sources.scenarios) if (!check.sources.broken.has(scenario.file)) checkScenario(check, scenario);
}

function checkScenario(check: Check, scenario: ScenarioCard): void {
  const { fields, findings, sources } = check;
  const meant = scenario.team === null ? null : joinPath(dirname(scenario.file), scenario.team.text);
  // Of another team nothing is known here.
  if (meant !== null && meant !== sources.folder && meant !== sources.file) {
    findings.add('other-team', scenario.team!.range, 'This names another team than the one beside `scenarios/`.');
    return;
  }
  checkRoleName(check, scenario.role);
  checkModel(check, scenario.model, scenarioModels);
  for (const { model } of scenario.asserts) checkModel(check, model);
  for (const { field, range } of scenario.state) {
    if (Object.hasOwn(fields, field)) continue;
    const close = nearest(field, Object.keys(fields));
    findings.add('unknown-field', range, `The team has no field \`${field}\`${didYouMean(close) || '.'}`, { fix: renameTo(close, range), hint: thereIs(Object.keys(fields), 'It has') });
  }
}
