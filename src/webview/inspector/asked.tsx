/** What somebody else was asked and answered on the way: the supervisor's model, a reviewer. Closed until somebody wants to know. */
import { useState } from 'preact/hooks';
import type { CallView } from '../../engine/projections/runView';
import { CodeText } from '../parts/codeText';
import { Icon } from '../parts/icon';
import type { PanelModel } from '../state/panelModel';
import type { Chosen } from './chosen';
import { PromptParts } from './promptParts';
import { pretty, promptRows } from './promptRows';

interface AskedProps {
  readonly model: PanelModel;
  readonly chosen: Chosen;
  readonly call: CallView;
  readonly asked: string;
  readonly answered: string;
}

export function Asked({ model, chosen, call, asked, answered }: AskedProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div class="asked">
      <button type="button" class="asked-button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} /> {asked}
      </button>
      {isOpen && <PromptParts model={model} chosen={chosen} call={call} rows={promptRows(chosen, call)} />}
      {isOpen && call.reply !== null && call.reply !== '' && (
        <>
          <p class="detail-name quiet">{answered}</p>
          <CodeText model={model} text={pretty(call.reply)} language={typeof call.reply === 'string' ? 'plaintext' : 'json'} title={answered} />
        </>
      )}
    </div>
  );
}
