/** What a role's prompt says in sentences of the author's own, each at its place. */
import type { CardText } from '../../cards/mapReader';
import type { RoleCard } from '../../cards/roleCard';

export function textsOf({ map, instructions }: RoleCard): readonly CardText[] {
  return [...['responsibility', 'description', 'goal'].flatMap((key) => map.text(key) ?? []), ...instructions];
}
