/** One line of a list of runs, kept up to date event by event, so that whoever writes a run has it at hand at the end. */
import type { LogError, RunSummary, RunTotals } from './runLog';
import { recordedModel, type RunEvent } from './runEvent';
import { addCost, noCost, type Cost } from './usage';
import type { Team } from '../team/team';

/** What the events alone tell of a run. */
export type RunDigest = Omit<RunSummary, 'run' | 'location' | 'running' | 'warnings'>;

export class RunSummarizer {
  private first: RunEvent | null = null;
  private last: RunEvent | null = null;
  private steps = 0;
  private ownSteps = 0;
  private cost: Cost = noCost;
  private simulated = false;
  /** Requests without an outcome that somebody may charge for, by where they were made. */
  private readonly unanswered = new Set<string>();
  /** Of the run, and of the teams within it. */
  private readonly teams = new Map<string, Team>();

  /** In order, from the first. */
  add(event: RunEvent): void {
    this.first ??= event;
    this.last = event;
    if (event.type === 'role.started') this.ownSteps++;
    this.count(event, '');
  }

  get digest(): RunDigest {
    const { first, last, steps } = this;
    if (first?.type !== 'run.started') return unreadable(first === null ? 'It holds no event yet.' : 'It does not begin with the start of a run.');
    const ended = last?.type === 'run.finished' ? last : null;
    return {
      team: first.team.name,
      task: first.task,
      ...(first.options.scenario === undefined ? {} : { scenario: first.options.scenario }),
      status: ended?.status ?? null,
      reason: ended?.reason ?? null,
      steps,
      totals: this.totals,
      ...origin(first),
    };
  }

  /** A request that was stopped may have been charged for: what it cost is unknown. */
  private get totals(): RunTotals {
    const { ownSteps, cost, simulated } = this;
    return { ownSteps, cost: { ...cost, incomplete: cost.incomplete || this.unanswered.size > 0 }, simulated };
  }

  /** What happens in teams within counts too. `place`: of the team, empty for the run's own. */
  private count(event: RunEvent, place: string): void {
    if (event.type === 'team.event') return this.count(event.event, `${place}${event.step}/`);
    if (event.type === 'run.started') this.teams.set(place, event.team);
    if (event.type === 'role.started') this.steps++;
    if (event.type === 'run.resumed' && this.unanswered.size > 0) this.cost = addCost(this.cost, null);
    if (event.type === 'model.requested' && this.isCharged(event, place)) this.unanswered.add(callAt(event, place));
    if (event.type === 'model.responded' || event.type === 'model.failed') this.settle(event, place);
  }

  /** A script costs nothing, nor does what comes from earlier runs. */
  private isCharged({ model }: RunEvent<'model.requested'>, place: string): boolean {
    const provider = this.teams.get(place)?.models[model]?.provider;
    const isRecorded = this.first?.type === 'run.started' && this.first.options.model === recordedModel;
    return provider !== undefined && provider !== 'scripted' && provider !== 'recorded' && !isRecorded;
  }

  /** One that was asked again after a stop has an outcome, but what it had cost before stays unknown: `incomplete` is never taken back. */
  private settle(event: RunEvent<'model.responded'> | RunEvent<'model.failed'>, place: string): void {
    this.unanswered.delete(callAt(event, place));
    if (event.usage === undefined) return;
    this.cost = addCost(this.cost, event.costUsd ?? null);
    this.simulated ||= event.type === 'model.responded' && event.simulated === true;
  }
}

function callAt({ step, call }: { readonly step: number; readonly call: number }, place: string): string {
  return `${place}${step}:${call}`;
}

/** A fork's first events are copies: its own beginning is later. */
function origin({ at, forked }: RunEvent<'run.started'>): Pick<RunDigest, 'startedAt' | 'forked'> {
  return forked === undefined ? { startedAt: at } : { startedAt: forked.startedAt ?? at, forked: { run: forked.run, step: forked.step } };
}

/** `events`: all of them. */
export function digestOf(events: readonly RunEvent[]): RunDigest {
  const summarizer = new RunSummarizer();
  for (const event of events) summarizer.add(event);
  return summarizer.digest;
}

export function unreadable(problem: string, kind?: LogError['kind']): RunDigest {
  return { team: '', task: '', startedAt: 0, status: null, reason: null, steps: 0, totals: noTotals, problem, ...(kind === undefined ? {} : { problemKind: kind }) };
}

const noTotals: RunTotals = { ownSteps: 0, cost: noCost, simulated: false };
