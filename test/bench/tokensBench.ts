// Input tokens of one job: as a team whose roles are shown what they declare, and as a conversation that everybody reads whole. The team is really run; the
// conversations hold the very replies that the team gave and the documents that its searches found, whole, each once. They are let off lightly: a turn takes
// them one request, while the team's searches take it a second one.
import type { RunEvent } from '../../src/engine/events/runEvent';
import type { ModelRequest } from '../../src/engine/models/model';
import type { SpendRow } from '../../src/engine/projections/runView';
import { printTable, say, whole } from './processes';
import { runTokenJob, type TokenJob } from './tokenJob';

/** Words of each document; null: the sample's own, about 510. */
const lengths = [null, 1000, 2000, 4000] as const;

/** What providers do: a beginning that was sent before is billed at a tenth, from this length on. */
const cachedFrom = 1024;
const cachedPrice = 0.1;

/** What one role says in one go, and what it reads for it. */
interface Turn {
  readonly role: string;
  /** Of its own card, once for all its turns. */
  readonly system: string;
  readonly reply: string;
  readonly documents: readonly string[];
}

interface Sent {
  readonly input: number;
  /** Input tokens, those that are cached at a tenth. */
  readonly bill: number;
}

export async function measureTokens(): Promise<void> {
  const jobs: { readonly words: number; readonly job: TokenJob }[] = [];
  for (const length of lengths) {
    const job = await runTokenJob(length);
    jobs.push({ words: wordsOf(job), job });
  }
  const [{ job }] = jobs as [(typeof jobs)[number]];
  say();
  say(`Tokens: the sample team’s job, ${job.view.steps.length} steps, ${job.requests.length} requests, ${job.documents.size} documents, counted by the tokenizer of o200k`);
  printRoles(job);
  say();
  const rows = jobs.map(({ words, job: one }) => compare(words, one));
  printTable([
    ['words a document', 'group chat', 'one agent', 'team', 'of the chat', 'of the agent', 'hit rate', 'bill: agent', 'bill: team', 'of it'],
    ...rows,
    ['aim', '', '', '', '0.20', '0.20', '0.75', '', '', '0.60'],
  ]);
  say('Group chat and agent: the same replies and whole documents in one transcript, one request a turn. Bill: input tokens, a beginning of 1,024 tokens or more that was sent before at a tenth.');
}

function wordsOf({ documents }: TokenJob): number {
  const texts = [...documents.values()];
  return Math.round(texts.reduce((sum, text) => sum + text.split(/\s+/).length, 0) / texts.length);
}

function printRoles({ view }: TokenJob): void {
  const row = ({ name, calls, usage, contextHitRate, usedRate }: SpendRow): string[] => [name, String(calls), whole(usage.input), whole(usage.output), share(contextHitRate), share(usedRate)];
  printTable([['role', 'requests', 'input', 'output', 'hit rate', 'used rate'], ...view.spend.byRole.map(row), row(view.spend.total)]);
}

const share = (rate: number | null): string => (rate === null ? '–' : rate.toFixed(2));

function compare(words: number, job: TokenJob): readonly string[] {
  const turns = turnsOf(job);
  const chat = asChat(turns, job);
  const agent = asOneAgent(turns, job);
  const team = asTeam(job);
  return [
    whole(words), whole(chat.input), whole(agent.input), whole(team.input), (team.input / chat.input).toFixed(2), (team.input / agent.input).toFixed(2),
    share(job.view.spend.total.contextHitRate), whole(agent.bill), whole(team.bill), (team.bill / agent.bill).toFixed(2),
  ];
}

/** Each reply that is no tool call, with the documents that were found for it. */
function turnsOf({ events, documents }: TokenJob): readonly Turn[] {
  const asked = new Map<string, RunEvent<'model.requested'>>();
  const systems = new Map<string, string>();
  const found = new Map<number, Set<string>>();
  const turns: Turn[] = [];
  for (const event of events) {
    if (event.type === 'model.requested') {
      asked.set(`${event.step} ${event.call}`, event);
      const [first] = event.append;
      if (first?.role === 'system' && !systems.has(event.role)) systems.set(event.role, first.parts.map((part) => ('text' in part ? part.text : '')).join('\n\n'));
    } else if (event.type === 'tool.returned') {
      const paths = [...JSON.stringify(event.result).matchAll(/"path":"([^"]+)"/g)].map((match) => match[1]!);
      found.set(event.step, new Set([...(found.get(event.step) ?? []), ...paths.filter((path) => documents.has(path))]));
    } else if (event.type === 'model.responded' && event.toolCalls === undefined) {
      const { role } = asked.get(`${event.step} ${event.call}`)!;
      turns.push({ role, system: systems.get(role)!, reply: JSON.stringify(event.reply), documents: [...(found.get(event.step) ?? [])] });
      found.delete(event.step);
    }
  }
  return turns;
}

/** Everybody's card in front of everything that was said and read. */
function asChat(turns: readonly Turn[], job: TokenJob): Sent {
  let input = 0;
  let transcript = 0;
  for (const { said, read, system } of entries(turns, job)) {
    transcript += read;
    input += system + transcript;
    transcript += said;
  }
  return { input, bill: input };
}

/** One prompt that holds all the cards, and the transcript; all but what is new was sent before. */
function asOneAgent(turns: readonly Turn[], job: TokenJob): Sent {
  let context = job.count([...new Set(turns.map((turn) => turn.system))].join('\n\n'));
  let input = 0;
  let bill = 0;
  let before = 0;
  for (const { said, read } of entries(turns, job)) {
    context += read;
    input += context;
    bill += billed(context, before);
    before = context;
    context += said;
  }
  return { input, bill };
}

/** A document is read when it is first needed, and stands in the transcript from then on. */
function* entries(turns: readonly Turn[], { documents, count }: TokenJob): Generator<{ readonly system: number; readonly read: number; readonly said: number }> {
  const read = new Set<string>();
  for (const turn of turns) {
    const fresh = turn.documents.filter((path) => !read.has(path));
    for (const path of fresh) read.add(path);
    yield { system: count(turn.system), read: fresh.reduce((sum, path) => sum + count(documents.get(path)!), 0), said: count(turn.reply) };
  }
}

function billed(input: number, sentBefore: number): number {
  return sentBefore < cachedFrom ? input : input - sentBefore + sentBefore * cachedPrice;
}

function asTeam({ requests, count }: TokenJob): Sent {
  const texts: string[] = [];
  let input = 0;
  let bill = 0;
  for (const request of requests) {
    const text = textOf(request);
    const longest = Math.max(0, ...texts.map((other) => commonLength(text, other)));
    input += request.inputTokens;
    bill += billed(request.inputTokens, Math.min(request.inputTokens, count(text.slice(0, longest))));
    texts.push(text);
  }
  return { input, bill };
}

function textOf({ messages, tools }: ModelRequest): string {
  return [JSON.stringify(tools), ...messages.map((message) => `${message.role}\n${message.text}${'toolCalls' in message ? JSON.stringify(message.toolCalls) : ''}`)].join('\n');
}

function commonLength(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return at;
}
