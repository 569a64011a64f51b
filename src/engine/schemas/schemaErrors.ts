/** ajv's errors in words that a model can mend its reply by and a person their schema. */
import type { ErrorObject } from 'ajv/dist/2020';
import type { Json } from '../shared/json';
import { didYouMean, nearest } from '../shared/nearest';
import type { SchemaProblem } from '../shared/schemas';

/** `/findings/1/source` as `findings[1].source`. */
function showPointer(pointer: string): string {
  let shown = '';
  for (const step of stepsOf(pointer)) {
    if (/^\d+$/.test(step)) shown += `[${step}]`;
    else shown += shown === '' ? step : `.${step}`;
  }
  return shown;
}

export function stepsOf(pointer: string): readonly string[] {
  return pointer.split('/').slice(1).map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Of a value that does not keep its schema. */
export function valueProblems(errors: readonly ErrorObject[]): readonly SchemaProblem[] {
  const told = new Set<string>();
  return errors.flatMap((error) => {
    const problem = { path: showPointer(error.instancePath), message: sentence(error) };
    const text = `${problem.path}\n${problem.message}`;
    if (told.has(text)) return [];
    told.add(text);
    return [problem];
  });
}

/** Of a schema that is none: the first for each place, since the meta-schema tells one mistake in several ways. */
export function schemaProblems(errors: readonly ErrorObject[]): readonly SchemaProblem[] {
  const byPlace = new Map<string, SchemaProblem>();
  for (const error of errors) {
    const path = showPointer(error.instancePath);
    if (byPlace.has(path)) continue;
    byPlace.set(path, { path, message: stepsOf(error.instancePath).at(-1) === 'type' ? typeSentence(error.data) : sentence(error) });
  }
  // A mistake inside makes its surroundings wrong too; only the innermost is one.
  const paths = [...byPlace.keys()];
  return [...byPlace.values()].filter(({ path }) => !paths.some((other) => other !== path && (path === '' || other.startsWith(`${path}.`) || other.startsWith(`${path}[`))));
}

const jsonTypes = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];

function typeSentence(written: unknown): string {
  return `is no type of JSON Schema${didYouMean(typeof written === 'string' ? nearest(written, jsonTypes) : null) || `: it is one of ${jsonTypes.join(', ')}`}`;
}

function sentence(error: ErrorObject): string {
  const params = error.params as Readonly<Record<string, Json | undefined>>;
  switch (error.keyword) {
    case 'required':
      return `must have \`${String(params['missingProperty'])}\``;
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return unknownKey(String(params['additionalProperty'] ?? params['unevaluatedProperty']), error.parentSchema);
    case 'enum':
      return `must be one of ${JSON.stringify(params['allowedValues']).slice(1, -1)}`;
    case 'const':
      return `must be ${JSON.stringify(params['allowedValue'])}`;
    default:
      return error.message ?? 'does not keep the schema';
  }
}

function unknownKey(key: string, schema: ErrorObject['parentSchema']): string {
  const known = Object.keys((schema?.['properties'] ?? {}) as object);
  const close = nearest(key, known);
  if (close !== null) return `must not have \`${key}\`; did you mean \`${close}\`?`;
  return `must not have \`${key}\`${known.length === 0 ? '' : `; it takes ${known.join(', ')}`}`;
}
