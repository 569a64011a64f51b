/** What became of a run, for people: status and why, the way it took, what each role spent, what is in the shared workspace, where the log is. */
import { formatBytes, formatCount, formatDuration } from '../../engine/projections/format';
import { countSteps } from '../../engine/projections/foldRunView';
import type { FieldView, RunView } from '../../engine/projections/runView';
import { sayScripted, scriptsOfRun } from '../../engine/projections/scriptedReplies';
import { stoppedSentence } from '../../engine/projections/spendSentence';
import { spendTable } from '../../engine/projections/spendTable';
import { unfinishedText } from '../../engine/projections/unfinished';
import { whyPartial } from '../../engine/projections/whyPartial';
import { counted } from '../../engine/projections/words';
import { isObject } from '../../engine/shared/json';
import { showRef } from '../../engine/shared/source';
import { standingOf, type Standing, type Unended } from '../resultJson';
import { listOf } from './describeEvent';
import { paintFor, type Paint, type Tone } from './style';
import { fitText, padText, plainLine, plainText, textWidth } from './textWidth';
import type { TextOutput } from '../cliHost';

export interface SummaryPlace {
  /** As people are shown it. */
  readonly log: string;
  readonly unended: Unended;
  /** The command that goes on with it, where it waits for a person. */
  readonly goOn?: string | null;
}

/** Even: as many at the beginning as at the end. */
const shownStops = 20;

const tones: Readonly<Record<Standing['status'], Tone>> = { completed: 'good', partial: 'busy', failed: 'bad', waiting: 'busy', stopped: 'busy', running: 'busy' };

export function summaryText(output: TextOutput, view: RunView, { log, unended, goOn = null }: SummaryPlace): string {
  const paint = paintFor(output);
  const columns = output.isTerminal ? output.columns() : Infinity;
  return [
    headline(view, standingOf(view, unended), paint),
    ...(view.path.length === 0 ? [] : [`Path: ${pathText(view.path)}`]),
    ...waitingLines(view.waiting, goOn),
    '',
    ...spendLines(view, columns),
    '',
    ...fieldLines(view.fields, columns),
    '',
    `Log: ${log}`,
    '',
  ].join('\n');
}

/** Each question with its id, since an answer belongs to one of them. */
function waitingLines(waiting: RunView['waiting'], goOn: string | null): readonly string[] {
  if (waiting.length === 0) return [];
  const questions = waiting.flatMap(({ id, step, question, what }) => {
    const { shows = null, ...rest } = isObject(what) ? what : { what };
    const text = JSON.stringify(isObject(what) ? rest : what);
    // The question at a limit names it already.
    const hasMore = text !== '{}' && text !== 'null' && shows === null && !id.startsWith('limit:');
    const line = `  ${id} (step ${step}): ${plainLine(question)}${hasMore ? ` ${fitText(plainLine(text), 200)}` : ''}`;
    return typeof shows === 'string' ? [line, ...plainText(shows).split('\n').map((shown) => `      ${shown}`)] : [line];
  });
  return ['Waits for a person:', ...questions, ...(goOn === null ? [] : howToAnswer(waiting, goOn))];
}

/** `approveAll`: the command that approves what waits, and all that follows. */
function howToAnswer(waiting: RunView['waiting'], approveAll: string): readonly string[] {
  const one = `${approveAll.replace(/ all$/, '')} ${waiting[0]!.id}, or --reject ${waiting[0]!.id}`;
  const limit = waiting.map(({ id }) => /^limit:(\w+)\./.exec(id)?.[1]).find((name) => name !== undefined);
  return [
    `To approve ${waiting.length === 1 ? 'it' : 'them all'}: ${approveAll}`,
    `To answer ${waiting.length === 1 ? 'only this' : 'one'}: ${one}`,
    ...(limit === undefined ? [] : [`To go on with a higher limit: ${approveAll.replace(/ --approve all$/, '')} --limit ${limit}=…`]),
  ];
}

/** Repeats together, and of a long way only both ends. */
export function pathText(path: readonly string[]): string {
  const stops: { readonly role: string; times: number }[] = [];
  for (const role of path) {
    const last = stops.at(-1);
    if (last?.role === role) last.times++;
    else stops.push({ role, times: 1 });
  }
  const texts = stops.map(({ role, times }) => (times === 1 ? role : `${role} ×${times}`));
  const left = texts.length - shownStops;
  return (left <= 1 ? texts : [...texts.slice(0, shownStops / 2), `… ${formatCount(left)} more …`, ...texts.slice(-shownStops / 2)]).join(' → ');
}

function headline(view: RunView, { status, reason }: Standing, paint: Paint): string {
  const { run, team, where, message, hint, steps, startedAt, lastAt, pausedMs, forked, passedOver, unfinished } = view;
  const why = reason === null ? '' : `: ${reason}${where === null ? '' : ` (${showRef(where)})`}`;
  const size = `${counted(countSteps(steps), 'step')}, ${formatDuration(lastAt - startedAt - pausedMs)}`;
  const lines = [`Run ${run} of ${team.name} ${paint(tones[status], status)}${why}. ${size}.`];
  if (forked !== null) lines.push(`Forked from run ${forked.run} after step ${forked.step}.`);
  if (message !== null) lines.push(plainText(message));
  if (hint !== null) lines.push(plainText(hint));
  if (passedOver.length > 0 && status !== 'completed') lines.push(`Passed over: ${listOf(passedOver)}.`);
  lines.push(...unfinished.map((one) => plainText(unfinishedText(one))));
  const marked = whyPartial(view);
  if (marked !== null) lines.push(plainText(marked));
  return lines.join('\n');
}

/** The columns that matter least go first where the terminal is narrow. */
function spendLines(view: RunView, columns: number): readonly string[] {
  if (view.spend.total.calls === 0) return ['No call to a model was made.'];
  const table = spendTable(view, 'role');
  const rows = [table.columns.map((column) => column.title), ...table.rows.map((row) => row.cells), table.total.cells];
  const widths = table.columns.map((_, index) => Math.max(...rows.map((row) => textWidth(row[index]!))));
  const least = ['of it reasoning', 'Rejected', 'of it cached', 'Context hit', 'Model', 'Calls'];
  const shown = table.columns.map((_, index) => index);
  const width = (): number => shown.reduce((sum, index) => sum + widths[index]! + 2, -2);
  for (const title of least) if (width() > columns) shown.splice(shown.findIndex((index) => table.columns[index]!.title === title), 1);
  const cell = (text: string, index: number): string => (table.columns[index]!.align === 'left' ? padText(text, widths[index]!) : ' '.repeat(widths[index]! - textWidth(text)) + text);
  const lines = rows.map((row) => shown.map((index) => cell(row[index]!, index)).join('  ').trimEnd());
  const notes = [view.spend.total.simulated ? 'The cost is simulated: nothing was paid.' : null, sayScripted(scriptsOfRun(view)), stoppedSentence(view.spend.total)];
  return [...lines, ...notes.filter((note) => note !== null)];
}

function fieldLines(fields: readonly FieldView[], columns: number): readonly string[] {
  const names = Math.max(0, ...fields.map((field) => textWidth(field.name)));
  return fields.map((field) => {
    const isWide = columns >= 72;
    const by = field.writer === null || !isWide ? '' : ` (${field.writer}, version ${formatCount(field.version)}, ${formatBytes(field.bytes)})`;
    const room = Math.max(12, columns - names - 2 - by.length);
    return `${padText(field.name, names)}  ${fitText(plainLine(field.summary), Math.min(room, 100))}${by}`.trimEnd();
  });
}
