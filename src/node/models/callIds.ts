/** Ids of tool calls that are unique within a step, over all its conversations and models. */

export interface CallIds {
  /** Ids of the step so far. Steps long past are forgotten. */
  takenIn(step: number): Set<string>;
}

/** Steps that may be under way at once, and then some. */
const mostSteps = 64;

export function createCallIds(): CallIds {
  const steps = new Map<number, Set<string>>();
  return {
    takenIn: (step) => {
      const taken = steps.get(step) ?? new Set<string>();
      steps.set(step, taken);
      for (const oldest of steps.keys()) if (steps.size > mostSteps) steps.delete(oldest);
      return taken;
    },
  };
}

/** One of ours: nine letters and digits, since some servers (Mistral's) take no other. */
export function ownCallId(n: number): string {
  return `call${n.toString(36).padStart(5, '0')}`;
}
