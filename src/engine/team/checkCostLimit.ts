/** A limit of cost, and models whose calls nobody can price: a run with both does not start. Which names a price table knows is only known when a run starts. */
import type { CardModel } from '../cards/teamCard';
import { isLocalHost } from '../shared/localHost';
import type { SourceRange } from '../shared/source';
import { defaultModelName } from './buildModels';
import type { Check } from './check';
import type { ModelEntry, Team } from './team';

export function checkCostLimit(check: Check): void {
  const { team, findings } = check;
  const limit = team.limits?.keyRange('cost_usd') ?? null;
  if (limit === null) return;
  for (const { range, name } of [...unpricedModels(check), ...unpricedTeams(check)]) {
    findings.add('no-price', range, `What the model \`${name}\` costs is not known, and \`cost_usd\` limits the cost: no run starts.`, { related: [{ message: 'the limit', range: limit }] });
  }
}

interface Unpriced {
  readonly range: SourceRange;
  readonly name: string;
}

function unpricedModels(check: Check): readonly Unpriced[] {
  const used = check.team.models.filter((model) => isUsed(check, model.name) && isUnpriced({ ...model, baseUrl: model.baseUrl?.text ?? null }));
  return used.map(({ at, name }) => ({ range: at, name }));
}

function unpricedTeams({ sources }: Check): readonly Unpriced[] {
  return [...sources.inner].flatMap(([role, inner]) => {
    const team = inner.kind === 'loaded' ? inner.loaded.team : null;
    const model = team === null ? undefined : unpricedWithin(team);
    return team === null || model === undefined || role.team === null ? [] : [{ range: role.team.range, name: `${team.name}/${model.name}` }];
  });
}

/** The models of this machine, and those that are paid for by the month. */
function isUnpriced({ provider, price, baseUrl }: { readonly provider: CardModel['provider']; readonly price: unknown; readonly baseUrl: string | null }): boolean {
  if (price !== null) return false;
  if (provider === 'vscode') return true;
  const url = baseUrl !== null && URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  return provider === 'openai' && url !== null && isLocalHost(url.hostname);
}

function isUsed({ team, sources }: Check, name: string): boolean {
  const named = [defaultModelName(team), team.supervisor?.model?.text, ...sources.roles.map((role) => role.model?.text)];
  return named.includes(name);
}

function unpricedWithin({ models, model, roles, supervisor }: Team): ModelEntry | undefined {
  const used = new Set([model, supervisor?.model, ...roles.map((role) => role.model)]);
  return Object.values(models).find((entry) => used.has(entry.name) && isUnpriced(entry)) ?? roles.flatMap((role) => (role.team === undefined ? [] : (unpricedWithin(role.team) ?? [])))[0];
}
