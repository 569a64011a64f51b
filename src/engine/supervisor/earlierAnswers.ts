/** Whether a request is answered by an earlier run instead of its model, and what that answer is: worth nothing in the spend. */
import { recordedModel } from '../events/runEvent';
import { noUsage } from '../events/usage';
import { callError } from '../models/callErrors';
import { loadEarlierReplies, type EarlierLogs, type EarlierReplies, type EarlierReply, type ModelIdentity } from '../models/earlierReplies';
import type { Model, ModelOutcome } from '../models/model';
import type { RunState } from '../events/runState';

export interface EarlierAnswers {
  /** No model is asked at all. */
  readonly isPlayed: boolean;
  readonly logs: EarlierLogs | null;
  /** Null: nobody has asked this before, and the model may be asked. */
  answer(model: Model, request: RequestKeys): Promise<ModelOutcome | null>;
}

/** What a request is known by. */
export interface RequestKeys {
  /** To a recording, as a request to that model. */
  hashOf(identity: ModelIdentity): string;
  /** To the cache. */
  readonly equal: string;
}

export interface EarlierOptions {
  /** Null: the host knows no earlier runs. */
  readonly logs: EarlierLogs | null;
  readonly state: RunState;
  /** Of the run that a sub-team works for. */
  readonly above: EarlierAnswers | null;
}

/** Logs are read with the first request that could be answered by one. */
export function earlierAnswers({ logs, state, above }: EarlierOptions): EarlierAnswers {
  const isPlayed = playsRecording(state) || above?.isPlayed === true;
  const isCached = state.team.cache === 'on' || (state.team.cache === 'scenarios' && state.options.scenario !== undefined);
  let loading: Promise<EarlierReplies> | null = null;
  const replies = (): Promise<EarlierReplies> => (loading ??= logs === null ? Promise.resolve(noReplies) : loadEarlierReplies(logs, state.run));
  return {
    isPlayed, logs,
    answer: async (model, request) => {
      const isRecorded = model.entry.provider === 'recorded';
      const askAbove = async () => (above === null ? null : above.answer(model, request));
      if (!isRecorded && !isPlayed) {
        const equal = isCached ? (await replies()).findEqual(request.equal) : null;
        return equal === null ? askAbove() : fromRun(equal);
      }
      const lookUp = ({ find, identities }: EarlierReplies): EarlierReply | null => {
        const meant = isRecorded ? played(model.entry, identities) : [model.entry];
        return meant.map((identity) => find(request.hashOf(identity))).find((reply) => reply !== null) ?? null;
      };
      const found = lookUp(await replies());
      if (found !== null) return fromRun(found);
      const reworded = logs?.inOurWords === undefined ? null : lookUp(await logs.inOurWords());
      return reworded === null ? notRecorded(model) : fromRun(reworded);
    },
  };
}

const noReplies: EarlierReplies = { find: () => null, findEqual: () => null, identities: [] };

/** A recorded entry stands for the model that it names, else for every one. */
function played({ model }: Model['entry'], identities: readonly ModelIdentity[]): readonly ModelIdentity[] {
  return identities.filter((one) => model === null || one.model === model);
}

/** Every model of the run, whatever its entry says. */
function playsRecording({ options, team }: Pick<RunState, 'options' | 'team'>): boolean {
  return options.model === recordedModel && team.models[recordedModel] === undefined;
}

/** The entry that replaces every model; undefined: each keeps its own, also where a recording is played. */
export function replacingModel(state: Pick<RunState, 'options' | 'team'>): string | undefined {
  return playsRecording(state) ? undefined : state.options.model;
}

function fromRun({ run, event }: EarlierReply): ModelOutcome {
  const { reply, toolCalls = [], finish, served = null, thinking } = event;
  const text = typeof reply === 'string' ? reply : JSON.stringify(reply);
  return {
    ok: true,
    value: {
      text, toolCalls, finish, served, usage: noUsage, costUsd: 0, simulated: false, requests: 0, from: run,
      notes: [`Answered by run ${run}, which had made the same request: none was made now, and it cost nothing.`],
      ...(thinking === undefined ? {} : { thinking }),
    },
  };
}

/** Fails closed: a recording that does not fit is not made to fit by asking somebody. */
function notRecorded({ entry }: Model): ModelOutcome {
  const error = callError('script', `No earlier run has an answer to this request (model ${entry.name}), and a recording asks nobody.`, { hint: 'Something in the prompt differs from what was recorded. Run it once with the model itself, then play that.' });
  return { ok: false, error, requests: 0 };
}

/** Stands where a recorded model would be asked. */
export function silentModel(entry: Model['entry']): Model {
  return { entry, call: () => Promise.resolve({ ok: false, error: callError('script', 'A recording asks no model.') }) };
}
