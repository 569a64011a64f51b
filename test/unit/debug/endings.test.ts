// However a session ends, it ends, and leaves a run that can be gone on with.
import assert from 'node:assert/strict';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isResumable } from '../../../src/engine/projections/resumable';
import { createRunFold } from '../../../src/engine/projections/foldRunView';
import { DebugClient, debugHost } from '../../support/debugging';
import { inFolder, scripted, type TeamFiles } from '../../support/runFiles';

const team = `
roles:
  - { role: a, responsibility: One., writes: { x: { type: string } } }
  - { role: b, responsibility: Two., reads: [x], writes: { y: { type: string } } }
routes:
  - { when: state.x == '', to: a }
  - { when: state.y == '', to: b }
finish_when: state.y != ''
`;
const files: TeamFiles = scripted(team, "  - { role: a, output: { x: one }, repeat: true }\n  - { role: b, output: { y: two }, repeat: true }\n");

async function debugging(given: TeamFiles, work: (client: DebugClient, folder: string, host: ReturnType<typeof debugHost>) => Promise<void>): Promise<void> {
  await inFolder(given, async (folder) => {
    const host = debugHost();
    await work(new DebugClient(host), folder, host);
  });
}

async function canBeResumed(host: ReturnType<typeof debugHost>, run: string): Promise<boolean> {
  const fold = createRunFold();
  fold.apply(await host.eventsOf(run));
  return isResumable(fold.view!);
}

describe('a debug session', () => {
  it('that is stopped while it stands leaves a run that goes on to its end', () =>
    debugging(files, async (client, folder, host) => {
      await client.start({ team: `${folder}/team.yaml`, task: 't', stopOnEntry: true });
      await client.stop();
      await client.to('next');
      await client.to('stepIn');
      await client.request('terminate');
      assert.equal(await client.stop(), 'ended');
      await client.disconnect();
      assert.equal(await canBeResumed(host, '1'), true);
      const again = await host.resume({ team: '', task: '', options: {}, stopOnEntry: false, approvals: 'ask', noDebug: false }, '1', { gate: { at: () => Promise.resolve() } });
      assert.equal((await again.finished).status, 'completed');
    }));

  it('ends while a model does not answer', async () => {
    let asked: () => void = () => undefined;
    const isAsked = new Promise<void>((resolve) => (asked = resolve));
    const server = createServer(() => asked());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    const hanging = { ...files, 'team.yaml': files['team.yaml']!.replace(/models:.*\n/, `models: { demo: { provider: openai, model: m, base_url: "${url}" } }\n`) };
    try {
      await debugging(hanging, async (client, folder, host) => {
        await client.start({ team: `${folder}/team.yaml`, task: 't' });
        await isAsked;
        await client.request('terminate');
        assert.equal(await client.stop(), 'ended');
        await client.disconnect();
        assert.equal((await host.stateOf('1')).end?.status, 'stopped');
        assert.equal(await canBeResumed(host, '1'), true);
      });
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  it('goes on with the cards as they were when one becomes invalid, and when all of them are gone', () =>
    debugging(files, async (client, folder) => {
      await client.start({ team: `${folder}/team.yaml`, task: 't', stopOnEntry: true });
      await client.stop();
      await writeFile(`${folder}/team.yaml`, `${await readFile(`${folder}/team.yaml`, 'utf8')}\nreeds: [x]\n`);
      assert.match(await client.to('next'), /^step: a begins/);
      assert.match((await client.scope('Prompt')).join('\n'), /identity/);
      await rm(folder, { recursive: true });
      assert.match(await client.to('next'), /^step: b begins/);
      const [frame] = await client.frames();
      await assert.rejects(client.request('restartFrame', { frameId: frame!.id }));
      await client.request('setBreakpoints', { source: { path: `${folder}/team.yaml` }, breakpoints: [{ line: 1 }] });
      assert.equal(await client.to('continue'), 'ended');
      await client.disconnect();
    }));

  it('ends with the reason where the run cannot begin', () =>
    debugging({ ...files, 'team.yaml': files['team.yaml']!.replace(/models:.*\n/, 'models: { demo: { provider: openai, model: m, api_key_env: NO_SUCH_KEY_HERE } }\n') }, async (client, folder) => {
      await client.start({ team: `${folder}/team.yaml`, task: 't' });
      assert.equal(await client.stop(), 'ended');
      const said = JSON.stringify(client.said.filter((message) => message.type === 'event'));
      assert.match(said, /The run is failed \(error:model\)\. .*NO_SUCH_KEY_HERE/);
      await client.disconnect();
    }));
});
