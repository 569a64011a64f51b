/** The types that the check of an expression reckons with: those of JSON, and `int` for whole numbers written in the expression. */

export type ExprType =
  | { readonly kind: 'dyn' | 'null' | 'bool' | 'int' | 'double' | 'string' }
  | { readonly kind: 'list'; readonly item: ExprType }
  | MapType;

export interface MapType {
  readonly kind: 'map';
  readonly fields: ReadonlyMap<string, ExprType>;
  /** The type of every other field; null: there is none. */
  readonly rest: ExprType | null;
  /** Its schema names fields and is silent about others: another name is legal, and probably a slip. */
  readonly loose?: boolean;
}

export const DYN: ExprType = { kind: 'dyn' };
export const NULL: ExprType = { kind: 'null' };
export const BOOL: ExprType = { kind: 'bool' };
export const INT: ExprType = { kind: 'int' };
export const DOUBLE: ExprType = { kind: 'double' };
export const STRING: ExprType = { kind: 'string' };
export const OBJECT: MapType = { kind: 'map', fields: new Map(), rest: DYN };

export function listOf(item: ExprType): ExprType {
  return { kind: 'list', item };
}

/** An object with these fields and no others. */
export function record(fields: Readonly<Record<string, ExprType>>): MapType {
  return { kind: 'map', fields: new Map(Object.entries(fields)), rest: null };
}

/** An object whose fields are all of one type. */
export function mapOf(value: ExprType): MapType {
  return { kind: 'map', fields: new Map(), rest: value };
}

export function isNumeric(type: ExprType): boolean {
  return type.kind === 'int' || type.kind === 'double';
}

/** As people say it. */
export function showType(type: ExprType): string {
  switch (type.kind) {
    case 'dyn':
      return 'any value';
    case 'null':
      return 'null';
    case 'bool':
      return 'a boolean';
    case 'int':
    case 'double':
      return 'a number';
    case 'string':
      return 'a string';
    case 'list':
      return 'a list';
    case 'map':
      return 'an object';
  }
}

/** The type of a value that is one or the other. */
export function unify(a: ExprType, b: ExprType): ExprType {
  if (a === b || b.kind === 'null') return a;
  if (a.kind === 'null') return b;
  if (isNumeric(a) && isNumeric(b)) return a.kind === b.kind ? a : DOUBLE;
  if (a.kind === 'list' && b.kind === 'list') return listOf(unify(a.item, b.item));
  if (a.kind === 'map' && b.kind === 'map') return mapOf(unify(valueType(a), valueType(b)));
  return a.kind === b.kind ? a : DYN;
}

export function unifyAll(types: readonly ExprType[]): ExprType {
  return types.length === 0 ? DYN : types.reduce(unify);
}

/** What a field of an unknown name holds. */
export function valueType(map: MapType): ExprType {
  const types = [...map.fields.values()];
  return unifyAll(map.rest === null ? types : [...types, map.rest]);
}

/** Whether `==` between them can ever hold. */
export function areComparable(a: ExprType, b: ExprType): boolean {
  if (a.kind === 'dyn' || b.kind === 'dyn' || a.kind === 'null' || b.kind === 'null') return true;
  if (isNumeric(a) && isNumeric(b)) return true;
  if (a.kind === 'list' && b.kind === 'list') return areComparable(a.item, b.item);
  return a.kind === b.kind;
}
