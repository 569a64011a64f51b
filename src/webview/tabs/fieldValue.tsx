/** The value of a field: a table where it is a list of like objects, else its text or JSON. */
import { useState } from 'preact/hooks';
import { formatCount } from '../../engine/projections/format';
import { counted } from '../../engine/projections/words';
import { isObject } from '../../engine/shared/json';
import type { Json, JsonObject } from '../../engine/shared/json';
import type { Field } from '../../engine/team/team';
import { CodeText } from '../parts/codeText';
import { IconButton } from '../parts/iconButton';
import type { PanelModel } from '../state/panelModel';
import { words } from '../words';
import type { FieldThen } from './fieldsThen';

const firstRows = 50;
const mostColumns = 4;

interface ValueProps {
  readonly model: PanelModel;
  readonly then: FieldThen;
  readonly declared: Field | undefined;
}

export function FieldValue({ model, then, declared }: ValueProps) {
  const { field, version, value } = then;
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  const language = typeof value === 'string' ? 'markdown' : 'json';
  const title = version === null ? field.name : `${field.name} v${version.version}`;
  const size = Array.isArray(value) ? counted(value.length, 'item') : typeof value === 'string' ? counted(value.length, 'character') : '';
  return (
    <section class="field" aria-label={title}>
      <div class="field-head">
        <h2 class="field-title"><code>{field.name}</code> {version === null ? words.workspace.given : `v${version.version}`}{size === '' ? '' : `, ${size}`}</h2>
        <IconButton icon="open-preview" label={words.workspace.openValue} onClick={() => model.show(title, language, text)} />
        <IconButton icon="copy" label={words.workspace.copyValue} onClick={() => model.copy(text, title)} />
      </div>
      <Value model={model} value={value} then={then} keyName={declared?.key ?? null} title={title} />
    </section>
  );
}

interface ShownProps {
  readonly model: PanelModel;
  readonly value: Json;
  readonly then: FieldThen;
  readonly keyName: string | null;
  readonly title: string;
}

function Value({ model, value, then, keyName, title }: ShownProps) {
  const columns = Array.isArray(value) ? columnsOf(value as readonly Json[], keyName) : null;
  if (columns !== null) return <ItemTable items={value as readonly JsonObject[]} columns={columns} then={then} />;
  if (value === null || value === '') return <p class="quiet field-nothing">{words.workspace.noVersions}</p>;
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  return <CodeText model={model} text={text} language={typeof value === 'string' ? 'markdown' : 'json'} title={title} />;
}

/** Null where the items are not objects, or hold more than a table can show. */
function columnsOf(items: readonly Json[], keyName: string | null): readonly string[] | null {
  const first = items.slice(0, firstRows);
  if (first.length === 0 || !first.every(isObject)) return null;
  const names = [...new Set(first.flatMap((item) => Object.keys(item)))];
  if (names.length > mostColumns) return null;
  return keyName === null ? names : [...names.filter((name) => name !== keyName), ...names.filter((name) => name === keyName)];
}

function ItemTable({ items, columns, then }: { readonly items: readonly JsonObject[]; readonly columns: readonly string[]; readonly then: FieldThen }) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? items : items.slice(0, firstRows);
  const steps = stepsOfItems(then);
  return (
    <div class="table-scroll" tabIndex={0} role="group" aria-label={then.field.name}>
      <table class="plain items">
        <thead>
          <tr>
            <th scope="col" class="number">{words.steps.number}</th>
            {columns.map((name) => <th key={name} scope="col">{name}</th>)}
            <th scope="col" class="number">{words.workspace.columns.step}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((item, index) => (
            <tr key={index}>
              <td class="number quiet">{formatCount(index + 1)}</td>
              {columns.map((name) => <td key={name}>{cellText(item[name])}</td>)}
              <td class="number quiet">{steps[index] ?? ''}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {items.length > shown.length && <button type="button" class="link more" onClick={() => setWhole(true)}>{words.workspace.more(items.length - shown.length)}</button>}
    </div>
  );
}

/** The step in which each item came or last changed: versions share the items that they did not touch. */
function stepsOfItems({ history, value }: FieldThen): readonly (number | null)[] {
  const steps = new Map<Json, number | null>();
  for (const version of history) {
    if (!Array.isArray(version.value)) continue;
    for (const item of version.value as readonly Json[]) if (!steps.has(item)) steps.set(item, version.step);
  }
  return (value as readonly Json[]).map((item) => steps.get(item) ?? null);
}

function cellText(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
