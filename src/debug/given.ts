/** Of the optional values that a client sends, those that say something: an empty text is what an editor sends for none. */

export function given<T extends object>(values: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== '')) as { [K in keyof T]?: NonNullable<T[K]> };
}
