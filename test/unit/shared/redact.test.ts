import assert from 'node:assert/strict';
import { createRedactor, looksLikeKey } from '../../../src/engine/shared/redact';

describe('redact', () => {
  it('takes out what has the shape of a key and leaves what is around it', () => {
    const keys = [
      `sk-${'aB3'.repeat(16)}`, `sk-proj-${'aB3_-'.repeat(10)}`, `sk-ant-api03-${'aB3'.repeat(20)}`, `ghp_${'aB3'.repeat(12)}`, `github_pat_${'aB3'.repeat(12)}`,
      'AKIAABCDEFGHIJKLMNOP', `AIza${'aB3-_'.repeat(7)}`, `xoxb-${'123-'.repeat(5)}`, `hf_${'aB3'.repeat(11)}`, `glpat-${'aB3'.repeat(7)}`,
      `eyJ${'hbG'.repeat(5)}.eyJ${'zdW'.repeat(5)}.${'sig'.repeat(5)}`,
    ];
    for (const key of keys) {
      assert.equal(createRedactor().redact(`before ${key}, after`), 'before [redacted], after', key);
      assert.equal(createRedactor().redact(`{"k":"${key}"}`), '{"k":"[redacted]"}', key);
      assert.ok(looksLikeKey(key));
    }
    assert.equal(createRedactor().redact(`Authorization: Bearer ${'aB3'.repeat(9)}`), 'Authorization: Bearer [redacted]');
    const pem = '-----BEGIN RSA PRIVATE KEY-----\nMIIE\nabc=\n-----END RSA PRIVATE KEY-----';
    assert.equal(createRedactor().redact(`a\n${pem}\nb`), 'a\n[redacted]\nb');
  });

  it('leaves ordinary words alone', () => {
    for (const text of ['task-industrial-heat-pumps-2024-overview', 'risk-adjusted-return-on-capital-employed', 'the bearer of bad news', 'basic understanding', 'sk-short', 'AKIA', 'desk-booking-for-everybody-in-the-house']) {
      assert.equal(createRedactor().redact(text), text);
      assert.ok(!looksLikeKey(text), text);
    }
  });

  it('takes out values it was told of, longest first, also as a part of an address', () => {
    const redactor = createRedactor();
    redactor.add('pass word/1');
    redactor.add('pass word/1 and more');
    redactor.add('ollama');
    assert.equal(redactor.redact('x pass word/1 and more y pass word/1 z ?k=pass%20word%2F1 ollama'), 'x [redacted] y [redacted] z ?k=[redacted] ollama');
  });

  it('never misses in JSON what it would take out of the value', () => {
    const redactor = createRedactor();
    redactor.add('quote " and \\ and \n line');
    for (const value of ['a quote " and \\ and \n line b', `\nsk-${'aB3'.repeat(8)}`, `Bearer\t${'aB3'.repeat(8)}`, `\u2028ghp_${'aB3'.repeat(12)}`]) {
      assert.ok(redactor.mayHoldSecret(JSON.stringify({ value })), value);
      assert.match((redactor.redactJson({ value }) as { value: string }).value, /\[redacted\]/);
    }
  });

  it('gives back the same value where there is nothing to take out', () => {
    const value = { a: ['x', { b: 1 }], c: null };
    assert.equal(createRedactor().redactJson(value), value);
  });

  it('stays quick on texts made to slow it down', () => {
    const redactor = createRedactor();
    const nasty = ['sk-', 'eyJaaaaaaaaaa.', 'Bearer ', '-----BEGIN PRIVATE KEY-----', 'gh', 'xoxb-'].map((part) => part.repeat(60_000 / part.length)).join(' ');
    const before = performance.now();
    redactor.redact(nasty);
    assert.ok(performance.now() - before < 2000);
  });
});
