/** From a node of the syntax tree to its type and something that evaluates it: which part of the compiler does which node. */
import type { ASTNode } from '@marcbachmann/cel-js';
import { compileField, compileIndex, compileName } from './access';
import { compileCall, compileMethod } from './calls';
import type { Compiled, CompileContext } from './compileContext';
import { compileList, compileLiteral, compileObject } from './literals';
import { compileChoice, compileLogic, compileNot } from './logic';
import { compileArithmetic, compileEquality, compileIn, compileMinus, compileOrder } from './operators';

// The library's own evaluator is not used; parse.ts says why.
export function compileNode(node: ASTNode, context: CompileContext): Compiled {
  switch (node.op) {
    case 'value':
      return compileLiteral(node, context);
    case 'id':
      return compileName(node, context);
    case '.':
      return compileField(node, context);
    case '[]':
      return compileIndex(node, context);
    case 'call':
      return compileCall(node, context);
    case 'rcall':
      return compileMethod(node, context);
    case 'list':
      return compileList(node, context);
    case 'map':
      return compileObject(node, context);
    default:
      return compileOperator(node, context);
  }
}

function compileOperator(node: ASTNode, context: CompileContext): Compiled {
  switch (node.op) {
    case '?:':
      return compileChoice(node, context);
    case '&&':
    case '||':
      return compileLogic(node, context);
    case '!_':
      return compileNot(node, context);
    case '-_':
      return compileMinus(node, context);
    case '==':
    case '!=':
      return compileEquality(node, context);
    case '<':
    case '<=':
    case '>':
    case '>=':
      return compileOrder(node, context);
    case 'in':
      return compileIn(node, context);
    case '+':
    case '-':
    case '*':
    case '/':
    case '%':
      return compileArithmetic(node, context);
    default:
      return context.error('not-supported', node, 'This is not supported.');
  }
}
