/** From a node of the syntax tree to its type and something that evaluates it: which part of the compiler does which node. */
import type { ASTNode } from '@marcbachmann/cel-js';
import { compileField, compileIndex, compileName } from './access';
import { compileCall, compileMethod } from './calls';
import type { Compiled, CompileContext } from './compileContext';
import { compileList, compileLiteral, compileObject } from './literals';
import { compileChoice, compileLogic, compileNot } from './logic';
import { compileArithmetic, compileEquality, compileIn, compileMinus, compileOrder } from './operators';

type Compilers = { readonly [Op in ASTNode['op']]: (node: Extract<ASTNode, { op: Op }>, context: CompileContext) => Compiled };

const compilers: Compilers = {
  value: compileLiteral,
  list: compileList,
  map: compileObject,
  id: compileName,
  '.': compileField,
  '[]': compileIndex,
  call: compileCall,
  rcall: compileMethod,
  '?:': compileChoice,
  '&&': compileLogic,
  '||': compileLogic,
  '!_': compileNot,
  '-_': compileMinus,
  '==': compileEquality,
  '!=': compileEquality,
  '<': compileOrder,
  '<=': compileOrder,
  '>': compileOrder,
  '>=': compileOrder,
  in: compileIn,
  '+': compileArithmetic,
  '-': compileArithmetic,
  '*': compileArithmetic,
  '/': compileArithmetic,
  '%': compileArithmetic,
  '.?': refuseOptional,
  '[?]': refuseOptional,
};

// The library's own evaluator is not used; parse.ts says why.
export function compileNode(node: ASTNode, context: CompileContext): Compiled {
  const compile = compilers[node.op] as (node: ASTNode, context: CompileContext) => Compiled;
  return compile(node, context);
}

function refuseOptional(node: ASTNode, context: CompileContext): Compiled {
  return context.error('not-supported', node, 'Optional access is not supported.', 'Ask with `has(…)` first.');
}
