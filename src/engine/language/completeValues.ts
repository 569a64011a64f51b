/** Completion of values: names of the team, words of closed lists, true and false. */
import type { NameOf, ScalarForm } from '../cards/shape';
import { alsoDocs } from '../cards/wordDocs';
import { builtInFields } from '../team/buildFields';
import { bareTools } from '../team/buildTools';
import { isText, usualShape, type CardPlace } from './cardPlaces';
import { plainSnippet, type Completion } from './completion';
import type { Cursor } from './cursor';
import { describeName, describeWord } from './describe';
import type { LanguageTeam } from './languageTeam';

export function completeValue(cursor: Cursor, team: LanguageTeam): readonly Completion[] {
  const { place, whole: replace } = cursor;
  const shape = usualShape(place.shape);
  const present = siblingsOf(place);
  if (shape?.scalar !== undefined) return itemsOf(shape.scalar, team).filter(({ label }) => !present.has(label)).map((item) => ({ ...item, insert: plainSnippet(item.label), replace }));
  const items = shape?.list?.scalar;
  if (items === undefined || place.within?.node.kind === 'list') return [];
  return itemsOf(items, team).map((item) => ({ ...item, insert: `[${plainSnippet(item.label)}$0]`, replace }));
}

type Item = Pick<Completion, 'label' | 'kind' | 'detail' | 'doc'>;

function itemsOf(form: ScalarForm, team: LanguageTeam): readonly Item[] {
  if (form.is === 'word') return form.of.map((word) => ({ label: word, kind: 'word', doc: () => describeWord(word, form.docs) }));
  if (form.is === 'boolean') return ['true', 'false'].map((word) => ({ label: word, kind: 'word' }));
  if (form.is !== 'name' || (form.declares === true && form.of !== 'field')) return [];
  const names = knownNames(form.of, team).map((name): Item => ({ label: name, kind: form.of, doc: () => describeName(form.of, name, team, null) }));
  const also = (form.also ?? []).map((word): Item => ({ label: word, kind: 'word', doc: () => describeWord(word, alsoDocs) }));
  return [...names, ...also];
}

/** In the order in which they are declared. */
export function knownNames(of: NameOf, { sources, fields }: LanguageTeam): readonly string[] {
  switch (of) {
    case 'role':
      return sources.roles.flatMap(({ id }) => id ?? []);
    case 'field':
      return [...Object.keys(fields).filter((name) => !builtInFields(sources).includes(name)), ...builtInFields(sources)];
    case 'tool':
      return [...new Set([...(sources.team?.tools ?? []).map(({ name }) => name), ...bareTools])];
    case 'model':
      return (sources.team?.models ?? []).map(({ name }) => name);
  }
}

/** What the same list names already. */
function siblingsOf({ within, node }: CardPlace): ReadonlySet<string> {
  if (within?.node.kind !== 'list') return new Set();
  return new Set(within.node.items.flatMap((item) => (item !== node && isText(item) ? [item.value] : [])));
}
