import assert from 'node:assert/strict';
import { loadSchemas } from '../../../src/engine/schemas/loadSchemas';
import { loadTeam } from '../../../src/engine/team/loadTeam';
import { createNodeFiles } from '../../../src/node/nodeFiles';
import { inFolder, scripted } from '../../support/runFiles';

/** What the check says about the length of a prompt. */
function said(keys: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const card = Object.entries(keys).map(([key, text]) => `, ${key}: ${text}`).join('');
  const files = scripted(`
roles: [{ role: writer, responsibility: Write., writes: { note: { type: string } }${card} }]
routes: [{ when: state.note == '', to: writer }]
finish_when: state.note != ''
`, '  - { role: writer, output: { note: x } }\n');
  return inFolder(files, async (folder) => {
    const { diagnostics } = await loadTeam(folder, createNodeFiles(), await loadSchemas());
    return diagnostics.flatMap(({ code, severity, message }) => (code === 'long-prompt' ? [`${severity}: ${message}`] : []));
  });
}

describe('the length of a prompt', () => {
  it('may be 1,500 characters; one more warns', async () => {
    assert.deepEqual(await said({ instructions: 'x'.repeat(1500) }), []);
    assert.deepEqual(await said({ instructions: 'x'.repeat(1501) }), ['warning: The prompt of `writer` has 1501 characters: beyond 1500 parts of it are no longer followed.']);
  });

  it('is that of all keys that speak of it', async () => {
    assert.deepEqual(await said({ backstory: 'x'.repeat(700), instructions: 'y'.repeat(700) }), []);
    assert.equal((await said({ backstory: 'x'.repeat(800), instructions: 'y'.repeat(800) })).length, 1);
  });
});
