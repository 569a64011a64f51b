/** Replies of earlier runs, by the hash of the request that they answered: for a cache of equal requests, and for playing a recording. Reads logs, asks no model. */
import type { RunEvent } from '../events/runEvent';
import type { RunLogs } from '../events/runLog';
import type { ModelEntry, Team } from '../team/team';

/** What of a model is part of a request. */
export type ModelIdentity = Pick<ModelEntry, 'provider' | 'model' | 'temperature'>;

export interface EarlierReply {
  /** The run that made the request. */
  readonly run: string;
  readonly event: RunEvent<'model.responded'>;
}

export interface EarlierReplies {
  /** Of the newest run that has one. */
  find(hash: string): EarlierReply | null;
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
  const byHash = new Map<string, EarlierReply>();
  const identities = new Map<string, ModelIdentity>();
  const runs = (await logs.list()).filter(({ run, running, problem }) => run !== except && !running && problem === undefined).slice(0, mostRuns);
  for (const { run } of runs) {
    const read = await logs.read(run).catch(() => null);
    if (read !== null) collect(run, read.events, byHash, identities);
  }
  return { find: (hash) => byHash.get(hash) ?? null, identities: [...identities.values()] };
}

/** Of a run or of one visit of a team within it. What was itself answered from an earlier run is not handed on. */
function collect(run: string, events: readonly RunEvent[], byHash: Map<string, EarlierReply>, identities: Map<string, ModelIdentity>): void {
  const asked = new Map<string, string>();
  const within = new Map<number, RunEvent[]>();
  for (const event of events) {
    if (event.type === 'run.started' || event.type === 'run.resumed') addIdentities(event.team, identities);
    if (event.type === 'model.requested') asked.set(`${event.step}/${event.call}`, event.hash);
    if (event.type === 'model.responded') keep(asked.get(`${event.step}/${event.call}`), { run, event }, byHash);
    if (event.type === 'team.event') within.set(event.step, [...(within.get(event.step) ?? []), event.event]);
  }
  for (const inner of within.values()) collect(run, inner, byHash, identities);
}

function keep(hash: string | undefined, reply: EarlierReply, byHash: Map<string, EarlierReply>): void {
  if (hash !== undefined && reply.event.from === undefined && !byHash.has(hash)) byHash.set(hash, reply);
}

function addIdentities(team: Team | undefined, identities: Map<string, ModelIdentity>): void {
  for (const { provider, model, temperature } of Object.values(team?.models ?? {})) {
    if (provider !== 'recorded') identities.set(JSON.stringify([provider, model, temperature]), { provider, model, temperature });
  }
}
