/** A reducer that piles up what should be one value: the next role reads every draft there ever was. That parallel roles overwrite each other is found by checkFanOut.ts. */
import { quickFix, replaceEntry } from '../../cards/mapEdits';
import type { MapReader } from '../../cards/mapReader';
import type { CardField } from '../../cards/teamCard';
import type { QuickFix } from '../../shared/source';
import { fieldCards, type FieldCards } from '../buildFields';
import type { Check } from '../check';

/** Names of what a team makes one of. */
const singular = /(?:^|_)(?:draft|report|summary|answer|article|text|decision|verdict|conclusion|outline|result|document|letter|reply|score|critique)$/i;

export function lintReducers(check: Check): void {
  for (const field of fieldCards(check.sources).values()) lintField(check, field);
}

function lintField({ team, findings }: Check, { name, card, writes }: FieldCards): void {
  const reducer = card === null ? null : stackingReducer(card);
  const [writer, ...others] = new Set(writes.map((write) => write.role.id));
  if (reducer === null || !singular.test(name) || writer === undefined || others.length > 0) return;
  if (team.routes.some((route) => route.forEach !== null && route.to?.text === writer)) return;
  findings.add('reducer-stacks', reducer.range, `\`${name}\` is one thing, but \`${reducer.value}\` keeps every version of it: each revision makes the list longer, and all who read it are shown them all.`, { fix: mend(team.map.map('state')?.map(name) ?? null) });
}

/** With a key, parts of one thing are joined. */
function stackingReducer({ reducer, key }: CardField): CardField['reducer'] {
  return key === null && (reducer?.value === 'append' || reducer?.value === 'union') ? reducer : null;
}

/** The type of the field may have to follow. */
function mend(field: MapReader | null): QuickFix | undefined {
  const reducer = field?.entry('reducer');
  if (field === null || reducer === undefined) return undefined;
  const fix = quickFix('Keep the last one only: `reducer: replace`', field.node.source, replaceEntry(field.node, reducer, 'reducer: replace'));
  return fix === undefined ? undefined : { ...fix, isDraft: true };
}
