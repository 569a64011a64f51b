// What each folder of src may import, packages included. Read top-down: it is the direction data flows. boundaries.test.mjs holds everyone to it.

/** @type {Readonly<Record<string, readonly string[]>>} */
export const layers = {
  'engine/shared': ['zod', 'fastest-levenshtein'],
  'engine/schemas': ['engine/shared', 'ajv', 'ajv/dist/2020', 'ajv-formats', 're2js'],
  'engine/cards': ['engine/shared', 'yaml'],
  'engine/expressions': ['engine/shared', '@marcbachmann/cel-js', 're2js'],
  'engine/prose': [],
  'engine/team': ['engine/cards', 'engine/expressions', 'engine/prose', 'engine/shared'],
  'engine/split': ['engine/team', 'engine/cards', 'engine/prose', 'engine/shared', 'yaml'],
  'engine/events': ['engine/team', 'engine/shared', 'zod'],
  'engine/rules': ['engine/team', 'engine/expressions', 'engine/events', 'engine/shared'],
  'engine/models': ['engine/team', 'engine/events', 'engine/expressions', 'engine/shared', 'yaml', 'zod'],
  'engine/tools': ['engine/team', 'engine/events', 'engine/shared', 'zod', 'minisearch', 'diff'],
  'engine/prompts': ['engine/team', 'engine/expressions', 'engine/events', 'engine/models', 'engine/tools', 'engine/shared'],
  'engine/supervisor': ['engine/team', 'engine/expressions', 'engine/rules', 'engine/models', 'engine/tools', 'engine/prompts', 'engine/events', 'engine/shared'],
  'engine/projections': ['engine/team', 'engine/prompts', 'engine/events', 'engine/shared'],
  'engine/preview': ['engine/team', 'engine/rules', 'engine/prompts', 'engine/projections', 'engine/events', 'engine/shared', 'diff'],
  'engine/language': ['engine/cards', 'engine/team', 'engine/expressions', 'engine/events', 'engine/projections', 'engine/shared', '@marcbachmann/cel-js'],
  'engine/evals': ['engine/cards', 'engine/team', 'engine/supervisor', 'engine/projections', 'engine/models', 'engine/events', 'engine/shared'],
  node: ['engine/*', 'node:*', 'http', 'https', 'http-proxy-agent', 'https-proxy-agent', 'ulid', 'openai', 'minisearch', 'ajv', 'ajv-formats', 'gpt-tokenizer', '@pydantic/genai-prices', '@modelcontextprotocol/client', '@modelcontextprotocol/client/stdio'],
  debug: ['engine/team', 'engine/expressions', 'engine/rules', 'engine/supervisor', 'engine/projections', 'engine/preview', 'engine/events', 'engine/shared', 'yaml', 'zod', '@vscode/debugadapter', '@vscode/debugprotocol'],
  cli: ['engine/*', 'node', 'node:*'],
  webview: ['engine/projections', 'engine/team', 'engine/events', 'engine/shared', 'preact', '@preact/signals', '@vscode/codicons', '@dagrejs/dagre', '@tanstack/virtual-core', 'diff'],
  vscode: ['engine/*', 'node', 'debug', 'webview', 'vscode', 'node:*'],
};
