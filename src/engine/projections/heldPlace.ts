/** Where a debugger holds a run, as views tell it. Types only. */
import type { SourceRef } from '../shared/source';

export interface HeldPlace {
  /** What comes next. `decided`: the role was chosen; `prompt`: its prompt is built, and not sent. */
  readonly phase: 'decided' | 'role' | 'prompt' | 'tool' | 'rule' | 'review' | 'commit';
  readonly step: number;
  readonly role: string;
  /** For `tool`: its name. */
  readonly tool: string | null;
  readonly why: 'entry' | 'step' | 'breakpoint' | 'data breakpoint' | 'exception' | 'pause' | 'restart' | 'goto' | 'approval';
  /** More than the reason says, such as what failed; empty: nothing. */
  readonly text: string;
  /** The line that stands for the place, by the team's folder; null: there is none. */
  readonly at: SourceRef | null;
  /** Events up to there: fewer than the run has where an earlier place is looked at. */
  readonly seq: number;
}
