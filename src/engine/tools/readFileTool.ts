/** `read_file`: lines of one text file under a root. */
import * as z from 'zod';
import type { Json, JsonObject } from '../shared/json';
import type { Files } from '../shared/ports';
import { err, ok, type Result } from '../shared/result';
import { attempt, type RootedFiles } from './rootedFiles';
import type { Tool } from './tool';
import { toolArguments } from './toolArguments';

/** In UTF-16 units: about 5,000 tokens, so that a result is told whole. */
const mostText = 20_000;
/** In bytes. */
const largestFile = 8 * 1024 * 1024;

const args = toolArguments(
  z.strictObject({
    path: z.string().min(1).describe('The file, such as search and list_files name it.'),
    from: z.int().min(1).optional().describe('First line; default 1.'),
    to: z.int().min(1).optional().describe('Last line; default the last of the file.'),
  }),
);

export function createReadFileTool(name: string, root: RootedFiles, files: Files): Tool {
  return {
    name,
    description: `Reads a text file under ${root.shown}. Returns {path, from, to, lines, text}; where \`next\` is given, the text goes on at that line.`,
    parameters: args.parameters,
    effect: 'read',
    call: async (given) => {
      const read = args.read(name, given);
      if (!read.ok) return read;
      const found = await root.find(read.value.path);
      if (!found.ok) return err(found.error);
      if (found.value.size > largestFile) return err(`${found.value.path} is larger than 8 MB, so it is not read.`);
      const text = await attempt(files.readText(found.value.absolute));
      if (!text.ok) return err(`${found.value.path} was not read: ${text.error}.`);
      return cutLines(found.value.path, text.value, read.value.from ?? 1, read.value.to ?? Number.MAX_SAFE_INTEGER);
    },
  };
}

function cutLines(path: string, text: string, from: number, to: number): Result<Json, string> {
  const lines = text.split(/\r\n|\n|\r/);
  if (lines.at(-1) === '') lines.pop();
  if (to < from) return err(`\`to\` (${to}) may not be before \`from\` (${from}).`);
  if (from > Math.max(lines.length, 1)) return err(`${path} has only ${lines.length} lines.`);
  let length = 0;
  let end = from - 1;
  while (end < Math.min(to, lines.length) && (end === from - 1 || length + lines[end]!.length < mostText)) length += lines[end++]!.length + 1;
  const shown = lines.slice(from - 1, end).join('\n');
  const whole = shown.length <= mostText;
  const note: JsonObject = whole ? {} : { note: `Line ${from} is cut: it is ${shown.length} characters long.` };
  const next: JsonObject = end < Math.min(to, lines.length) ? { next: end + 1 } : {};
  return ok({ path, from, to: end, lines: lines.length, text: whole ? shown : shown.slice(0, mostText), ...next, ...note });
}
