/** The shape of one built-in function: what it takes, what it gives, how it is explained and run. Loops and `has` are not functions. */
import type { Json } from '../../shared/json';
import { isObject } from '../../shared/json';
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

export function takesType(takes: Takes, type: ExprType): boolean {
  if (type.kind === 'dyn' || takes === 'any') return true;
  switch (takes) {
    case 'string':
      return type.kind === 'string';
    case 'number':
      return isNumeric(type);
    case 'boolean':
      return type.kind === 'bool';
    case 'list':
      return type.kind === 'list';
    case 'sequence':
      return type.kind === 'list' || type.kind === 'string';
    case 'sized':
      return type.kind === 'list' || type.kind === 'string' || type.kind === 'map' || type.kind === 'null';
    case 'scalar':
      return type.kind === 'string' || type.kind === 'bool' || isNumeric(type);
  }
}

export function takesValue(takes: Takes, value: Json): boolean {
  switch (takes) {
    case 'any':
      return true;
    case 'list':
      return Array.isArray(value);
    case 'sequence':
      return typeof value === 'string' || Array.isArray(value);
    case 'sized':
      return value === null || typeof value === 'string' || Array.isArray(value) || isObject(value);
    case 'scalar':
      return value !== null && typeof value !== 'object';
    default:
      return typeof value === takes;
  }
}

export function showTakes(takes: Takes): string {
  switch (takes) {
    case 'any':
      return 'any value';
    case 'sequence':
      return 'a string or a list';
    case 'sized':
      return 'a string, a list or an object';
    case 'scalar':
      return 'a string, a number or a boolean';
    default:
      return `a ${takes}`;
  }
}
