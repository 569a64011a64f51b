/**
 * Regular expressions whose time grows only linearly with the text, for `matches`. The library is large, so it is loaded
 * when the first expression needs it; evaluation itself never waits.
 */
import type { RE2JS } from 're2js';
import type { Result } from '../shared/result';
import { err, ok } from '../shared/result';
import { expressionLimits } from './limits';

export interface Pattern {
  /** Whether it occurs anywhere in the text. */
  occursIn(text: string): boolean;
  /** Units of work for a text of this length, at worst. */
  work(length: number): number;
  /** Units of work that making it took, roughly. */
  readonly cost: number;
}

// One per process, like the library itself: loading it twice changes nothing.
let library: typeof RE2JS | null = null;

/** To be awaited before the compilation of an expression for which `usesPatterns` holds. */
export async function loadPatterns(): Promise<void> {
  library ??= (await import('re2js')).RE2JS;
}

/** Whether a text, or any expression within it, may need the library. */
export function usesPatterns(text: string): boolean {
  return /\bmatches\s*\(/.test(text);
}

export function arePatternsLoaded(): boolean {
  return library !== null;
}

/** The error says what is wrong with the pattern. */
export function compilePattern(source: string): Result<Pattern, string> {
  if (library === null) return err('The pattern library is not loaded.');
  if (source.length > expressionLimits.patternLength) return err(`The pattern is longer than ${expressionLimits.patternLength} characters.`);
  try {
    const compiled = library.compile(source);
    // Measured: up to 17 ns for each character and instruction when the automaton has too many states to be kept.
    const size = compiled.programSize();
    // Measured: making one takes up to 16 ms, most of it for long patterns and for large repetitions.
    return ok({ occursIn: (text) => compiled.test(text), work: (length) => 1 + (length * size) / 6, cost: 60 * source.length + 40 * size });
  } catch (error) {
    return err(explain(error));
  }
}

function explain(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  if (/\(\?[=!<]/.test(message)) return 'The pattern looks ahead or behind, which cannot be done in linear time.';
  return `The pattern is wrong: ${message.replace(/^error parsing regexp: /, '')}.`;
}
