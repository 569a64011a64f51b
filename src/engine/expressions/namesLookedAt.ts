/** Which names and shared fields an expression or template looks at: what "the same dispatch" depends on. */

export interface NamesLookedAt {
  /** Shared fields by name; of `state` as a whole, or of a field that only running can tell, all of them. */
  readonly state: readonly string[];
  readonly meta: readonly string[];
  /** `state`, `task`, `output` … */
  readonly roots: readonly string[];
}

export class NameCollector {
  private readonly state = new Set<string>();
  private readonly meta = new Set<string>();
  private readonly roots = new Set<string>();

  constructor(private readonly allFields: readonly string[]) {}

  root(name: string): void {
    this.roots.add(name);
    if (name === 'state') for (const field of this.allFields) this.state.add(field);
    if (name === 'meta') for (const field of this.allFields) this.meta.add(field);
  }

  field(root: 'state' | 'meta', field: string): void {
    this.roots.add(root);
    this[root].add(field);
  }

  collected(): NamesLookedAt {
    return { state: [...this.state], meta: [...this.meta], roots: [...this.roots] };
  }
}

export function mergeNames(all: readonly NamesLookedAt[]): NamesLookedAt {
  const union = (pick: (names: NamesLookedAt) => readonly string[]): string[] => [...new Set(all.flatMap(pick))];
  return { state: union((names) => names.state), meta: union((names) => names.meta), roots: union((names) => names.roots) };
}
