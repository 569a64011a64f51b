/** Collects diagnostics while files are read and checked. Severity and advice come from the catalogue; wording of the case from the caller. */
import type { Diagnostic, QuickFix, Severity, SourceRange } from '../shared/source';
import { catalogue, type DiagnosticCode } from './catalogue';

export interface FindingExtras {
  /** Instead of the catalogue's advice. */
  readonly hint?: string;
  readonly severity?: Severity;
  readonly related?: Diagnostic['related'];
  readonly fix?: QuickFix;
}

/** Offers the name that was probably meant, in place of what is written there. */
export function renameTo(close: string | null, range: SourceRange): QuickFix | undefined {
  return close === null ? undefined : { title: `Change to \`${close}\``, range, text: close };
}

export class Findings {
  private readonly found: Diagnostic[] = [];

  add(code: DiagnosticCode, range: SourceRange, message: string, extras: FindingExtras = {}): void {
    const { hint, severity } = catalogue[code];
    this.found.push({
      code,
      severity: extras.severity ?? severity,
      message: message.charAt(0).toUpperCase() + message.slice(1),
      hint: extras.hint ?? hint,
      range,
      ...(extras.related === undefined ? {} : { related: extras.related }),
      ...(extras.fix === undefined ? {} : { fix: extras.fix }),
    });
  }

  addAll(diagnostics: readonly Diagnostic[]): void {
    this.found.push(...diagnostics);
  }

  get all(): readonly Diagnostic[] {
    return this.found;
  }
}
