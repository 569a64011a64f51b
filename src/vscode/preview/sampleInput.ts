/** Sample input for a prompt that no run is chosen for: a scenario's, else what the card's examples give. */
import { l10n } from 'vscode';
import type { ScenarioCard } from '../../engine/cards/scenarioCard';
import type { PreviewMoment } from '../../engine/preview/previewMoment';
import { isObject, type Json, type JsonObject } from '../../engine/shared/json';
import type { LoadedTeam } from '../../engine/team/loadedTeam';
import type { PreviewPlace } from './previewPlace';

/** Scenarios that a role's prompt can be filled in from: those of the whole team, and of this role alone. */
export function samplesFor({ sources }: LoadedTeam, role: string): readonly string[] {
  return (sources?.scenarios ?? []).flatMap(({ name, role: own }) => (name === null || (own !== null && own.text !== role) ? [] : [name]));
}

/** Roles whose output the role reviews. */
export function authorsFor({ sources }: LoadedTeam, role: string): readonly string[] {
  return (sources?.roles ?? []).flatMap(({ id, review }) => (id !== null && review?.by?.text === role ? [id] : []));
}

export function sampleFor({ sources }: LoadedTeam, { role, sample, author }: Pick<PreviewPlace, 'role' | 'sample' | 'author'>): PreviewMoment {
  const worker = author ?? role;
  const scenario = scenarioFor(sources?.scenarios ?? [], worker, sample);
  const example = sources?.roles.find(({ id }) => id === worker)?.examples[0];
  return { kind: 'sample', ...givenBy(scenario), input: inputFrom(scenario, worker) ?? example?.input ?? {}, ...(author === undefined ? {} : reviewOf(author, example?.output)) };
}

/** Of a scenario of this role alone. */
function inputFrom(scenario: ScenarioCard | undefined, role: string): Json {
  return scenario?.role?.text === role ? scenario.input : null;
}

function reviewOf(author: string, output: Json | undefined): Pick<PreviewMoment & { readonly kind: 'sample' }, 'review'> {
  return { review: { author, output: isObject(output) ? output : {} } };
}

/** The one that is chosen, else one of this role alone, else one of the whole team. */
function scenarioFor(scenarios: readonly ScenarioCard[], role: string, chosen: string | undefined): ScenarioCard | undefined {
  return scenarios.find(({ name }) => chosen !== undefined && name === chosen) ?? scenarios.find((each) => each.role?.text === role) ?? scenarios.find((each) => each.role === null);
}

function givenBy(scenario: ScenarioCard | undefined): { readonly task: string; readonly state: JsonObject } {
  const asked = l10n.t('what you ask');
  return scenario === undefined ? { task: asked, state: {} } : { task: scenario.task?.text ?? asked, state: Object.fromEntries(scenario.state.map(({ field, value }) => [field, value])) };
}
