import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseReply } from '../../../src/engine/models/replyParsing';

const object = '{"output":{"plan":["a"]}}';
const value = { output: { plan: ['a'] } };

function problem(text: string, finish: Parameters<typeof parseReply>[1] = 'stop') {
  const parsed = parseReply(text, finish);
  return parsed.ok ? assert.fail(`accepted ${JSON.stringify(parsed.value)}`) : parsed.error;
}

describe('parseReply', () => {
  const plain: Record<string, string> = {
    'as it is': object,
    'with space and a byte order mark': `\uFEFF \n${object}\n`,
    'in a fence': `\`\`\`\n${object}\n\`\`\``,
    'in a fence with a tag': `\`\`\`json\n${object}\n\`\`\``,
    'twice the same': `${object}\n${object}`,
  };
  for (const [how, text] of Object.entries(plain)) {
    it(`takes an object ${how}`, () => assert.deepEqual(parseReply(text, 'stop'), { ok: true, value: { value, notes: [] } }));
  }

  const around: Record<string, string> = {
    'prose before and behind': `Sure, here it is: ${object} Anything else?`,
    'prose and a fence': `Here:\n\`\`\`json\n${object}\n\`\`\`\nDone.`,
    'prose with braces and brackets': `With {name} and [1] and [x](y) and {{ a }}: ${object} { and so on`,
    'thinking with a draft': `<think>maybe {"output":{}}?</think>\n${object}`,
    'thinking whose start was swallowed': `maybe {"output":{}}?</think>\n${object}`,
  };
  for (const [what, text] of Object.entries(around)) {
    it(`ignores and notes ${what}`, () => {
      const parsed = parseReply(text, 'stop');
      assert.ok(parsed.ok, parsed.ok ? '' : parsed.error.problem);
      assert.deepEqual(parsed.value.value, value);
      assert.match(parsed.value.notes.join(), /^Text around the JSON object was ignored \(\d+ characters\)\.$/);
    });
  }

  it('does not end an object at marks inside its strings', () => {
    const tricky = { output: { text: '```json\n{"a": "}"}\n``` </think> \\" {' } };
    assert.deepEqual(parseReply(`Here:\n\`\`\`json\n${JSON.stringify(tricky)}\n\`\`\``, 'stop'), {
      ok: true,
      value: { value: tricky, notes: [`Text around the JSON object was ignored (${'Here:\n```json\n\n```'.length} characters).`] },
    });
  });

  it('does not choose between two objects', () => {
    assert.deepEqual(problem(`${object} or {"output":{}}`), { problem: 'The reply holds 2 different JSON values; it must be one object.', cut: false });
  });

  it('does not take a number that JSON has no place for', () => {
    const tooLarge = (place: string) => ({ problem: `The number at ${place} is too large: numbers go up to 1.79e308.`, cut: false });
    assert.deepEqual(problem('{"output":{"list":[1,{"n":-1e400}]}}'), tooLarge('output.list[1].n'));
    assert.deepEqual(problem(`Here: {"confidence":1e999}`), tooLarge('confidence'));
    assert.ok(parseReply('{"output":{"n":1.7e308}}', 'stop').ok);
  });

  it('does not take lists and objects that lie in each other without end', () => {
    const nested = (levels: number) => `{"output":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
    assert.ok(parseReply(nested(200), 'stop').ok);
    for (const text of [nested(201), nested(100_000), ` ${nested(100_000)} `, `Here: ${nested(100_000)}`, `${nested(100_000)} or ${nested(100_000)}`]) {
      assert.deepEqual(problem(text), { problem: 'Lists and objects lie in each other in the reply, more than 200 levels deep: write it flatter.', cut: false });
    }
  });

  it('never takes what was cut off', () => {
    assert.equal(problem('{"items":["a","b"', 'length').cut, true);
    assert.equal(problem('{"items":["a","b"').cut, true);
    assert.equal(problem(`Here: ${object} and {"output":`).cut, true);
    assert.equal(problem(`[${object},{"out`).cut, true);
    assert.equal(problem(`[${object}`).cut, true);
    assert.equal(problem('{').cut, true);
    assert.equal(problem('<think>hm').cut, true);
    assert.equal(problem(object, 'length').cut, true);
  });

  it('never takes an inner object of a broken one', () => {
    assert.match(problem('{"status":"success", output: {"plan":[]}}').problem, /^The reply is not valid JSON: /);
    assert.match(problem('{status: "success", "output": {"plan":[]}}').problem, /^The reply is not valid JSON: /);
    assert.match(problem('{"a":1,}').problem, /^The reply is not valid JSON: /);
    assert.equal(problem('{"{"a":1}').cut, true);
  });

  it('says what it got instead of an object', () => {
    assert.equal(problem('').problem, 'The reply is empty; it must be one JSON object.');
    assert.equal(problem('not json at all').problem, 'The reply holds no JSON object.');
    assert.equal(problem('null').problem, 'The reply must be one JSON object, not null.');
    assert.equal(problem(`[${object}]`).problem, 'The reply must be one JSON object, not a list.');
    assert.equal(problem(`Here: [${object}]`).problem, 'The reply must be one JSON object, not a list.');
    assert.equal(problem('"approve"').problem, 'The reply must be one JSON object, not a text.');
    assert.match(problem(object, 'filter').problem, /content filter/);
  });

  it('does not let a second key replace the first in silence', () => {
    assert.equal(problem('{"verdict":"reject","verdict":"approve"}').problem, 'The reply holds the key "verdict" twice in one object.');
    assert.ok(parseReply('{"a":{"b":"c:"},"b":[{"a":1},{"a":2}]}', 'stop').ok);
  });

  it('keeps keys that are special in JavaScript as plain ones', () => {
    const parsed = parseReply('{"__proto__":{"x":1},"constructor":2}', 'stop');
    assert.ok(parsed.ok);
    assert.deepEqual(Object.keys(parsed.value.value), ['__proto__', 'constructor']);
    assert.equal(Object.getPrototypeOf(parsed.value.value), Object.prototype);
  });

  it('takes any object in prose without braces, and no beginning of it', () => {
    const objects = fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }).map((o) => JSON.parse(JSON.stringify(o)) as object);
    fc.assert(
      fc.property(objects, fc.nat(), (any, at) => {
        const text = JSON.stringify(any);
        const parsed = parseReply(`Here:\n\`\`\`json\n${text}\n\`\`\` Done.`, 'stop');
        assert.ok(parsed.ok, text);
        assert.deepEqual(parsed.value.value, any);
        assert.ok(!parseReply(text.slice(0, at % text.length), 'stop').ok);
      }),
    );
  });

  it('looks at long prose full of braces in time that grows with its length', () => {
    const text = '{ '.repeat(200_000);
    assert.equal(problem(text).problem, 'The reply holds no JSON object.');
  });
});
