/** Two prompts part by part: those that differ line by line, the others by name. */
import { formatTokens } from '../../engine/projections/format';
import { SideBySide } from '../diff/sideBySide';
import { words } from '../words';
import type { PromptPair } from './promptPairs';

export function PromptDiff({ pairs, isNarrow }: { readonly pairs: readonly PromptPair[]; readonly isNarrow: boolean }) {
  const same = pairs.filter((pair) => pair.isSame);
  return (
    <>
      {pairs.filter((pair) => !pair.isSame).map((pair) => (
        <div key={pair.key} class="pair-part">
          <p class="diff-gap pair-title"><strong>{nameOf(pair)}</strong> <span>{words.compare.partTokens(formatTokens(pair.leftTokens), formatTokens(pair.rightTokens))}</span></p>
          <SideBySide before={pair.left} after={pair.right} label={nameOf(pair)} isNarrow={isNarrow} />
        </div>
      ))}
      {same.length > 0 && <p class="diff-gap pair-title">{words.compare.sameParts(same.map(nameOf), formatTokens(same.reduce((sum, pair) => sum + pair.rightTokens, 0)))}</p>}
    </>
  );
}

function nameOf({ label, code }: PromptPair): string {
  return code === '' ? label : `${label} ${code}`;
}
