/** `calculate`: works out a formula, so that no model has to guess at figures. The arithmetic is calculator.ts. */
import * as z from 'zod';
import { err, ok } from '../shared/result';
import { calculate, calculatorNames } from './calculator';
import type { Tool } from './tool';
import { toolArguments } from './toolArguments';

const args = toolArguments(
  z.strictObject({
    formula: z.string().min(1).max(2000).describe('Numbers, + - * / % (remainder) ^ (power), brackets, and the functions, e.g. round((480/450 - 1) * 100, 1).'),
  }),
);

export function createCalculateTool(name: string): Tool {
  return {
    name,
    description: `Works out a formula exactly. Returns {value}. Functions and constants: ${calculatorNames.join(', ')}.`,
    parameters: args.parameters,
    effect: 'compute',
    call: (given) => {
      const read = args.read(name, given);
      if (!read.ok) return Promise.resolve(read);
      const value = calculate(read.value.formula);
      return Promise.resolve(value.ok ? ok({ value: value.value }) : err(value.error));
    },
  };
}
