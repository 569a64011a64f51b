import assert from 'node:assert/strict';
import { withSchemaLine } from '../../../src/engine/language/schemaLine';

const line = (text: string, path: string): string => withSchemaLine(text, path, '/t/schemas');

describe('the line that names a schema', () => {
  const files: readonly (readonly [string, string | null])[] = [
    ['/t/team.yaml', 'schemas/team'], ['/t/small.team.yml', 'schemas/team'], ['/t/roles/a.yaml', '../schemas/role'], ['/t/scenarios/a.yml', '../schemas/scenario'],
    ['/t/demo.script.yaml', 'schemas/script'], ['/t/inner/roles/a.yaml', '../../schemas/role'], ['/t/docs/a.yaml', null], ['/t/roles/a.md', null],
  ];
  for (const [file, schema] of files) {
    it(`${schema === null ? 'is not written into' : `names ${schema} in`} ${file}`, () => {
      assert.equal(line('a: 1\n', file), schema === null ? 'a: 1\n' : `# yaml-language-server: $schema=${schema}.schema.json\na: 1\n`);
    });
  }

  it('keeps a byte order mark first, and the line ends', () => {
    assert.equal(line('\uFEFFteam: a\r\n', '/t/team.yaml'), '\uFEFF# yaml-language-server: $schema=schemas/team.schema.json\r\nteam: a\r\n');
  });

  it('is written once', () => {
    const once = line('team: a\n', '/t/team.yaml');
    assert.equal(line(once, '/t/team.yaml'), once);
  });
});
