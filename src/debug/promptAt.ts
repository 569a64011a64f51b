/** The prompt of the role that a position is in: as it was sent, as it will be, or as it would be built now. */
import type { RunEvent } from '../engine/events/runEvent';
import { previewPrompt, type PreviewPart, type PreviewPorts } from '../engine/preview/previewPrompt';
import { partText } from '../engine/projections/partText';
import type { RunView } from '../engine/projections/runView';
import type { DebuggedRun } from './debuggedRun';
import type { Position } from './position';

/** A sentence where there is none. `previewing`: asked for only where the prompt is not built yet. */
export async function promptAt(run: DebuggedRun, position: Position, previewing: () => Promise<PreviewPorts>): Promise<readonly PreviewPart[] | string> {
  const view = visitOf(run.viewAt(position.seq), position);
  const call = view.steps.find(({ step }) => step === position.step)?.attempts.at(-1)?.calls.at(-1);
  const sent = call?.prompt.flatMap((one) => (one.from === 'us' ? [one.message] : [])) ?? [];
  const messages = position.prompt ?? sent;
  if (messages.length === 0) return wouldBe(run, position, await previewing());
  const at = position.prompt !== undefined || call === undefined ? { seq: Number.MAX_SAFE_INTEGER } : call;
  return messages.flatMap(({ role, parts }) => parts.map((part) => ({ message: role, part, text: partText(view, part, at) })));
}

async function wouldBe(run: DebuggedRun, position: Position, ports: PreviewPorts): Promise<readonly PreviewPart[] | string> {
  const state = run.innermost(position);
  if (!state.open.has(position.step)) return 'The role has not begun: step into it first.';
  const events = eventsOfVisit(run.recorded.slice(0, position.seq), position.within);
  const built = await previewPrompt({ team: state.team, role: position.role, moment: { kind: 'step', events, step: position.step } }, ports);
  return built.ok ? built.value.parts : built.error;
}

/** The visit of a team that the position is in, as its own run. */
export function visitOf(view: RunView, { within }: Pick<Position, 'within'>): RunView {
  return within.reduce<RunView>((at, { step }) => at.steps.find((one) => one.step === step)?.visits.at(-1) ?? at, view);
}

function eventsOfVisit(events: readonly RunEvent[], within: Position['within']): readonly RunEvent[] {
  return within.reduce((all, { step }) => {
    const inner = all.flatMap((event) => (event.type === 'team.event' && event.step === step ? [event.event] : []));
    return inner.slice(Math.max(0, inner.findLastIndex(({ type }) => type === 'run.started')));
  }, events);
}
