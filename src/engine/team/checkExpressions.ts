/** Every expression, template and condition of a team at its own place in the file, with the names it may see there. Says which fields they look at. */
import type { DiagnosticCode } from '../cards/catalogue';
import type { FindingExtras } from '../cards/findings';
import type { CardText } from '../cards/mapReader';
import type { CardRoute } from '../cards/teamCard';
import { compileExpression } from '../expressions/compileExpression';
import { compileTemplate } from '../expressions/compileTemplate';
import type { MapType } from '../expressions/exprType';
import type { NamesLookedAt } from '../expressions/namesLookedAt';
import type { ExpressionProblem } from '../expressions/problems';
import type { SourceRange } from '../shared/source';
import type { Check } from './check';
import { mendOf, proseMend } from './expressionMends';
import { itemsOf, teamTexts, textsOfScenario, type TextPlace } from './expressionPlaces';

export interface ExpressionUses {
  /** The first place that looks at each field. */
  readonly byName: ReadonlyMap<string, SourceRange>;
  /** An expression does not compile: what it looks at is not known. */
  readonly incomplete: boolean;
  /** What each route's fan-out puts into `subtask.input`; nothing without one. */
  readonly items: ReadonlyMap<CardRoute, MapType>;
}

export function checkExpressions(check: Check): ExpressionUses {
  const { team, roles, sources, scopes } = check;
  const byName = new Map<string, SourceRange>();
  let incomplete = false;
  for (const place of teamTexts(team, roles, sources, scopes)) {
    const names = checkText(place, check);
    if (names === null) incomplete = true;
    else look(names, place.text, byName);
  }
  // A scenario only looks at what a run left behind: that makes a field no more read.
  for (const scenario of sources.scenarios) {
    if (sources.broken.has(scenario.file)) continue;
    for (const place of textsOfScenario(scenario, sources.roles, scopes)) checkText(place, check);
  }
  return { byName, incomplete, items: new Map(team.routes.map((route) => [route, itemsOf(route, scopes)])) };
}

const proseHint = 'Only an expression is legal here; a question to a model belongs in skip_when, exit_when, finish_when or criteria.';

const noNames: NamesLookedAt = { state: [], meta: [], roots: [] };

/** Reports what is wrong with a text, and tells the names it looks at; null where it does not compile. */
function checkText(place: TextPlace, check: Check): NamesLookedAt | null {
  const { text, form, scope, expects } = place;
  if (form === 'question' || (form === 'template' && !text.text.includes('{{'))) return noNames;
  const compiled = form === 'template' ? compileTemplate(text.text, scope) : compileExpression(text.text, scope, expects);
  for (const problem of compiled.ok ? compiled.value.problems : compiled.error) report(problem, place, check);
  return compiled.ok ? compiled.value.names : null;
}

function look(names: NamesLookedAt, text: CardText, lookedAt: Map<string, SourceRange>): void {
  for (const field of [...names.state, ...names.meta]) if (!lookedAt.has(field)) lookedAt.set(field, text.range);
}

function report(problem: ExpressionProblem, place: TextPlace, { sources, findings }: Check): void {
  // A card that could not be read may make the field.
  if (sources.incomplete && problem.code === 'unknown-field' && !problem.hint?.startsWith('Did you mean')) return;
  // Patterns are loaded before a team that uses any is checked.
  const code: DiagnosticCode = problem.code === 'patterns-not-loaded' ? 'expression-bad-pattern' : `expression-${problem.code}`;
  findings.add(code, place.text.span(problem.start, problem.end), problem.message, { severity: problem.severity, ...adviceOn(problem, place) });
}

/** A sentence where an expression has to be means one in plain words, or was meant for a model. */
function adviceOn(problem: ExpressionProblem, place: TextPlace): Pick<FindingExtras, 'hint' | 'fix'> {
  const { text, form, mayAsk } = place;
  const isProse = problem.code === 'syntax' && !/[=<>&|(+]/.test(text.text);
  if (!isProse || form !== 'expression') return { hint: problem.hint, fix: mendOf(problem, text) };
  return { hint: mayAsk ? 'To ask a model instead, write `{ask: "…"}`.' : proseHint, fix: proseMend(place) };
}
