/**
 * Values that are too large for a prompt, by the hash of their text: what read_more reads. A few are held for quick answers; the rest is found again
 * in the events and the state, so that a run that goes on elsewhere has them too. Who may read what is the conversation's business.
 */
import type { RunEvent } from '../events/runEvent';
import type { RunState } from '../events/runState';
import { refOf, shownOfField } from '../prompts/largeValue';
import { displayJson, type Json } from '../shared/json';
import type { Sha256 } from '../shared/ports';

/** Values that are held. The largest are the state's own, held by it anyway. */
const mostHeld = 64;

export interface KeptIn {
  readonly past: readonly RunEvent[];
  readonly state: RunState;
}

export class KeptValues {
  private readonly held = new Map<string, Json>();
  private readonly objects = new WeakMap<object, string>();
  private readonly texts = new Map<string, string>();
  /** What tools returned, by ref, as far as the past was looked through. */
  private readonly returned = new Map<string, Json>();
  /** Refs that stand for a field in some prompt: what else looks like one is not looked for in the state. */
  private readonly ofFields = new Set<string>();
  private lookedAt = 0;

  /** `places`: the run, and those it works for. */
  constructor(
    private readonly sha256: Sha256,
    private readonly places: () => readonly KeptIn[],
  ) {}

  /** The same for the same value, in every run. */
  keep(value: Json): string {
    const ref = this.refFor(value);
    this.ofFields.add(ref);
    this.held.delete(ref);
    this.held.set(ref, value);
    for (const oldest of this.held.keys()) if (this.held.size > mostHeld) this.held.delete(oldest);
    return ref;
  }

  /** Its whole text; null: there is no such value. */
  text(ref: string): string | null {
    const value = this.find(ref);
    return value === undefined ? null : displayJson(value);
  }

  has(ref: string): boolean {
    return this.find(ref) !== undefined;
  }

  private find(ref: string): Json | undefined {
    return this.held.get(ref) ?? this.findReturned(ref) ?? this.findField(ref);
  }

  private findReturned(ref: string): Json | undefined {
    const [root] = this.places();
    const past = root?.past ?? [];
    for (; this.lookedAt < past.length; this.lookedAt++) this.lookAt(past[this.lookedAt]!);
    return this.returned.get(ref);
  }

  private lookAt(event: RunEvent): void {
    if (event.type === 'team.event') this.lookAt(event.event);
    if (event.type === 'tool.returned' && event.kept !== undefined) this.returned.set(event.kept, event.original ?? event.result);
    if (event.type !== 'model.requested') return;
    for (const { parts } of event.append) for (const part of parts) if (part.kind === 'data' && part.cut?.ref !== undefined) this.ofFields.add(part.cut.ref);
  }

  private findField(ref: string): Json | undefined {
    if (!this.ofFields.has(ref)) return undefined;
    for (const { state } of this.places()) {
      const found = Object.values(state.values).find((value) => isLarge(value) && this.refFor(value) === ref);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  private refFor(value: Json): string {
    const known = typeof value === 'object' && value !== null ? this.objects.get(value) : this.texts.get(displayJson(value));
    if (known !== undefined) return known;
    const ref = refOf(this.sha256(displayJson(value)));
    if (typeof value === 'object' && value !== null) this.objects.set(value, ref);
    else this.rememberText(displayJson(value), ref);
    return ref;
  }

  private rememberText(text: string, ref: string): void {
    this.texts.set(text, ref);
    for (const oldest of this.texts.keys()) if (this.texts.size > mostHeld) this.texts.delete(oldest);
  }
}

function isLarge(value: Json): boolean {
  return typeof value === 'string' ? value.length > shownOfField : typeof value === 'object' && value !== null && displayJson(value).length > shownOfField;
}
