// How one team's prompts are laid out for each provider, word for word: prompts/<layout>.txt. The same replies are given by the script, by a server over HTTP, by a
// server that refuses much, and through the port to VS Code's models. ACCEPT=1 writes them anew: read the difference before keeping it.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RunEvent } from '../../src/engine/events/runEvent';
import { inCopyOf } from '../support/goldenRun';
import { loadModelLibraries } from '../support/modelLibraries';
import { startModelServer, type ModelServer } from '../support/modelServer';
import { archive, playedChats, playedServer, runOn, type Layout } from '../support/promptLayouts';
import { promptTexts } from '../support/promptTexts';

const folder = path.join(path.dirname(fileURLToPath(import.meta.url)), 'prompts');

describe('prompts, by provider', function () {
  this.timeout(60_000);
  let server: ModelServer;
  /** Of the scripted run: its replies are played by the others. */
  let scripted: readonly RunEvent[];
  before(loadModelLibraries);
  before(async () => {
    server = await startModelServer();
    scripted = await inTeam((team) => runOn(team, 'scripted'));
  });
  after(() => server.stop());

  const inTeam = <T>(work: (team: string) => Promise<T>): Promise<T> =>
    inCopyOf(path.join(folder, 'team'), async (team) => {
      const text = await readFile(`${team}/team.yaml`, 'utf8');
      await writeFile(`${team}/team.yaml`, text.replace('@server@', `${server.origin}/v1`).replace('@archive@', archive));
      return work(team);
    });
  const ended = (events: readonly RunEvent[]) => events.flatMap((event) => (event.type === 'run.finished' ? [event.status, event.reason] : []));
  async function played(name: string, layout: Layout): Promise<void> {
    const events = await inTeam((team) => runOn(team, layout.model, layout.chats));
    assert.deepEqual(ended(events), ended(scripted));
    compare(name, layout.text());
  }

  it('scripted: as the engine makes them, and as people are shown them', () => compare('scripted', promptTexts(scripted)));
  it('openai: as they go over the wire', () => played('openai', playedServer(server, scripted, () => null)));
  it('openai, where the server takes neither the role system nor two messages of one in a row, nor most parameters', () => played('openai-quirks', playedServer(server, scripted, firstRefused)));
  it('vscode: as its models are asked, which know no role system', () => played('vscode', playedChats(scripted)));

  describe('a handoff', () => {
    const asks = () => shortened(promptTexts(scripted)).split(/^=====.*$/m).slice(1);
    const writer = () => asks().find((text) => text.includes('You are writer'))!;

    it('carries decisions verbatim, with why', () => {
      assert.match(writer(), /<data name="decision" writer="planner" version="1" confidence="0\.9" why="opinions differ and nobody can check them">\n```\nRest it on measurements only; leave opinions out\.\n```/);
      for (const text of asks().filter((one) => !one.includes('You judge'))) {
        assert.match(text, /# Goal of the team\nA short answer about heat pumps/);
        assert.match(text, /# Constraints\n\{\n {2}"language": "English",\n {2}"max_words": 20\n\}/);
      }
    });

    it('carries intermediate results in the structure that their field has, not as prose, and nothing of how they came about', () => {
      assert.match(writer(), /<data name="findings" writer="researcher" version="1" confidence="0\.8" why="it is the one text with figures">\n```\n\[\{"claim":"Measured in 40 houses[^\n]+"source":"houses\.md"\}\]\n```/);
      assert.doesNotMatch(writer(), /two winters|look_up|Look for/);
    });

    it('carries raw material by reference, with the way to read on', () => {
      assert.match(writer(), new RegExp(`\\[cut off after 100000 of ${archive.length} characters; read_more with ref "[0-9a-f]{16}" and from 100001 reads on\\]`));
      const asked = scripted.flatMap((event) => (event.type === 'model.requested' && event.role === 'writer' ? [event.tools] : []));
      assert.ok(asked.every((tools) => tools?.includes('read_more')));
    });
  });
});

/** What a server refuses that was made for little: its words are those of real ones. */
function firstRefused(body: { readonly [key: string]: unknown }): string | null {
  const roles = (body['messages'] as readonly { readonly role: string }[]).map(({ role }) => role);
  if ('response_format' in body) return 'response_format is not supported by this model';
  if ('stream_options' in body) return "unknown field 'stream_options'";
  if ('max_tokens' in body) return "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.";
  if ('temperature' in body) return "Unsupported value: 'temperature' does not support 0 with this model.";
  if (roles.includes('system')) return 'System role not supported';
  const isTwice = roles.some((role, index) => role === roles[index - 1] && role !== 'tool');
  return isTwice ? 'Conversation roles must alternate user/assistant/user/assistant/...' : null;
}

function shortened(text: string): string {
  return text.replaceAll(/(A line of the archive\. ?){3,}/g, (found) => `A line of the archive. … (${found.length} characters)`);
}

function compare(name: string, actual: string): void {
  const file = path.join(folder, `${name}.txt`);
  const text = shortened(actual);
  if (process.env['ACCEPT'] === '1') writeFileSync(file, text);
  assert.ok(existsSync(file), `${file} is missing: run with ACCEPT=1, then read it`);
  assert.equal(text, readFileSync(file, 'utf8'));
}
