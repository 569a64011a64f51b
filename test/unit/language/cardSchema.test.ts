// The JSON Schemas that YAML extensions are given say what the check says: they take every sample, and refuse every key and word that the tables do not know.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import Ajv, { type ValidateFunction } from 'ajv';
import { parse } from 'yaml';
import { checkShape } from '../../../src/engine/cards/checkShape';
import { Findings } from '../../../src/engine/cards/findings';
import { map } from '../../../src/engine/cards/shape';
import { readYaml } from '../../../src/engine/cards/yamlSource';
import { cardSchema, contributedSchema } from '../../../src/engine/language/cardSchema';
import type { Json, JsonObject } from '../../../src/engine/shared/json';
import type { CardKind } from '../../../src/engine/team/loadedTeam';
import { kinds } from '../../../src/engine/team/teamSources';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..', '..');
/** Small, and every key is in one of them. */
const changedFolders = ['test/golden/checks/every-key-that-runs', 'test/golden/checks/other-spellings', 'test/golden/language/team'];
const folders = ['media/samples', 'test/golden/runs', ...changedFolders];

interface Sample {
  readonly name: string;
  readonly kind: CardKind;
  readonly text: string;
}

const samples: readonly Sample[] = folders.flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).flatMap((file) => {
    const kind = kindOf(file.replaceAll('\\', '/'));
    const name = path.join(folder, file);
    return kind === null ? [] : [{ name, kind, text: readFileSync(path.join(root, name), 'utf8') }];
  }),
);

const changed = samples.filter(({ name }) => changedFolders.some((folder) => path.resolve(root, name).startsWith(path.resolve(root, folder))));

const ajv = new Ajv({ strict: false, allErrors: true });
const validators = new Map<CardKind, ValidateFunction>((Object.keys(kinds) as CardKind[]).map((kind) => [kind, ajv.compile(cardSchema(kind))]));

describe('the JSON Schemas of the files', () => {
  for (const { name, kind, text } of samples) {
    it(`take ${name}`, () => {
      const validate = validators.get(kind)!;
      assert.ok(validate(parse(text)), ajv.errorsText(validate.errors));
    });
  }

  it('refuse an unknown key wherever the check does', () => {
    let refused = 0;
    for (const sample of changed) for (const at of mapsIn(sample)) {
      const wrong = withChange(parse(sample.text) as Json, at, (found) => ({ ...(found as JsonObject), zzzzzz: 1 }));
      if (!isRefused(wrong, sample.kind, 'unknown-key')) continue;
      refused++;
      assert.equal(validators.get(sample.kind)!(wrong), false, `${sample.name} with zzzzzz in ${at.join('.') || 'the whole'}`);
    }
    assert.ok(refused > 60, `${refused} maps that know their keys`);
  });

  it('refuse a card without a key that it must have', () => {
    let refused = 0;
    for (const sample of changed) for (const at of valuesIn(sample)) {
      const wrong = without(parse(sample.text) as Json, at);
      if (!isRefused(wrong, sample.kind, 'missing-key')) continue;
      refused++;
      assert.equal(validators.get(sample.kind)!(wrong), false, `${sample.name} without ${at.join('.')}`);
    }
    assert.ok(refused > 20, `${refused} keys that must be there`);
  });

  it('refuse a word that is not in its list, a text for a number, and a number for a name', () => {
    const mistakes: readonly [Json, string][] = [['zzzzzz', 'unknown-word'], ['zzzzzz', 'wrong-type'], [-7.5, 'wrong-type'], [-7.5, 'out-of-range'], [[[]], 'wrong-type'], [{ zzzzzz: {} }, 'wrong-type']];
    let refused = 0;
    for (const sample of changed) for (const at of valuesIn(sample)) for (const [value, code] of mistakes) {
      const wrong = withChange(parse(sample.text) as Json, at, () => value);
      if (!isRefused(wrong, sample.kind, code)) continue;
      refused++;
      assert.equal(validators.get(sample.kind)!(wrong), false, `${sample.name} with ${JSON.stringify(value)} as ${at.join('.')}`);
    }
    assert.ok(refused > 300, `${refused} wrong values`);
  });
});

describe('the JSON Schemas as they are contributed', () => {
  const validate = ajv.compile(contributedSchema('role'));

  it('leave other programs\' files in a folder called roles in peace', () => {
    assert.ok(validate({ apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'Role', rules: [{ verbs: ['get'] }] }));
  });

  it('refuse an unknown key in a card', () => {
    assert.ok(validate({ role: 'writer', responsibility: 'Write.' }));
    assert.ok(!validate({ role: 'writer', responsibility: 'Write.', reeds: ['plan'] }));
    assert.ok(!validate({ agent_id: 'writer', responsibility: 'Write.', reeds: ['plan'] }));
  });

  it('are named by package.json, each where the build puts it', () => {
    const { contributes } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { contributes: { yamlValidation: readonly { url: string }[] } };
    assert.deepEqual(contributes.yamlValidation.map(({ url }) => url).sort(), Object.keys(kinds).map((kind) => `./dist/schemas/${kind}.schema.json`).sort());
  });
});

type Path = readonly (string | number)[];

function kindOf(file: string): CardKind | null {
  if (!/\.ya?ml$/.test(file)) return null;
  if (/(?:^|\/)(?:[^/]+\.)?team\.ya?ml$/.test(file)) return 'team';
  if (/(?:^|\/)roles\/[^/]+$/.test(file)) return 'role';
  if (/(?:^|\/)scenarios\/[^/]+$/.test(file)) return 'scenario';
  return /script\.ya?ml$/.test(file) ? 'script' : null;
}

/** Whether the check of shapes reports that of it. */
function isRefused(value: Json, kind: CardKind, code: string): boolean {
  const findings = new Findings();
  const { root: tree } = readYaml('x.yaml', JSON.stringify(value), findings);
  if (tree?.kind === 'map') checkShape(tree, map(kinds[kind].keys), kinds[kind].what, findings);
  return findings.all.some((each) => each.code === code);
}

function mapsIn(sample: Sample): readonly Path[] {
  return pathsIn(parse(sample.text) as Json).filter(({ value }) => typeof value === 'object' && value !== null && !Array.isArray(value)).map(({ at }) => at);
}

/** Deeper, the tables say nothing. */
function valuesIn(sample: Sample): readonly Path[] {
  return pathsIn(parse(sample.text) as Json).map(({ at }) => at).filter((at) => at.length > 0 && at.length < 6);
}

function pathsIn(value: Json, at: Path = []): readonly { readonly at: Path; readonly value: Json }[] {
  const inner = typeof value !== 'object' || value === null ? [] : Array.isArray(value) ? value.map((item: Json, index) => [index, item] as const) : Object.entries(value as JsonObject);
  return [{ at, value }, ...inner.flatMap(([key, member]) => pathsIn(member, [...at, key]))];
}

function withChange(value: Json, [key, ...rest]: Path, change: (found: Json) => Json): Json {
  if (key === undefined) return change(value);
  const inner = withChange((value as Readonly<Record<string | number, Json>>)[key]!, rest, change);
  return Array.isArray(value) ? value.map((item: Json, index) => (index === key ? inner : item)) : { ...(value as JsonObject), [key]: inner };
}

function without(value: Json, at: Path): Json {
  const last = at.at(-1)!;
  return withChange(value, at.slice(0, -1), (found) => (Array.isArray(found) ? found.filter((_, index) => index !== last) : Object.fromEntries(Object.entries(found as JsonObject).filter(([key]) => key !== last))));
}
