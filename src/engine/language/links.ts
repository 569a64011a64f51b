/** The paths in a card that lead somewhere. */
import { rangeOf } from '../cards/cardNode';
import { CardText } from '../cards/mapReader';
import { dirname, joinPath } from '../shared/paths';
import type { Files } from '../shared/ports';
import type { SourceRange } from '../shared/source';
import { teamFilesAt } from '../team/innerTeams';
import type { SourceCard } from '../team/loadedTeam';
import { isText, placesOf, usualShape } from './cardPlaces';

export interface Link {
  readonly range: SourceRange;
  /** Absolute. A path to a team leads to its file. */
  readonly path: string;
  readonly to: 'file' | 'folder';
}

/** Paths that lead nowhere are left out: the check tells of them. */
export async function linksOf(card: SourceCard, files: Files): Promise<readonly Link[]> {
  const links: Link[] = [];
  for (const { node, name, shape, at } of placesOf(card)) {
    if (at === 'key' || !isText(node) || usualShape(shape)?.scalar?.is !== 'path' || rangeOf(node).file !== card.file) continue;
    const path = joinPath(dirname(card.file), node.value);
    const target = name === 'team' ? await teamAt(path, files) : path;
    const stat = await files.stat(target).catch(() => null);
    if (stat === null || stat.kind === 'other') continue;
    links.push({ range: new CardText(node.value, node).span(0, node.value.length), path: target, to: stat.kind });
  }
  return links;
}

async function teamAt(path: string, files: Files): Promise<string> {
  const found = await teamFilesAt(path, files).catch(() => []);
  return found.length === 1 ? found[0]! : path;
}
