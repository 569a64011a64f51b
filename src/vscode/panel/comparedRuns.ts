/** The runs that a panel's run is held against: gives the page their events, also those that still come. What is compared, the page works out. */
import { DisposableStore, type Disposable } from '../../engine/shared/disposable';
import { isObject } from '../../engine/shared/json';
import type { ComparedAs, ComparedTry, ToPage } from '../../webview/protocol';
import type { RunRecord } from '../runs/runRecord';

export interface ComparedWith {
  readonly other: RunRecord;
  readonly about: ComparedAs;
  /** Of attempts: the step that was done again, and the other run's before; 0 for runs. */
  readonly step: number;
  readonly otherStep: number;
  readonly tries: readonly { readonly record: RunRecord; readonly step: number }[];
  /** How many tries were asked for. */
  readonly wanted: number;
}

export const asRuns = { about: 'runs', step: 0, otherStep: 0, tries: [], wanted: 0 } as const;

/** The same by the runs' names, as a page keeps it over a reload of the window. */
export interface KeptComparison {
  readonly other: string;
  readonly about: ComparedAs;
  readonly step: number;
  readonly otherStep: number;
  readonly tries: readonly ComparedTry[];
}

export class ComparedRuns implements Disposable {
  private readonly owned = new DisposableStore();
  /** How many events of each the page has been sent. */
  private readonly sent = new Map<RunRecord, number>();

  constructor(
    readonly compared: ComparedWith,
    private readonly send: (message: ToPage) => void,
    private readonly sendEvents: (record: RunRecord, from: number) => void,
    /** Of the same panel: what the page has of it is not sent again. */
    earlier: ComparedRuns | null = null,
  ) {
    for (const record of this.records) if (earlier?.sent.has(record) === true) this.sent.set(record, earlier.sent.get(record)!);
    for (const record of this.records) this.owned.add(record.onDidGrow(() => this.sendNew(record)));
  }

  /** A page that has just loaded has nothing. */
  sendAll(run: string): void {
    this.sent.clear();
    this.begin(run);
  }

  /** Tells the page what is compared, and sends what it has not of that. */
  begin(run: string): void {
    const { other, about, step, otherStep, tries, wanted } = this.compared;
    this.send({ type: 'compare', run, other: other.run, about, step, otherStep, tries: tries.map((one) => ({ run: one.record.run, step: one.step })), wanted });
    for (const record of this.records) {
      if (!this.sent.has(record)) this.sent.set(record, 0);
      this.sendNew(record);
    }
  }

  /** The page lost some. False: it is none of these. */
  resend(run: string, from: number): boolean {
    const record = this.records.find((one) => one.run === run);
    if (!record) return false;
    this.sent.set(record, Math.max(0, from - 1));
    this.sendNew(record);
    return true;
  }

  dispose(): void {
    this.owned.dispose();
  }

  private get records(): readonly RunRecord[] {
    return [...new Set([this.compared.other, ...this.compared.tries.map(({ record }) => record)])];
  }

  private sendNew(record: RunRecord): void {
    const from = this.sent.get(record);
    if (from === undefined) return;
    this.sendEvents(record, from + 1);
    this.sent.set(record, record.lastSeq);
  }
}

/** What a page kept is checked like everything that comes from it; null: it kept no comparison. */
export function keptComparison(state: unknown): KeptComparison | null {
  const kept = isObject(state) ? state['compared'] : undefined;
  if (!isObject(kept)) return null;
  const { other, about, step, otherStep, tries } = kept;
  if (typeof other !== 'string' || (about !== 'runs' && about !== 'attempts') || !isStep(step) || !isStep(otherStep) || !Array.isArray(tries)) return null;
  return { other, about, step, otherStep, tries: tries.filter(isTry) };
}

function isStep(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isTry(value: unknown): value is ComparedTry {
  return isObject(value) && typeof value['run'] === 'string' && isStep(value['step']);
}
