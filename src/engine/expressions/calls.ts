/** Calls: which function is meant, whether its arguments fit, and how it is run. What each does is in functions/. */
import type { ASTNode } from '@marcbachmann/cel-js';
import type { Json } from '../shared/json';
import { literalText } from './children';
import type { Compiled, CompileContext } from './compileContext';
import { broken, didYouMean } from './compileContext';
import { showType } from './exprType';
import type { Run } from './frame';
import type { FunctionSpec } from './functions/functionSpec';
import { showTakes, takesType, takesValue } from './functions/functionSpec';
import { functionNames, functionsByName } from './functions/functionTable';
import { occurs } from './functions/matches';
import { compileHas } from './has';
import { compileBind, compileLoop, isLoop, loopDocs } from './loops';
import { arePatternsLoaded, compilePattern } from './patterns';
import type { TextSpan } from './problems';
import { fail } from './problems';
import { showValue } from './values';

type Node<Op extends ASTNode['op']> = Extract<ASTNode, { op: Op }>;

const namespaces = ['math', 'cel'];

export function compileCall(node: Node<'call'>, context: CompileContext): Compiled {
  const [name, args] = node.args;
  const nameSpan = { start: node.start, end: node.start + name.length };
  if (name === 'has') return args.length === 1 ? compileHas(args[0]!, node, context) : context.error('wrong-type', node, '`has` takes one field.');
  const spec = functionsByName.get(name);
  if (spec === undefined) return unknownFunction(name, nameSpan, context);
  if (spec.style === 'method') return context.error('unknown-function', nameSpan, `\`${name}\` stands behind a dot.`, `Write \`${spec.signature}\`.`);
  return compileArguments(spec, args, node, nameSpan, context);
}

export function compileMethod(node: Node<'rcall'>, context: CompileContext): Compiled {
  const [name, receiver, args] = node.args;
  const nameSpan = context.methodSpan(node, receiver, name);
  if (receiver.op === 'id' && namespaces.includes(receiver.args) && context.local(receiver.args) === null) {
    return compileNamespaced(`${receiver.args}.${name}`, args, node, context);
  }
  if (isLoop(name, args.length)) return compileLoop(node, context);
  const spec = functionsByName.get(name);
  if (spec !== undefined && spec.style !== 'function') return compileArguments(spec, [receiver, ...args], node, nameSpan, context);
  context.compile(receiver);
  const loop = loopDocs.find((doc) => doc.name === name);
  if (loop !== undefined) return context.error('wrong-type', node, `\`${name}\` does not take ${args.length} arguments.`, `Write \`${loop.signature}\`.`);
  if (spec !== undefined) return context.error('unknown-function', nameSpan, `\`${name}\` does not stand behind a dot.`, `Write \`${spec.signature}\`.`);
  return unknownFunction(name, nameSpan, context);
}

function compileNamespaced(name: string, args: readonly ASTNode[], node: Node<'rcall'>, context: CompileContext): Compiled {
  if (name === 'cel.bind' && args.length === 3) return compileBind(args, node, context);
  const span = { start: node.start, end: context.methodSpan(node, node.args[1], node.args[0]).end };
  const spec = functionsByName.get(name);
  return spec === undefined ? unknownFunction(name, span, context) : compileArguments(spec, args, node, span, context);
}

function unknownFunction(name: string, span: TextSpan, context: CompileContext): Compiled {
  return context.error('unknown-function', span, `There is no function \`${name}\`.`, didYouMean(name, functionNames) ?? 'The functions are listed in the reference.');
}

function compileArguments(spec: FunctionSpec, args: readonly ASTNode[], node: ASTNode, nameSpan: TextSpan, context: CompileContext): Compiled {
  const compiled = args.map((arg) => context.compile(arg));
  const { takes } = spec;
  const most = spec.isVariadic === true ? Infinity : takes.length;
  if (args.length < takes.length - (spec.optional ?? 0) || args.length > most) {
    return context.error('wrong-type', nameSpan, `\`${spec.name}\` does not take ${args.length} arguments.`, `Write \`${spec.signature}\`.`);
  }
  const kinds = args.map((_, i) => takes[Math.min(i, takes.length - 1)]!);
  const misfit = compiled.findIndex(({ type }, i) => !takesType(kinds[i]!, type));
  if (misfit >= 0) {
    const message = `\`${spec.name}\` takes ${showTakes(kinds[misfit]!)} here, not ${showType(compiled[misfit]!.type)}.`;
    return context.error('wrong-type', args[misfit]!, message, spec.name === 'contains' ? 'For a list: `item in list`.' : spec.name === 'string' ? 'For a list or an object: `json(…)`.' : null);
  }
  if (compiled.includes(broken)) return broken;
  const type = typeof spec.gives === 'function' ? spec.gives(compiled.map((arg) => arg.type)) : spec.gives;
  if (spec.name === 'matches') return { type, run: compileMatches(compiled, args, node, context) };
  const values = argumentRuns(spec, compiled, kinds, args);
  return { type, run: (frame) => spec.run(values(frame), { frame, span: node }) };
}

/** Evaluates the arguments and makes sure of their kinds, which the check could not always tell. */
function argumentRuns(spec: FunctionSpec, compiled: readonly Compiled[], kinds: FunctionSpec['takes'], args: readonly ASTNode[]): (frame: Parameters<Run>[0]) => readonly Json[] {
  return (frame) =>
    compiled.map(({ run }, i) => {
      const value = run(frame);
      if (takesValue(kinds[i]!, value)) return value;
      return fail(value === null ? 'null-value' : 'wrong-type', args[i]!, `\`${spec.name}\` takes ${showTakes(kinds[i]!)} here, not ${showValue(value)}.`);
    });
}

function compileMatches(compiled: readonly Compiled[], args: readonly ASTNode[], node: ASTNode, context: CompileContext): Run {
  const spec = functionsByName.get('matches')!;
  const values = argumentRuns(spec, compiled, spec.takes, args);
  const literal = literalText(args[1]!);
  if (!arePatternsLoaded()) context.error('patterns-not-loaded', node, '`matches` cannot be used: its library is not loaded.', 'This is a fault of the program, not of your file.');
  else if (literal !== null) {
    const pattern = compilePattern(literal);
    if (pattern.ok) return (frame) => occurs(pattern.value, values(frame)[0]!, { frame, span: node });
    context.error('bad-pattern', args[1]!, pattern.error);
  }
  return (frame) => spec.run(values(frame), { frame, span: node });
}
