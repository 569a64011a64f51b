/** Subtasks and wishes for more in a script's replies: who is given them, what they wait for, what there is to ask for. */
import { entryOf, jsonOf, rangeOf, type CardNode, type MapEntry, type MapNode } from '../cards/cardNode';
import { renameTo } from '../cards/findings';
import type { RoleCard } from '../cards/roleCard';
import { didYouMean, nearest } from '../shared/nearest';
import { thereIs } from '../shared/listed';
import type { Check } from './check';
import { roleNames, toolNames } from './names';
import { holdsTemplate } from './writtenValue';

/** Null: some are made by a template, so that any id may be one. */
export type PlannedIds = ReadonlySet<string> | null;

const subtaskKeys = ['id', 'role', 'input', 'criteria', 'after'];

export function idsOf(subtasks: readonly (CardNode | undefined)[]): PlannedIds {
  const ids = new Set<string>();
  for (const node of subtasks) {
    if (node === undefined) continue;
    if (node.kind !== 'list' && holdsTemplate(node)) return null;
    if (node.kind !== 'list') continue;
    for (const item of node.items) {
      const id = item.kind === 'map' ? textOf(entryOf(item, 'id')?.value) : null;
      if (id === null && holdsTemplate(item)) return null;
      if (id !== null) ids.add(id);
    }
  }
  return ids;
}

export function checkSubtasks(check: Check, { keyNode, value }: MapEntry, role: RoleCard, ids: PlannedIds): void {
  if (role.mode !== 'plan') check.findings.add('script-reply', rangeOf(keyNode), `Only a role of mode plan gives out subtasks; \`${role.id}\` is not.`);
  if (value.kind === 'scalar' && (value.value === null || holdsTemplate(value))) return;
  if (value.kind !== 'list') return check.findings.add('script-reply', rangeOf(value), '`subtasks` is a list.', { hint: shape });
  const seen = new Set<string>();
  for (const item of value.items) checkSubtask(check, item, ids, seen);
}

const shape = 'A subtask is `{ id, role, input, criteria, after }`; it needs `id` and `role`.';

function checkSubtask(check: Check, item: CardNode, ids: PlannedIds, seen: Set<string>): void {
  if (item.kind !== 'map') {
    if (!holdsTemplate(item)) check.findings.add('script-reply', rangeOf(item), 'This is no subtask.', { hint: shape });
    return;
  }
  checkKeys(check, item);
  checkId(check, item, seen);
  checkOwner(check, item);
  checkOrder(check, item, ids);
}

function checkKeys({ findings }: Check, item: MapNode): void {
  for (const { keyNode } of item.entries.filter(({ key }) => !subtaskKeys.includes(key))) {
    const key = String(keyNode.value);
    const close = nearest(key, subtaskKeys);
    findings.add('script-reply', rangeOf(keyNode), `A subtask has no \`${key}\`${didYouMean(close) || '.'}`, { hint: shape, fix: renameTo(close, rangeOf(keyNode)) });
  }
  for (const key of ['id', 'role']) if (entryOf(item, key) === undefined) findings.add('script-reply', rangeOf(item), `The subtask has no \`${key}\`.`, { hint: shape });
}

function checkOrder({ findings }: Check, item: MapNode, ids: PlannedIds): void {
  if (ids === null) return;
  for (const { text, node } of textsOf(entryOf(item, 'after')?.value)) {
    if (!holdsTemplate(node) && !ids.has(text)) findings.add('script-reply', rangeOf(node), `No subtask has the id \`${text}\`${didYouMean(nearest(text, ids)) || '.'}`, thereHint(ids));
  }
}

function checkId({ findings }: Check, item: MapNode, seen: Set<string>): void {
  const node = entryOf(item, 'id')?.value;
  if (node === undefined || holdsTemplate(node)) return;
  const id = textOf(node);
  if (id === null || !/^[A-Za-z][\w-]*$/.test(id) || /^s\d+$/.test(id)) {
    findings.add('script-reply', rangeOf(node), `\`${String(jsonOf(node))}\` is no id of a subtask.`, { hint: 'Use a letter, then letters, digits, _ or -; not s and a number.' });
    return;
  }
  if (seen.has(id)) findings.add('script-reply', rangeOf(node), `The id \`${id}\` is given twice.`, { hint: 'Give each subtask an id of its own.' });
  seen.add(id);
}

/** Whoever exists can be given work: the check of its own reply says the rest. */
function checkOwner(check: Check, item: MapNode): void {
  const node = entryOf(item, 'role')?.value;
  if (node === undefined || holdsTemplate(node)) return;
  const known = roleNames(check);
  const role = textOf(node);
  if ((role !== null && known.includes(role)) || check.sources.incomplete) return;
  const written = role ?? JSON.stringify(jsonOf(node));
  const close = nearest(written, known);
  check.findings.add('script-reply', rangeOf(node), `There is no role \`${written}\` for this subtask${didYouMean(close) || '.'}`, { fix: renameTo(close, rangeOf(node)), ...thereHint(known) });
}

export function checkExtend(check: Check, extend: CardNode): void {
  if (extend.kind !== 'map') {
    if (!holdsTemplate(extend) && jsonOf(extend) !== null) check.findings.add('script-reply', rangeOf(extend), '`extend` is a map.', { hint: 'It is `{ need, fields, tools }`.' });
    return;
  }
  const fields = Object.keys(check.fields);
  const tools = toolNames(check);
  for (const [key, known, what] of [['fields', fields, 'shared field'], ['tools', tools, 'tool']] as const) {
    for (const { text, node } of textsOf(entryOf(extend, key)?.value)) {
      if (known.includes(text) || holdsTemplate(node) || check.sources.incomplete) continue;
      const close = nearest(text, known);
      check.findings.add('script-reply', rangeOf(node), `There is no ${what} \`${text}\`${didYouMean(close) || '.'}`, { fix: renameTo(close, rangeOf(node)), ...thereHint(known) });
    }
  }
}

function thereHint(known: Iterable<string>): { readonly hint?: string } {
  const hint = thereIs(known);
  return hint === undefined ? {} : { hint };
}

interface Text {
  readonly text: string;
  readonly node: CardNode;
}

/** Of a list, or of one alone. */
function textsOf(node: CardNode | undefined): readonly Text[] {
  const items = node === undefined ? [] : node.kind === 'list' ? node.items : [node];
  return items.flatMap((item) => {
    const text = textOf(item);
    return text === null ? [] : [{ text, node: item }];
  });
}

function textOf(node: CardNode | undefined): string | null {
  return node?.kind === 'scalar' && typeof node.value === 'string' ? node.value : null;
}
