/** Ids that sort by when they were made, also within a millisecond, and the machine's chance. */
import { monotonicFactory } from 'ulid';
import type { Ids } from '../engine/shared/ports';

export function createNodeIds(): Ids {
  const ulid = monotonicFactory();
  return { next: () => ulid(), random: () => Math.random() };
}
