// What each folder of src may import, packages included. Read top-down: it is the direction data flows. boundaries.test.mjs holds everyone to it.

/** @type {Readonly<Record<string, readonly string[]>>} */
export const layers = {
  'engine/shared': [],
  'engine/cards': ['engine/shared', 'yaml', 'zod'],
  'engine/expressions': ['engine/shared', '@marcbachmann/cel-js'],
  'engine/team': ['engine/cards', 'engine/expressions', 'engine/shared'],
  'engine/events': ['engine/shared', 'zod'],
  'engine/rules': ['engine/team', 'engine/expressions', 'engine/events', 'engine/shared'],
  'engine/models': ['engine/team', 'engine/events', 'engine/expressions', 'engine/shared'],
  'engine/tools': ['engine/team', 'engine/shared', 'zod', 'minisearch'],
  'engine/supervisor': ['engine/team', 'engine/rules', 'engine/models', 'engine/tools', 'engine/events', 'engine/shared'],
  'engine/projections': ['engine/events', 'engine/shared'],
  'engine/evals': ['engine/cards', 'engine/team', 'engine/supervisor', 'engine/projections', 'engine/models', 'engine/events', 'engine/shared'],
  node: ['engine/*', 'node:*'],
  debug: ['engine/supervisor', 'engine/projections', 'engine/events', 'engine/shared', '@vscode/debugadapter', '@vscode/debugprotocol'],
  cli: ['engine/*', 'node', 'node:*'],
  webview: ['engine/projections', 'engine/shared'],
  vscode: ['engine/*', 'node', 'debug', 'webview', 'vscode', 'node:*'],
};
