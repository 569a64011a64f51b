/**
 * Reads a run's log, whole or damaged: everything up to the first line that cannot be believed, and what was left out. The one home of that rule:
 * lists, views, and whoever goes on with a run or does it again know of it only what is read here. Writes nothing.
 */
import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { shapeProblem } from '../../engine/events/eventShape';
import { formatOf, isNewer, LogDecoder } from '../../engine/events/logDecoder';
import type { RunEvent } from '../../engine/events/runEvent';
import { LogError } from '../../engine/events/runLog';
import type { Json } from '../../engine/shared/json';
import { codeOf } from '../nodeFiles';
import { BlobFolder } from './blobFolder';
import { aboutDamagedLogs } from './damagedLogs';
import { eventsFile } from './logFiles';

export interface ReadLog {
  readonly events: readonly RunEvent[];
  readonly warnings: readonly string[];
  /** Bytes up to the end of the last good line. */
  readonly goodBytes: number;
  /** The last good line has its line end. */
  readonly ended: boolean;
  /** Behind it lies more than a line that a crash cut short. */
  readonly isDamaged: boolean;
  /** The long texts written in place, in order. */
  readonly texts: readonly string[];
  /** The parts of prompts written in place, in order. */
  readonly parts: readonly Json[];
}

interface Line {
  readonly text: string;
  /** Where it ends in the file, its line end included. */
  readonly end: number;
  readonly ended: boolean;
}

const blobMarks = ['"$blob"', '"$json"'];

/** `live`: another process is writing it, so half a last line is nothing to speak of. Rejects with `missing`, `newer`, `damaged` or `io`. */
export async function readRunLog(folder: string, run: string, live: boolean): Promise<ReadLog> {
  const bytes = await readBytes(path.join(folder, eventsFile), run);
  const lines = splitLines(bytes);
  if (lines.length > 0 && isNewer(formatOf(lines[0]!.text))) {
    throw new LogError('newer', `Run ${run} was written by a newer version of Rolecall.`, 'Update Rolecall to open it.');
  }
  const blobs = await new BlobFolder(folder).readAllNamedIn(naming(bytes, lines));
  const decoder = new LogDecoder((hash) => blobs.get(hash) ?? null);
  const { events, warnings, bad } = decodeLines(lines, decoder);
  const good: Pick<Line, 'end' | 'ended'> = lines[events.length - 1] ?? { end: 0, ended: true };
  if (bad !== null && events.length === 0) throw beginningError(run, bad, lines.length === 1 && !lines[0]!.ended);
  const left = bad === null ? null : leftOver(lines, events.length, bad, bytes.length - good.end);
  if (left !== null && !(live && left.isUnfinished)) warnings.push(left.warning);
  const isDamaged = left?.isDamaged === true;
  warnings.push(...(await aboutDamagedLogs(folder, isDamaged)));
  return { events: named(events, run), warnings, goodBytes: good.end, ended: good.ended, isDamaged, texts: decoder.texts, parts: decoder.parts };
}

/** A run goes by the name of its folder, also where that was copied or renamed. */
function named(events: readonly RunEvent[], run: string): readonly RunEvent[] {
  const [first, ...rest] = events;
  return first?.type === 'run.started' && first.run !== run ? [{ ...first, run }, ...rest] : events;
}

/** Up to the first line that cannot be believed; `bad` says in a few words why not. */
function decodeLines(lines: readonly Line[], decoder: LogDecoder): { readonly events: RunEvent[]; readonly warnings: string[]; readonly bad: string | null } {
  const events: RunEvent[] = [];
  const warnings: string[] = [];
  for (const line of lines) {
    const number = events.length + 1;
    const decoded = decoder.decode(line.text, (event) => orderProblem(event, number) ?? shapeProblem(event));
    if (!decoded.ok) return { events, warnings, bad: decoded.error };
    events.push(decoded.value.event);
    for (const name of decoded.value.missing) warnings.push(`Line ${number}: a value kept in ${name} is missing or damaged; the event says so in its place.`);
  }
  return { events, warnings, bad: null };
}

async function readBytes(file: string, run: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') throw new LogError('missing', `There is no run ${run}: ${file} does not exist.`, 'Choose one of the runs in the list.');
    throw new LogError('io', `Run ${run} cannot be read: ${error instanceof Error ? error.message : String(error)}`, 'See that the file may be read.');
  }
}

/** The lines that may refer to blobs. Most logs have none, and none of their lines is looked at. */
function naming(bytes: Buffer, lines: readonly Line[]): readonly string[] {
  if (!blobMarks.some((mark) => bytes.includes(mark))) return [];
  return lines.map(({ text }) => text).filter((text) => blobMarks.some((mark) => text.includes(mark)));
}

/** A character cut in half spoils its own line only: a line that is not UTF-8 is no JSON either, and is refused as such. */
export function splitLines(bytes: Buffer): readonly Line[] {
  const isWhole = isUtf8(bytes);
  const lines: Line[] = [];
  for (let start = 0; start < bytes.length; ) {
    const found = bytes.indexOf(10, start);
    const stop = found < 0 ? bytes.length : found;
    const end = found < 0 ? stop : stop + 1;
    const text = isWhole || isUtf8(bytes.subarray(start, stop)) ? bytes.toString('utf8', start, stop) : '';
    lines.push({ text, end, ended: found >= 0 });
    start = end;
  }
  return lines;
}

function orderProblem(event: RunEvent, line: number): string | null {
  if (event.seq !== line) return `its number is ${event.seq}`;
  return (event.type === 'run.started') === (line === 1) ? null : line === 1 ? 'it is not the start of a run' : 'it is the start of another run';
}

function beginningError(run: string, wrong: string, cut: boolean): LogError {
  const what = cut ? 'its first line was cut short' : `its first line cannot be read (${wrong})`;
  return new LogError('damaged', `Run ${run} cannot be opened: ${what}.`, 'Nothing was recorded before it. Delete the run and start again.');
}

interface LeftOver {
  readonly warning: string;
  /** It is the last line, which may still be being written. */
  readonly isUnfinished: boolean;
  /** It is more than a line that a crash cut short. */
  readonly isDamaged: boolean;
}

/** What is not believed: the line at `index` and all behind it. */
function leftOver(lines: readonly Line[], index: number, wrong: string, bytes: number): LeftOver {
  const { ended } = lines[index]!;
  const behind = lines.length - index - 1;
  if (behind === 0) {
    const warning = `Line ${index + 1}, the last, was ${ended ? `damaged (${wrong})` : 'cut short'} and is left out (${bytes} bytes). Everything before it is here.`;
    return { warning, isUnfinished: true, isDamaged: ended };
  }
  const warning = `Line ${index + 1} of ${lines.length} cannot be read (${wrong}). It and the ${behind} ${behind === 1 ? 'line' : 'lines'} behind it are left out; everything before it is here.`;
  return { warning, isUnfinished: false, isDamaged: true };
}
