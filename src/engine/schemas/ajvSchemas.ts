/**
 * The users' JSON Schemas on ajv (2020-12; drafts 6 and 7 mostly read the same). Import only through loadSchemas.ts, since ajv is large.
 * Patterns run on RE2, so that no pattern of a user's can hang on what a model wrote.
 */
import { Ajv2020, type Options, type ValidateFunction } from 'ajv/dist/2020';
import * as formats from 'ajv-formats';
import { canonicalJson, isObject, type Json, type JsonObject } from '../shared/json';
import { err, ok, type Result } from '../shared/result';
import type { SchemaProblem, Schemas } from '../shared/schemas';
import { linearPattern } from './linearPattern';
import { schemaProblems, stepsOf, valueProblems } from './schemaErrors';

type Compiled = Result<(value: Json) => readonly SchemaProblem[], string>;

/** Compiled schemas that are kept; a team has far fewer, an editor left open for days may see more. */
const maxKept = 1_000;

export function createAjvSchemas(): Schemas {
  const checker = newAjv({});
  const filler = newAjv({ useDefaults: true });
  const compiled = new Kept((schema) => compileOne(checker, schema));
  const fillers = new Kept((schema) => (mayHaveDefaults(schema) ? filler.compile(withoutDialect(schema)) : null));
  return {
    compile: (schema) => compiled.of(schema),
    withDefaults(schema, value) {
      const fill = fillers.of(schema);
      if (fill === null) return value;
      const copy = JSON.parse(JSON.stringify(value)) as Json;
      fill(copy);
      return copy;
    },
    problemsOf: (schema) => problemsOf(checker, schema),
  };
}

function newAjv(options: Options): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors: true,
    strict: false,
    // Two schemas of one team may bear the same $id.
    addUsedSchema: false,
    verbose: true,
    ownProperties: true,
    logger: false,
    code: { regExp: linearPattern },
    ...options,
  });
  formats.default(ajv);
  return ajv;
}

function compileOne(ajv: Ajv2020, schema: JsonObject): Compiled {
  try {
    const validate = ajv.compile(withoutDialect(schema));
    return ok((value) => (validate(value) ? [] : valueProblems(validate.errors ?? [])));
  } catch (error) {
    const problems = problemsOf(ajv, schema);
    return err(problems.map(({ path, message }) => `${path} ${message}`.trim()).join('; ') || messageOf(error));
  }
}

function problemsOf(ajv: Ajv2020, schema: JsonObject): readonly SchemaProblem[] {
  const plain = withoutDialect(schema);
  const found = ajv.validateSchema(plain) === true ? [] : schemaProblems(ajv.errors ?? []);
  const inside = [...found, ...problemsInside(plain, plain, '')];
  if (inside.length > 0) return inside;
  // Only references out of the schema can still be wrong; compiling costs too much to do it for every schema at every keystroke.
  if (!JSON.stringify(plain).includes('"$ref"')) return [];
  try {
    ajv.compile(plain);
    return [];
  } catch (error) {
    return [{ path: '', message: messageOf(error) }];
  }
}

/** What stands below these is data, whatever it looks like. */
const holdValues = new Set(['default', 'const', 'enum', 'examples']);

/** What the meta-schema cannot tell: patterns that RE2 does not take, and references that lead nowhere. */
function* problemsInside(schema: Json, root: JsonObject, path: string): Generator<SchemaProblem> {
  if (Array.isArray(schema)) for (const [index, item] of schema.entries()) yield* problemsInside(item as Json, root, `${path}[${index}]`);
  if (!isObject(schema)) return;
  for (const [key, value] of Object.entries(schema)) {
    if (holdValues.has(key)) continue;
    const here = path === '' ? key : `${path}.${key}`;
    if (key === 'pattern' && typeof value === 'string') yield* patternProblem(value, here);
    else if (key === '$ref' && typeof value === 'string') yield* referenceProblem(value, root, here);
    else yield* problemsInside(value, root, here);
  }
}

function* patternProblem(pattern: string, path: string): Generator<SchemaProblem> {
  try {
    linearPattern(pattern);
  } catch (error) {
    const why = messageOf(error).replace(/^error parsing regexp: /, '');
    yield { path, message: /\(\?[=!<]/.test(why) ? 'looks ahead or behind, which cannot be done in linear time' : `is no regular expression: ${why}` };
  }
}

/** Only references into the same schema by a pointer; others are left to ajv. */
function* referenceProblem(reference: string, root: JsonObject, path: string): Generator<SchemaProblem> {
  if (!reference.startsWith('#/')) return;
  let found: Json | undefined = root;
  for (const step of stepsOf(decodeURIComponent(reference.slice(1)))) {
    if (Array.isArray(found)) found = found[Number(step)] as Json | undefined;
    else found = isObject(found) && Object.hasOwn(found, step) ? found[step] : undefined;
  }
  if (found === undefined) yield { path, message: `leads nowhere: there is no \`${reference}\` in the schema` };
}

/** Every draft is read as 2020-12. */
function withoutDialect(schema: JsonObject): JsonObject {
  const { $schema: _, ...rest } = schema;
  return rest;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Also a reference may lead to one. */
function mayHaveDefaults(schema: JsonObject): boolean {
  return /"(?:default|\$ref|\$dynamicRef)":/.test(JSON.stringify(schema));
}

/** What was made of a schema: by the object, since a run asks for the same ones at each step, and by what it says, since each load of a team brings new ones. */
class Kept<T> {
  private readonly byObject = new WeakMap<JsonObject, T>();
  private readonly byText = new Map<string, T>();

  constructor(private readonly make: (schema: JsonObject) => T) {}

  of(schema: JsonObject): T {
    const known = this.byObject.get(schema);
    if (known !== undefined) return known;
    const made = this.ofText(canonicalJson(schema), schema);
    this.byObject.set(schema, made);
    return made;
  }

  private ofText(text: string, schema: JsonObject): T {
    const known = this.byText.get(text);
    if (known !== undefined) return known;
    const made = this.make(schema);
    if (this.byText.size >= maxKept) this.byText.clear();
    this.byText.set(text, made);
    return made;
  }
}
