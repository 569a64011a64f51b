/** The scopes of a team's expressions, each made once, and which bare texts are questions. Compiles nothing. */
import type { CardCondition, RoleCard } from '../cards/roleCard';
import { looksLikeQuestion } from '../expressions/looksLikeQuestion';
import { scopeFor, type ExpressionPlace, type ExpressionScope, type ScopeOptions } from '../expressions/scope';
import type { JsonObject } from '../shared/json';
import type { Field } from './team';

/** What depends on the role. */
const ownNames = new Set(['output', 'subtask']);

export class Scopes {
  private readonly kept = new Map<string, ExpressionScope>();
  private readonly ids: readonly string[];

  constructor(
    private readonly fields: Readonly<Record<string, Field>>,
    roles: readonly RoleCard[],
  ) {
    this.ids = roles.flatMap((role) => role.id ?? []);
  }

  /** Where nothing is known of output and input. */
  at(place: ExpressionPlace): ExpressionScope {
    return this.keep(place, () => scopeFor(place, { fields: this.fields, roles: this.ids }));
  }

  /** With the role's own output and input; `withOutput` for the assert of a scenario that runs this role alone. */
  ofRole(place: ExpressionPlace, role: RoleCard, withOutput = false): ExpressionScope {
    return this.keep(`${place} ${role.file} ${role.id}`, () => this.narrowed(place, { output: outputSchema(role), input: inputOf(role), withOutput }));
  }

  /** A script's replies: the output in a review is another role's, and so is the input. */
  ofScript(role: RoleCard | undefined, isReviewer: boolean): ExpressionScope {
    if (role === undefined || isReviewer) return this.at('script');
    return this.keep(`script ${role.file} ${role.id}`, () => this.narrowed('script', { input: inputOf(role) }));
  }

  /** The team's scope, with what only depends on the role put in: the types of all fields and roles are made once. */
  private narrowed(place: ExpressionPlace, own: Pick<ScopeOptions, 'output' | 'input' | 'withOutput'>): ExpressionScope {
    const whole = this.at(place);
    const narrow = scopeFor(place, { fields: {}, roles: [], ...own });
    const names = new Map([...narrow.names].map(([name, known]) => [name, ownNames.has(name) ? known : (whole.names.get(name) ?? known)]));
    return { ...whole, names };
  }

  private keep(key: string, make: () => ExpressionScope): ExpressionScope {
    const known = this.kept.get(key) ?? make();
    this.kept.set(key, known);
    return known;
  }
}

function inputOf(role: RoleCard): JsonObject | null {
  return role.inputSchema?.schema ?? null;
}

/** What a role proposes: its fields and no others; not all of them have to be there. */
function outputSchema(role: RoleCard): JsonObject {
  const properties = Object.fromEntries(role.writes.map((write) => [write.field, write.schema?.value ?? {}]));
  return { type: 'object', properties, additionalProperties: false };
}

/** A text with `{{ }}` is a sentence too: no expression has two braces in a row. */
export function isQuestion({ asked, text }: CardCondition, scope: ExpressionScope): boolean {
  return asked || text.text.includes('{{') || looksLikeQuestion(text.text, scope);
}
