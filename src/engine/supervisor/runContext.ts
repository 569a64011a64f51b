/** What everything inside one run shares. Made once at its start; holds no logic. */
import type { Model, ModelRun } from '../models/model';
import type { PromptBasis } from '../prompts/promptParts';
import type { TeamProgram } from '../rules/teamProgram';
import type { Ids, Clock, Sha256 } from '../shared/ports';
import type { Person, PersonSaid } from '../shared/person';
import type { Result } from '../shared/result';
import type { Schemas } from '../shared/schemas';
import type { Team } from '../team/team';
import type { Tool } from '../tools/tool';
import type { RunLifetime } from '../tools/runLifetime';
import type { EarlierAnswers } from './earlierAnswers';
import type { EnginePorts } from './engine';
import type { KeptValues } from './keptValues';
import type { Recorder } from './recorder';
import type { Sharing } from './sharing';
import type { StopSignal } from './stopSignal';
import type { OuterStep, StepGate } from './stepGate';
import type { Visit, VisitResult } from './visit';

export interface RunContext {
  readonly program: TeamProgram;
  readonly recorder: Recorder;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly sha256: Sha256;
  readonly schemas: Schemas;
  readonly basis: PromptBasis;
  /** Shared with the runs that work for this one. */
  readonly kept: KeptValues;
  /** By the name of the model entry. */
  readonly models: ReadonlyMap<string, Model>;
  /** What earlier runs can answer instead of a model. */
  readonly earlier: EarlierAnswers;
  /** By the tool's name in the team: those that cards name, and those that a role was granted. */
  readonly tools: ReadonlyMap<string, Tool>;
  /** What MCP servers and the editor offer, by the tool's name in the team; as far as a role has used them. */
  readonly sourced: Map<string, readonly Tool[]>;
  /** Questions under way whether something may be started, by its key. */
  readonly starting: Map<string, Promise<PersonSaid>>;
  /** Of the run and those that work for it. */
  readonly lifetime: RunLifetime;
  /** Opens a tool of the team that no card names. The error is a sentence. */
  openTool(name: string): Promise<Result<Tool | null, string>>;
  /** Aborts when the run is to stop. */
  readonly stop: StopSignal;
  readonly gate: StepGate | null;
  readonly person: Person;
  /** Lets the team of a role that is one do its work. */
  visitTeam(team: Team, visit: Visit): Promise<VisitResult>;
  /** To open the team of a role that is one. */
  readonly ports: EnginePorts;
  /** The run that this one does a step's work for; null: it is a run of its own. */
  readonly above: RunContext | null;
  /** The steps above that this run does the work of, outermost first. */
  readonly within: readonly OuterStep[];
  /** Of steps that work at once, by step: what they share, and since which event. */
  readonly sharing: Map<number, { readonly sharing: Sharing; readonly member: number; readonly begun: number }>;
  /** `make/draft`-like: the roles above, outermost first; empty for the run itself. */
  readonly path: readonly string[];
  /** `asked` begins the ids of questions to a person: empty, or `s2/` for the team that does the work of s2. `times`: how often a step has come to a place. */
  readonly place: { readonly asked: string; readonly times: Map<string, number> };
  /** What models share over all visits of a team, by its path. */
  readonly modelRuns: Map<string, ModelRun>;
}
