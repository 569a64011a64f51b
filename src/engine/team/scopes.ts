/** The scopes of a team's expressions, each made once, and which bare texts are questions. Compiles nothing. */
import type { CardCondition, RoleCard } from '../cards/roleCard';
import { looksLikeQuestion } from '../expressions/looksLikeQuestion';
import { scopeFor, type ExpressionPlace, type ExpressionScope } from '../expressions/scope';
import type { JsonObject } from '../shared/json';
import type { Field } from './team';

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
    const output = outputSchema(role);
    const input = role.inputSchema?.schema ?? null;
    return this.keep(`${place} ${role.file} ${role.id}`, () => scopeFor(place, { fields: this.fields, roles: this.ids, output, input, withOutput }));
  }

  /** A script's replies: the output in a review is another role's, and so is the input. */
  ofScript(role: RoleCard | undefined, isReviewer: boolean): ExpressionScope {
    if (role === undefined || isReviewer) return this.at('script');
    const input = role.inputSchema?.schema ?? null;
    return this.keep(`script ${role.file} ${role.id}`, () => scopeFor('script', { fields: this.fields, roles: this.ids, input }));
  }

  private keep(key: string, make: () => ExpressionScope): ExpressionScope {
    const known = this.kept.get(key) ?? make();
    this.kept.set(key, known);
    return known;
  }
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
