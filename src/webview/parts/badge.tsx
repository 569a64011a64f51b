/** How calls were answered: by a live model, a script or a recording. */
import type { Badge as BadgeKind } from '../state/badges';
import { badgeIcons } from '../state/badges';
import { words } from '../words';
import { Icon } from './icon';

export function Badge({ kind, isIconOnly = false }: { readonly kind: BadgeKind; readonly isIconOnly?: boolean }) {
  return (
    <span class="badge" title={words.badgeHints[kind]}>
      <Icon name={badgeIcons[kind]} tone="quiet" />
      {!isIconOnly && words.badges[kind]}
    </span>
  );
}
