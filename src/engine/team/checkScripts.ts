/** Scripts of scripted models. A script may play a faulty model, so only what can never work is reported. */
import { renameTo } from '../cards/findings';
import type { CardText } from '../cards/mapReader';
import { scriptedOthers } from '../cards/words';
import { didYouMean, nearest } from '../shared/nearest';
import type { Check } from './check';
import { roleNames } from './names';

export function checkScripts(check: Check): void {
  const { sources, findings, team } = check;
  const tools = new Set([...team.tools.map((tool) => tool.name), ...sources.roles.flatMap((role) => role.tools.map((tool) => tool.text))]);
  for (const { replies } of sources.scripts.values()) {
    for (const { role, clash, toolCalls } of replies) {
      checkRole(check, role);
      if (clash !== null) findings.add('clashing-reply', clash.range, `A reply cannot have \`${clash.keys[0]}\` and \`${clash.keys[1]}\` both.`);
      for (const { name } of toolCalls) {
        const close = tools.has(name.text) ? null : nearest(name.text, tools);
        if (close !== null) findings.add('script-tool', name.range, `No role has a tool \`${name.text}\`${didYouMean(close)}`);
      }
    }
  }
}

/** Teams may share a script, so that a role may be missing here; a slip of the pen would only show when the replies run out. */
function checkRole(check: Check, role: CardText | null): void {
  const known = [...roleNames(check), ...scriptedOthers];
  if (role === null || known.includes(role.text)) return;
  const close = nearest(role.text, known);
  const severity = close === null ? 'warning' : 'error';
  check.findings.add('unknown-role', role.range, `There is no role \`${role.text}\`${didYouMean(close) || '.'}`, { severity, fix: renameTo(close, role.range) });
}
