/** The commands around a debug session. Each stands in a file of its own; what they do to a run is the debugger's. */
import { DisposableStore, type Disposable } from '../../engine/shared/disposable';
import { registerDebugRole, type DebugRoleDeps } from '../commands/debugRole';
import { registerDebugTeam } from '../commands/debugTeam';
import { registerDiscardCard } from '../commands/discardCard';
import { registerKeepCard } from '../commands/keepCard';
import { registerTryRole } from '../commands/tryRole';

export function registerDebugCommands(deps: DebugRoleDeps): Disposable {
  const owned = new DisposableStore();
  for (const register of [registerDebugTeam, registerDebugRole, registerTryRole, registerKeepCard, registerDiscardCard]) owned.add(register(deps));
  return owned;
}
