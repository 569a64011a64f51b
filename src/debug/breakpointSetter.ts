/** The breakpoints that an editor asks for, put where they hold and answered one by one. What they stop is decided in `breakpoints.ts`. */
import type { DebugProtocol } from '@vscode/debugprotocol';
import { Breakpoints, problemOfHitCondition, type LineBreakpoint } from './breakpoints';
import { given } from './given';
import { snapper, type LinePlace } from './linePlaces';
import type { Variables } from './variables';

export interface BreakpointSource {
  /** Null: there is no such file. */
  read(file: string): Promise<string | null>;
  /** Of the files as they are now: a card may have been edited since the run began. */
  places(): Promise<readonly LinePlace[]>;
  isField(name: string): boolean;
}

export class BreakpointSetter {
  readonly set = new Breakpoints();
  private readonly wanted = new Map<string, readonly DebugProtocol.SourceBreakpoint[]>();
  private nextId = 1;

  constructor(private readonly source: BreakpointSource) {}

  /** All those of a file, in place of those before. */
  async setLines(file: string, wanted: readonly DebugProtocol.SourceBreakpoint[]): Promise<DebugProtocol.Breakpoint[]> {
    this.wanted.set(file, wanted);
    const snap = snapper(file, (await this.source.read(file)) ?? '', await this.source.places());
    const held: LineBreakpoint[] = [];
    const answers = wanted.map((one): DebugProtocol.Breakpoint => {
      const id = this.nextId++;
      const snapped = snap(one.line);
      if (!snapped.ok) return { id, verified: false, line: one.line, message: snapped.why, reason: 'failed' };
      const problem = one.hitCondition === undefined || one.hitCondition === '' ? null : problemOfHitCondition(one.hitCondition);
      if (problem !== null) return { id, verified: false, line: snapped.place.line, message: problem, reason: 'failed' };
      const { condition, hitCondition, logMessage } = one;
      held.push({ id, place: snapped.place, ...given({ condition, hitCondition, logMessage }) });
      return { id, verified: true, line: snapped.place.line };
    });
    this.set.setLines(file, held);
    return answers;
  }

  /** As asked for before, on the cards as they are now. */
  async renew(): Promise<readonly DebugProtocol.Breakpoint[]> {
    const renewed = [];
    for (const [file, wanted] of this.wanted) renewed.push(...(await this.setLines(file, wanted)));
    return renewed;
  }

  /** What of a row, or of an expression, can be watched. */
  fieldOf({ variablesReference, name }: DebugProtocol.DataBreakpointInfoArguments, variables: Variables): DebugProtocol.DataBreakpointInfoResponse['body'] {
    const place = variablesReference === undefined ? undefined : variables.get(variablesReference)?.place;
    const field = place === undefined ? name.replace(/^state\./, '') : place.field === '' ? name : place.field;
    if (!this.source.isField(field)) return { dataId: null, description: 'Only a field of the shared workspace can be watched.' };
    return { dataId: field, description: `\`${field}\` is written`, accessTypes: ['write'], canPersist: true };
  }

  setFields(wanted: readonly DebugProtocol.DataBreakpoint[]): DebugProtocol.Breakpoint[] {
    const held = wanted.map(({ dataId, condition, hitCondition }) => ({ id: this.nextId++, field: dataId, ...given({ condition, hitCondition }) }));
    this.set.setFields(held);
    return held.map(({ id, field }) => ({ id, verified: this.source.isField(field) }));
  }
}
