/**
 * How the tables of keys say what a key may hold. One home for each key: its name, its form and its meaning; reading,
 * checking, and later completion and JSON Schemas all start from the same tables. Not zod, since a form here is chosen
 * by what stands in the YAML (a scalar, a list or a map), so that a problem names the one place that is wrong instead of a failed union.
 */

/** What a name has to be the name of; the checks resolve it, and the editor completes it. */
export type NameOf = 'role' | 'field' | 'tool' | 'model';

export type ScalarForm =
  | { readonly is: 'text'; readonly mayBeBlank?: true }
  /** `also`: words that stand in the place of a name. `declares`: the name comes to be here. */
  | { readonly is: 'name'; readonly of: NameOf; readonly also?: readonly string[]; readonly declares?: true }
  /** CEL. A number or a boolean is an expression too. */
  | { readonly is: 'expression' }
  /** Text with `{{ }}`. */
  | { readonly is: 'template' }
  /** CEL, or bare text as a question for a model. */
  | { readonly is: 'condition' }
  /** A path relative to the file. */
  | { readonly is: 'path' }
  /** `90s`, `10m`, `1h`, `500ms`; a bare number counts seconds. */
  | { readonly is: 'duration' }
  | { readonly is: 'boolean' }
  | { readonly is: 'number'; readonly integer?: boolean; readonly min?: number; readonly max?: number; readonly above?: number }
  | { readonly is: 'word'; readonly of: readonly string[]; readonly docs?: WordDocs };

/** What each word of a closed list means, for people. */
export type WordDocs = Readonly<Record<string, string>>;

export interface Shape {
  readonly scalar?: ScalarForm;
  readonly list?: Shape;
  /** A map with these keys. */
  readonly keys?: KeyTable;
  /** Beside `keys`: other keys that hold anything. */
  readonly more?: ReadonlySet<string>;
  /** A map whose keys the user chooses. */
  readonly entries?: Shape;
  /** Beside `entries`: what their keys are names of. */
  readonly keysAre?: { readonly of: NameOf; readonly declares?: true };
  /** Any JSON, alone. */
  readonly json?: true;
  /** Beside `json` or `entries`: what usually stands there. For who writes it; the check takes anything. */
  readonly usually?: Shape;
  /** May be left without a value. */
  readonly empty?: true;
}

export interface Key {
  readonly shape: Shape;
  /** For people: what it means. Markdown. */
  readonly doc: string;
  readonly required?: true;
  /** This is another spelling of that key. */
  readonly spells?: string;
}

export type KeyTable = Readonly<Record<string, Key>>;

export const text: Shape = { scalar: { is: 'text' } };
/** A text that may also be empty. */
export const anyText: Shape = { scalar: { is: 'text', mayBeBlank: true } };
export const template: Shape = { scalar: { is: 'template' } };
export const expression: Shape = { scalar: { is: 'expression' } };
export const path: Shape = { scalar: { is: 'path' } };
export const duration: Shape = { scalar: { is: 'duration' } };
export const boolean: Shape = { scalar: { is: 'boolean' } };
export const json: Shape = { json: true };
/** A map written as it is handed on, such as a JSON Schema. */
export const jsonMap: Shape = { entries: { json: true, empty: true } };
/** 1, 2, 3 … */
export const count: Shape = { scalar: { is: 'number', integer: true, min: 1 } };
/** 0, 1, 2 … */
export const countOrNone: Shape = { scalar: { is: 'number', integer: true, min: 0 } };
/** Above 0. */
export const amount: Shape = { scalar: { is: 'number', above: 0 } };
export const atLeastZero: Shape = { scalar: { is: 'number', min: 0 } };

export const name = (of: NameOf, also: readonly string[] = []): Shape => ({ scalar: { is: 'name', of, ...(also.length === 0 ? {} : { also }) } });
/** A name that comes to be where it is written. */
export const newName = (of: NameOf): Shape => ({ scalar: { is: 'name', of, declares: true } });
export const word = (of: readonly string[], docs?: WordDocs): Shape => ({ scalar: { is: 'word', of, ...(docs === undefined ? {} : { docs }) } });
export const list = (shape: Shape): Shape => ({ list: shape });
export const map = (keys: KeyTable): Shape => ({ keys });
export const entries = (shape: Shape): Shape => ({ entries: shape });
/** A map by names of a kind; `declares`: they come to be there. */
export const named = (of: NameOf, shape: Shape): Shape => ({ entries: shape, keysAre: { of } });
export const declared = (of: NameOf, shape: Shape): Shape => ({ entries: shape, keysAre: { of, declares: true } });
/** One alone, or a list of them. */
export const oneOrMore = (shape: Shape): Shape => ({ ...shape, list: shape });

/** `skip_when` and its like: CEL or a question, `{ask: …}`, or a list of them. */
export const conditions: Shape = oneOrMore({
  scalar: { is: 'condition' },
  keys: { ask: { shape: text, required: true, doc: 'The question a model answers, with what it is asked of in view.' } },
});
