// What is drawn on a terminal: widths, colours, narrow windows, and text that would move the cursor.
import assert from 'node:assert/strict';
import { createMemoryRunLogs } from '../../src/engine/events/memoryLog';
import { createRunFold } from '../../src/engine/projections/foldRunView';
import type { TextOutput } from '../../src/cli/cliHost';
import { createLineReporter } from '../../src/cli/reporters/lineReporter';
import { createLiveReporter } from '../../src/cli/reporters/liveReporter';
import { pathText, summaryText } from '../../src/cli/reporters/summary';
import { fitText, padText, plainLine, textWidth } from '../../src/cli/reporters/textWidth';
import { finishedBody, numbered, smallTeam, startedBody, stepBodies } from '../support/runEvents';

/** Keeps what is shown as a terminal would: knows line feeds, cursor up, clearing below, and colours. */
class Screen implements TextOutput {
  readonly isTerminal = true;
  written = '';
  lines: string[] = [''];
  private row = 0;

  constructor(
    private readonly width: number,
    readonly isColored = true,
  ) {}

  columns(): number {
    return this.width;
  }

  write(text: string): void {
    this.written += text;
    for (const [, count, command, plain] of text.matchAll(/\u001b\[(\d*)([A-Za-z])|([^\u001b]+)/g)) {
      if (command === 'A') this.row -= Number(count);
      if (command === 'J') this.lines.splice(this.row, Infinity, '');
      for (const character of plain ?? '') {
        if (character === '\n') this.lines[++this.row] ??= '';
        else this.lines[this.row] += character;
      }
    }
  }
}

const fold = (...bodies: Parameters<typeof numbered>[0]): ReturnType<typeof createRunFold> => {
  const made = createRunFold();
  made.apply(numbered(bodies));
  return made;
};

describe('text on a terminal', () => {
  it('counts wide, narrow and combining characters', () => {
    assert.deepEqual(['abc', '界面', 'e\u0301', '😀', '', 'ｶﾅ'].map(textWidth), [3, 4, 1, 2, 0, 4]);
    assert.equal(fitText('行业研究报告', 7), '行业研…');
    assert.equal(fitText('abcdef', 6), 'abcdef');
    assert.equal(fitText('abcdefg', 6), 'abcde…');
    assert.equal(padText('界', 4), '界  ');
  });

  it('takes out what would move the cursor', () => {
    assert.equal(plainLine('a\u001b[2Jb\nc\u0085d\u2028e'), 'a [2Jb c d e');
  });
});

describe('the live reporter', () => {
  it('keeps a line for each step that ended and takes away what was drawn for now', () => {
    const screen = new Screen(100);
    const reporter = createLiveReporter(screen, () => 1_700_000_000_000);
    const running = fold(startedBody('1'), ...stepBodies(1), stepBodies(2)[0]!, stepBodies(2)[1]!);
    reporter.onEvents([], () => running.view);
    reporter.note('Stopping.');
    assert.match(screen.lines[0]!, /^✓ {2}1 writer .*tokens/);
    assert.ok(screen.lines.some((line) => /^• {2}2 writer .*Waiting for the model/.test(line)), screen.lines.join('\n'));
    assert.ok(screen.lines.some((line) => / step 2 of 20 /.test(line)));
    const ended = fold(startedBody('1'), ...stepBodies(1), ...stepBodies(2), finishedBody);
    reporter.onEvents([], () => ended.view);
    reporter.end();
    assert.deepEqual(screen.lines.map((line) => line.slice(0, 12).trimEnd()), ['✓  1 writer', 'Stopping.', '✓  2 writer', '']);
  });

  it('never writes a line wider than the terminal, however narrow, and no colour where none is wanted', () => {
    for (const width of [20, 40, 72, 200]) {
      const screen = new Screen(width, false);
      const reporter = createLiveReporter(screen, () => 0);
      const view = fold(startedBody('1'), ...stepBodies(1, '行业研究 '.repeat(40)), stepBodies(2)[0]!).view;
      reporter.onEvents([], () => view);
      reporter.note('');
      for (const line of screen.lines) assert.ok(textWidth(line) < Math.max(width, 21), `${width}: ${line}`);
      assert.ok(!screen.written.includes('\u001b[3'), 'no colour');
      reporter.end();
    }
  });
});

describe('the line reporter', () => {
  it('writes one line an event whatever the texts hold', () => {
    const screen = new Screen(80);
    const reporter = createLineReporter(screen);
    const events = numbered([startedBody('1', 'two\nlines \u001b[2J'), ...stepBodies(1), finishedBody]);
    reporter.onEvents(events, () => null);
    assert.equal(screen.lines.length, events.length + 1);
    assert.ok(!screen.written.includes('\u001b'));
    assert.match(screen.lines[1]!, /^1 writer: starts/);
  });
});

describe('the new tokens of a request', () => {
  it('are what was said since the last one in its conversation, results of tools included, and the tools themselves once', () => {
    const part = (tokens: number) => ({ kind: 'goal' as const, text: 'x', tokens });
    const asks = (call: number, conversation: string, tokens: number): Parameters<typeof numbered>[0][number] => ({
      type: 'model.requested', step: 1, call, conversation, role: conversation === 'work' ? 'writer' : 'critic', purpose: conversation === 'work' ? 'work' : 'review', model: 'demo',
      append: tokens === 0 ? [] : [{ role: 'user', parts: [part(tokens)] }], ...(conversation === 'work' ? { tools: ['look'], toolTokens: 50 } : {}), hash: 'h',
    });
    const looks = (call: number, id: string, tokens: number): Parameters<typeof numbered>[0] => [
      { type: 'tool.called', step: 1, call, id, tool: 'look', arguments: {} }, { type: 'tool.returned', step: 1, id, result: {}, tokens, ms: 1 },
    ];
    const events = numbered([
      startedBody('1'), stepBodies(1)[0]!, asks(1, 'work', 400), ...looks(1, 'a', 30), ...looks(1, 'b', 7), asks(2, 'work', 0), ...looks(2, 'c', 5),
      asks(3, 'review 1', 200), asks(4, 'work', 60), asks(5, 'work', 0),
    ]);
    const screen = new Screen(200);
    createLineReporter(screen).onEvents(events, () => null);
    assert.deepEqual([...screen.written.matchAll(/, ≈ (\d+) new tokens/g)].map((match) => Number(match[1])), [450, 37, 200, 65, 0]);
  });
});

describe('the summary', () => {
  it('puts repeats together and shortens a long way', () => {
    assert.equal(pathText(['a', 'b', 'b', 'b', 'a']), 'a → b ×3 → a');
    const long = pathText(Array.from({ length: 1000 }, (_, i) => `r${i % 4}`));
    assert.match(long, /^r0 → r1 .*r1 → … 980 more … → r2 .* → r3$/);
  });

  it('fits a narrow terminal', async () => {
    const log = await createMemoryRunLogs().create();
    const { view } = fold(startedBody(log.run, 'task '.repeat(50)), ...stepBodies(1), finishedBody);
    const screen = new Screen(50, false);
    const text = summaryText(screen, view!, { log: 'x', unended: 'interrupted' });
    assert.ok(text.includes(smallTeam.name));
    const tooWide = text.split('\n').filter((line) => textWidth(line) > 50 && !/^(Run|Path|Log)/.test(line));
    assert.deepEqual(tooWide, []);
  });
});
