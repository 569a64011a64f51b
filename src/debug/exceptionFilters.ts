/** What goes wrong in a run and can be stopped at: the filters that VS Code lists, and which event meets which. */
import type { EventType, RunEvent } from '../engine/events/runEvent';
import type { LimitView } from '../engine/projections/runView';

/** Below it a role's own confidence is called low. */
export const lowConfidence = 0.5;
/** Of a limit. */
const nearly = 0.8;

export type FilterId = 'contract' | 'rule' | 'review' | 'tool' | 'nearLimit' | 'limit' | 'confidence' | 'stale';

export const exceptionFilters: readonly { readonly filter: FilterId; readonly label: string; readonly description: string }[] = [
  { filter: 'contract', label: 'Contract Broken', description: 'A reply does not keep what the card says of its output.' },
  { filter: 'rule', label: 'Rule Failed', description: 'A proposed output breaks a rule of the team or of the role.' },
  { filter: 'review', label: 'Review Rejected', description: 'A reviewer rejects a proposed output.' },
  { filter: 'tool', label: 'Tool Failed', description: 'A tool answers with an error, or a call is refused.' },
  { filter: 'nearLimit', label: 'Limit at 80 %', description: 'Four fifths of a limit of the run are used.' },
  { filter: 'limit', label: 'Limit Reached', description: 'A limit ends the run, or makes its on_limit role the next.' },
  { filter: 'confidence', label: 'Low Confidence', description: `A role hands in something with a confidence below ${lowConfidence}.` },
  { filter: 'stale', label: 'Stale Commit', description: 'A commit is refused, since what the role has read was written meanwhile.' },
];

export interface Exception {
  readonly filter: FilterId;
  /** A sentence. */
  readonly text: string;
}

type Texts = { readonly [T in EventType]?: readonly [FilterId, (event: RunEvent<T>) => string | null] };

/** A sentence where the event meets the filter. */
const texts: Texts = {
  'output.refused': ['contract', ({ problems }) => `The reply broke its contract: ${problems[0]?.problem ?? 'it is no output'}`],
  'rule.checked': ['rule', ({ broken }) => sentence('A rule does not hold', broken.find(({ severity }) => severity === 'error')?.message)],
  'review.decided': ['review', ({ verdict, by, feedback }) => (verdict === 'approve' ? null : `${by} rejects it: ${feedback[0]?.problem ?? 'without a reason'}`)],
  'tool.returned': ['tool', ({ error }) => sentence('The tool failed', error)],
  'limit.reached': ['limit', ({ limit, used, of }) => `The limit of ${limit} is reached: ${used} of ${of}.`],
  'output.proposed': ['confidence', ({ confidence, why }) => (confidence === null || confidence >= lowConfidence ? null : `The role has a confidence of ${confidence} only${why === null ? '' : `: ${why}`}`)],
  'commit.refused': ['stale', ({ fields }) => `The commit is refused: ${fields.join(', ')} was written meanwhile.`],
};

function sentence(what: string, why: string | undefined): string | null {
  return why === undefined ? null : `${what}: ${why}`;
}

/** Null: nothing went wrong. Of a team within, what its own event says. */
export function exceptionOf(event: RunEvent): Exception | null {
  if (event.type === 'team.event') return exceptionOf(event.event);
  const known = texts[event.type] as readonly [FilterId, (event: RunEvent) => string | null] | undefined;
  const text = known?.[1](event) ?? null;
  return known === undefined || text === null ? null : { filter: known[0], text };
}

/** Each limit once. */
export class NearLimits {
  private readonly told = new Set<string>();

  check(limits: readonly LimitView[]): Exception | null {
    for (const { name, used, of } of limits) {
      if (of === null || used < of * nearly || this.told.has(name)) continue;
      this.told.add(name);
      return { filter: 'nearLimit', text: `Four fifths of the limit of ${name} are used: ${used} of ${of}.` };
    }
    return null;
  }
}
