/** What can be written in the debug console: commands, names, and the members of what stands before the last dot. Pure. */
import type { DebugProtocol } from '@vscode/debugprotocol';
import type { RunState } from '../engine/events/runState';
import { scopeFor } from '../engine/expressions/scope';
import { isObject, type Json } from '../engine/shared/json';
import { consoleCommands } from './consoleCommands';

/** `before`: what stands before the cursor. */
export function completionsAt(before: string, state: RunState): readonly DebugProtocol.CompletionItem[] {
  const line = before.split('\n').at(-1) ?? '';
  if (/^\s*\.\w*$/.test(line)) return Object.entries(consoleCommands).map(([label, { what }]) => ({ label, detail: what, type: 'function', start: line.lastIndexOf('.'), length: line.length - line.lastIndexOf('.') }));
  const [, path = '', word = ''] = /((?:[A-Za-z_]\w*(?:\[\d+\])?\.)*)(\w*)$/.exec(line) ?? [];
  const place = { start: line.length - word.length, length: word.length };
  if (path === '') return namesOf(state).map(({ label, detail }) => ({ label, detail, type: 'variable', ...place }));
  return membersOf(path.slice(0, -1), state).map((label) => ({ label, type: 'property', ...place }));
}

function namesOf({ team: { fields, roles } }: RunState): readonly { readonly label: string; readonly detail: string }[] {
  const { names } = scopeFor('debug', { fields, roles: roles.map(({ id }) => id) });
  return [...names].map(([label, { doc }]) => ({ label, detail: doc }));
}

const ofRun = ['steps', 'elapsed_s', 'tokens', 'cost_usd', 'calls', 'done', 'failed'];
const ofMeta = ['writer', 'version', 'at', 'confidence', 'status', 'why'];

function membersOf(path: string, state: RunState): readonly string[] {
  const [first, ...rest] = path.split(/\.|\[(\d+)\]/).filter((part) => part !== undefined && part !== '');
  if (first === 'run') return rest.length === 0 ? ofRun : rest.length === 1 && ofRun.indexOf(rest[0]!) > 3 ? state.team.roles.map(({ id }) => id) : [];
  if (first === 'meta') return rest.length === 0 ? Object.keys(state.team.fields) : ofMeta;
  if (first === 'subtask') return ['id', 'role', 'input', 'revision'];
  if (first !== 'state') return [];
  const value = rest.reduce<Json>((at, key) => (Array.isArray(at) ? ((at as readonly Json[])[Number(key)] ?? null) : isObject(at) ? (at[key] ?? null) : null), state.values);
  return isObject(value) ? Object.keys(value) : [];
}
