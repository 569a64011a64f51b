/** How calls were answered: by a live model, a script or a recording. */
import type { Badge as BadgeKind } from '../state/badges';
import { badgeIcons } from '../state/badges';
import { words } from '../words';
import { Icon } from './icon';

export function Badge({ kind, isIconOnly = false, hint = null }: { readonly kind: BadgeKind; readonly isIconOnly?: boolean; readonly hint?: string | null }) {
  return (
    <span class="badge" title={[words.badgeHints[kind], ...(hint === null ? [] : [hint])].join('\n')}>
      <Icon name={badgeIcons[kind]} tone="quiet" />
      {!isIconOnly && words.badges[kind]}
    </span>
  );
}
