/** The shared workspace as it was after a step. Pure. */
import type { FieldVersion, FieldView, RunView } from '../../engine/projections/runView';
import type { Json } from '../../engine/shared/json';

export interface FieldThen {
  readonly field: FieldView;
  /** Null: nobody had written it. */
  readonly version: FieldVersion | null;
  readonly value: Json;
  readonly isPresent: boolean;
  /** Versions up to then, oldest first. */
  readonly history: readonly FieldVersion[];
}

/** `step` null: now. A person's write belongs to the step that had begun when it was made. */
export function fieldsThen(view: RunView, step: number | null): readonly FieldThen[] {
  const until = step === null ? Infinity : (view.steps.find((one) => one.step > step)?.startedAt ?? Infinity);
  return view.fields.map((field) => {
    const history = step === null ? field.history : field.history.filter((one) => (one.step === null ? one.at < until : one.step <= step));
    const version = history.at(-1) ?? null;
    return { field, version, history, value: version?.value ?? field.initial, isPresent: version !== null || field.givenInitially };
  });
}
