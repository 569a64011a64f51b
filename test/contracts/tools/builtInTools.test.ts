import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { JsonObject } from '../../../src/engine/shared/json';
import { createTools } from '../../../src/engine/tools/createTools';
import { nodeFileWriter } from '../../../src/node/nodeFileWriter';
import { createNodeFiles } from '../../../src/node/nodeFiles';
import { sha256 } from '../../../src/node/sha256';
import { nodeWeb } from '../../../src/node/tools/nodeWeb';
import { tempFolder } from '../../support/tempFolder';
import { describeTool, type ToolHarness } from './toolContract';

const documents = { 'docs/a.md': '# Pumps\n\nA pump costs 10 dollars.\n', 'docs/b/c.txt': 'Nothing of it.\n' };

async function start(type: string, good: ToolHarness['good'], hopeless: ToolHarness['hopeless'], options: JsonObject = { root: 'docs' }): Promise<ToolHarness> {
  const folder = await tempFolder(documents);
  const tool = await createTools(createNodeFiles(), { writer: nodeFileWriter, sha256, web: nodeWeb }).open({ name: type, type, options, fields: null, max: null, at: null }, folder.path);
  if (!tool.ok) throw new Error(tool.error);
  return { tool: tool.value, good, hopeless, close: () => folder.remove() };
}

describeTool('search', () => start('search', [{ query: 'pump cost' }, { query: 'pump', max: 1 }], [{ query: '???' }]));
describeTool('read_file', () => start('read_file', [{ path: 'docs/a.md' }, { path: 'docs/b/c.txt', from: 1, to: 1 }], [{ path: 'docs/none.md' }, { path: '../x' }, { path: 'docs/a.md', from: 99 }]));
describeTool('list_files', () => start('list_files', [{}, { pattern: '*.md' }], []));
describeTool('calculate', () => start('calculate', [{ formula: '1 + 2' }], [{ formula: '1 / 0' }, { formula: 'x' }], {}));
describeTool('write_file', () => start('write_file', [{ path: 'new/a.md', text: 'a' }], [{ path: '../x', text: '' }, { path: '.env', text: '' }, { path: 'b', text: '' }]));

describeTool('http_get', async () => {
  const server = http.createServer((_request, response) => void response.writeHead(200, { 'content-type': 'text/plain' }).end('hello'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const harness = await start('http_get', [{ url: `http://${host}/` }], [{ url: 'https://example.org/' }, { url: 'x' }], { hosts: [host] });
  return { ...harness, close: () => harness.close().then(() => void server.close()) };
});
