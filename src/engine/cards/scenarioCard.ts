/** A scenario as it was written, each part with its place. Runs and checks nothing. */
import type { Json, JsonObject } from '../shared/json';
import type { SourceRange } from '../shared/source';
import type { CardNode } from './cardNode';
import { expressionText, MapReader, type CardText } from './mapReader';

export interface CardAssert {
  readonly at: SourceRange;
  readonly that: CardText | null;
  readonly message: string | null;
  readonly judge: CardText | null;
  readonly model: CardText | null;
  readonly threshold: number | null;
}

export interface ScenarioCard {
  readonly file: string;
  readonly map: MapReader;
  readonly at: SourceRange;
  readonly name: string | null;
  readonly team: CardText | null;
  readonly task: CardText | null;
  readonly model: CardText | null;
  readonly state: readonly { readonly field: string; readonly range: SourceRange; readonly value: Json }[];
  readonly role: CardText | null;
  readonly input: Json | null;
  readonly approvals: 'approve' | 'reject' | 'fail' | null;
  readonly asserts: readonly CardAssert[];
}

export function readScenarioCard(map: MapReader, file: string): ScenarioCard {
  const state: JsonObject = map.object('state') ?? {};
  const fields = map.map('state');
  return {
    file,
    map,
    at: map.keyRange('scenario') ?? { ...map.range, end: map.range.start },
    name: map.text('scenario')?.text ?? null,
    team: map.text('team'),
    task: map.text('task'),
    model: map.text('model'),
    state: Object.entries(state).map(([field, value]) => ({ field, range: fields?.keyRange(field) ?? map.range, value })),
    role: map.text('role'),
    input: map.json('input') ?? null,
    approvals: map.word('approvals', ['approve', 'reject', 'fail']),
    asserts: map.list('assert').flatMap((node) => readAssert(node) ?? []),
  };
}

function readAssert(node: CardNode): CardAssert | null {
  if (node.kind !== 'map') {
    const that = expressionText(node);
    return that === null ? null : { at: that.range, that, message: null, judge: null, model: null, threshold: null };
  }
  const map = new MapReader(node);
  const [that, judge] = [map.expression('that'), map.text('judge')];
  const told = that ?? judge;
  if (told === null) return null;
  return { at: told.range, that, message: map.text('message')?.text ?? null, judge, model: map.text('model'), threshold: map.number('threshold') };
}
