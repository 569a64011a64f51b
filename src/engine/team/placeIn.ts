/** From ranges in files to the small places a team keeps: relative to its folder. */
import type { CardText } from '../cards/mapReader';
import { relativePath } from '../shared/paths';
import type { SourceRange, SourceRef } from '../shared/source';
import type { Sourced } from './team';

export type PlaceIn = (range: SourceRange) => SourceRef;

export function placeIn(folder: string): PlaceIn {
  const shown = new Map<string, string>();
  return ({ file, start }) => {
    let short = shown.get(file);
    if (short === undefined) shown.set(file, (short = relativePath(folder, file)));
    return { file: short, line: start.line, column: start.column };
  };
}

export function sourced(text: CardText, at: PlaceIn): Sourced {
  return { text: text.text, at: at(text.range) };
}
