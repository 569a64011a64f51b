/** What a name stands for: where it comes to be, and everywhere it is used, in the teams within the team and around it too. Changes nothing. */
import type { NameOf } from '../cards/shape';
import type { SourcePosition, SourceRange } from '../shared/source';
import { fieldCards } from '../team/buildFields';
import { languageTeam, type LanguageTeam } from './languageTeam';
import { occurrenceAt, occurrencesOf, type Occurrence } from './occurrences';

export interface TeamName {
  readonly team: LanguageTeam;
  readonly of: NameOf;
  readonly name: string;
}

/** The name at a place, with the place of that one occurrence. */
export function nameAt(team: LanguageTeam, file: string, at: SourcePosition): (TeamName & { readonly range: SourceRange }) | null {
  const found = occurrenceAt(team, file, at);
  return found === null ? null : { team, of: found.of, name: found.name, range: found.range };
}

/** Where it comes to be: of a field its entry under `state:`, else every card that writes it. Empty: it is built in, or there is none. */
export function definitionsOf({ team: { sources }, of, name }: TeamName): readonly SourceRange[] {
  if (of === 'role') return sources.roles.filter(({ id }) => id === name).map(({ idRange }) => idRange);
  if (of === 'field') return definitionsOfField(name, sources);
  const declared = of === 'tool' ? sources.team?.tools : sources.team?.models;
  return (declared ?? []).filter((each) => each.name === name).map(({ at }) => at);
}

function definitionsOfField(name: string, sources: LanguageTeam['sources']): readonly SourceRange[] {
  const constraints = name === 'constraints' ? sources.team?.map.keyRange('constraints') : null;
  if (constraints) return [constraints];
  const cards = fieldCards(sources).get(name);
  if (cards === undefined) return [];
  return cards.card !== null ? [cards.card.at] : cards.writes.map(({ write }) => write.range);
}

/** Every place that names it; of a field also in teams that are handed it, or hand it back. `teams`: all that are known. */
export function usesOf(wanted: TeamName, teams: readonly LanguageTeam[]): readonly Occurrence[] {
  const found = new Map<string, Occurrence>();
  for (const { team, of, name } of sameAs(wanted, teams)) {
    for (const one of [...occurrencesOf(team).values()].flat()) {
      const { file, start } = one.range;
      if (one.of === of && one.name === name) found.set(`${file}:${start.line}:${start.column}`, one);
    }
  }
  return [...found.values()];
}

/** The name in each team where it means the same: fields are handed to a team within a team, and back, by their names. */
export function sameAs(wanted: TeamName, teams: readonly LanguageTeam[]): readonly TeamName[] {
  const reached = new Map([[wanted.team.sources.file, wanted]]);
  if (wanted.of !== 'field') return [...reached.values()];
  const pending = [wanted.team];
  for (let team = pending.pop(); team !== undefined; team = pending.pop()) {
    for (const other of [...handedTo(team, wanted.name), ...handingTo(team, wanted.name, teams)]) {
      if (reached.has(other.sources.file)) continue;
      reached.set(other.sources.file, { ...wanted, team: other });
      pending.push(other);
    }
  }
  return [...reached.values()];
}

function handedTo({ sources }: LanguageTeam, field: string): readonly LanguageTeam[] {
  return sources.roles.flatMap((role) => {
    const inner = sources.inner.get(role);
    const handed = role.reads.some((read) => read.as === field && read.field.text === field) || role.writes.some((write) => write.field === field);
    if (!handed || inner?.kind !== 'loaded' || inner.loaded.sources === null) return [];
    const team = languageTeam(inner.loaded.sources);
    return Object.hasOwn(team.fields, field) ? [team] : [];
  });
}

function handingTo({ sources }: LanguageTeam, field: string, teams: readonly LanguageTeam[]): readonly LanguageTeam[] {
  return teams.filter((outer) => handedTo(outer, field).some((inner) => inner.sources.file === sources.file));
}
