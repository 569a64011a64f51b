// Each folder in checks/ is a team with something to say about it, and what must be said. ACCEPT=1 writes the expectation anew: read the difference before keeping it.
// Whatever mend is offered must be one: with it, the same problem is gone and no other of YAML has come.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadSchemas } from '../../src/engine/schemas/loadSchemas';
import { relativePath } from '../../src/engine/shared/paths';
import type { Files } from '../../src/engine/shared/ports';
import type { Diagnostic, QuickFix, SourceRange } from '../../src/engine/shared/source';
import type { LoadedTeam } from '../../src/engine/team/loadedTeam';
import type { Team } from '../../src/engine/team/team';
import { loadTeam } from '../../src/engine/team/loadTeam';
import { spellingOffers } from '../../src/engine/team/spellingOffers';
import { createNodeFiles } from '../../src/node/nodeFiles';
import { slashPath } from '../../src/node/slashPath';
import { mended } from '../support/mended';

const checks = path.join(path.dirname(fileURLToPath(import.meta.url)), 'checks');
const files = createNodeFiles();

describe('findings', () => {
  for (const name of readdirSync(checks)) {
    const folder = slashPath(path.join(checks, name));
    it(`${name.replaceAll('-', ' ')}: says what is expected`, async () => {
      compare(path.join(folder, 'expected.json'), `${JSON.stringify(shown(await load(folder, files)), null, 2)}\n`);
    });

    it(`${name.replaceAll('-', ' ')}: what it offers reads as expected, with the line ends of either system`, async () => {
      const actual = await allMended(await load(folder, files), files);
      compare(path.join(folder, 'mended.txt'), actual);
      const crlf = { ...files, readText: async (file: string) => (await files.readText(file)).replaceAll(/\r?\n/g, '\r\n') };
      const lf = { ...files, readText: async (file: string) => (await files.readText(file)).replaceAll('\r\n', '\n') };
      assert.equal(await allMended(await load(folder, crlf), crlf), (await allMended(await load(folder, lf), lf)).replaceAll(/(?<=^[-+] .*)$/gm, '\\r'));
    });

    it(`${name.replaceAll('-', ' ')}: another spelling written as ours means the same`, async () => {
      const before = await load(folder, files);
      for (const { fix } of before.sources === null ? [] : before.files.flatMap((file) => spellingOffers(before.sources!, file))) {
        const after = await load(folder, withFix(fix));
        assert.deepEqual(withoutPlaces(after.team), withoutPlaces(before.team), fix.title);
        assert.deepEqual(after.diagnostics.map(({ code, message }) => [code, message]), before.diagnostics.map(({ code, message }) => [code, message]), fix.title);
      }
    });

    it(`${name.replaceAll('-', ' ')}: what it offers mends it`, async () => {
      const before = await load(folder, files);
      for (const found of before.diagnostics) {
        if (found.fix === undefined) continue;
        const after = await load(folder, withFix(found.fix));
        assert.ok(!after.diagnostics.some((each) => isSame(each, found)), `still there: ${place(found.range, folder)} ${found.message}`);
        const worse = after.diagnostics.find((each) => each.code === 'yaml-syntax' && !before.diagnostics.some((old) => old.code === 'yaml-syntax'));
        assert.equal(worse, undefined, `mending ${place(found.range, folder)} broke the YAML`);
      }
    });
  }
});

/** Nothing to say and no such file are the same. */
function compare(file: string, actual: string): void {
  const isThere = existsSync(file);
  if (process.env['ACCEPT'] === '1' && (isThere || actual !== '')) writeFileSync(file, actual);
  else assert.ok(isThere || actual === '', `${file} is missing: run with ACCEPT=1, then read it`);
  assert.equal(actual, existsSync(file) ? readFileSync(file, 'utf8') : '');
}

/** Every mend and offer with the lines it changes, as they were and as they are then. */
async function allMended({ diagnostics, sources, folder, files: all }: LoadedTeam, from: Files): Promise<string> {
  const offers = sources === null ? [] : all.flatMap((file) => spellingOffers(sources, file));
  const fixes = [
    ...diagnostics.flatMap(({ code, range, fix }) => (fix === undefined ? [] : [{ head: `${place(range, folder)} ${code}`, fix }])),
    ...offers.map(({ at, fix }) => ({ head: `${place(at, folder)} offered`, fix })),
  ];
  const told: string[] = [];
  for (const { head, fix } of fixes) {
    const text = await from.readText(fix.range.file);
    told.push(`${head}: ${fix.title}${fix.isDraft === true ? ' (to be filled in)' : ''}\n${changedLines(text, mended(text, fix), relativePath(folder, fix.range.file))}`);
  }
  return told.join('\n');
}

function changedLines(before: string, after: string, file: string): string {
  const [old, now] = [before.split('\n'), after.split('\n')];
  let start = 0;
  while (start < Math.min(old.length, now.length) && old[start] === now[start]) start++;
  let same = 0;
  while (same < Math.min(old.length, now.length) - start && old[old.length - 1 - same] === now[now.length - 1 - same]) same++;
  const lines = (sign: string, all: readonly string[]): string => all.slice(start, all.length - same).map((line) => `${sign} ${line.replaceAll('\r', '\\r')}\n`).join('');
  return `  ${file}:${start + 1}\n${lines('-', old)}${lines('+', now)}`;
}

async function load(folder: string, from: Files): Promise<LoadedTeam> {
  return loadTeam(folder, from, await loadSchemas());
}

function withFix(fix: QuickFix): Files {
  return { ...files, readText: async (file) => (file === fix.range.file ? mended(await files.readText(file), fix) : files.readText(file)) };
}

function withoutPlaces(team: Team | null): unknown {
  return JSON.parse(JSON.stringify(team, (key, value: unknown) => (key === 'at' || key === 'places' ? undefined : value)));
}

/** Mending a line moves what stands behind on it. */
function isSame(a: Diagnostic, b: Diagnostic): boolean {
  return a.code === b.code && a.message === b.message && a.range.file === b.range.file && a.range.start.line === b.range.start.line && a.range.start.column === b.range.start.column;
}

function shown(loaded: LoadedTeam): unknown {
  const { folder } = loaded;
  return {
    runs: loaded.team !== null,
    findings: loaded.diagnostics.map(({ code, severity, message, hint, range, related, fix }) => ({
      at: place(range, folder),
      severity,
      code,
      message,
      hint,
      related: related?.map((other) => `${place(other.range, folder)} ${other.message}`),
      fix: fix && { at: place(fix.range, folder), text: fix.text, title: fix.title },
    })),
  };
}

/** `roles/writer.yaml:3:1-3:9`. */
function place({ file, start, end }: SourceRange, folder: string): string {
  return `${relativePath(folder, file)}:${start.line}:${start.column}-${end.line}:${end.column}`;
}
