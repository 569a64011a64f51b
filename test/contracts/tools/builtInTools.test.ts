import { createTools } from '../../../src/engine/tools/createTools';
import { createNodeFiles } from '../../../src/node/nodeFiles';
import { tempFolder } from '../../support/tempFolder';
import { describeTool, type ToolHarness } from './toolContract';

const documents = { 'docs/a.md': '# Pumps\n\nA pump costs 10 dollars.\n', 'docs/b/c.txt': 'Nothing of it.\n' };

async function start(type: string, good: ToolHarness['good'], hopeless: ToolHarness['hopeless']): Promise<ToolHarness> {
  const folder = await tempFolder(documents);
  const tool = await createTools(createNodeFiles()).open({ name: type, type, options: { root: 'docs' }, fields: null, max: null, at: null }, folder.path);
  if (!tool.ok) throw new Error(tool.error);
  return { tool: tool.value, good, hopeless, close: () => folder.remove() };
}

describeTool('search', () => start('search', [{ query: 'pump cost' }, { query: 'pump', max: 1 }], [{ query: '???' }]));
describeTool('read_file', () => start('read_file', [{ path: 'docs/a.md' }, { path: 'docs/b/c.txt', from: 1, to: 1 }], [{ path: 'docs/none.md' }, { path: '../x' }, { path: 'docs/a.md', from: 99 }]));
describeTool('list_files', () => start('list_files', [{}, { pattern: '*.md' }], []));
