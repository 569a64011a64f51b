/** What lies before one role in one dispatch: its snapshot of the workspace, its filled-in instructions, its contract. Reads the state, changes nothing. */
import type { PromptPart, Subtask } from '../events/runEvent';
import type { Proposal, RunState } from '../events/runState';
import type { Bindings } from '../expressions/bindings';
import type { WorkContract } from '../models/readWorkReply';
import type { GivenField } from '../prompts/promptParts';
import { renderPart } from '../prompts/renderPart';
import type { WorkPrompt } from '../prompts/workPrompt';
import { stateBindings } from '../rules/stateBindings';
import type { RoleProgram } from '../rules/teamProgram';
import type { Read, Role } from '../team/team';
import type { Result } from '../shared/result';
import { err, ok } from '../shared/result';
import { showRef } from '../shared/source';
import { versionsOf } from './nextStep';
import { replacingModel } from './earlierAnswers';
import type { RunContext } from './runContext';

export class RoleDesk {
  private granted: { readonly fields: readonly string[]; readonly tools: readonly string[] } = { fields: [], tools: [] };

  constructor(
    private readonly context: RunContext,
    readonly program: RoleProgram,
    private readonly step: number,
    readonly subtask: Subtask,
    /** The shared fields as this role knows them: those of its dispatch, until it re-reads. */
    private snapshot: Pick<RunState, 'values' | 'meta' | 'present'>,
  ) {}

  /** The snapshot of the same moment for another role. */
  deskOf(program: RoleProgram): RoleDesk {
    return new RoleDesk(this.context, program, this.step, this.subtask, this.snapshot);
  }

  /** From now on it reads these fields too, and may call these tools. */
  grant(fields: readonly string[], tools: readonly string[]): void {
    const reads = this.reads();
    const may = this.tools();
    const fresh = (asked: readonly string[], has: readonly string[]) => [...new Set(asked)].filter((one) => !has.includes(one));
    this.granted = { fields: [...this.granted.fields, ...fresh(fields, reads)], tools: [...this.granted.tools, ...fresh(tools, may)] };
  }

  reads(): readonly string[] {
    return [...this.program.reads, ...this.granted.fields];
  }

  tools(): readonly string[] {
    return [...this.program.role.tools, ...this.granted.tools];
  }

  reread(): void {
    this.snapshot = this.context.recorder.stateSeenBy(this.step);
  }

  /** What of it a person has written since it was read. */
  outdated(): readonly string[] {
    const { recorder } = this.context;
    if (!recorder.wasWrittenDuring(this.step)) return [];
    const { meta } = recorder.stateSeenBy(this.step);
    return this.reads().filter((field) => meta[field]?.version !== this.snapshot.meta[field]?.version);
  }

  versions(): Readonly<Record<string, number>> {
    return versionsOf(this.snapshot, this.reads());
  }

  given(fields: readonly string[] = this.reads()): readonly GivenField[] {
    const { values, meta } = this.snapshot;
    const reads: readonly Read[] = [...this.program.role.reads, ...this.granted.fields.map((field) => ({ as: field, field }))];
    return reads.filter((read) => fields.includes(read.field)).map(({ field, ...shown }) => ({ ...shown, field, value: values[field] ?? null, meta: meta[field]! }));
  }

  textOf(part: PromptPart): string {
    const { values, meta } = this.snapshot;
    return renderPart(part, (field) => ({ value: values[field] ?? null, meta: meta[field]! }));
  }

  bindings(revision: number, proposal?: Proposal): Bindings {
    const { recorder } = this.context;
    const { role } = this.program;
    return stateBindings(recorder.state, { now: recorder.now(this.step), role: role.id, subtask: { ...this.subtask, revision }, ...(proposal === undefined ? {} : { proposal }) }, this.snapshot);
  }

  /** The error says where the template stands. */
  instructions(revision: number): Result<WorkPrompt['instructions'], string> {
    const { instructions } = this.program;
    if (instructions === null) return ok(null);
    const text = instructions.template.evaluate(this.bindings(revision));
    if (!text.ok) return err(`the instructions at ${showRef(instructions.at)} could not be filled in: ${text.error.message}`);
    return ok({ text: text.value, at: instructions.at, fixed: instructions.fixed });
  }

  contract(): WorkContract {
    return new DeskContract(this.context, this.program.role, this.snapshot.values);
  }

  /** `--model` replaces every model. */
  model(): string {
    return replacingModel(this.context.recorder.state) ?? this.program.role.model;
  }
}

/** What few replies are checked against is worked out when it is asked for. */
class DeskContract implements WorkContract {
  readonly schemas: WorkContract['schemas'];
  readonly outputBytes: number;

  constructor(
    private readonly context: RunContext,
    readonly role: Role,
    private readonly values: RunState['values'],
  ) {
    this.schemas = context.schemas;
    this.outputBytes = context.program.team.limits.outputBytes;
  }

  get shown(): WorkContract['shown'] {
    return Object.fromEntries(this.role.reads.map(({ as, field }) => [as, this.values[field] ?? null]));
  }

  get plan(): WorkContract['plan'] {
    const { team } = this.context.program;
    return {
      roles: team.roles.map((one) => one.id),
      replaces: (id: string) => (team.roles.find((one) => one.id === id)?.writes ?? []).flatMap(({ field }) => (team.fields[field]?.reducer === 'replace' ? [field] : [])),
      planned: this.context.recorder.state.planned.values().map(({ id, state: stage, after }) => ({ id, started: stage !== 'waiting', after })),
    };
  }
}
