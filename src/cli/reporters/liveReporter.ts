/** Progress drawn in place: a line for each step that has ended, and below them what goes on now. Draws at most ten times a second. */
import { totalTokens } from '../../engine/events/usage';
import { decidedBy } from '../../engine/projections/describeDecision';
import { formatCost, formatCount, formatDuration, formatTokens } from '../../engine/projections/format';
import type { RunView, StepState, StepView } from '../../engine/projections/runView';
import { words } from '../../engine/projections/words';
import type { TextOutput } from '../cliHost';
import type { Reporter } from './reporter';
import { paintFor, type Tone } from './style';
import { fitText, padText, plainLine, textWidth } from './textWidth';

const drawEveryMs = 100;
/** Below it only step, role and outcome are shown. */
const roomForFigures = 72;
const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

const marks: Readonly<Record<StepState, readonly [string, Tone]>> = {
  running: ['•', 'busy'], committed: ['✓', 'good'], partial: ['◐', 'busy'], skipped: ['–', 'faint'], failed: ['✗', 'bad'], escalated: ['↑', 'busy'], stopped: ['■', 'faint'],
};

/** `now`: milliseconds since 1970. */
export function createLiveReporter(output: TextOutput, now: () => number): Reporter {
  const paint = paintFor(output);
  let currentView: () => RunView | null = () => null;
  let told = 0;
  let drawn = 0;
  let frame = 0;

  const figures = (tokens: string, cost: string, time: string): string => `${tokens.padStart(9)} tokens ${cost.padStart(9)} ${time.padStart(6)}`;

  const line = (mark: readonly [string, Tone], text: string, right: string): string => {
    const columns = Math.max(20, output.columns() - 1);
    const room = columns >= roomForFigures ? columns - right.length - 5 : columns - 2;
    const left = fitText(plainLine(text), room);
    return `${paint(mark[1], mark[0])} ${columns >= roomForFigures ? `${padText(left, room)}   ${paint('faint', right)}` : left}\n`;
  };

  const stepLine = (team: RunView['team'], step: StepView, mark: readonly [string, Tone], text: string): string => {
    const time = formatDuration((step.endedAt ?? now()) - step.startedAt);
    const roleColumn = Math.max(...team.roles.map((role) => textWidth(role.id)));
    const who = `${String(step.step).padStart(2)} ${padText(step.role, roleColumn)}  ${text}  (${decidedBy(team, step.decision).text})`;
    return line(mark, who, figures(formatTokens(totalTokens(step.usage), step.usage.estimated), formatCost(step.cost), time));
  };

  const statusLine = ({ steps, limits, spend, startedAt, pausedMs, loose }: RunView): string => {
    const of = limits.find(({ name }) => name === 'steps')?.of;
    const asked = loose.some((call) => call.state === 'running') ? `  ${words.choosing}` : '';
    const text = `step ${formatCount(steps.length)}${of === null || of === undefined ? '' : ` of ${formatCount(of)}`}${asked}`;
    const { usage, cost } = spend.total;
    return line([frames[frame % frames.length]!, 'busy'], text, figures(formatTokens(totalTokens(usage), usage.estimated), formatCost(cost), formatDuration(now() - startedAt - pausedMs)));
  };

  /** Takes away what was drawn for now, writes what has ended for good, draws anew. */
  const draw = (last: boolean, note = ''): void => {
    let text = drawn === 0 ? '' : `\u001b[${drawn}A\u001b[0J`;
    drawn = 0;
    const view = currentView();
    if (view !== null) {
      const { team, steps } = view;
      for (; told < steps.length && steps[told]!.state !== 'running'; told++) text += stepLine(team, steps[told]!, marks[steps[told]!.state], steps[told]!.outcome);
      text += note;
      if (!last) {
        const open = steps.slice(told).map((step) => stepLine(team, step, marks[step.state], step.outcome));
        text += open.join('') + statusLine(view);
        drawn = open.length + 1;
      }
    } else text += note;
    output.write(text);
    frame++;
  };

  const timer = setInterval(() => {
    if (currentView() !== null) draw(false);
  }, drawEveryMs);
  timer.unref();
  return {
    // The steps so far are drawn all the same: they are what goes on.
    recall: () => undefined,
    onEvents: (_events, view) => {
      currentView = view;
    },
    note: (text) => draw(false, `${plainLine(text)}\n`),
    end: () => {
      clearInterval(timer);
      draw(true);
    },
  };
}
