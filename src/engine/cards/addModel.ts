/** Writes a model into the text of a team file, as edits of it: comments, order and line ends stay. Does not check the team. */
import { entryOf, type CardNode, type MapEntry, type MapNode } from './cardNode';
import { Findings } from './findings';
import { readYaml } from './yamlSource';

export interface NewModel {
  /** Under `models:`; not there yet. */
  readonly name: string;
  /** Its keys and values, in order. */
  readonly entry: Readonly<Record<string, string>>;
  /** True: roles that name no model use it. False: they go on with the one they had. */
  readonly isDefault: boolean;
}

/** Offsets into the text as it was. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** In order of their places. Null: the file cannot be read as a team, so nothing is written. */
export function addModel(text: string, model: NewModel): readonly TextEdit[] | null {
  const { root, broken, hasMore } = readYaml('team.yaml', text, new Findings());
  if (root?.kind !== 'map' || broken || hasMore || root.flow) return null;
  const place = placeOf(text, root);
  const models = entryOf(root, 'models');
  if (models !== undefined && !isMapOrNothing(models.value)) return null;
  const edits = [intoModels(place, models, `${model.name}: ${written(model.entry)}`), ...defaultEdits(place, root, models, model)];
  return merged(edits);
}

interface Place {
  readonly text: string;
  readonly eol: string;
  /** From an offset of the tree to one of the text. */
  readonly at: (offset: number) => number;
}

function placeOf(text: string, root: MapNode): Place {
  const mark = text.startsWith('\uFEFF') ? 1 : 0;
  return { text, eol: text.includes('\r\n') ? '\r\n' : '\n', at: (offset) => root.source.toOriginal(offset) + mark };
}

function isMapOrNothing(node: CardNode): boolean {
  return node.kind === 'map' || (node.kind === 'scalar' && node.value === null);
}

/** In quotes, where YAML could read it as something else. */
function written(entry: NewModel['entry']): string {
  const pairs = Object.entries(entry).map(([key, value]) => `${key}: ${/^[A-Za-z_]\w*$/.test(value) && !/^(true|false|null|yes|no|on|off)$/i.test(value) ? value : JSON.stringify(value)}`);
  return `{ ${pairs.join(', ')} }`;
}

function intoModels(place: Place, models: MapEntry | undefined, line: string): TextEdit {
  if (models === undefined) return atEnd(place, `models:${place.eol}  ${line}`);
  const { value } = models;
  const last = value.kind === 'map' ? value.entries.at(-1) : undefined;
  if (value.kind !== 'map' || last === undefined) {
    if (value.kind === 'map') return insert(place.at(value.start) + 1, ` ${line} `);
    return insert(lineEnd(place, place.at(models.keyNode.end)), `${place.eol}  ${line}`);
  }
  const end = contentEnd(place, place.at(last.value.end));
  return value.flow ? insert(end, `, ${line}`) : insert(lineEnd(place, end), `${place.eol}${indentOf(place, last)}${line}`);
}

function defaultEdits(place: Place, root: MapNode, models: MapEntry | undefined, { name, isDefault }: NewModel): readonly TextEdit[] {
  const chosen = entryOf(root, 'model');
  const before = models?.value.kind === 'map' ? models.value.entries.map(({ key }) => key) : [];
  if (isDefault && chosen !== undefined) return [{ start: place.at(chosen.value.start), end: contentEnd(place, place.at(chosen.value.end)), text: name }];
  if (chosen !== undefined || before.length === 0) return [];
  // The only model was the default without a word; beside another it no longer is.
  if (!isDefault && before.length > 1) return [];
  return [atEnd(place, `model: ${isDefault ? name : before[0]!}`)];
}

function insert(at: number, text: string): TextEdit {
  return { start: at, end: at, text };
}

/** Behind the last line that says something, in a line of its own. */
function atEnd(place: Place, line: string): TextEdit {
  return insert(contentEnd(place, place.text.length), `${place.eol}${line}`);
}

function contentEnd({ text }: Place, offset: number): number {
  return text.slice(0, offset).trimEnd().length;
}

/** Of the line that `offset` lies in, a comment behind it included. */
function lineEnd({ text }: Place, offset: number): number {
  const next = text.indexOf('\n', offset);
  if (next < 0) return text.length;
  return text[next - 1] === '\r' ? next - 1 : next;
}

function indentOf(place: Place, entry: MapEntry): string {
  const start = place.at(entry.keyNode.start);
  const lineStart = place.text.lastIndexOf('\n', start - 1) + 1;
  return /^\s*/.exec(place.text.slice(lineStart, start))![0];
}

/** Two at one place become one, in their order. */
function merged(edits: readonly TextEdit[]): readonly TextEdit[] {
  const sorted: TextEdit[] = [];
  for (const edit of [...edits].sort((a, b) => a.start - b.start)) {
    const last = sorted.at(-1);
    if (last?.start === edit.start && last.end === edit.end) sorted[sorted.length - 1] = { ...last, text: last.text + edit.text };
    else sorted.push(edit);
  }
  return sorted;
}
