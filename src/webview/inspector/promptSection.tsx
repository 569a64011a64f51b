/** What was sent, part by part, as it was: where each came from, its tokens, and how far a provider could bill it as cached. */
import { formatTokens } from '../../engine/projections/format';
import type { CallView } from '../../engine/projections/runView';
import { Segments } from '../parts/segments';
import type { PanelModel } from '../state/panelModel';
import { words } from '../words';
import type { Chosen } from './chosen';
import { PromptParts } from './promptParts';
import { promptRows } from './promptRows';
import { Section } from './section';

export interface PromptProps {
  readonly model: PanelModel;
  readonly chosen: Chosen;
  readonly call: CallView | null;
  readonly onRequest: (request: number) => void;
}

export function PromptSection({ model, chosen, call, onRequest }: PromptProps) {
  if (call === null) return <Section model={model} id="prompt" summary={words.prompt.none} isOpenByDefault>{null}</Section>;
  const rows = promptRows(chosen, call);
  return (
    <Section model={model} id="prompt" summary={words.prompt.parts(rows.length)} aside={tokensOf(call)} isOpenByDefault>
      <Requests chosen={chosen} call={call} onRequest={onRequest} />
      <PromptParts key={`${call.step}/${call.call}`} model={model} chosen={chosen} call={call} rows={rows} />
    </Section>
  );
}

/** Counted here until the server has said. */
function tokensOf(call: CallView): string {
  const { usage } = call;
  if (usage === null) return words.prompt.tokens(formatTokens(call.promptTokens, true), null);
  return words.prompt.tokens(formatTokens(usage.input, usage.estimated), usage.cached > 0 ? formatTokens(usage.cached) : null);
}

function Requests({ chosen, call, onRequest }: Omit<PromptProps, 'model'> & { readonly call: CallView }) {
  const calls = chosen.attempt?.calls ?? [];
  if (calls.length < 2) return null;
  const segments = calls.map((_, index) => ({ value: index, label: words.prompt.request(index + 1) }));
  return (
    <div class="requests">
      <Segments label={words.prompt.requests} segments={segments} chosen={calls.findIndex((one) => one.call === call.call)} onChoose={onRequest} />
    </div>
  );
}
