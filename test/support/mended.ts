// A file's text after a quick fix, as an editor would apply it.
import type { QuickFix, SourcePosition } from '../../src/engine/shared/source';

export function mended(text: string, { range, text: replacement }: QuickFix): string {
  return text.slice(0, offsetOf(text, range.start)) + replacement + text.slice(offsetOf(text, range.end));
}

export function offsetOf(text: string, { line, column }: SourcePosition): number {
  let start = 0;
  for (let passed = 1; passed < line; passed++) start = text.indexOf('\n', start) + 1;
  return start + column - 1;
}
