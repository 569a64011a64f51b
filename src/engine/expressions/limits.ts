/** The bounds that keep every expression small and short. Not the team's limits of steps, time or money. */

export const expressionLimits = {
  /** Length of one expression, in UTF-16 units. */
  sourceLength: 8_000,
  /** Length of one template, in UTF-16 units: as much as a whole file of the user's may hold. */
  templateLength: 262_144,
  /** Nodes of the syntax tree of one expression. */
  nodes: 2_000,
  /** Levels of brackets, calls and accesses within one another. */
  nesting: 60,
  /** Levels of the syntax tree: `a + b + c` has two. Bounds the stack that an evaluation needs. */
  depth: 250,
  /** Loops (`map`, `filter`, `all` …) within one another. */
  loopNesting: 3,
  /** Items written out in one list or object. */
  literalItems: 1_000,
  /** Arguments of one call. */
  callArguments: 32,
  /** Length of a pattern for `matches`, in UTF-16 units. */
  patternLength: 1_000,
  /**
   * Work of one evaluation, in units: a part of the expression that a loop runs once, an item that a function touches, 64 characters
   * of a text that it reads. A unit is at most about 100 ns, so an evaluation ends within about 100 ms.
   */
  work: 1_000_000,
  /** Characters of a text that an evaluation makes or returns, in UTF-16 units; of an object, those of all its texts. */
  textLength: 10_000_000,
  /** Values within a list or object that an evaluation makes or returns. */
  values: 200_000,
} as const;
