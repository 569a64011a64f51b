/** How many panes stand side by side, by the width there is. */

export type Layout = 'narrow' | 'medium' | 'wide';

const wideFrom = 900;
const mediumFrom = 640;

export function layoutOf(width: number): Layout {
  if (width >= wideFrom) return 'wide';
  return width >= mediumFrom ? 'medium' : 'narrow';
}
