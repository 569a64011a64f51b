// The whole prompt of a call as one text, made from the view that every surface shows.
import { partText } from '../../src/engine/projections/partText';
import type { CallView, RunView } from '../../src/engine/projections/runView';

export function callText(view: RunView, call: CallView): string {
  return call.prompt.map((said) => (said.from === 'us' ? said.message.parts.map((part) => partText(view, part, call)).join('\n\n') : `[${said.from}]`)).join('\n\n');
}
