/** The first line by which YAML extensions and other editors find a file's JSON Schema, wherever the folder is opened. Writes no file. */
import { basename, dirname, joinPath, relativePath } from '../shared/paths';
import type { CardKind } from '../team/loadedTeam';

/** In a team's folder. */
export const schemaFolder = 'schemas';

const mark = '# yaml-language-server: $schema=';

/** By its name and folder, as YAML extensions go by; null: another file. */
export function cardKindOf(path: string): CardKind | null {
  const name = basename(path);
  if (!/\.ya?ml$/.test(name)) return null;
  if (/^(?:.+\.)?team\.ya?ml$/.test(name)) return 'team';
  if (/\.script\.ya?ml$/.test(name)) return 'script';
  const folder = basename(dirname(path));
  return folder === 'roles' ? 'role' : folder === 'scenarios' ? 'scenario' : null;
}

/** `schemas`: where the schemas lie, absolute like `path`. The text as it is where it is no card or names a schema already. */
export function withSchemaLine(text: string, path: string, schemas: string): string {
  const kind = cardKindOf(path);
  if (kind === null || text.includes(mark)) return text;
  const [bom, rest] = text.startsWith('\uFEFF') ? ['\uFEFF', text.slice(1)] : ['', text];
  const eol = rest.includes('\r\n') ? '\r\n' : '\n';
  return `${bom}${mark}${relativePath(dirname(path), joinPath(schemas, `${kind}.schema.json`))}${eol}${rest}`;
}
