/** The versions of a field, newest first, and what the chosen one changed. */
import { formatCount } from '../../engine/projections/format';
import type { FieldVersion, RunView } from '../../engine/projections/runView';
import { subtaskLabel } from '../../engine/projections/subtaskLabel';
import { DiffView } from '../diff/diffView';
import type { PanelModel } from '../state/panelModel';
import { words } from '../words';
import type { FieldThen } from './fieldsThen';

const shownVersions = 100;

interface HistoryProps {
  readonly model: PanelModel;
  readonly view: RunView;
  readonly then: FieldThen;
}

export function FieldHistory({ model, view, then }: HistoryProps) {
  const { field, history } = then;
  const declared = view.team.fields[field.name];
  const chosen = history.find((one) => one.version === model.ui.value.version) ?? history.at(-1) ?? null;
  return (
    <section class="history" aria-label={field.name}>
      <div class="field-head">
        <h2 class="field-title"><code>{field.name}</code> {declared !== undefined && <span class="quiet">{words.workspace.reducer(declared.reducer, declared.key)}</span>}</h2>
        <span>{words.workspace.versions(history.length)}</span>
      </div>
      {history.length === 0 && <p class="quiet field-nothing">{words.workspace.noVersions}</p>}
      {history.length > 0 && <Versions model={model} view={view} history={history} chosen={chosen} />}
      {chosen !== null && <Changed field={then} version={chosen} />}
    </section>
  );
}

interface VersionsProps {
  readonly model: PanelModel;
  readonly view: RunView;
  readonly history: readonly FieldVersion[];
  readonly chosen: FieldVersion | null;
}

function Versions({ model, view, history, chosen }: VersionsProps) {
  const { history: columns } = words.workspace;
  const newest = [...history].reverse().slice(0, shownVersions);
  return (
    <table class="figures versions">
      <thead>
        <tr>
          <th scope="col">{columns.version}</th>
          <th scope="col" class="number">{columns.step}</th>
          <th scope="col">{columns.by}</th>
          <th scope="col">{columns.change}</th>
        </tr>
      </thead>
      <tbody>
        {newest.map((version) => {
          const choose = () => model.change({ version: version.version });
          const step = view.steps.find((one) => one.step === version.step);
          const label = step === undefined ? '' : subtaskLabel(step.subtask);
          return (
            <tr key={version.seq} class={version === chosen ? 'chosen' : ''} onClick={choose}>
              <th scope="row"><button type="button" class="row-button" aria-pressed={version === chosen} onClick={choose}>{`v${version.version}`}</button></th>
              <td class="number">{version.step === null ? '' : formatCount(version.step)}</td>
              <td>{version.step === null ? words.workspace.person : version.writer}{label !== '' && <span class="quiet"> · {label}</span>}</td>
              <td>{version.change}</td>
            </tr>
          );
        })}
      </tbody>
      {history.length > newest.length && <tfoot><tr><td colSpan={4} class="quiet">{words.workspace.more(history.length - newest.length)}</td></tr></tfoot>}
    </table>
  );
}

function Changed({ field: { field, history }, version }: { readonly field: FieldThen; readonly version: FieldVersion }) {
  const before = history[history.indexOf(version) - 1] ?? null;
  return (
    <div class="changed">
      <p class="changed-title">{words.workspace.changed(before?.version ?? 0, version.version, version.step, version.writer)}</p>
      {version.why !== null && <p class="changed-why quiet">{version.why}</p>}
      <DiffView before={before?.value ?? field.initial} after={version.value} label={words.workspace.changed(before?.version ?? 0, version.version, version.step, version.writer)} />
    </div>
  );
}
