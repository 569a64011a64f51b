/** What the step did, or would do, to the shared workspace: each field before and after. */
import { useMemo, useState } from 'preact/hooks';
import { applyReducer } from '../../engine/events/applyReducer';
import { formatCount } from '../../engine/projections/format';
import type { AttemptView, FieldView } from '../../engine/projections/runView';
import { counted } from '../../engine/projections/words';
import type { Json } from '../../engine/shared/json';
import type { Field } from '../../engine/team/team';
import { DiffView } from '../diff/diffView';
import { Segments } from '../parts/segments';
import type { PanelModel } from '../state/panelModel';
import { words } from '../words';
import { isLost } from './chosen';
import type { Chosen } from './chosen';
import { Section } from './section';

interface FieldChange {
  readonly field: FieldView;
  readonly from: number;
  readonly to: number;
  readonly before: Json;
  readonly after: Json;
  readonly change: string;
}

export function ChangeSection({ model, chosen }: { readonly model: PanelModel; readonly chosen: Chosen }) {
  const { step, attempt } = chosen;
  const isCommitted = step.commit !== null && attempt?.state === 'committed';
  const proposal = attempt?.proposal ?? null;
  const changes = useMemo(() => (isCommitted ? committed(chosen) : proposed(chosen)), [isCommitted, step, proposal]);
  if (changes.length === 0) {
    return <Section model={model} id="change" summary={isLost(chosen) ? words.change.rejected : step.endedAt === null ? words.change.notYet : words.change.none} isOpenByDefault={false}>{null}</Section>;
  }
  const parts = [words.change.fields(changes.length), isCommitted ? changes.map((one) => `${one.field.name} ${one.change}`).join(', ') : words.change.notYet.toLowerCase()];
  if (step.commit?.status === 'partial') parts.push(words.change.partial);
  return (
    <Section model={model} id="change" summary={parts.join(', ')} isOpenByDefault>
      {changes.map((change) => <FieldDiff key={`${step.step} ${change.field.name}`} chosen={chosen} change={change} />)}
    </Section>
  );
}

function committed({ view, step }: Chosen): readonly FieldChange[] {
  return (step.commit?.fields ?? []).flatMap(({ field: name, before, after, change }): readonly FieldChange[] => {
    const field = view.fields.find((one) => one.name === name);
    return field === undefined ? [] : [{ field, from: before, to: after, before: valueAt(field, before), after: valueAt(field, after), change }];
  });
}

/** What an output that still stands would write now. */
function proposed(chosen: Chosen): readonly FieldChange[] {
  const { view, attempt, step } = chosen;
  const proposal = attempt?.proposal ?? null;
  if (proposal === null || isLost(chosen) || step.endedAt !== null) return [];
  return Object.entries(proposal.output).flatMap(([name, contribution]): readonly FieldChange[] => {
    const field = view.fields.find((one) => one.name === name);
    const declared = view.team.fields[name];
    if (field === undefined || declared === undefined) return [];
    return [{ field, from: field.version, to: field.version + 1, before: field.value, after: applied(declared, field.value, contribution), change: '' }];
  });
}

/** On a copy: the reducer keeps an index with the newest version of a list, which belongs to the run's own fold. */
function applied(field: Field, current: Json, contribution: Json): Json {
  return applyReducer(field, Array.isArray(current) ? [...(current as readonly Json[])] : current, contribution);
}

function valueAt(field: FieldView, version: number): Json {
  return version === 0 ? field.initial : (field.history.find((one) => one.version === version)?.value ?? null);
}

function FieldDiff({ chosen, change }: { readonly chosen: Chosen; readonly change: FieldChange }) {
  const earlier = chosen.step.attempts.filter((one) => one !== chosen.attempt && one.proposal?.output[change.field.name] !== undefined);
  const [against, setAgainst] = useState(earlier.at(-1)?.attempt ?? 0);
  const other = earlier.find((one) => one.attempt === against);
  const declared = chosen.view.team.fields[change.field.name];
  const before = other === undefined || declared === undefined ? change.before : applied(declared, change.before, other.proposal!.output[change.field.name]!);
  return (
    <div class="change-field">
      <div class="change-head">
        <span>
          <code class="field-name">{change.field.name}</code> <span class="quiet">{change.field.type}</span> {words.change.versions(change.from, change.to)}{' '}
          <span class="quiet">{sizeOf(change.after)}</span>
        </span>
        {earlier.length > 0 && <Against earlier={earlier} against={other === undefined ? 0 : against} onChoose={setAgainst} />}
      </div>
      <DiffView before={before} after={change.after} label={change.field.name} />
    </div>
  );
}

interface AgainstProps {
  readonly earlier: readonly AttemptView[];
  readonly against: number;
  readonly onChoose: (attempt: number) => void;
}

function Against({ earlier, against, onChoose }: AgainstProps) {
  const segments = [{ value: 0, label: words.change.before }, ...earlier.map((one) => ({ value: one.attempt, label: words.change.attempt(one.attempt) }))];
  return (
    <span class="against">
      <span class="quiet" aria-hidden="true">{words.change.against}</span>
      <Segments label={words.change.against} segments={segments} chosen={against} onChoose={onChoose} />
    </span>
  );
}

function sizeOf(value: Json): string {
  if (typeof value === 'string') return counted(value.length, 'character');
  return Array.isArray(value) ? counted(value.length, 'item') : `${formatCount(JSON.stringify(value).length)} characters`;
}
