/** `rolecall check`: what is wrong in teams and cards, by the same check as the editor's. Runs nothing. */
import type { Diagnostic } from '../engine/shared/source';
import { nearest } from '../engine/shared/nearest';
import { isLintCode, lintCodes, lintLevels, type LintLevels } from '../engine/team/lint/lintCodes';
import type { LoadedTeam } from '../engine/team/loadedTeam';
import type { Arguments } from './arguments';
import { CliError } from './cliError';
import type { CliHost } from './cliHost';
import { invalid } from './exitCodes';
import { teamsAt } from './findTeams';
import { countText, inOrder, problemJson, problemText } from './problems';
import { showPath } from './showPath';

export async function check(host: CliHost, args: Arguments): Promise<number> {
  const format = args.get('format') ?? 'text';
  if (format !== 'json' && format !== 'text') throw new CliError(`--format cannot be ${JSON.stringify(format)}.`, 'Write --format json, or leave it out.');
  const { teams, card, unread } = await teamsAt(host.files, host.resolve(args.words[0] ?? '.'));
  for (const sentence of unread) host.err.write(`${sentence} Teams in it are not checked.\n`);
  const loaded: LoadedTeam[] = [];
  const levels = lintLevelsOf(args.all('lint'));
  for (const file of teams) loaded.push(await host.loadTeam(file, levels));
  const all = inOrder(distinct(loaded.flatMap((team) => team.diagnostics)));
  const shown = card === null ? all : all.filter((problem) => problem.range.file === card);
  if (format === 'json') printJson(host, loaded, shown);
  else printText(host, { loaded, shown, card, elsewhere: all.length - shown.length });
  return shown.some((problem) => problem.severity === 'error') ? invalid : 0;
}

/** `code=level`, as the editor's settings have them. */
function lintLevelsOf(given: readonly string[]): LintLevels {
  return Object.fromEntries(given.map((each) => {
    const [code = '', level = ''] = each.split('=');
    if (!isLintCode(code)) {
      const near = nearest(code, lintCodes);
      throw new CliError(`--lint knows no finding ${JSON.stringify(code)}.`, near === null ? `It is one of: ${lintCodes.join(', ')}.` : `Did you mean ${near}?`);
    }
    if (!(lintLevels as readonly string[]).includes(level)) throw new CliError(`--lint ${each} has no such level.`, `Write --lint ${code}=${lintLevels.join('|')}.`);
    return [code, level];
  }));
}

/** Teams may share cards. */
function distinct(problems: readonly Diagnostic[]): readonly Diagnostic[] {
  const seen = new Map(problems.map((problem) => [JSON.stringify([problem.code, problem.message, problem.range]), problem]));
  return [...seen.values()];
}

function printJson({ out, cwd }: CliHost, loaded: readonly LoadedTeam[], shown: readonly Diagnostic[]): void {
  const teams = loaded.map(({ file, name, team }) => ({ file: showPath(cwd, file), team: name, ok: team !== null }));
  out.write(`${JSON.stringify({ teams, problems: shown.map((problem) => problemJson(cwd, problem)) }, null, 2)}\n`);
}

function printText(host: CliHost, found: { readonly loaded: readonly LoadedTeam[]; readonly shown: readonly Diagnostic[]; readonly card: string | null; readonly elsewhere: number }): void {
  const { loaded, shown, card, elsewhere } = found;
  for (const problem of shown) host.out.write(problemText(host.cwd, problem));
  const [first] = loaded;
  const what = card !== null ? showPath(host.cwd, card) : loaded.length === 1 ? showPath(host.cwd, first!.file) : `${loaded.length} teams`;
  const more = elsewhere === 0 ? '' : ` (${elsewhere} more in other files of its team)`;
  host.out.write(`${what}: ${countText(shown)}${more}.\n`);
}
