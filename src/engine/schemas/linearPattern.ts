/** A `pattern` of a JSON Schema on RE2: time linear in the text, whatever the pattern. No look-around, no back-references. */
import { RE2JS } from 're2js';

interface Pattern {
  test(text: string): boolean;
  toString(): string;
}

/** Throws where RE2 cannot read the pattern. The shape that ajv asks for under `code.regExp`. */
export function linearPattern(pattern: string): Pattern {
  const compiled = RE2JS.compile(RE2JS.translateRegExp(pattern));
  return { test: (text) => compiled.matcher(text).find(), toString: () => pattern };
}

/** Only written into code that ajv would generate as a file, which is not done here. */
linearPattern.code = 'linearPattern';
