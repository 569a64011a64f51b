/** The shape of one built-in function: what it takes, what it gives, how it is explained and run. Loops and `has` are not functions. */
import type { Json } from '../../shared/json';
import type { ExprType } from '../exprType';
import { isNumeric } from '../exprType';
import type { Frame } from '../frame';
import type { TextSpan } from '../problems';

/** `sized`: what has a size, null too. `sequence`: a string or a list. `scalar`: a string, number or boolean. */
export type Takes = 'string' | 'number' | 'boolean' | 'list' | 'sized' | 'sequence' | 'scalar' | 'any';

export interface CallSite {
  readonly frame: Frame;
  /** The call as written. */
  readonly span: TextSpan;
}

export interface FunctionSpec {
  /** With its namespace: `math.round`. */
  readonly name: string;
  /** `method`: the first of `takes` stands before the dot. `either`: it may also stand in the brackets. */
  readonly style: 'function' | 'method' | 'either';
  readonly takes: readonly Takes[];
  /** How many of the last of `takes` may be left out. Default 0. */
  readonly optional?: number;
  /** The last of `takes` may be repeated. */
  readonly isVariadic?: boolean;
  readonly gives: ExprType | ((args: readonly ExprType[]) => ExprType);
  readonly signature: string;
  readonly doc: string;
  /** Gets as many arguments as were written, each of the kind that `takes` says. Throws EvaluationFailure. */
  run(args: readonly Json[], site: CallSite): Json;
}

const types: Readonly<Record<Takes, (type: ExprType) => boolean>> = {
  string: (type) => type.kind === 'string',
  number: isNumeric,
  boolean: (type) => type.kind === 'bool',
  list: (type) => type.kind === 'list',
  sequence: (type) => type.kind === 'list' || type.kind === 'string',
  sized: (type) => ['list', 'string', 'map', 'null'].includes(type.kind),
  scalar: (type) => type.kind === 'string' || type.kind === 'bool' || isNumeric(type),
  any: () => true,
};

const values: Readonly<Record<Takes, (value: Json) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  list: (value) => Array.isArray(value),
  sequence: (value) => typeof value === 'string' || Array.isArray(value),
  sized: (value) => typeof value === 'string' || typeof value === 'object',
  scalar: (value) => typeof value !== 'object',
  any: () => true,
};

const words: Readonly<Record<Takes, string>> = {
  string: 'a string',
  number: 'a number',
  boolean: 'a boolean',
  list: 'a list',
  sequence: 'a string or a list',
  sized: 'a string, a list or an object',
  scalar: 'a string, a number or a boolean',
  any: 'any value',
};

/** Whether a value of this type can fit, as far as the check can tell. */
export function takesType(takes: Takes, type: ExprType): boolean {
  return type.kind === 'dyn' || types[takes](type);
}

export function takesValue(takes: Takes, value: Json): boolean {
  return values[takes](value);
}

export function showTakes(takes: Takes): string {
  return words[takes];
}
