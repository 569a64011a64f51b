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
import { loadTeam } from '../../src/engine/team/loadTeam';
import { createNodeFiles } from '../../src/node/nodeFiles';
import { slashPath } from '../../src/node/slashPath';
import { mended } from '../support/mended';

const checks = path.join(path.dirname(fileURLToPath(import.meta.url)), 'checks');
const files = createNodeFiles();

describe('findings', () => {
  for (const name of readdirSync(checks)) {
    const folder = slashPath(path.join(checks, name));
    it(`${name.replaceAll('-', ' ')}: says what is expected`, async () => {
      const actual = `${JSON.stringify(shown(await load(folder, files)), null, 2)}\n`;
      const file = path.join(folder, 'expected.json');
      if (process.env['ACCEPT'] === '1') writeFileSync(file, actual);
      assert.ok(existsSync(file), `${file} is missing: run with ACCEPT=1, then read it`);
      assert.equal(actual, readFileSync(file, 'utf8'));
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

async function load(folder: string, from: Files): Promise<LoadedTeam> {
  return loadTeam(folder, from, await loadSchemas());
}

function withFix(fix: QuickFix): Files {
  return { ...files, readText: async (file) => (file === fix.range.file ? mended(await files.readText(file), fix) : files.readText(file)) };
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
