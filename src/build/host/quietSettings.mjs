// User settings that keep a fresh VS Code still: no welcome, no account, no update, no tips. A user's own settings come later and win.

/** @type {Readonly<Record<string, unknown>>} */
export const quietSettings = {
  'workbench.startupEditor': 'none',
  'chat.disableAIFeatures': true,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'security.workspace.trust.enabled': false,
  'telemetry.telemetryLevel': 'off',
  // Else the server tells of every port that any program of the machine listens on.
  'remote.autoForwardPorts': false,
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'extensions.ignoreRecommendations': true,
  'workbench.enableExperiments': false,
  'update.mode': 'none',
  'update.showReleaseNotes': false,
  'workbench.tips.enabled': false,
  'git.enabled': false,
};

/** For pictures and clicks that must come out the same each time: nothing moves, nothing hides. */
export const testSettings = {
  ...quietSettings,
  // As on the desktop; the web's default saves a file that is typed into after a second.
  'files.autoSave': 'off',
  'files.simpleDialog.enable': true,
  'window.commandCenter': false,
  'workbench.reduceMotion': 'on',
  'editor.cursorBlinking': 'solid',
  'editor.minimap.enabled': false,
  'workbench.layoutControl.enabled': false,
  'editor.accessibilitySupport': 'off',
};
