import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { FromPage } from '../../../src/webview/protocol';
import { parseFromPage } from '../../../src/vscode/panel/parseFromPage';

const good: readonly FromPage[] = [
  { type: 'ready' },
  { type: 'stop' },
  { type: 'run' },
  { type: 'resend', run: '12', from: 1 },
  { type: 'open', ref: { file: 'roles/analyst.yaml', line: 5, column: 1 } },
  { type: 'copy', text: '<b>', what: 'the prompt' },
  { type: 'selected', step: 7 },
  { type: 'compareWith' },
  { type: 'compareClosed' },
  { type: 'attempt', action: 'try', times: 5 },
  { type: 'attempt', action: 'keep', times: 0 },
  { type: 'show', title: 'Prompt', language: 'markdown', text: '# x' },
];

describe('parseFromPage', () => {
  it('takes every message of the protocol as it is', () => {
    for (const message of good) assert.deepEqual(parseFromPage(structuredClone(message)), message);
  });

  it('leaves out members that the protocol does not know', () => {
    assert.deepEqual(parseFromPage({ type: 'selected', step: 3, command: 'workbench.action.quit' }), { type: 'selected', step: 3 });
  });

  it('believes nothing else', () => {
    const bad: unknown[] = [
      null, 'ready', [], {}, { type: 'eval' }, { type: 'constructor' }, { type: 'resend', run: 12, from: 1 }, { type: 'resend', run: '12', from: -1 },
      { type: 'open', ref: 'team.yaml' }, { type: 'open', ref: { file: 'x', line: '5', column: 1 } }, { type: 'open', ref: { file: 'x', line: 1.5, column: 1 } },
      { type: 'copy', text: 5, what: 'x' }, { type: 'selected' }, { type: 'selected', step: Number.NaN }, { type: 'show', title: 'x', language: 'html', text: '' },
      { type: 'attempt', action: 'delete', times: 1 }, { type: 'attempt', action: 'try', times: 1e6 }, { type: 'attempt', action: 'try' },
    ];
    for (const message of bad) assert.equal(parseFromPage(message), null, JSON.stringify(message));
  });
});
