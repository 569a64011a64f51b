/** What a previewed prompt has in common with one that was sent: part by part, and how much of its beginning a provider can still take from its cache. */
import type { PromptPart } from '../events/runEvent';
import { partText } from '../projections/partText';
import { callsOf } from '../projections/promptUnits';
import type { CallView, RunView, StepView } from '../projections/runView';
import type { CountTokens } from '../prompts/promptParts';
import { readMore } from '../team/buildTools';
import type { Role } from '../team/team';
import type { PreviewedPrompt, PreviewPart } from './previewPrompt';

export interface SentPrompt {
  readonly run: string;
  readonly step: number;
  readonly model: string;
  readonly toolsOffered: readonly string[];
  readonly parts: readonly { readonly part: PromptPart; readonly text: string }[];
}

export interface ComparedPart extends PreviewPart {
  /** Its text in the prompt that was sent; null: there was no such part. */
  readonly before: string | null;
}

export interface ComparedPrompt {
  readonly sent: SentPrompt;
  readonly parts: readonly ComparedPart[];
  /** Parts that were sent and are there no more. */
  readonly gone: SentPrompt['parts'];
  readonly cacheable: {
    /** How many parts from the beginning are the same. */
    readonly parts: number;
    /** Of these, and of the same beginning of the next one. */
    readonly tokens: number;
    /** Why none can be, where that is not the prompt's own doing. */
    readonly lost: 'tools' | 'model' | null;
  };
}

/** The first prompt that this step's role was sent; with `attempt`, that of the review of this attempt. Null: nobody was asked anything. */
export function sentIn(view: RunView, step: StepView, attempt?: number): SentPrompt | null {
  const calls = attempt === undefined ? callsOf(step).filter((each) => each.purpose === 'work' && each.role === step.role) : (step.attempts.find((each) => each.attempt === attempt)?.reviewCalls ?? []);
  const call = calls.reduce<CallView | null>((first, each) => (first === null || each.seq < first.seq ? each : first), null);
  if (call === null) return null;
  const parts = call.prompt.flatMap((one) => (one.from === 'us' ? one.message.parts : [])).map((part) => ({ part, text: partText(view, part, call) }));
  return { run: view.run, step: step.step, model: call.model, toolsOffered: call.toolsOffered, parts };
}

/** What a role was sent last; with `author`, for a review of this role's output. */
export function lastSent(view: RunView, role: string, author?: string): SentPrompt | null {
  for (const step of [...view.steps].reverse()) {
    const attempt = step.attempts.findLast(({ reviewCalls }) => reviewCalls.some((call) => call.role === role))?.attempt;
    const isMeant = author === undefined ? step.role === role : step.role === author && attempt !== undefined;
    const sent = isMeant ? sentIn(view, step, author === undefined ? undefined : attempt) : null;
    if (sent !== null) return sent;
  }
  return null;
}

export function compareWithRun(prompt: PreviewedPrompt, sent: SentPrompt, count: CountTokens): ComparedPrompt {
  const known = new Map(sent.parts.map(({ part, text }) => [nameOf(part), text]));
  const parts = prompt.parts.map((part) => ({ ...part, before: known.get(nameOf(part.part)) ?? null }));
  const there = new Set(prompt.parts.map(({ part }) => nameOf(part)));
  return { sent, parts, gone: sent.parts.filter(({ part }) => !there.has(nameOf(part))), cacheable: cacheableOf(prompt, sent, count) };
}

function cacheableOf({ role, parts }: PreviewedPrompt, sent: SentPrompt, count: CountTokens): ComparedPrompt['cacheable'] {
  const lost = lossOf(role, sent);
  if (lost !== null) return { parts: 0, tokens: 0, lost };
  let same = 0;
  while (same < parts.length && parts[same]?.text === sent.parts[same]?.text) same++;
  const tokens = parts.slice(0, same).reduce((sum, { part }) => sum + part.tokens, 0);
  return { parts: same, tokens: tokens + count(commonStart(parts[same]?.text ?? '', sent.parts[same]?.text ?? '')), lost };
}

/** Tools stand before everything else in a request, and each model has a cache of its own. */
function lossOf({ model, tools }: Role, sent: SentPrompt): ComparedPrompt['cacheable']['lost'] {
  if (model !== sent.model) return 'model';
  const isKept = tools.every((tool) => sent.toolsOffered.includes(tool));
  const isAll = sent.toolsOffered.every((tool) => tools.includes(tool) || tool === readMore);
  return isKept && isAll ? null : 'tools';
}

function commonStart(a: string, b: string): string {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return a.slice(0, length);
}

function nameOf(part: PromptPart): string {
  return part.kind === 'data' ? `data ${part.as}` : part.kind;
}
