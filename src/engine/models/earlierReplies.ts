/** Replies of earlier runs: for playing a recording, by the hash of the request that they answered, and for a cache of equal requests, by all that these are equal in. Reads logs, asks no model. */
import type { RunEvent } from '../events/runEvent';
import type { RunLogs } from '../events/runLog';
import type { ModelEntry, Team } from '../team/team';

/** What of a model is part of a request, as a recording tells requests apart. */
export type ModelIdentity = Pick<ModelEntry, 'provider' | 'model' | 'temperature'>;

export interface EarlierReply {
  /** The run that made the request. */
  readonly run: string;
  readonly event: RunEvent<'model.responded'>;
}

export interface EarlierReplies {
  /** Of the newest run that has one. */
  find(hash: string): EarlierReply | null;
  /** The same for the cache; nothing of a version that did not note what requests were equal in, since it cannot be known. */
  findEqual(equal: string): EarlierReply | null;
  /** Of all models that the runs may have asked. */
  readonly identities: readonly ModelIdentity[];
}

export type EarlierLogs = Pick<RunLogs, 'list' | 'read'> & {
  /** What they say once their requests are put in the words of today: an earlier version may have put others around what the user gave. */
  readonly inOurWords?: () => Promise<EarlierReplies>;
};

/** Older ones are not looked at: each costs reading its log. */
const mostRuns = 100;

/** A run that cannot be read is left out, as are those still under way and `except`. */
export async function loadEarlierReplies(logs: EarlierLogs, except: string): Promise<EarlierReplies> {
  const found: Found = { byHash: new Map(), byEqual: new Map(), identities: new Map() };
  const runs = (await logs.list()).filter(({ run, running, problem }) => run !== except && !running && problem === undefined).slice(0, mostRuns);
  for (const { run } of runs) {
    const read = await logs.read(run).catch(() => null);
    if (read !== null) collect(run, read.events, found);
  }
  const { byHash, byEqual, identities } = found;
  return { find: (hash) => byHash.get(hash) ?? null, findEqual: (equal) => byEqual.get(equal) ?? null, identities: [...identities.values()] };
}

interface Found {
  readonly byHash: Map<string, EarlierReply>;
  readonly byEqual: Map<string, EarlierReply>;
  readonly identities: Map<string, ModelIdentity>;
}

/** Of a run or of one visit of a team within it. What was itself answered from an earlier run is not handed on. */
function collect(run: string, events: readonly RunEvent[], found: Found): void {
  const asked = new Map<string, string>();
  const within = new Map<number, RunEvent[]>();
  for (const event of events) {
    if (event.type === 'run.started' || event.type === 'run.resumed') addIdentities(event.team, found.identities);
    if (event.type === 'model.requested') asked.set(`${event.step}/${event.call}`, event.hash);
    if (event.type === 'model.responded') keep(asked.get(`${event.step}/${event.call}`), { run, event }, found);
    if (event.type === 'team.event') within.set(event.step, [...(within.get(event.step) ?? []), event.event]);
  }
  for (const inner of within.values()) collect(run, inner, found);
}

function keep(hash: string | undefined, reply: EarlierReply, { byHash, byEqual }: Found): void {
  const { from, finish, equal } = reply.event;
  if (from !== undefined) return;
  if (hash !== undefined && !byHash.has(hash)) byHash.set(hash, reply);
  // A reply that was cut off is nobody's answer: the next one may come to its end.
  if (equal !== undefined && finish !== 'length' && !byEqual.has(equal)) byEqual.set(equal, reply);
}

function addIdentities(team: Team | undefined, identities: Map<string, ModelIdentity>): void {
  for (const { provider, model, temperature } of Object.values(team?.models ?? {})) {
    if (provider !== 'recorded') identities.set(JSON.stringify([provider, model, temperature]), { provider, model, temperature });
  }
}
