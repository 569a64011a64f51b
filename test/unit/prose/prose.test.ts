import assert from 'node:assert/strict';
import { sentencesOf } from '../../../src/engine/prose/sentences';
import { branchesIn, memoriesIn, reviewersIn, selfChecksIn } from '../../../src/engine/prose/wording';
import { modesIn } from '../../../src/engine/prose/workModes';

describe('a prompt', () => {
  it('falls into sentences with their places, over wrapped lines, items and headings', () => {
    const text = '# Task\n\nFind prices, e.g. of 3.5 kW\nunits. Then write\n- notes.md first\n2) the rest!\n先检索。再撰写。\n';
    const sentences = sentencesOf(text);
    assert.deepEqual(sentences.map((each) => each.text), ['Task', 'Find prices, e.g. of 3.5 kW\nunits.', 'Then write', 'notes.md first', 'the rest!', '先检索。', '再撰写。']);
    for (const { text: said, start, end } of sentences) assert.equal(text.slice(start, end), said);
    assert.deepEqual(sentences.map(({ isHeading, isItem }) => [isHeading, isItem]), [[true, false], [false, false], [false, false], [false, true], [false, true], [false, false], [false, false]]);
  });

  for (const [sentence, modes] of [
    ['Search the documents, compare what they say and write a report.', ['retrieve', 'reason', 'generate']],
    ['First, plan the work; then you should collect the figures.', ['plan', 'retrieve']],
    ['Before you hand it in check every figure.', ['review']],
    ['If there is none, send an email.', ['execute']],
    ['The plan and the review were found.', []],
    ['Searchable text, written reports.', []],
    ['首先检索文档，然后分析数据，最后检查结果。', ['retrieve', 'reason', 'review']],
  ] as const) {
    it(`asks for ${modes.join(', ') || 'nothing'}: ${sentence}`, () => assert.deepEqual(modesIn(sentence), modes));
  }

  const wordings: readonly (readonly [string, (text: string) => readonly unknown[], string, number])[] = [
    ['branches', branchesIn, 'If so, do it, unless it is late; otherwise wait. 如果没有', 4],
    ['branches', branchesIn, 'A gift elsewhere, a different life.', 0],
    ['self-checks', selfChecksIn, 'Review your answer. Self-check! Check it twice before sending.', 3],
    ['self-checks', selfChecksIn, 'Check the report of the writer. Review their sources before noon.', 0],
    ['memories', memoriesIn, 'Remember what was said, and keep track of all. As we agreed, go on.', 3],
    ['memories', memoriesIn, 'Remember that prices are in euros. The member was there.', 0],
    ['reviewers', reviewersIn, 'The reviewer will look. You will be graded.', 2],
    ['reviewers', reviewersIn, 'Write for the critic of the theatre.', 0],
  ];
  for (const [what, find, text, count] of wordings) it(`has ${count} ${what}: ${text}`, () => assert.equal(find(text).length, count));

  it('is read in a time that grows with it', () => {
    const long = `${'if you should remember before you check your own, '.repeat(4000)}\n${'a '.repeat(50_000)}${'-'.repeat(50_000)}`;
    const began = process.cpuUsage();
    for (const { text } of sentencesOf(long)) modesIn(text);
    for (const find of [branchesIn, memoriesIn, reviewersIn, selfChecksIn]) find(long);
    const { user } = process.cpuUsage(began);
    assert.ok(user < 3_000_000, `${user} µs of CPU for ${long.length} characters`);
  });
});
