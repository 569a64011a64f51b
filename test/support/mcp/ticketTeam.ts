// A team whose tool is the test's MCP server, as a process of its own.
import { readFile, watch } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { inFolder, scripted, type TeamFiles } from '../runFiles';

const loader = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
const file = fileURLToPath(new URL('./ticketProcess.ts', import.meta.url));

/** The command of the server; `--marks` leaves a line for each thing that happened in `folder`. */
export function ticketCommand(...args: readonly string[]): readonly string[] {
  return [process.execPath, '--import', loader, file, ...args];
}

/** `calls` as YAML, one reply each. */
export function ticketTeam(server: object, calls: readonly string[], more = ''): TeamFiles {
  return scripted(`
tools: { tickets: ${JSON.stringify({ type: 'mcp', ...server })} }
roles: [{ role: clerk, responsibility: Keep the tickets., reads: [task], tools: [tickets], writes: { note: { type: string } }, on_failure: fail${more} }]
routes: [{ when: state.note == '', to: clerk }]
finish_when: state.note != ''
`, `${calls.map((call) => `  - { role: clerk, tool_calls: [${call}] }\n`).join('')}  - { role: clerk, output: { note: done } }\n`);
}

/** With `marks()`: what the server says happened. */
export async function inTicketFolder<T>(team: (marksFile: string) => TeamFiles, work: (folder: string, marks: () => Promise<readonly string[]>) => Promise<T>): Promise<T> {
  return inFolder({ 'marks/.keep': '' }, async (marksFolder) => {
    const marksFile = `${marksFolder}/marks/marks.txt`;
    const marks = async () => (await readFile(marksFile, 'utf8').catch(() => '')).split('\n').filter((line) => line !== '');
    return inFolder(team(marksFile), (folder) => work(folder, marks));
  });
}

/** Resolves once the server has left this line, as often as that. */
export async function marked(file: string, line: string, times = 1): Promise<void> {
  const isThere = async () => (await readFile(file, 'utf8').catch(() => '')).split('\n').filter((one) => one === line).length >= times;
  const stop = new AbortController();
  try {
    const changes = watch(path.dirname(file), { signal: stop.signal })[Symbol.asyncIterator]();
    // It watches from the first of these on, not from its call on.
    const next = () => changes.next().catch(() => undefined);
    for (let change = next(); !(await isThere()); change = next()) await change;
  } finally {
    stop.abort();
  }
}
