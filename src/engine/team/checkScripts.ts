/** Scripts of scripted models. A script may play a faulty model, so only what can never work is reported. */
import { renameTo } from '../cards/findings';
import type { CardText } from '../cards/mapReader';
import type { CardReply } from '../cards/scriptCard';
import { scriptedOthers } from '../cards/words';
import { thereIs } from '../shared/listed';
import { didYouMean, nearest } from '../shared/nearest';
import { isInside } from '../shared/paths';
import type { Check } from './check';
import { checkChoice, checkReply, memberOf } from './checkReplies';
import { idsOf, type PlannedIds } from './checkSignals';
import type { LoadedTeam, TeamSources } from './loadedTeam';
import { roleNames } from './names';

export function checkScripts(check: Check): void {
  const { sources, findings, team } = check;
  const tools = new Set([...team.tools.map((tool) => tool.name), ...sources.roles.flatMap((role) => role.tools.map((tool) => tool.text))]);
  for (const { file, replies } of sources.scripts.values()) {
    const owners = ownersOf(check, file, replies);
    const plans = idsOf(replies.map((reply) => memberOf(reply, 'subtasks')?.value));
    for (const reply of replies) {
      const { role, clash, toolCalls } = reply;
      checkRole(check, role, owners);
      checkUsage(check, reply);
      if (!sources.broken.has(file)) checkAnswer(check, reply, owners, plans);
      if (clash !== null) findings.add('clashing-reply', clash.range, `A reply cannot have \`${clash.keys[0]}\` and \`${clash.keys[1]}\` both.`);
      for (const { name } of toolCalls) {
        const close = tools.has(name.text) ? null : nearest(name.text, tools);
        if (close !== null) findings.add('script-tool', name.range, `No role has a tool \`${name.text}\`${didYouMean(close)}`);
      }
    }
  }
}

/** Whose replies a script may hold: teams may share one. */
interface Owners {
  /** Roles of this team, and of those within it that use the script. */
  readonly known: readonly string[];
  /** Of those within it: what is asked of them stands there. */
  readonly within: readonly string[];
  /** It lies outside of this team's folder: the team there, which this one stands in, knows the others. */
  readonly isOutside: boolean;
  /** Of the replies. */
  readonly answered: ReadonlySet<string>;
}

function ownersOf(check: Check, file: string, replies: readonly CardReply[]): Owners {
  const { sources } = check;
  const teams = [...sources.inner.values()].flatMap((inner) => (inner.kind === 'loaded' ? sharers(inner.loaded, file) : []));
  const within = teams.flatMap(({ roles }) => roles.flatMap(({ id }) => id ?? []));
  return {
    known: [...roleNames(check), ...within, ...scriptedOthers], within,
    isOutside: !isInside(sources.folder, file),
    answered: new Set(replies.flatMap(({ role }) => role?.text ?? [])),
  };
}

/** The teams that use the script, of a team and those within it. */
function sharers({ sources }: LoadedTeam, file: string): readonly TeamSources[] {
  if (sources === null) return [];
  const below = [...sources.inner.values()].flatMap((inner) => (inner.kind === 'loaded' ? sharers(inner.loaded, file) : []));
  return sources.scripts.has(file) ? [sources, ...below] : below;
}

function checkAnswer(check: Check, reply: CardReply, { within }: Owners, plans: PlannedIds): void {
  const id = reply.role?.text;
  if (id === undefined || within.includes(id)) return;
  if ((scriptedOthers as readonly string[]).includes(id)) return checkChoice(check, reply);
  const role = check.roles.find((card) => card.id === id);
  if (role !== undefined && role.team === null) checkReply(check, reply, role, plans);
}

/** Parts that are more than their whole: no provider could have used that, and every sum would be wrong. */
function checkUsage({ findings }: Check, { usage, usageAt }: CardReply): void {
  if (usage === null || usageAt === null) return;
  const { input, cached, cacheWrite, output, reasoning } = usage as Readonly<Record<string, number | undefined>>;
  const besides = (cached ?? 0) + (cacheWrite ?? 0);
  if (input !== undefined && besides > input) findings.add('bad-usage', usageAt, `${besides} cached tokens cannot be a part of ${input} input tokens.`);
  if (output !== undefined && (reasoning ?? 0) > output) findings.add('bad-usage', usageAt, `${reasoning} reasoning tokens cannot be a part of ${output} output tokens.`);
}

/**
 * A slip of the pen would only show when the replies run out. Of a script that belongs to the team around this one, only what can be a slip is
 * reported: a name close to that of a role without replies of its own.
 */
function checkRole(check: Check, role: CardText | null, { known, isOutside, answered }: Owners): void {
  if (role === null || known.includes(role.text)) return;
  const close = nearest(role.text, known);
  if (isOutside && (close === null || answered.has(close))) return;
  const severity = close === null ? 'warning' : 'error';
  const hint = thereIs(known);
  check.findings.add('unknown-role', role.range, `There is no role \`${role.text}\`${didYouMean(close) || '.'}`, { severity, fix: renameTo(close, role.range), ...(hint === undefined ? {} : { hint }) });
}
