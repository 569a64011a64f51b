/** What a run of a scenario is given: its task, fields and model, and its answer to whatever asks a person. Its asserts are not judged here. */
import type { ScenarioCard } from '../../engine/cards/scenarioCard';
import type { RunOptions } from '../../engine/events/runEvent';
import type { ApprovalAnswer } from '../../engine/shared/person';
import type { LoadedTeam } from '../../engine/team/loadedTeam';

export interface ScenarioRun {
  /** Left out: the person is asked for one. */
  readonly task?: string;
  readonly options?: RunOptions;
  readonly answer?: ApprovalAnswer;
  /** Nobody is asked: what needs an answer ends the run as waiting. */
  readonly isUnattended?: boolean;
  /** As the scenario says it. */
  readonly approvals?: 'approve' | 'reject' | 'fail';
}

/** Nothing for a scenario that the team does not have. */
export function scenarioRun({ sources }: LoadedTeam, name: string | undefined): ScenarioRun {
  const found = name === undefined ? undefined : sources?.scenarios.find((each) => each.name === name);
  if (found === undefined || name === undefined) return {};
  const { task, approvals } = found;
  const answers = approvals === 'approve' || approvals === 'reject';
  return {
    ...(task === null ? {} : { task: task.text }),
    options: { scenario: name, ...optionsOf(found) },
    ...(approvals === null ? {} : { approvals, isUnattended: approvals === 'fail' }),
    ...(answers ? { answer: { answer: approvals, by: 'the scenario' } } : {}),
  };
}

function optionsOf({ model, state, role, input }: ScenarioCard): Omit<RunOptions, 'scenario'> {
  return {
    ...(model === null ? {} : { model: model.text }),
    ...(state.length === 0 ? {} : { set: Object.fromEntries(state.map(({ field, value }) => [field, value])) }),
    ...(role === null ? {} : { alone: { role: role.text, ...(input === null ? {} : { input }) } }),
  };
}
