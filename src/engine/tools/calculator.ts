/** Arithmetic: reads a formula and works it out. Nothing of it can run code, loop or reach a name; numbers are doubles, so 7/2 is 3.5. Not the expressions of cards, which are CEL. */
import { err, ok, type Result } from '../shared/result';

type Numbers = readonly number[];

const sum = (all: Numbers): number => all.reduce((a, b) => a + b, 0);
const one = (compute: (x: number) => number) => ({ least: 1, most: 1, run: ([x]: Numbers) => compute(x!) });
const many = (run: (all: Numbers) => number) => ({ least: 1, most: Infinity, run });

const functions: Readonly<Record<string, { readonly least: number; readonly most: number; readonly run: (args: Numbers) => number }>> = {
  abs: one(Math.abs), ceil: one(Math.ceil), floor: one(Math.floor), sqrt: one(Math.sqrt), exp: one(Math.exp), ln: one(Math.log), log10: one(Math.log10), log2: one(Math.log2),
  round: { least: 1, most: 2, run: ([x, digits = 0]) => round(x!, digits) },
  pow: { least: 2, most: 2, run: ([x, y]) => x! ** y! },
  min: many((all) => Math.min(...all)), max: many((all) => Math.max(...all)), sum: many(sum), avg: many((all) => sum(all) / all.length), median: many(median),
};

const constants: Readonly<Record<string, number>> = { pi: Math.PI, e: Math.E };

export const calculatorNames = [...Object.keys(functions), ...Object.keys(constants)];

/** Deep enough for any formula that a person could read. */
const deepest = 100;

/** Halves go away from 0, as people round. */
function round(x: number, digits: number): number {
  if (!Number.isInteger(digits) || Math.abs(digits) > 15) throw new FormulaError('round takes 0 to 15 digits');
  const [mantissa, exponent = '0'] = String(Math.abs(exact(x))).split('e');
  return Math.sign(x) * Number(`${Math.round(Number(`${mantissa}e${Number(exponent) + digits}`))}e${-digits}`);
}

function median(all: Numbers): number {
  const sorted = [...all].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** What doubles add at the end of a decimal fraction is taken off: 0.1 + 0.2 is 0.3. */
function exact(x: number): number {
  return Number(x.toPrecision(15));
}

class FormulaError extends Error {}

/** The error is a sentence for whoever wrote the formula. */
export function calculate(formula: string): Result<number, string> {
  try {
    const value = exact(new Reader(formula).whole());
    return Number.isFinite(value) ? ok(value) : err('The result is no number: something is divided by 0, or is too large.');
  } catch (error) {
    if (error instanceof FormulaError) return err(`${error.message}.`);
    throw error;
  }
}

const tokens = /\s*(?:(\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\.\d+)|([A-Za-z_]\w*)|(\*\*|[-+*/%^(),×÷−]))/y;
const spellings = new Map([['**', '^'], ['×', '*'], ['÷', '/'], ['−', '-']]);

class Reader {
  private readonly texts: readonly string[];
  private at = 0;
  private depth = 0;

  constructor(formula: string) {
    this.texts = split(formula);
  }

  whole(): number {
    const value = this.sums();
    if (this.next !== undefined) throw new FormulaError(`\`${this.next}\` is not expected there`);
    return value;
  }

  private get next(): string | undefined {
    return this.texts[this.at];
  }

  private take(...wanted: readonly string[]): string | null {
    if (this.next === undefined || !wanted.includes(this.next)) return null;
    return this.texts[this.at++]!;
  }

  private sums(): number {
    if (++this.depth > deepest) throw new FormulaError('The formula is nested too deeply');
    let value = this.products();
    for (let sign = this.take('+', '-'); sign !== null; sign = this.take('+', '-')) value = sign === '+' ? value + this.products() : value - this.products();
    this.depth--;
    return value;
  }

  private products(): number {
    let value = this.signed();
    for (let sign = this.take('*', '/', '%'); sign !== null; sign = this.take('*', '/', '%')) {
      const other = this.signed();
      value = sign === '*' ? value * other : sign === '/' ? value / other : value % other;
    }
    return value;
  }

  /** As in mathematics, -2^2 is -4 and 2^3^2 is 2^9. */
  private signed(): number {
    let sign = 1;
    for (let found = this.take('+', '-'); found !== null; found = this.take('+', '-')) if (found === '-') sign = -sign;
    return sign * this.power();
  }

  private power(): number {
    const base = this.atom();
    if (this.take('^') === null) return base;
    if (++this.depth > deepest) throw new FormulaError('The formula is nested too deeply');
    const value = base ** this.signed();
    this.depth--;
    return value;
  }

  private atom(): number {
    const text = this.texts[this.at++];
    if (text === undefined) throw new FormulaError('The formula ends where a number is expected');
    if (/^[\d.]/.test(text)) return Number(text);
    if (text === '(') {
      const value = this.sums();
      if (this.take(')') === null) throw new FormulaError('A `)` is missing');
      return value;
    }
    if (/^\w/.test(text)) return this.named(text);
    throw new FormulaError(`A number is expected instead of \`${text}\``);
  }

  private named(name: string): number {
    const found = Object.hasOwn(functions, name) ? functions[name] : undefined;
    if (found === undefined) {
      if (Object.hasOwn(constants, name)) return constants[name]!;
      throw new FormulaError(`There is no \`${name}\`; known are ${calculatorNames.join(', ')}`);
    }
    if (this.take('(') === null) throw new FormulaError(`\`${name}\` needs its numbers in brackets`);
    const args = [this.sums()];
    while (this.take(',') !== null) args.push(this.sums());
    if (this.take(')') === null) throw new FormulaError(`A \`)\` is missing behind \`${name}(\``);
    if (args.length < found.least || args.length > found.most) throw new FormulaError(`\`${name}\` does not take ${args.length} numbers`);
    return found.run(args);
  }
}

function split(formula: string): readonly string[] {
  const found: string[] = [];
  tokens.lastIndex = 0;
  const end = formula.trimEnd().length;
  for (let from = 0; from < end; from = tokens.lastIndex) {
    const match = tokens.exec(formula);
    if (match === null) throw new FormulaError(`\`${formula.slice(from).trim().slice(0, 20)}\` is not understood; write numbers like 1234.5, without units and separators`);
    const text = match[1] ?? match[2] ?? match[3]!;
    found.push(spellings.get(text) ?? text);
  }
  return found;
}
