/** Shows findings about design as the user set them: not at all, or as bad as they say. All others stay as they are. */
import type { Diagnostic } from '../../shared/source';
import { isLintCode, type LintLevels } from './lintCodes';

export function applyLevels(diagnostics: readonly Diagnostic[], levels: LintLevels): readonly Diagnostic[] {
  return diagnostics.flatMap((diagnostic) => {
    const level = isLintCode(diagnostic.code) ? levels[diagnostic.code] : undefined;
    if (level === undefined) return [diagnostic];
    return level === 'off' ? [] : [{ ...diagnostic, severity: level }];
  });
}
