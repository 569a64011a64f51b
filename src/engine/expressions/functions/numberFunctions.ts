/** The built-in functions on numbers. */
import type { Json } from '../../shared/json';
import type { ExprType } from '../exprType';
import { DOUBLE, unifyAll } from '../exprType';
import type { FunctionSpec } from './functionSpec';

function single(name: string, doc: string, compute: (value: number) => number): FunctionSpec {
  return {
    name: `math.${name}`,
    style: 'function',
    takes: ['number'],
    gives: name === 'abs' ? ([type]: readonly ExprType[]) => (type?.kind === 'int' ? type : DOUBLE) : DOUBLE,
    signature: `math.${name}(number): number`,
    doc,
    run: ([value]) => compute(value as number) + 0, // never -0
  };
}

function among(name: string, doc: string, pick: (a: number, b: number) => number): FunctionSpec {
  return {
    name: `math.${name}`,
    style: 'function',
    takes: ['number', 'number'],
    isVariadic: true,
    gives: (types) => unifyAll(types),
    signature: `math.${name}(number, number, …): number`,
    doc,
    run: (args) => (args as readonly number[]).reduce((a, b) => pick(a, b)) as Json,
  };
}

export const numberFunctions: readonly FunctionSpec[] = [
  single('abs', 'Without its sign.', Math.abs),
  single('ceil', 'The next whole number up.', Math.ceil),
  single('floor', 'The next whole number down.', Math.floor),
  single('round', 'The nearest whole number; halves away from 0.', (value) => Math.sign(value) * Math.round(Math.abs(value))),
  among('greatest', 'The largest of the numbers.', Math.max),
  among('least', 'The smallest of the numbers.', Math.min),
];
