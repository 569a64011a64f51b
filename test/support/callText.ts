// The whole prompt of a call as one text, made from the view that every surface shows.
import type { CallView, RunView } from '../../src/engine/projections/runView';
import { renderPart } from '../../src/engine/prompts/renderPart';

export function callText(view: RunView, call: CallView): string {
  const field = (name: string, version: number) => {
    const entry = view.fields.find((one) => one.name === name)!;
    const kept = entry.history.find((one) => one.version === version);
    const meta = { writer: kept?.writer ?? null, version, confidence: kept?.confidence ?? null, status: kept?.status ?? null, why: kept?.why ?? null };
    return { value: kept?.value ?? entry.value, meta };
  };
  return call.prompt
    .map((said) => (said.from === 'us' ? said.message.parts.map((part) => renderPart(part, field)).join('\n\n') : `[${said.from}]`))
    .join('\n\n');
}
