/**
 * Reads a run's log, whole or damaged: everything up to the first line that cannot be believed, and what was left out. The one home of that rule:
 * lists, views, and whoever goes on with a run or does it again know of it only what is read here. Writes nothing.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
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

/** `live`: another process is writing it, so half a last line is nothing to speak of. Rejects with `missing`, `newer`, `damaged` or `io`. */
export async function readRunLog(folder: string, run: string, live: boolean): Promise<ReadLog> {
  const bytes = await readBytes(path.join(folder, eventsFile), run);
  const lines = splitLines(bytes);
  if (lines.length > 0 && isNewer(formatOf(lines[0]!.text))) {
    throw new LogError('newer', `Run ${run} was written by a newer version of Rolecall.`, 'Update Rolecall to open it.');
  }
  const blobs = await new BlobFolder(folder).readAllNamedIn(lines.filter(({ text }) => mayNameBlob(text)).map(({ text }) => text));
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
    const decoded = decoder.decode(line.text, (event) => orderProblem(event, number));
    if (!decoded.ok) return { events, warnings, bad: decoded.error };
    events.push(decoded.value.event);
    for (const name of decoded.value.missing) warnings.push(`Line ${number}: a value kept in ${name} is missing or damaged; the event says so in its place.`);
  }
  return { events, warnings, bad: null };
}

async function readBytes(file: string, run: string): Promise<Uint8Array> {
  try {
    return await readFile(file);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') throw new LogError('missing', `There is no run ${run}: ${file} does not exist.`, 'Choose one of the runs in the list.');
    throw new LogError('io', `Run ${run} cannot be read: ${error instanceof Error ? error.message : String(error)}`, 'See that the file may be read.');
  }
}

/** Quicker than the search for its name, which few lines need. */
function mayNameBlob(text: string): boolean {
  return text.includes('"$blob"') || text.includes('"$json"');
}

export function splitLines(bytes: Uint8Array): readonly Line[] {
  const whole = decode(bytes);
  return whole === null ? splitBytes(bytes) : splitText(whole);
}

function splitText(whole: string): readonly Line[] {
  const lines: Line[] = [];
  for (let start = 0, end = 0; start < whole.length; ) {
    const found = whole.indexOf('\n', start);
    const text = whole.slice(start, found < 0 ? whole.length : found);
    start += text.length + 1;
    end += Buffer.byteLength(text) + (found < 0 ? 0 : 1);
    lines.push({ text, end, ended: found >= 0 });
  }
  return lines;
}

/** A character cut in half spoils its own line only: a line that is not UTF-8 is no JSON either, and is refused as such. */
function splitBytes(bytes: Uint8Array): readonly Line[] {
  const lines: Line[] = [];
  for (let start = 0; start < bytes.length; ) {
    const found = bytes.indexOf(10, start);
    const stop = found < 0 ? bytes.length : found;
    const end = found < 0 ? stop : stop + 1;
    lines.push({ text: decode(bytes.subarray(start, stop)) ?? '', end, ended: found >= 0 });
    start = end;
  }
  return lines;
}

/** Null: it is not UTF-8. */
function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
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
