/** Tells VS Code how teams are debugged. The debugger itself is loaded with the first session. */
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../engine/shared/disposable';
import { debugType, settingIds } from '../ids';
import type { RunPanels } from '../panel/runPanels';
import { registerComparedAttempts } from './comparedAttempts';
import { debugConfigurations, type DebugConfigurationDeps } from './debugConfigurations';
import type { EditorDebugDeps } from './editorDebugHost';

export interface DebuggingDeps extends DebugConfigurationDeps, Omit<EditorDebugDeps, 'onRun'> {
  readonly panels: RunPanels;
}

export function registerDebugging(deps: DebuggingDeps): Disposable {
  const owned = new DisposableStore();
  owned.add(vscode.debug.registerDebugConfigurationProvider(debugType, debugConfigurations(deps)));
  owned.add(vscode.debug.registerDebugAdapterDescriptorFactory(debugType, {
    async createDebugAdapterDescriptor() {
      const [{ RolecallSession }, { editorDebugHost }] = await Promise.all([import('../../debug/rolecallSession'), import('./editorDebugHost')]);
      const opensPanel = vscode.workspace.getConfiguration().get<boolean>(settingIds.openPanelOnRun, true);
      const host = editorDebugHost({ ...deps, onRun: (record) => void (opensPanel && deps.panels.follow(record)) });
      // Both speak the same protocol; each names its messages by itself.
      return new vscode.DebugAdapterInlineImplementation(new RolecallSession(host) as unknown as vscode.DebugAdapter);
    },
  }));
  owned.add(registerComparedAttempts(deps));
  return owned;
}
