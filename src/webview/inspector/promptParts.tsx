/** The parts of one request: where each came from, its tokens, its text, and how far a provider could bill it as cached. */
import { Fragment } from 'preact';
import { useState } from 'preact/hooks';
import { formatTokens } from '../../engine/projections/format';
import { cacheablePrefix } from '../../engine/projections/promptUnits';
import type { CallView } from '../../engine/projections/runView';
import { Bar } from '../parts/bar';
import { CodeText } from '../parts/codeText';
import { Icon } from '../parts/icon';
import { RefLink } from '../parts/refLink';
import type { PanelModel } from '../state/panelModel';
import { words } from '../words';
import type { Chosen } from './chosen';
import type { PromptRow } from './promptRows';

interface PartsProps {
  readonly model: PanelModel;
  readonly chosen: Chosen;
  readonly call: CallView;
  readonly rows: readonly PromptRow[];
}

export function PromptParts({ model, chosen, call, rows }: PartsProps) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const toggle = (key: string) => setOpen((before) => (before.has(key) ? new Set([...before].filter((one) => one !== key)) : new Set([...before, key])));
  const most = Math.max(1, ...rows.map((row) => row.tokens));
  const prefix = cacheablePrefix(chosen.view, chosen.step, call);
  const extra = call.toolsOffered.length > 0 ? 1 : 0;
  const prefixRows = prefix === null ? 0 : prefix.units + extra;
  const cached = call.usage?.cached ?? 0;
  return (
    <div class="parts">
      <div class="part-head quiet" aria-hidden="true">
        <span>{words.prompt.columns.part}</span>
        <span>{words.prompt.columns.from}</span>
        <span class="part-tokens">{words.prompt.columns.tokens}</span>
      </div>
      {rows.map((row, index) => (
        <Fragment key={row.key}>
          <Part model={model} row={row} isPrefix={index < prefixRows} share={row.tokens / most} isOpen={open.has(row.key)} onToggle={() => toggle(row.key)} />
          {prefix !== null && index === prefixRows - 1 && (
            <div class="boundary" role="note">
              <span>{words.prompt.prefixEnds(formatTokens(prefix.tokens), cached > 0 ? formatTokens(cached) : null)}</span>
            </div>
          )}
        </Fragment>
      ))}
    </div>
  );
}

interface PartProps {
  readonly model: PanelModel;
  readonly row: PromptRow;
  readonly isPrefix: boolean;
  readonly share: number;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

function Part({ model, row, isPrefix, share, isOpen, onToggle }: PartProps) {
  return (
    <div class={`part${isPrefix ? ' prefix' : ''}`}>
      <div class="part-row">
        <button type="button" class="part-button" aria-expanded={isOpen} onClick={onToggle}>
          <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} />
          <span class="part-label">
            {row.code === '' ? row.label : <><span class="quiet">{row.label}</span> <code>{row.code}</code></>}
          </span>
        </button>
        <span class="part-from quiet">{row.ref === null ? row.from : <RefLink model={model} at={row.ref} />}</span>
        <Bar share={share} />
        <span class="part-tokens">{formatTokens(row.tokens)}</span>
      </div>
      {isOpen && <CodeText model={model} text={row.text()} language={row.language} title={row.code === '' ? row.label : `${row.label} ${row.code}`} />}
    </div>
  );
}
