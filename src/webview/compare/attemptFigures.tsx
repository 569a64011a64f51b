/** The figures of two attempts and of more tries: a row each, or a column each where there is no room for so many columns. */
import { RefLink } from '../parts/refLink';
import type { PanelModel } from '../state/panelModel';
import { words } from '../words';
import { attemptColumns } from './attemptTable';
import type { AttemptColumn, AttemptLine } from './attemptTable';

interface FiguresProps {
  readonly model: PanelModel;
  readonly lines: readonly AttemptLine[];
  readonly isNarrow: boolean;
}

export function AttemptFigures({ model, lines, isNarrow }: FiguresProps) {
  return (
    <div class="table-scroll compared-figures" tabIndex={0} role="group" aria-label={words.compare.figures}>
      <table class="figures">{isNarrow ? <Turned lines={lines} /> : <Straight model={model} lines={lines} />}</table>
    </div>
  );
}

function Straight({ model, lines }: Omit<FiguresProps, 'isNarrow'>) {
  return (
    <>
      <thead>
        <tr>
          <th scope="col"><span class="unseen">{words.compare.figures}</span></th>
          {attemptColumns.map(({ id, align }) => <th key={id} scope="col" class={align === 'right' ? 'number' : ''}>{words.compare.columns[id]}</th>)}
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.name} data-line={line.kind}>
            <th scope="row">{line.name}</th>
            {attemptColumns.map(({ id, align }) => <td key={id} class={`${align === 'right' ? 'number' : 'words'}`}><Cell model={model} line={line} id={id} /></td>)}
          </tr>
        ))}
      </tbody>
    </>
  );
}

/** What came of it has no room here; the reply below says it. */
function Turned({ lines }: Pick<FiguresProps, 'lines'>) {
  return (
    <>
      <thead><tr><th scope="col"><span class="unseen">{words.compare.figures}</span></th>{lines.map((line) => <th key={line.name} scope="col" class="number" title={line.name}>{line.kind === 'tries' ? words.compare.triesShort : line.name}</th>)}</tr></thead>
      <tbody>
        {attemptColumns.filter(({ id }) => id !== 'outcome').map(({ id }) => (
          <tr key={id}>
            <th scope="row" class="quiet">{words.compare.columns[id]}</th>
            {lines.map((line) => <td key={line.name} class="number" data-line={line.kind}><span>{id === 'next' ? shortNext(line) : line.cells[id]}</span></td>)}
          </tr>
        ))}
      </tbody>
    </>
  );
}

function shortNext({ kind, next, cells }: AttemptLine): string {
  return kind === 'tries' || next === null ? cells.next : (next.role ?? words.compare.ends);
}

function Cell({ model, line, id }: { readonly model: PanelModel; readonly line: AttemptLine; readonly id: AttemptColumn }) {
  const text = line.cells[id];
  const { next } = line;
  if (id === 'next' && next !== null && next.role !== null && next.at !== null && next.by !== 'model') return <>{words.compare.nextBy(next.role, '')}<RefLink model={model} at={next.at} /></>;
  if (id === 'confidence' && line.confidences.length > 1) return <><Dots values={line.confidences} /> {text}</>;
  return <span title={id === 'outcome' ? text : undefined}>{text}</span>;
}

const dotsWidth = 90;

/** Where each try lies between the least and the most; what it says stands beside it. */
function Dots({ values }: { readonly values: readonly number[] }) {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const x = (value: number) => (most === least ? dotsWidth / 2 : 6 + ((value - least) / (most - least)) * (dotsWidth - 12));
  return (
    <svg class="dots" width={dotsWidth} height="10" viewBox={`0 0 ${dotsWidth} 10`} aria-hidden="true">
      <line x1="0" y1="5" x2={dotsWidth} y2="5" />
      {values.map((value, index) => <circle key={index} cx={x(value)} cy="5" r="3" />)}
    </svg>
  );
}
