/** `write_file`: one whole text file under a root. Shows the difference before, and writes nothing but what was shown. Who is asked is the engine's business. */
import * as z from 'zod';
import type { Json, JsonObject } from '../shared/json';
import { FileError, type Files, type FileWriter, type Sha256 } from '../shared/ports';
import { err, ok, type Result } from '../shared/result';
import { attempt, type RootedFiles, type WritablePlace } from './rootedFiles';
import { showChange } from './showChange';
import type { Preview, Tool } from './tool';
import { toolArguments } from './toolArguments';

/** In UTF-16 units: beyond it a text is a data set, and no person could look through the difference. */
const mostText = 512 * 1024;

const args = toolArguments(
  z.strictObject({
    path: z.string().min(1).max(500).describe('The file, relative to the folder; folders above it are made.'),
    text: z.string().max(mostText).describe('All that the file is to hold.'),
  }),
);

export interface WriteFilePorts {
  readonly files: Files;
  readonly writer: FileWriter;
  readonly sha256: Sha256;
}

interface Target {
  readonly place: WritablePlace;
  readonly text: string;
  /** Null: there is no such file. */
  readonly before: string | null;
}

export function createWriteFileTool(name: string, root: RootedFiles, ports: WriteFilePorts): Tool {
  const find = async (given: JsonObject): Promise<Result<Target, string>> => {
    const read = args.read(name, given);
    if (!read.ok) return read;
    const place = await root.placeFor(read.value.path);
    if (!place.ok) return place;
    const before = place.value.exists ? await attempt(ports.files.readText(place.value.absolute)) : ok(null);
    if (!before.ok) return err(`${place.value.path} is not written over: ${before.error}.`);
    return ok({ place: place.value, text: read.value.text, before: before.value });
  };
  return {
    name,
    description: `Writes a text file under ${root.shown}, in the place of what it held. Returns {path, bytes}.`,
    parameters: args.parameters,
    effect: 'write',
    preview: async (given): Promise<Result<Preview, string>> => {
      const target = await find(given);
      if (!target.ok) return target;
      const { place, before, text } = target.value;
      const what = { path: place.path, before: stateOf(before, ports.sha256), shows: await showChange(place.path, before, text) };
      return ok({ question: `${before === null ? 'write the new file' : 'change'} ${place.path}`, what });
    },
    call: async (given, { approved }): Promise<Result<Json, string>> => {
      const target = await find(given);
      if (!target.ok) return target;
      const { place, text, before } = target.value;
      const done = ok({ path: place.path, bytes: new TextEncoder().encode(text).length });
      if (before === text) return done;
      if (approved !== undefined && approved['before'] !== stateOf(before, ports.sha256)) return err(`${place.path} was changed by somebody else after a person allowed this, so it was not written. Look at it again.`);
      return write(ports.writer, place, text, done);
    },
  };
}

async function write(writer: FileWriter, place: WritablePlace, text: string, done: Result<Json, string>): Promise<Result<Json, string>> {
  try {
    await writer.writeText(place.absolute, text);
    return done;
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    return err(`${place.path} could not be written${error.kind === 'denied' ? ': it may not be changed' : ''}. Nothing was changed.`);
  }
}

function stateOf(text: string | null, sha256: Sha256): string {
  return text === null ? 'not there' : sha256(text);
}
