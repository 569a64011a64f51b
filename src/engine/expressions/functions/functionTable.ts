/** Every built-in function by name, and the one list of them that documentation and completion are made of. */
import { loopDocs } from '../loops';
import { conversions } from './conversions';
import type { FunctionSpec } from './functionSpec';
import { listFunctions } from './listFunctions';
import { matches } from './matches';
import { numberFunctions } from './numberFunctions';
import { stringFunctions } from './stringFunctions';

export interface FunctionDoc {
  readonly name: string;
  /** `method`: behind a dot. `loop`: behind a dot, with a name for the item first. */
  readonly kind: 'function' | 'method' | 'loop';
  readonly signature: string;
  readonly doc: string;
}

const specs: readonly FunctionSpec[] = [...conversions, ...numberFunctions, ...listFunctions, ...stringFunctions, matches];

export const functionsByName: ReadonlyMap<string, FunctionSpec> = new Map(specs.map((spec) => [spec.name, spec]));

/** What the language offers, in alphabetical order within functions, loops and methods. */
export const functionDocs: readonly FunctionDoc[] = [
  { name: 'has', kind: 'function' as const, signature: 'has(field): boolean', doc: 'Whether a field is there; of a shared field, whether it was committed or has an initial value.' },
  ...specs.filter((spec) => spec.style !== 'method').map((spec) => docOf(spec, 'function')),
  { name: 'cel.bind', kind: 'function' as const, signature: 'cel.bind(x, value, expression)', doc: 'A name for a value that is needed twice.' },
  ...loopDocs.map(({ name, signature, doc }) => ({ name, kind: 'loop' as const, signature, doc })),
  ...specs.filter((spec) => spec.style === 'method').map((spec) => docOf(spec, 'method')),
];

export const functionNames: ReadonlySet<string> = new Set(functionDocs.map((doc) => doc.name));

function docOf({ name, signature, doc }: FunctionSpec, kind: FunctionDoc['kind']): FunctionDoc {
  return { name, kind, signature, doc };
}
