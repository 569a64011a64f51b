/** `matches` before its library is there: a mistake that stops a run, never a rule that passes. Runs in a process of its own. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { usesPatterns } from '../../../src/engine/expressions/patterns';

describe('the library for patterns', function () {
  this.timeout(30_000);

  it('is asked for where it is needed', () => {
    assert.equal(usesPatterns("a.matches('x')"), true);
    assert.equal(usesPatterns("matches (a, 'x')"), true);
    assert.equal(usesPatterns('it matches the plan'), false);
  });

  it('is missing loudly', () => {
    const example = fileURLToPath(new URL('./example.ts', import.meta.url));
    const script = `import { problemsOf } from ${JSON.stringify(example)}; console.log(JSON.stringify(problemsOf("task.matches('a')")));`;
    const printed = execFileSync(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', script], { encoding: 'utf8' });
    assert.deepEqual((JSON.parse(printed) as { code: string; severity: string }[]).map(({ code, severity }) => [code, severity]), [['patterns-not-loaded', 'error']]);
  });
});
