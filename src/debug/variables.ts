/** Values as rows that are opened level by level: nothing is laid out before somebody looks at it, however large it is. */
import type { DebugProtocol } from '@vscode/debugprotocol';
import { displayJson, isObject, type Json } from '../engine/shared/json';

/** In characters of a row. */
const rowLength = 200;
/** In characters: a longer text is opened in pieces of this length. */
const pieceLength = 8000;

/** What stands behind a reference. */
export interface Rows {
  readonly count: number;
  /** In order; only those that are asked for are made. */
  rows(from: number, to: number): readonly DebugProtocol.Variable[] | Promise<readonly DebugProtocol.Variable[]>;
  /** Where a row can be given another value. */
  readonly place?: WritablePlace;
}

/** A value inside of a shared field. */
export interface WritablePlace {
  readonly field: string;
  readonly path: readonly (string | number)[];
}

/** References live as long as the run stands still. */
export class Variables {
  private readonly known = new Map<number, Rows>();
  private next = 1;

  clear(): void {
    this.known.clear();
  }

  get(reference: number): Rows | undefined {
    return this.known.get(reference);
  }

  add(rows: Rows): number {
    const reference = this.next++;
    this.known.set(reference, rows);
    return reference;
  }

  /** `expression`: what gives the value again; `place`: where it is written to. */
  row(name: string, value: Json, expression: string | null, place?: WritablePlace): DebugProtocol.Variable {
    const base = { name, value: preview(value), type: typeOf(value), ...(expression === null ? {} : { evaluateName: expression }) };
    if (typeof value === 'string') return { ...base, variablesReference: value.length <= rowLength ? 0 : this.add(this.piecesOf(value)) };
    if (Array.isArray(value)) return { ...base, variablesReference: value.length === 0 ? 0 : this.add(this.itemsOf(value as readonly Json[], expression, place)), indexedVariables: value.length };
    if (isObject(value)) {
      const keys = Object.keys(value);
      return { ...base, variablesReference: keys.length === 0 ? 0 : this.add(this.membersOf(value, keys, expression, place)), namedVariables: keys.length };
    }
    return { ...base, variablesReference: 0 };
  }

  /** Rows that stand side by side, each made when it is looked at. */
  listed(rows: readonly (() => DebugProtocol.Variable)[]): number {
    return rows.length === 0 ? 0 : this.add({ count: rows.length, rows: (from, to) => rows.slice(from, to).map((make) => make()) });
  }

  private itemsOf(items: readonly Json[], expression: string | null, place: WritablePlace | undefined): Rows {
    const row = (index: number) => this.row(`[${index}]`, items[index]!, expression === null ? null : `${expression}[${index}]`, place && { ...place, path: [...place.path, index] });
    return { count: items.length, rows: (from, to) => range(from, Math.min(to, items.length)).map(row), ...(place === undefined ? {} : { place }) };
  }

  private membersOf(value: Readonly<Record<string, Json>>, keys: readonly string[], expression: string | null, place: WritablePlace | undefined): Rows {
    const row = (key: string) => this.row(key, value[key]!, expression === null ? null : memberOf(expression, key), place && { ...place, path: [...place.path, key] });
    return { count: keys.length, rows: (from, to) => keys.slice(from, to).map(row), ...(place === undefined ? {} : { place }) };
  }

  private piecesOf(text: string): Rows {
    const count = Math.ceil(text.length / pieceLength);
    const piece = (index: number): DebugProtocol.Variable => {
      const [from, to] = [index * pieceLength, Math.min((index + 1) * pieceLength, text.length)];
      return { name: `${from}…${to - 1}`, value: text.slice(from, to), variablesReference: 0 };
    };
    return { count, rows: (from, to) => range(from, Math.min(to, count)).map(piece) };
  }
}

/** `state.plan`, `state["a b"]`. */
export function memberOf(expression: string, key: string): string {
  return /^[A-Za-z_]\w*$/.test(key) ? `${expression}.${key}` : `${expression}[${JSON.stringify(key)}]`;
}

/** One line. A text as JSON writes it, so that it can be told from a number. */
export function preview(value: Json): string {
  if (typeof value === 'string') {
    const whole = value.length <= rowLength;
    return `${JSON.stringify(whole ? value : value.slice(0, rowLength))}${whole ? '' : `… (${value.length.toLocaleString('en')} characters)`}`;
  }
  if (Array.isArray(value)) return value.length === 0 ? '[]' : `[${value.length} ${value.length === 1 ? 'item' : 'items'}]`;
  if (!isObject(value)) return displayJson(value);
  const keys = Object.keys(value);
  const shown = keys.slice(0, 5).join(', ');
  return keys.length === 0 ? '{}' : `{ ${shown.slice(0, rowLength)}${keys.length > 5 || shown.length > rowLength ? ', …' : ''} }`;
}

function typeOf(value: Json): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value === 'string' ? 'text' : typeof value;
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
}
