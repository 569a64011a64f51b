// Teams whose model is a server of the test's own: whole runs over real HTTP, as a user makes them.
import { createRunFold } from '../../src/engine/projections/foldRunView';
import type { CallView, RunView } from '../../src/engine/projections/runView';
import type { RunEvent } from '../../src/engine/events/runEvent';
import type { Json, JsonObject } from '../../src/engine/shared/json';
import { loadModelLibraries } from './modelLibraries';
import { chunk, done, events, reply, someUsage, startModelServer, type Answer, type ModelServer } from './modelServer';
import { runFiles, type TeamFiles } from './runFiles';
import type { RanTeam, RunTeam } from './runTeam';

export interface HttpTeam {
  /** More of the model's entry, e.g. `temperature: 0`. */
  readonly entry?: string;
  /** More of the writer's card, e.g. `tools: [look]`. */
  readonly role?: string;
  /** The schema of what it writes. */
  readonly report?: string;
  /** More of the team. */
  readonly more?: string;
  readonly files?: TeamFiles;
}

export interface HttpRun extends RanTeam {
  readonly view: RunView;
  /** In the order they were made. */
  readonly calls: readonly CallView[];
}

export interface HttpTeams {
  readonly server: ModelServer;
  /** One role that writes `report`; the server gives these answers in turn. */
  run(answers: readonly Answer[], team?: HttpTeam, request?: RunTeam): Promise<HttpRun>;
}

/** Starts a server before each test of the suite it is called in, and stops it after. */
export function withHttpTeams(): HttpTeams {
  let server: ModelServer;
  before(loadModelLibraries);
  beforeEach(async () => {
    server = await startModelServer();
  });
  afterEach(() => server.stop());
  return {
    get server() {
      return server;
    },
    run: async (answers, team = {}, request = {}) => {
      server.answer(...answers);
      const ran = await runFiles(httpTeamFiles(server.origin, team), request);
      const view = viewOf(ran.events);
      return { ...ran, view, calls: callsOf(view) };
    },
  };
}

export function httpTeamFiles(origin: string, { entry = '', role = '', report = '{ type: string }', more = '', files = {} }: HttpTeam = {}): TeamFiles {
  const model = /base_url/.test(entry) ? entry : `base_url: "${origin}/v1", model: test-model${entry === '' ? '' : `, ${entry}`}`;
  const limits = /limits/.test(role) ? '' : ', limits: { timeout: 600s }';
  return {
    'team.yaml': `
team: over-http
goal: A thing about {{ task }}
models: { local: { provider: openai, ${model} } }
model: local
roles:
  - { role: writer, responsibility: Write., reads: [task], writes: { report: ${report} }${limits}${role === '' ? '' : `, ${role}`} }
routes: [{ when: "!has(state.report)", to: writer }]
finish_when: has(state.report)
${more}`,
    ...files,
  };
}

export function viewOf(events: readonly RunEvent[]): RunView {
  const fold = createRunFold();
  fold.apply(events);
  return fold.view!;
}

export function callsOf({ steps, loose }: RunView): readonly CallView[] {
  const made = steps.flatMap((step) => [...step.beforehand, ...step.attempts.flatMap((attempt) => [...attempt.calls, ...attempt.reviewCalls])]);
  return [...made, ...loose].sort((a, b) => a.seq - b.seq);
}

/** A good reply of the writer. */
export function writes(report: Json, usage: Json = someUsage): Answer {
  return reply(workText(report), usage);
}

export function workText(report: Json): string {
  return JSON.stringify({ status: 'success', confidence: 0.9, output: { report }, why: 'because' });
}

/** A turn that calls tools. */
export function callsTools(...calls: readonly { readonly id: string; readonly name: string; readonly arguments: string }[]): Answer {
  return events(...calls.map(({ id, name, arguments: args }, index) => chunk({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: args } }] })), chunk({}, { finish: 'tool_calls' }), done);
}

export function messagesOf(body: JsonObject): readonly JsonObject[] {
  return body['messages'] as unknown as readonly JsonObject[];
}
