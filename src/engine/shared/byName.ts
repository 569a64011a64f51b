/** Records whose keys are users' names, so without a prototype: a field or a role may be called `constructor`. */

/** An object made by this has no inherited names, and is as quick as any other; one of Object.create(null) is a slow table. */
const Bare = function (): void {} as unknown as new () => object;
Bare.prototype = Object.create(null) as object;

export function byName<T>(names: readonly string[], value: (name: string) => T): Readonly<Record<string, T>> {
  const result = new Bare() as Record<string, T>;
  for (const name of names) result[name] = value(name);
  return result;
}

/** A copy with other values for some names. */
export function withNames<T>(record: Readonly<Record<string, T>>, changes: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  return Object.assign(new Bare() as Record<string, T>, record, changes);
}
