/** Cuts a prompt into the work of several roles: which sentence belongs to whom, what nobody may do, what is left out and why. Words are kept as they stand. */
import { sentencesOf } from '../prose/sentences';
import { workIn, workModes, type WorkMode } from '../prose/workModes';
import type { PromptSource } from './promptSource';

export interface Piece {
  readonly text: string;
  readonly line: number;
}

export interface LeftOut extends Piece {
  readonly why: string;
}

export interface CutPrompt {
  /** What each kind of work is told; kinds that the prompt does not ask for are not there. */
  readonly work: ReadonlyMap<WorkMode, readonly Piece[]>;
  readonly forbidden: ReadonlyMap<WorkMode, readonly Piece[]>;
  /** Holds for everybody. */
  readonly general: readonly Piece[];
  readonly leftOut: readonly LeftOut[];
  /** What the last result is: `report`, `answer` … */
  readonly result: string;
}

const prohibition = /^(?:never|do not|don't|must not|you (?:must|should|may) (?:not|never)|avoid|under no circumstances|不要|禁止|切勿|不得)/i;
const persona = /^(?:you are|you're|act as|imagine|pretend|assume the role|你是|作为一[名个位])/i;
const form = /\b(?:markdown|json|html|tone|style|words?|pages?|paragraphs?|language|format|heading|title|table|bullet|sections?|length)\b|字数|格式|语气/i;
const results = /\b(report|summary|article|essay|e-?mail|letter|answer|note|post|story|plan|proposal|brief|script|document|translation|review|analysis|code|text)\b/i;

export function cutPrompt({ text, lineAt, tools }: PromptSource): CutPrompt {
  const cut = new Cutter();
  // A list of tools is no work: each role is given its own.
  const isTool = (said: string): boolean => /^.{0,40}\btools?\s*[:：]$/i.test(said) || tools.some(({ name }) => said.replaceAll('`', '').startsWith(name) && !/^\w/.test(said.replaceAll('`', '').slice(name.length)));
  for (const { isHeading, text: said, start } of sentencesOf(text)) if (!isHeading && !isTool(said)) cut.take(said, lineAt(start));
  return cut.done();
}

class Cutter {
  private readonly work = new Map<WorkMode, Piece[]>();
  private readonly forbidden = new Map<WorkMode, Piece[]>();
  private readonly general: Piece[] = [];
  private readonly leftOut: LeftOut[] = [];
  /** Said before any work was named, but about the form of the result. */
  private readonly ofForm: Piece[] = [];
  private current: WorkMode | null = null;

  take(sentence: string, line: number): void {
    if (persona.test(sentence)) this.leftOut.push({ text: sentence, line, why: 'Who the model is said to be does no work; a role says its one duty instead.' });
    else if (prohibition.test(sentence)) this.takeProhibition({ text: sentence, line });
    else for (const { mode, text } of workIn(sentence)) this.takeWork(mode, { text, line });
  }

  private takeProhibition(piece: Piece): void {
    if (this.current === null) this.general.push(piece);
    else push(this.forbidden, this.current, piece);
  }

  private takeWork(mode: WorkMode | null, piece: Piece): void {
    if (piece.text === '') return;
    if (mode !== null) this.current = mode;
    const to = mode ?? this.current;
    if (to === null || (mode === null && to === 'review')) (form.test(piece.text) ? this.ofForm : this.general).push(piece);
    else push(this.work, mode === null && form.test(piece.text) && this.work.has('generate') ? 'generate' : to, piece);
  }

  done(): CutPrompt {
    // Only what is made can have a form.
    if (this.work.has('generate')) for (const piece of this.ofForm) push(this.work, 'generate', piece);
    else this.general.push(...this.ofForm);
    const ordered = new Map(workModes.flatMap((mode) => (this.work.has(mode) ? [[mode, this.work.get(mode)!] as const] : [])));
    const made = [...(ordered.get('generate') ?? []), ...(ordered.get('execute') ?? [])].flatMap(({ text }) => results.exec(text)?.[1] ?? []);
    return { work: ordered, forbidden: this.forbidden, general: this.general, leftOut: this.leftOut, result: (made[0] ?? 'result').toLowerCase().replace('-', '') };
  }
}

function push(into: Map<WorkMode, Piece[]>, mode: WorkMode, piece: Piece): void {
  into.set(mode, [...(into.get(mode) ?? []), piece]);
}
