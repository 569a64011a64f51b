/** Asks a server until it takes the request: at the addresses that base_url may mean, without what it refuses. What the answer means and costs is not known here. */
import type OpenAI from 'openai';
import type { CallControl, ModelRequest } from '../../engine/models/model';
import type { Clock } from '../../engine/shared/ports';
import type { ModelEntry } from '../../engine/team/team';
import type { BaseUrl } from './baseUrl';
import type { CallIds } from './callIds';
import { describeQuirks, firstQuirks, isAboutRoles, learn, type Quirks, type Sent } from './endpointQuirks';
import { isAboutModel, kindOf, type Asked, type ServerError } from './openaiErrors';
import { exchange, type Exchange } from './openaiExchange';
import { openAiRequest } from './openaiRequest';
import type { QuirkMemory, Recalled } from './quirkMemory';

export interface EndpointDeps {
  readonly clock: Clock;
  /** Shared by all models of a host, so that a lesson is paid for once. */
  readonly quirks: QuirkMemory;
  /** Shared by all models of a run. */
  readonly callIds: CallIds;
  readonly address: BaseUrl;
  readonly isOpenAi: boolean;
  readonly keyName: string | null;
  /** Where this program runs, for messages; null: the user's own machine. */
  readonly where: string | null;
}

/** More refusals than there are things to leave out. */
const mostLessons = 9;

export interface Found {
  readonly exchange: Exchange;
  readonly asked: Asked;
  readonly notes: readonly string[];
  readonly requests: number;
}

/** What is known of the endpoint, before and while it is asked. */
interface Known {
  readonly quirks: Quirks;
  /** Addresses that base_url may mean; the first is asked. */
  readonly bases: readonly string[];
  readonly lessons: number;
  /** When an earlier program learned it, in milliseconds since 1970. */
  readonly earlier: number | null;
  /** True: it rests on what an earlier program learned, and the server may have changed since. */
  readonly isDoubtful: boolean;
}

/** Tries the addresses that base_url may mean, and leaves out what the server refuses. Refusals are not charged for, and happen once a model. */
export async function askUntilTaken(entry: ModelEntry, deps: EndpointDeps, clientFor: (base: string) => Promise<OpenAI>, request: ModelRequest, control: CallControl): Promise<Found> {
  const endpoint = `${deps.address.candidates[0]!} ${entry.model ?? ''}`;
  const fresh = unknown(deps);
  const first = { quirks: fresh.quirks, base: fresh.bases[0]! };
  let known = recalled(await deps.quirks.recall(endpoint, first), fresh);
  for (let requests = 1; ; requests++) {
    const base = known.bases[0]!;
    const asked = { url: `${base}/chat/completions`, model: entry.model ?? '', keyName: deps.keyName, isLocal: deps.address.isLocal, where: deps.where };
    const { body, sent } = openAiRequest(entry, request, known.quirks);
    const result = await exchange(await clientFor(base), body, { asked, control, now: deps.clock.now(), request, callIds: deps.callIds });
    const wiser = control.signal.aborted ? null : learnFrom(result, known, sent, fresh);
    if (wiser === null) {
      if (result.kind === 'reply') await deps.quirks.keep(endpoint, { quirks: known.quirks, base }, first);
      return { exchange: result, asked, notes: notesOf(known, first.quirks), requests };
    }
    known = wiser;
  }
}

/** An address out of a file gets the key only where base_url may mean it. */
function recalled(learned: Recalled | null, fresh: Known): Known {
  if (learned === null || !fresh.bases.includes(learned.base)) return fresh;
  return { quirks: learned.quirks, bases: [learned.base], lessons: 0, earlier: learned.earlier, isDoubtful: !learned.isProven };
}

function unknown({ isOpenAi, address }: Pick<EndpointDeps, 'isOpenAi' | 'address'>): Known {
  return { quirks: firstQuirks(isOpenAi), bases: address.candidates, lessons: 0, earlier: null, isDoubtful: false };
}

function notesOf({ quirks, earlier }: Known, first: Quirks): readonly string[] {
  const notes = describeQuirks(quirks, first);
  return earlier === null ? notes : notes.map((note) => `${note} (Learned on ${new Date(earlier).toISOString().slice(0, 10)}.)`);
}

/** Null: the result stands as it is. */
function learnFrom(result: Exchange, known: Known, sent: Sent, fresh: Known): Known | null {
  const elsewhere = isElsewhere(result);
  const refused = result.kind === 'refused' && isRefusal(result.server);
  if (known.isDoubtful && (elsewhere || refused)) return fresh;
  if (elsewhere && known.bases.length > 1) return { ...known, bases: known.bases.slice(1) };
  if (result.kind !== 'refused' || !refused || known.lessons >= mostLessons) return null;
  const quirks = learn(known.quirks, fresh.quirks, sent, result.server.message, result.server.param);
  return quirks === null ? null : { ...known, quirks, lessons: known.lessons + 1, earlier: null };
}

/** The API is not at this address, or something else is. */
function isElsewhere(result: Exchange): boolean {
  if (result.kind === 'wrong-answer') return true;
  return result.kind === 'refused' && (result.server.status === 405 || (result.server.status === 404 && !isAboutModel(result.server)));
}

/** Something in the request is not to the server's taste. A prompt that is too long stays so whatever else is left out. */
function isRefusal(error: ServerError): boolean {
  const { status, message, code } = error;
  if (status === 500 && isAboutRoles(message)) return true;
  if (status !== 400 && status !== 422 && status !== 501) return false;
  const kind = kindOf(error);
  return kind !== 'quota' && kind !== 'too-long' && !/too long|content_filter|content management/i.test(`${code ?? ''} ${message}`);
}
