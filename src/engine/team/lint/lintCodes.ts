/** The findings about a team's design, and how each may be shown. They are opinions with a reason, so each can be turned off; imports nothing that loads. */

export const lintCodes = [
  'too-many-tools',
  'too-many-roles',
  'long-prompt',
  'branching-prompt',
  'mixed-modes',
  'endless-cycle',
  'reviewer-shares-tools',
  'reviewer-sees-reasoning',
  'self-check',
  'opposed-prompts',
  'state-by-memory',
  'criteria-in-prompt',
  'model-judged',
  'reducer-stacks',
  'fan-out-overwrites',
  'unread-field',
] as const;

export type LintCode = (typeof lintCodes)[number];

/** `error`: the team does not run while it is there. */
export const lintLevels = ['off', 'hint', 'warning', 'error'] as const;

export type LintLevel = (typeof lintLevels)[number];

/** What is not named is shown as the catalogue says. */
export type LintLevels = Readonly<Partial<Record<LintCode, LintLevel>>>;

export function isLintCode(code: string): code is LintCode {
  return (lintCodes as readonly string[]).includes(code);
}
