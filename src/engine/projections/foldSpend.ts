/** What a run used, by role and by model, kept up call by call. Knows calls, not what they were good for. */
import type { Usage } from '../events/usage';
import { addUsage, noUsage, totalTokens } from '../events/usage';
import { unknownUse } from './callUse';
import type { Conversation, FieldAt } from './conversation';
import { Money } from './money';
import type { CallView, SpendRow, SpendView } from './runView';

class Row {
  readonly models = new Set<string>();
  readonly conversations = new Map<Conversation, FieldAt>();
  readonly money = new Money();
  readonly rejectedMoney = new Money();
  calls = 0;
  usage: Usage = noUsage;
  simulated = false;
  rejectedTokens = 0;
  unanswered = 0;
  promptTokens = 0;
  contextTokens = 0;

  view(name: string): SpendRow {
    const { conversations } = this;
    return {
      name,
      models: [...this.models],
      calls: this.calls,
      usage: this.usage,
      cost: { ...this.money.cost, incomplete: this.money.cost.incomplete || this.unanswered > 0 },
      unanswered: this.unanswered,
      unpriced: this.money.cost.incomplete,
      simulated: this.simulated,
      rejectedTokens: this.rejectedTokens,
      rejectedCost: this.rejectedMoney.cost,
      contextHitRate: this.promptTokens === 0 ? null : this.contextTokens / this.promptTokens,
      /** Worked out when looked at: it reads everything that was shown. */
      get usedRate() {
        let context = 0;
        let used = 0;
        for (const [conversation, fieldAt] of conversations) {
          const use = conversation.contextUse(fieldAt);
          context += use.context;
          used += use.used;
        }
        return context === 0 ? null : used / context;
      },
    };
  }
}

/** Of a sub-team: the run it works for, where what it uses counts too, under names that say where it was used. */
export interface SpendAbove {
  readonly spend: SpendFold;
  readonly role: string;
  nameModel(entry: string): string;
}

export class SpendFold {
  private readonly total = new Row();
  private readonly roles = new Map<string, Row>();
  private readonly models = new Map<string, Row>();
  private made: SpendView | null = null;
  /** Of all tokens, those that are only supposed. */
  private unknownTokens = 0;
  /** Prompt tokens and dollars of calls under way. */
  reservedTokens = 0;
  private readonly reservedMoney = new Money();

  constructor(
    private readonly fieldAt: FieldAt,
    private readonly above: SpendAbove | null = null,
  ) {}

  get view(): SpendView {
    this.made ??= {
      total: this.total.view('total'),
      byRole: sorted([...this.roles].map(([name, row]) => row.view(name))),
      byModel: sorted([...this.models].map(([name, row]) => row.view(name))),
    };
    return this.made;
  }

  /** As limits count them: what nobody knows is not held against a run. */
  get tokens(): number {
    return totalTokens(this.total.usage) - this.unknownTokens;
  }

  get cost() {
    return this.total.money.cost;
  }

  get reservedUsd(): number {
    return this.reservedMoney.cost.known;
  }

  /** `expectedUsd` null: no price known. */
  requested(call: CallView, conversation: Conversation, contextTokens: number, expectedUsd: number | null, fieldAt: FieldAt = this.fieldAt): void {
    this.above?.spend.requested(this.seenFromAbove(call), conversation, contextTokens, expectedUsd, fieldAt);
    this.each(call, (row) => {
      row.calls += 1;
      row.models.add(call.model);
      row.conversations.set(conversation, fieldAt);
      row.promptTokens += call.promptTokens;
      row.contextTokens += contextTokens;
    });
    this.reserve(call, expectedUsd, 1);
  }

  /** The call has ended; `call` is as it is now. `moreRequests`: beside those that are counted. */
  settled(call: CallView, expectedUsd: number | null, moreRequests: number): void {
    this.above?.spend.settled(this.seenFromAbove(call), expectedUsd, moreRequests);
    this.reserve(call, expectedUsd, -1);
    const { usage } = call;
    if (moreRequests !== 0) this.each(call, (row) => void (row.calls += moreRequests));
    if (usage === null) return;
    this.each(call, (row) => {
      row.usage = addUsage(row.usage, usage);
      row.money.add(call.costUsd);
      row.simulated ||= call.simulated;
    });
  }

  /** The call was stopped before it had an outcome. `lost`: what it used is not known, and may be charged for; `requests` beside those that are counted. */
  stopped(call: CallView, expectedUsd: number | null, lost: { readonly requests: number } | null): void {
    this.above?.spend.stopped(this.seenFromAbove(call), expectedUsd, lost);
    this.reserve(call, expectedUsd, -1);
    if (lost === null) return;
    this.unknownTokens += totalTokens(unknownUse(call));
    this.each(call, (row) => {
      row.calls += lost.requests;
      row.usage = addUsage(row.usage, unknownUse(call));
      row.unanswered += 1;
    });
  }

  /** It is under way once more. */
  askedAgain(call: CallView, expectedUsd: number | null): void {
    this.above?.spend.askedAgain(this.seenFromAbove(call), expectedUsd);
    this.reserve(call, expectedUsd, 1);
  }

  /** What these calls brought was not accepted; `sign` −1: it was, after all. */
  rejected(calls: readonly CallView[], sign: 1 | -1): void {
    this.above?.spend.rejected(calls.map((call) => this.seenFromAbove(call)), sign);
    for (const call of calls) {
      const { usage } = call;
      if (usage === null) continue;
      this.each(call, (row) => {
        row.rejectedTokens += sign * totalTokens(usage);
        row.rejectedMoney.add(call.costUsd, sign);
      });
    }
  }

  private seenFromAbove(call: CallView): CallView {
    return { ...call, role: `${this.above!.role}/${call.role}`, model: this.above!.nameModel(call.model) };
  }

  private reserve(call: CallView, expectedUsd: number | null, sign: 1 | -1): void {
    this.reservedTokens += sign * call.promptTokens;
    if (expectedUsd !== null) this.reservedMoney.add(expectedUsd, sign);
  }

  private each(call: CallView, change: (row: Row) => void): void {
    this.made = null;
    change(this.total);
    change(rowOf(this.roles, call.role));
    change(rowOf(this.models, call.model));
  }
}

function rowOf(rows: Map<string, Row>, name: string): Row {
  let row = rows.get(name);
  if (row === undefined) rows.set(name, (row = new Row()));
  return row;
}

function sorted(rows: readonly SpendRow[]): readonly SpendRow[] {
  return [...rows].sort((a, b) => b.cost.known - a.cost.known || totalTokens(b.usage) - totalTokens(a.usage));
}
