/** The shared workspace: each field, who wrote it and when; for the chosen one its value, its versions and what each changed. */
import { formatBytes, formatCount } from '../../engine/projections/format';
import { summarize } from '../../engine/projections/describeValue';
import type { FieldVersion, RunView } from '../../engine/projections/runView';
import type { Json } from '../../engine/shared/json';
import type { Layout } from '../state/layout';
import { Icon } from '../parts/icon';
import type { PanelModel } from '../state/panelModel';
import { words } from '../words';
import { AsOf } from './asOf';
import { FieldHistory } from './fieldHistory';
import { FieldValue } from './fieldValue';
import { fieldsThen } from './fieldsThen';
import type { FieldThen } from './fieldsThen';

interface WorkspaceProps {
  readonly model: PanelModel;
  readonly view: RunView;
  readonly layout: Layout;
}

export function WorkspaceTab({ model, view, layout }: WorkspaceProps) {
  const { asOf, field } = model.ui.value;
  const fields = fieldsThen(view, asOf);
  if (fields.length === 0) return <p class="none quiet">{words.workspace.empty}</p>;
  const chosen = fields.find((one) => one.field.name === field) ?? fields.find((one) => one.version !== null) ?? fields[0]!;
  return (
    <div class="workspace">
      {layout === 'narrow' && <div class="sub-tools"><AsOf model={model} view={view} /></div>}
      <div class="workspace-fields">
        <FieldTable model={model} fields={fields} chosen={chosen} isShort={layout === 'narrow'} />
        <FieldValue key={chosen.field.name} model={model} then={chosen} declared={view.team.fields[chosen.field.name]} />
      </div>
      <FieldHistory model={model} view={view} then={chosen} />
    </div>
  );
}

interface TableProps {
  readonly model: PanelModel;
  readonly fields: readonly FieldThen[];
  readonly chosen: FieldThen;
  readonly isShort: boolean;
}

function FieldTable({ model, fields, chosen, isShort }: TableProps) {
  const { columns } = words.workspace;
  return (
    <table class="figures fields">
      <thead>
        <tr>
          <th scope="col">{columns.field}</th>
          {!isShort && <th scope="col">{columns.type}</th>}
          <th scope="col">{columns.value}</th>
          {!isShort && <th scope="col">{columns.writer}</th>}
          <th scope="col" class="number">{columns.version}</th>
          {!isShort && <th scope="col" class="number">{columns.size}</th>}
          <th scope="col" class="number">{columns.step}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map((then) => <FieldRow key={then.field.name} model={model} then={then} isChosen={then === chosen} isShort={isShort} />)}
      </tbody>
    </table>
  );
}

interface RowProps {
  readonly model: PanelModel;
  readonly then: FieldThen;
  readonly isChosen: boolean;
  readonly isShort: boolean;
}

function FieldRow({ model, then, isChosen, isShort }: RowProps) {
  const { field, version } = then;
  const choose = () => model.change({ field: field.name, version: null });
  return (
    <tr class={isChosen ? 'chosen' : ''} onClick={choose}>
      <th scope="row"><button type="button" class="row-button" aria-pressed={isChosen} onClick={choose}><code>{field.name}</code></button></th>
      {!isShort && <td class="quiet">{field.type}</td>}
      <td class="field-value"><ValueCell then={then} /></td>
      {!isShort && <td>{writerOf(version)}</td>}
      <td class="number">{version === null ? '' : `v${version.version}`}</td>
      {!isShort && <td class="number">{version === null ? '' : formatBytes(version === field.history.at(-1) ? field.bytes : byteLength(version.value))}</td>}
      <td class="number">{stepOf(version)}</td>
    </tr>
  );
}

function ValueCell({ then: { field, version, isPresent } }: { readonly then: FieldThen }) {
  if (version === null) return isPresent && field.initial !== null ? <>{summarize(field.initial)}</> : <span class="quiet">{words.workspace.notWritten}</span>;
  const failure = field.failures.findLast((one) => one.seq > version.seq);
  return (
    <>
      {failure !== undefined && <span title={failure.why ?? words.workspace.failed(version.writer)}><Icon name="warning" tone="attention" /> </span>}
      {version.summary}
    </>
  );
}

function byteLength(value: Json): number {
  return new TextEncoder().encode(JSON.stringify(value)).length;
}

function writerOf(version: FieldVersion | null): string {
  if (version === null) return '';
  return version.step === null ? words.workspace.person : version.writer;
}

function stepOf(version: FieldVersion | null): string {
  return version === null || version.step === null ? '' : formatCount(version.step);
}
