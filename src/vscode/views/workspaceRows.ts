/** The rows of the Shared Workspace view: fields with value, version and writer, and what is in them. Data only; liveTree.ts shows them. */
import { l10n } from 'vscode';
import { summarize } from '../../engine/projections/describeValue';
import { formatBytes } from '../../engine/projections/format';
import type { FieldView } from '../../engine/projections/runView';
import { isObject, type Json } from '../../engine/shared/json';
import { joinPath } from '../../engine/shared/paths';
import type { Field, Team } from '../../engine/team/team';
import type { RunRecord } from '../runs/runRecord';
import { markdownText } from '../../engine/shared/markdownText';
import { describe, maxDescription, type RowTarget, type TreeRow } from './treeRow';

/** Items shown before "9 more". */
const shownItems = 3;
/** Rows that "9 more" brings at a time: no list is so long that the view stops. */
const chunk = 100;
/** Given by the user and not written by roles: told in the panel's head and in the team file. */
const notShown: ReadonlySet<string> = new Set(['task', 'constraints']);

export interface WorkspaceShown {
  readonly team: Team;
  readonly record: RunRecord | null;
}

/** A value inside a run's workspace; what a click opens. */
export interface ValuePlace {
  readonly field: string;
  readonly path: readonly (string | number)[];
}

export function workspaceRows({ team, record }: WorkspaceShown): readonly TreeRow[] {
  const view = record?.view;
  if (!view) return Object.values(team.fields).filter(({ name }) => !notShown.has(name)).map((field) => declaredRow(field, team));
  return view.fields.filter(({ name }) => !notShown.has(name)).map((field) => fieldRow(field, view.team.fields[field.name], view.team));
}

/** Before any run: who will write it; a click opens the line that declares it. */
function declaredRow(field: Field, team: Team): TreeRow {
  const at = { kind: 'file' as const, path: joinPath(team.folder, field.at.file), line: field.at.line, column: field.at.column };
  return { id: `field:${field.name}`, label: field.name, description: describe(notWritten(field)), icon: iconOfType(field.type), target: at };
}

function notWritten(field: Pick<Field, 'writers'> | undefined): string {
  const writers = field?.writers ?? [];
  return writers.length === 0 ? l10n.t('not written yet') : l10n.t('not written yet · {0}', writers.join(', '));
}

function fieldRow(field: FieldView, declared: Field | undefined, team: Team): TreeRow {
  const id = `field:${field.name}`;
  const isWritten = field.version > 0;
  if (!isWritten && isEmpty(field.value)) {
    return declared ? declaredRow(declared, team) : { id, label: field.name, description: notWritten(declared), icon: iconOfType(field.type) };
  }
  const place: ValuePlace = { field: field.name, path: [] };
  return {
    id,
    label: field.name,
    description: isWritten ? writtenText(field) : describe(l10n.t('{0} · initial', field.summary)),
    icon: iconOfType(field.type),
    spoken: `${field.name}, ${field.summary}, ${l10n.t('version {0} by {1}', field.version, field.writer ?? '')}`,
    target: targetOf(place),
    ...childrenOf(id, place, field.value),
    tooltip: () => fieldTooltip(field),
  };
}

/** Version and writer are never cut: the summary gives way. */
function writtenText(field: FieldView): string {
  const tail = ` · v${field.version} · ${field.writer ?? ''}`;
  const value = field.value;
  const short = Array.isArray(value) ? itemsText(value.length) : field.summary;
  const room = maxDescription - tail.length;
  if (short.length <= room) return short + tail;
  return describe(room < 6 ? tail.slice(3) : short.slice(0, room - 1).replace(/[\s,;:]+$/, '') + '…' + tail);
}

function itemsText(count: number): string {
  return count === 1 ? l10n.t('1 item') : l10n.t('{0} items', count);
}

function fieldTooltip(field: FieldView): string {
  const parts = [`**${markdownText(field.name)}** ${markdownText(field.type)}, ${formatBytes(field.bytes)}`, markdownText(field.summary)];
  const last = field.history.at(-1);
  if (last) {
    const step = last.step === null ? '' : l10n.t(' at step {0}', last.step);
    parts.push(`v${last.version} ${markdownText(last.writer)}${step}: ${markdownText(last.change)}`);
    if (last.why) parts.push(markdownText(last.why));
  }
  return parts.join('\n\n');
}

type Members = readonly (readonly [string | number, Json])[];

function membersOf(value: Json): Members {
  if (Array.isArray(value)) return (value as readonly Json[]).map((item, index) => [index, item] as const);
  return isObject(value) ? Object.entries(value) : [];
}

function childrenOf(id: string, place: ValuePlace, value: Json): Pick<TreeRow, 'children'> {
  const members = membersOf(value);
  if (members.length === 0) return {};
  // One row more is no shorter than the row that says so.
  const first = members.length <= shownItems + 1 ? members.length : shownItems;
  return { children: () => [...memberRows(id, place, members.slice(0, first)), ...moreRows(id, place, members, first)] };
}

function memberRows(id: string, place: ValuePlace, members: Members): readonly TreeRow[] {
  return members.map(([key, value]) => {
    const inside: ValuePlace = { field: place.field, path: [...place.path, key] };
    const rowId = `${id}/${encodeURIComponent(key)}`;
    return {
      id: rowId,
      label: String(key),
      description: describe(itemText(value)),
      spoken: `${key}, ${itemText(value)}`,
      target: targetOf(inside),
      tooltip: () => markdownText(itemText(value)),
      ...childrenOf(rowId, inside, value),
    };
  });
}

function moreRows(id: string, place: ValuePlace, members: Members, from: number): readonly TreeRow[] {
  const rest = members.length - from;
  if (rest <= 0) return [];
  const rowId = `${id}/+${from}`;
  const to = from + chunk;
  return [{
    id: rowId,
    label: l10n.t('{0} more', rest),
    children: () => [...memberRows(id, place, members.slice(from, to)), ...moreRows(id, place, members, to)],
  }];
}

/** What tells an item from the others: its first text that is a sentence rather than a name, else a summary. */
function itemText(value: Json): string {
  if (!isObject(value)) return summarize(value);
  const texts = Object.values(value).filter((member): member is string => typeof member === 'string' && member.trim() !== '');
  return texts.find((text) => text.trim().split(/\s+/, 3).length === 3) ?? texts[0] ?? summarize(value);
}

function isEmpty(value: Json): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0) || (isObject(value) && Object.keys(value).length === 0);
}

function targetOf(place: ValuePlace): RowTarget {
  return { kind: 'document', id: JSON.stringify(place) };
}

function iconOfType(type: string | null): string {
  switch (type ?? 'any') {
    case 'array':
      return 'symbol-array';
    case 'object':
      return 'symbol-namespace';
    case 'text':
    case 'string':
      return 'symbol-text';
    case 'number':
    case 'integer':
      return 'symbol-numeric';
    case 'boolean':
      return 'symbol-boolean';
    default:
      return 'symbol-variable';
  }
}
