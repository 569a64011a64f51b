/** Scripts of scripted models. A script may play a faulty model, so only what can never work is reported. */
import { didYouMean, nearest } from '../shared/nearest';
import type { Check } from './checkTeam';

export function checkScripts({ sources, findings, team }: Check): void {
  const tools = new Set([...team.tools.map((tool) => tool.name), ...sources.roles.flatMap((role) => role.tools.map((tool) => tool.text))]);
  for (const { replies } of sources.scripts.values()) {
    for (const { clash, toolCalls } of replies) {
      if (clash !== null) findings.add('clashing-reply', clash.range, `A reply cannot have \`${clash.keys[0]}\` and \`${clash.keys[1]}\` both.`);
      for (const { name } of toolCalls) {
        const close = tools.has(name.text) ? null : nearest(name.text, tools);
        if (close !== null) findings.add('script-tool', name.range, `No role has a tool \`${name.text}\`${didYouMean(close)}`);
      }
    }
  }
}
