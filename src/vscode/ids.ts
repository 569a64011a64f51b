/**
 * Every name that package.json and the code have to agree on: commands, views, settings, context keys. A test keeps both sides equal.
 * A command's id ends in the name of the file under commands/ that does it.
 */

export const commandIds = {
  runTeam: 'rolecall.runTeam',
  debugTeam: 'rolecall.debugTeam',
  debugRole: 'rolecall.debugRole',
  tryRole: 'rolecall.tryRole',
  keepCard: 'rolecall.keepCard',
  discardCard: 'rolecall.discardCard',
  stopRun: 'rolecall.stopRun',
  resumeRun: 'rolecall.resumeRun',
  answerQuestion: 'rolecall.answerQuestion',
  openRunPanel: 'rolecall.openRunPanel',
  openLastRun: 'rolecall.openLastRun',
  replayRun: 'rolecall.replayRun',
  forkRun: 'rolecall.forkRun',
  compareRuns: 'rolecall.compareRuns',
  copySpend: 'rolecall.copySpend',
  exportRun: 'rolecall.exportRun',
  openExportedRun: 'rolecall.openExportedRun',
  deleteRun: 'rolecall.deleteRun',
  openTeamFile: 'rolecall.openTeamFile',
  newTeam: 'rolecall.newTeam',
  checkTeams: 'rolecall.checkTeams',
  goToRole: 'rolecall.goToRole',
  previewPrompt: 'rolecall.previewPrompt',
  shouldSplit: 'rolecall.shouldSplit',
  setUpModel: 'rolecall.setUpModel',
  setApiKey: 'rolecall.setApiKey',
  showOutput: 'rolecall.showOutput',
} as const;

export const containerId = 'rolecall';

export const viewIds = {
  teams: 'rolecall.teams',
  workspace: 'rolecall.workspace',
  runs: 'rolecall.runs',
} as const;

export const settingIds = {
  openPanelOnRun: 'rolecall.openPanelOnRun',
  codeLens: 'rolecall.codeLens',
} as const;

/** Each finding about a team's design has a setting `rolecall.lint.<code>`. */
export const lintSection = 'rolecall.lint';

/** What `when` clauses look at. */
export const contextKeys = {
  /** The first look for teams has ended. */
  isReady: 'rolecall.isReady',
  hasTeams: 'rolecall.hasTeams',
  hasRun: 'rolecall.hasRun',
  /** The Runs view has looked once. */
  hasLookedForRuns: 'rolecall.hasLookedForRuns',
  /** A run came to its end that no scripted model played. */
  hasOwnRun: 'rolecall.hasOwnRun',
  /** A run of this window was stopped or cut off, or waits. */
  canResume: 'rolecall.canResume',
  /** A run asks a person. */
  isWaiting: 'rolecall.isWaiting',
  isRunning: 'rolecall.isRunning',
  /** File paths of teams and their role cards, for `resourcePath in …`. */
  teamFiles: 'rolecall.teamFiles',
  /** The same of teams that are running. */
  runningFiles: 'rolecall.runningFiles',
} as const;

/** `viewItem` of tree rows that have actions of their own. */
export const rowKinds = {
  team: 'team',
  runningTeam: 'team.running',
  brokenTeam: 'team.broken',
  role: 'role',
  /** Of this window. */
  runningRun: 'run.running',
  runningAndWaiting: 'run.running.waiting',
  /** Nobody goes on with it: it asks a person. */
  waitingRun: 'run.waiting',
  resumableRun: 'run.resumable',
  endedRun: 'run.ended',
  /** Another window or a terminal goes on with it. */
  runElsewhere: 'run.elsewhere',
  brokenRun: 'run.broken',
} as const;

/** Of debug sessions and launch configurations. */
export const debugType = 'rolecall';

export const runPanelType = 'rolecall.run';

/** Scheme of read-only documents: values, prompts, replies. */
export const documentScheme = 'rolecall';

/** Scheme of previewed prompts, which follow what is typed. */
export const previewScheme = 'rolecall-prompt';
