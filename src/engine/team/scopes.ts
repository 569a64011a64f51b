/** The scopes of a team's expressions, each made once, and which bare texts are questions. Compiles nothing. */
import type { CardCondition, RoleCard } from '../cards/roleCard';
import { looksLikeQuestion } from '../expressions/looksLikeQuestion';
import type { MapType } from '../expressions/exprType';
import { wholeTemplate } from '../expressions/splitTemplate';
import { scopeFor, type ExpressionPlace, type ExpressionScope, type ScopeOptions } from '../expressions/scope';
import type { JsonObject } from '../shared/json';
import { isSpeaker, messages, messagesWrite } from './groupChat';
import type { Field } from './team';

/** What depends on the role. */
const ownNames = new Set(['output', 'subtask']);

export class Scopes {
  private readonly kept = new Map<string, ExpressionScope>();
  private readonly ids: readonly string[];

  constructor(
    private readonly fields: Readonly<Record<string, Field>>,
    private readonly roles: readonly RoleCard[],
    private readonly isChat: boolean,
  ) {
    this.ids = roles.flatMap((role) => role.id ?? []);
  }

  /** Where nothing is known of output and input. */
  at(place: ExpressionPlace): ExpressionScope {
    return this.keep(place, () => scopeFor(place, { fields: this.fields, roles: this.ids }));
  }

  /** With the role's own output and input; `withOutput` for the assert of a scenario that runs this role alone. */
  ofRole(place: ExpressionPlace, role: RoleCard, withOutput = false): ExpressionScope {
    return this.keep(`${place} ${role.file} ${role.id}`, () => this.narrowed(place, { output: this.outputSchema(role), input: inputOf(role), withOutput }));
  }

  /** Any role's output: a rule or an approval of the whole team. */
  ofAnyOutput(place: ExpressionPlace): ExpressionScope {
    return this.keep(`${place} of any`, () => this.narrowed(place, { output: this.anyOutput() }));
  }

  /** A route's input, with what the fan-out brings; without one there is nothing in `subtask.input` yet. */
  ofRouteInput(input: MapType): ExpressionScope {
    const whole = this.at('routeInput');
    const known = whole.names.get('subtask');
    const subtask = known === undefined || known.type.kind !== 'map' ? known : { ...known, type: { ...known.type, fields: new Map([...known.type.fields, ['input', input]]) } };
    return subtask === undefined ? whole : { ...whole, names: new Map([...whole.names, ['subtask', subtask]]) };
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

  /** What a role proposes: its fields and no others; not all of them have to be there. */
  private outputSchema(role: RoleCard): JsonObject {
    const own = role.writes.map((write) => [write.field, write.schema?.value ?? {}] as const);
    const spoken = this.isChat && isSpeaker(role) ? [[messages, messagesWrite(role.id ?? '').schema ?? {}] as const] : [];
    return { type: 'object', properties: Object.fromEntries([...own, ...spoken]), additionalProperties: false };
  }

  /** No role writes any other field; what a field takes is said where all its writers agree by being one. */
  private anyOutput(): JsonObject {
    const properties: Record<string, JsonObject> = {};
    for (const role of this.roles) {
      const own = this.outputSchema(role)['properties'] as Readonly<Record<string, JsonObject>>;
      for (const [field, schema] of Object.entries(own)) properties[field] = Object.hasOwn(properties, field) ? {} : schema;
    }
    return { type: 'object', properties, additionalProperties: false };
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

/** A criterion is filled in before it is put to the reviewer, so that one with `{{ }}` in it is a sentence too. Nothing but braces is an expression that has no need of them. */
export function isQuestion({ asked, text }: CardCondition, scope: ExpressionScope): boolean {
  const isFilledIn = scope.place === 'rule' && text.text.includes('{{') && wholeTemplate(text.text) === null;
  return asked || isFilledIn || looksLikeQuestion(text.text, scope);
}
