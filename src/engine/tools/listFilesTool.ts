/** `list_files`: which files there are under a root. */
import * as z from 'zod';
import type { JsonObject } from '../shared/json';
import { err, ok } from '../shared/result';
import { matchesGlob } from './glob';
import { unlessStopped, type RootedFiles } from './rootedFiles';
import type { Tool } from './tool';
import { toolArguments } from './toolArguments';

const mostFiles = 200;

const args = toolArguments(
  z.strictObject({
    pattern: z.string().min(1).max(200).optional().describe('Only these: a folder or the start of a path, or a pattern with *, ? and **, e.g. docs/**/*.md. Without a / a pattern is for the file name.'),
  }),
);

export function createListFilesTool(name: string, root: RootedFiles): Tool {
  return {
    name,
    description: `Lists the files under ${root.shown}. Returns {files: [{path, bytes}], total}, at most ${mostFiles} of them.`,
    parameters: args.parameters,
    effect: 'read',
    call: async (given, { signal }) => {
      const read = args.read(name, given);
      if (!read.ok) return read;
      const walked = await unlessStopped(root.walk(signal), signal);
      if (walked === null) return err('Stopped.');
      const isAsked = filter(read.value.pattern?.replaceAll('\\', '/').replace(/^(\.\/)+/, ''), root.shown);
      const files = walked.files.filter((file) => isAsked(file.path)).map((file) => ({ path: file.path, bytes: file.size }));
      const note: JsonObject = walked.notes.length > 0 ? { note: walked.notes.join(' ') } : {};
      return ok({ files: files.slice(0, mostFiles), total: files.length, ...note });
    },
  };
}

/** As with read_file, the root's own name may be left out. */
function filter(pattern: string | undefined, shown: string): (path: string) => boolean {
  if (pattern === undefined) return () => true;
  const isPattern = /[*?]/.test(pattern);
  const matches = (path: string) => {
    if (!isPattern) return path.startsWith(pattern);
    return matchesGlob(pattern, pattern.includes('/') ? path : path.slice(path.lastIndexOf('/') + 1));
  };
  return (path) => matches(path) || (path.startsWith(`${shown}/`) && matches(path.slice(shown.length + 1)));
}
