/** Renames a role, field, tool or model: the edits of its names alone, everywhere, or the reason why not. Writes nothing. */
import { handedFrom, limitAnswers } from '../cards/words';
import { quoted } from '../cards/tornValue';
import { basename } from '../shared/paths';
import { err, ok, type Result } from '../shared/result';
import { showRef, type SourceRange } from '../shared/source';
import { builtInFields } from '../team/buildFields';
import { isExpressionName, isReserved, isRoleId } from '../team/names';
import type { LanguageTeam } from './languageTeam';
import { definitionsOf, sameAs, usesOf, type TeamName } from './lookUp';
import type { Occurrence } from './occurrences';

export interface TextEdit {
  readonly range: SourceRange;
  readonly text: string;
}

/** Why it cannot have another name; null: it can. */
export function renameProblem(name: TeamName): string | null {
  if (name.of === 'field' && builtInFields(name.team.sources).includes(name.name)) return `\`${name.name}\` is there by itself and keeps its name.`;
  if (definitionsOf(name).length > 0) return null;
  return name.of === 'tool' ? `\`${name.name}\` is built in, or declared nowhere.` : `There is no ${name.of} \`${name.name}\`.`;
}

/** `teams`: all that are known, so that those within and around the team are renamed with it. */
export function renameEdits(name: TeamName, to: string, teams: readonly LanguageTeam[]): Result<readonly TextEdit[], string> {
  if (to === name.name) return ok([]);
  const problem = renameProblem(name) ?? nameProblem(name, to) ?? takenProblem(name, to, teams) ?? unreadProblem(name, teams);
  if (problem !== null) return err(problem);
  const uses = usesOf(name, teams);
  const unsayable = /^[A-Za-z_]\w*$/.test(to) ? undefined : uses.find(({ as }) => as === 'member');
  if (unsayable !== undefined) return err(`\`${to}\` cannot stand behind a dot, as in ${place(unsayable)}: take letters, digits and _.`);
  return ok(uses.map((use) => ({ range: use.range, text: use.as === 'plain' && !isPlainText(to) ? quoted(to) : to })));
}

function nameProblem({ of, team }: TeamName, to: string): string | null {
  if (of === 'role') {
    const meansOther = [...handedFrom, ...limitAnswers].some((word) => word === to);
    if (!isRoleId(to)) return `\`${to}\` is no id: a letter, then letters, digits, _ or -.`;
    return meansOther ? `\`${to}\` means something else; take another name.` : null;
  }
  if (of === 'field') {
    const isTaken = isReserved(to) || builtInFields(team.sources).includes(to);
    return isExpressionName(to) && !isTaken ? null : `\`${to}\` cannot be a field: a letter or _, then letters, digits and _.`;
  }
  if (to.trim() !== to || to === '' || /["'\\\p{Cc}]/u.test(to)) return 'A name has no quotes, backslashes or line breaks, and no space at its ends.';
  return isReserved(to) ? `\`${to}\` cannot be a name here.` : null;
}

function takenProblem(name: TeamName, to: string, teams: readonly LanguageTeam[]): string | null {
  const taken = sameAs(name, teams).flatMap((each) => usesOf({ ...each, name: to }, teams))[0];
  return taken === undefined ? null : `There is a ${name.of} \`${to}\` already, in ${place(taken)}.`;
}

/** In what cannot be read, or on the other side of a merge conflict, the old name would stay. */
function unreadProblem(name: TeamName, teams: readonly LanguageTeam[]): string | null {
  const [file] = sameAs(name, teams).flatMap(({ team }) => [...team.sources.broken]);
  return file === undefined ? null : `${basename(file)} cannot be read whole, and \`${name.name}\` may stand in it: mend that first.`;
}

function place({ range: { file, start } }: Occurrence): string {
  return showRef({ file: basename(file), line: start.line });
}

/** Safe without quotes, inside brackets too, and no number or word that YAML takes for something else. */
function isPlainText(text: string): boolean {
  return /^[\p{L}_][\p{L}\p{N}_./-]*$/u.test(text) && !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(text);
}
