/** Reads single card files: the text, the tree, what its table of keys says to it. What was read last of a file is kept, so that one that did not change costs nothing. */
import { rangeOf, type CardNode } from '../cards/cardNode';
import { checkShape } from '../cards/checkShape';
import { Findings } from '../cards/findings';
import { MapReader } from '../cards/mapReader';
import { map, type KeyTable } from '../cards/shape';
import { formatVersion } from '../cards/words';
import { maxFileSize } from '../cards/yamlGuards';
import { readYaml } from '../cards/yamlSource';
import { usesPatterns } from '../expressions/patterns';
import { basename, joinPath } from '../shared/paths';
import { FileError, type Files } from '../shared/ports';
import type { Diagnostic, SourceRange } from '../shared/source';
import { checkSecrets } from './checkSecrets';
import { isYamlFile, listIfThere } from './findTeams';

export interface CardFile {
  readonly file: string;
  /** Null: too broken to be read. */
  readonly map: MapReader | null;
  /** True when a part of it could not be read: what it seems to lack may only be hidden. */
  readonly incomplete: boolean;
  /** True when syntax errors are left: what the tree holds may not be what was meant. */
  readonly broken: boolean;
}

/** One kind of file. */
export interface FileKind {
  readonly keys: KeyTable;
  /** For people: `a role card`. */
  readonly what: string;
}

interface Kept {
  readonly text: string;
  readonly kind: FileKind;
  readonly card: CardFile;
  readonly found: readonly Diagnostic[];
}

/** Trees do not change, so that what was read once can serve every reader. Bounded by forgetting all. */
const kept = new Map<string, Kept>();
const maxKept = 500;

export class CardFiles {
  /** Every file that was asked for. */
  readonly seen: string[] = [];
  usesPatterns = false;
  /** True when a folder of cards is there that cannot be looked into. */
  missesFolder = false;

  constructor(
    private readonly files: Files,
    private readonly findings: Findings,
  ) {}

  /** The YAML files of a folder, in order of their names. `of`: the file to report at where the folder cannot be read. */
  async readAll(folder: string, kind: FileKind, of: string): Promise<readonly CardFile[]> {
    // What is hidden (an editor's copy, macOS's ._ files) nobody wrote as a card.
    const names = (await this.namesIn(folder, of)).filter((name) => isYamlFile(name) && !name.startsWith('.'));
    const read: CardFile[] = [];
    for (const name of names) read.push(await this.read(joinPath(folder, name), kind));
    return read;
  }

  private async namesIn(folder: string, of: string): Promise<readonly string[]> {
    try {
      return await listIfThere(folder, this.files);
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      this.missesFolder = true;
      this.findings.add('file-unreadable', startOf(of), `The folder \`${basename(folder)}\` cannot be read: ${error.message}`, { hint: 'Check that it is a folder and may be read.' });
      return [];
    }
  }

  /** `askedFor`: where the file is named, for when it is not there. */
  async read(file: string, kind: FileKind, askedFor?: SourceRange): Promise<CardFile> {
    this.seen.push(file);
    const text = await this.textOf(file, askedFor ?? startOf(file));
    if (text === null) return { file, map: null, incomplete: true, broken: true };
    this.usesPatterns ||= usesPatterns(text);
    const last = kept.get(file);
    const current = last?.text === text && last.kind === kind ? last : readCard(file, text, kind);
    if (kept.size >= maxKept) kept.clear();
    kept.set(file, current);
    this.findings.addAll(current.found);
    return current.card;
  }

  private async textOf(file: string, range: SourceRange): Promise<string | null> {
    try {
      const stat = await this.files.stat(file);
      if (stat?.kind === 'folder') throw new FileError('other', file, 'it is a folder');
      // A UTF-16 unit takes three bytes at most: only what cannot fit is refused unread.
      if (stat === null || stat.size <= maxFileSize * 3) return await this.files.readText(file);
      this.findings.add('file-too-large', range, `\`${basename(file)}\` is larger than ${maxFileSize / 1024} KB, so it is not read.`);
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      const why = error.kind === 'missing' ? 'is not there.' : `cannot be read: ${error.message}`;
      this.findings.add('file-unreadable', range, `\`${basename(file)}\` ${why}`);
    }
    return null;
  }
}

function readCard(file: string, text: string, kind: FileKind): Kept {
  const findings = new Findings();
  const yaml = readYaml(file, text, findings);
  const root = rootMap(yaml.root, yaml.broken, file, kind.what, findings);
  const isNewer = root !== null && reportNewer(root, findings);
  // A tree with syntax errors left in it would bring up problems that nobody has.
  if (root !== null && !yaml.broken && !isNewer) checkShape(root.node, map(kind.keys), kind.what, findings);
  const found = checkSecrets(file, text, root, findings.all);
  return { text, kind, card: { file, map: isNewer ? null : root, incomplete: yaml.broken || yaml.hasMore || isNewer, broken: yaml.broken || isNewer }, found };
}

function rootMap(root: CardNode | null, broken: boolean, file: string, what: string, findings: Findings): MapReader | null {
  if (root?.kind === 'map') return new MapReader(root);
  if (broken) return null;
  if (root === null) findings.add('wrong-type', startOf(file), 'The file is empty.', { hint: `Write ${what} here.` });
  else findings.add('wrong-type', rangeOf(root), `${what} is a map of keys and values.`, { hint: 'Write `key: value` lines.' });
  return null;
}

/** A newer format may mean other things by the same keys: nothing else is said about such a file. */
function reportNewer(root: MapReader, findings: Findings): boolean {
  const version = root.number('rolecall');
  const node = root.value('rolecall');
  if (version === null || node === undefined || version <= formatVersion) return false;
  findings.add('newer-version', rangeOf(node), `This file is written in version ${version} of the format; this program reads version ${formatVersion}.`);
  return true;
}

export function startOf(file: string): SourceRange {
  return { file, start: { line: 1, column: 1 }, end: { line: 1, column: 1 } };
}
