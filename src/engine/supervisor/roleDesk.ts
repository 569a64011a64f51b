/** What lies before one role in one dispatch: its snapshot of the workspace, its filled-in instructions, its contract. Reads the state, changes nothing. */
import type { PromptPart, Subtask } from '../events/runEvent';
import type { Proposal } from '../events/runState';
import type { Bindings } from '../expressions/bindings';
import type { WorkContract } from '../models/readWorkReply';
import type { GivenField } from '../prompts/promptParts';
import { renderPart } from '../prompts/renderPart';
import type { WorkPrompt } from '../prompts/workPrompt';
import { stateBindings } from '../rules/stateBindings';
import type { RoleProgram } from '../rules/teamProgram';
import type { Result } from '../shared/result';
import { err, ok } from '../shared/result';
import { showRef } from '../shared/source';
import type { RunContext } from './runContext';

export class RoleDesk {
  constructor(
    private readonly context: RunContext,
    readonly program: RoleProgram,
    readonly subtask: Subtask,
  ) {}

  given(fields: readonly string[] = this.program.reads): readonly GivenField[] {
    const { values, meta } = this.context.recorder.state;
    const { reads } = this.program.role;
    return reads.filter((read) => fields.includes(read.field)).map(({ as, field }) => ({ as, field, value: values[field] ?? null, meta: meta[field]! }));
  }

  /** Of the state of this moment: a part is rendered when it is said. */
  textOf(part: PromptPart): string {
    const { values, meta } = this.context.recorder.state;
    return renderPart(part, (field) => ({ value: values[field] ?? null, meta: meta[field]! }));
  }

  bindings(revision: number, proposal?: Proposal): Bindings {
    const { recorder, clock } = this.context;
    const { role } = this.program;
    return stateBindings(recorder.state, { now: clock.now(), role: role.id, subtask: { ...this.subtask, revision }, ...(proposal === undefined ? {} : { proposal }) });
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
    const { role } = this.program;
    const { values } = this.context.recorder.state;
    const shown = Object.fromEntries(role.reads.map(({ as, field }) => [as, values[field] ?? null]));
    return { role, shown, schemas: this.context.schemas, outputBytes: this.context.program.team.limits.outputBytes };
  }

  /** `--model` replaces every model. */
  model(): string {
    return this.context.recorder.state.options.model ?? this.program.role.model;
  }
}
