/** Scripts of scripted models. A script may play a faulty model, so only what can never work is reported. */
import { renameTo } from '../cards/findings';
import type { CardText } from '../cards/mapReader';
import type { CardReply } from '../cards/scriptCard';
import { scriptedOthers } from '../cards/words';
import { didYouMean, nearest } from '../shared/nearest';
import type { Check } from './check';
import { roleNames } from './names';

export function checkScripts(check: Check): void {
  const { sources, findings, team } = check;
  const tools = new Set([...team.tools.map((tool) => tool.name), ...sources.roles.flatMap((role) => role.tools.map((tool) => tool.text))]);
  for (const { replies } of sources.scripts.values()) {
    for (const reply of replies) {
      const { role, clash, toolCalls } = reply;
      checkRole(check, role);
      checkUsage(check, reply);
      if (clash !== null) findings.add('clashing-reply', clash.range, `A reply cannot have \`${clash.keys[0]}\` and \`${clash.keys[1]}\` both.`);
      for (const { name } of toolCalls) {
        const close = tools.has(name.text) ? null : nearest(name.text, tools);
        if (close !== null) findings.add('script-tool', name.range, `No role has a tool \`${name.text}\`${didYouMean(close)}`);
      }
    }
  }
}

/** Parts that are more than their whole: no provider could have used that, and every sum would be wrong. */
function checkUsage({ findings }: Check, { usage, usageAt }: CardReply): void {
  if (usage === null || usageAt === null) return;
  const { input, cached, cacheWrite, output, reasoning } = usage as Readonly<Record<string, number | undefined>>;
  const besides = (cached ?? 0) + (cacheWrite ?? 0);
  if (input !== undefined && besides > input) findings.add('bad-usage', usageAt, `${besides} cached tokens cannot be a part of ${input} input tokens.`);
  if (output !== undefined && (reasoning ?? 0) > output) findings.add('bad-usage', usageAt, `${reasoning} reasoning tokens cannot be a part of ${output} output tokens.`);
}

/** Teams may share a script, so that a role may be missing here; a slip of the pen would only show when the replies run out. */
function checkRole(check: Check, role: CardText | null): void {
  const known = [...roleNames(check), ...scriptedOthers];
  if (role === null || known.includes(role.text)) return;
  const close = nearest(role.text, known);
  const severity = close === null ? 'warning' : 'error';
  check.findings.add('unknown-role', role.range, `There is no role \`${role.text}\`${didYouMean(close) || '.'}`, { severity, fix: renameTo(close, role.range) });
}
