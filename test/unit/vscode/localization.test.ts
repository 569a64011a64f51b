import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'mocha';
import ts from 'typescript';

type Texts = Readonly<Record<string, string>>;

const readTexts = (file: string): Texts => JSON.parse(readFileSync(file, 'utf8')) as Texts;
const sorted = (texts: Iterable<string>): string[] => [...texts].sort();
const placeholders = (text: string): string[] => sorted([...text.matchAll(/\{\d+\}/g)].map(([all]) => all));
const commands = (text: string): string[] => sorted([...text.matchAll(/command:[\w.]+/g)].map(([all]) => all));

/** Every text that is given to `l10n.t`, with the file it stands in. */
function textsOfCode(): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const name of readdirSync('src', { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(name)) continue;
    const source = ts.createSourceFile(name, readFileSync(path.join('src', name), 'utf8'), ts.ScriptTarget.Latest, true);
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node) && /(^|\.)l10n\.t$/.test(node.expression.getText(source))) {
        const [first] = node.arguments;
        assert.ok(first && ts.isStringLiteralLike(first), `${name}: a text that is put together cannot be translated: ${first?.getText(source)}`);
        found.set(first.text, name);
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return found;
}

describe('Simplified Chinese', () => {
  const code = textsOfCode();
  const bundle = readTexts('l10n/bundle.l10n.zh-cn.json');
  const manifest = [readTexts('package.nls.json'), readTexts('package.nls.zh-cn.json')] as const;

  it('has every text of the code, and no other', () => {
    assert.ok(code.size > 200);
    const missing = [...code].filter(([text]) => !(text in bundle)).map(([text, file]) => `${file}: ${text}`);
    assert.deepEqual(missing, [], 'add these to l10n/bundle.l10n.zh-cn.json');
    assert.deepEqual(Object.keys(bundle).filter((text) => !code.has(text)), [], 'take these out of l10n/bundle.l10n.zh-cn.json');
  });

  it('has every text of package.json, and no other', () => {
    assert.deepEqual(sorted(Object.keys(manifest[1])), sorted(Object.keys(manifest[0])));
  });

  it('fills in the same values and offers the same commands', () => {
    for (const [text, chinese] of Object.entries(bundle)) assert.deepEqual(placeholders(chinese), placeholders(text), text);
    for (const [key, text] of Object.entries(manifest[0])) assert.deepEqual(commands(manifest[1][key]!), commands(text), key);
  });

  it('is Chinese, but for names and figures', () => {
    const same = /^(?:[\s\d{}:·,|↔%()-]|Run)*$|^media\//;
    for (const [text, chinese] of [...Object.entries(bundle), ...Object.values(manifest[1]).map((chinese) => ['', chinese] as const)]) {
      assert.ok(/\p{Script=Han}/u.test(chinese) || same.test(chinese) || /^\{0\}:\{1\}：/.test(chinese), `${text}: ${chinese}`);
    }
  });

  it('has the pages of the walkthrough', () => {
    for (const [key, file] of Object.entries(manifest[1])) if (key.endsWith('.page')) assert.ok(existsSync(file), file);
  });
});
