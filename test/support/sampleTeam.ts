/** The team of the sample runs: five roles over an industry's documents, priced, with routes, rules and a reviewer. Not loaded from files. */
import type { SourceRef } from '../../src/engine/shared/source';
import type { Field, ModelEntry, Role, Team } from '../../src/engine/team/team';

const at = (file: string, line: number): SourceRef => ({ file, line, column: 1 });

function role(id: string, over: Partial<Role>): Role {
  const file = `roles/${id}.yaml`;
  return {
    id, name: id, mode: null, responsibility: `Do the work of ${id}.`, instructions: { text: `You are ${id}.`, at: at(file, 4) },
    reads: [], writes: [], tools: [], forbidden: [], model: 'small', examples: [], skipWhen: [], exitWhen: [], rules: [], review: null,
    limits: { calls: null, timeoutMs: 60_000, tokens: null, toolCalls: 10, retries: 2, revisions: 2 },
    onFailure: 'fail', inputSchema: null, at: at(file, 1), places: { instructions: at(file, 4), writes: at(file, 9) },
    ...over,
  };
}

function field(name: string, type: string, over: Partial<Field> = {}): Field {
  const empty = { array: [], string: '', object: {} }[type] ?? null;
  return { name, type, schema: null, empty, hasInitial: false, reducer: 'replace', key: null, writers: [], at: at('team.yaml', 16), ...over };
}

function model(name: string, of: string | null, price: ModelEntry['price'], provider: ModelEntry['provider'] = 'openai'): ModelEntry {
  return { name, provider, model: of, baseUrl: null, apiKeyEnv: null, temperature: 0, maxOutputTokens: null, context: 128_000, family: null, price, script: null, at: at('team.yaml', 6) };
}

const reads = (...names: readonly string[]) => names.map((name) => ({ as: name, field: name }));
const writes = (...names: readonly string[]) => names.map((name) => ({ field: name, schema: null }));

export function sampleTeam(over: Partial<Team> = {}): Team {
  return {
    name: 'industry-research', file: 'team.yaml', folder: '/teams/industry-research',
    goal: { text: 'A sourced report on {{ task }}', at: at('team.yaml', 2) },
    constraints: { max_sections: 5, require_sources: true },
    topology: 'supervisor', pipeline: [],
    models: {
      small: model('small', 'gpt-5-mini', { input: 0.25, cached: 0.025, output: 2 }),
      large: model('large', 'gpt-5', { input: 1.25, cached: 0.125, output: 10 }),
    },
    model: 'small',
    tools: {
      search_docs: { name: 'search_docs', type: 'search', options: { root: 'docs' }, fields: null, max: 8, at: at('team.yaml', 12) },
      read_file: { name: 'read_file', type: 'read_file', options: { root: 'docs' }, fields: null, max: null, at: at('team.yaml', 13) },
    },
    fields: {
      task: field('task', 'string', { hasInitial: true }),
      plan: field('plan', 'array', { writers: ['planner'] }),
      findings: field('findings', 'array', { reducer: 'append', key: 'source', writers: ['collector'] }),
      covered: field('covered', 'array', { reducer: 'union', writers: ['collector'] }),
      analysis: field('analysis', 'object', { writers: ['analyst'] }),
      report: field('report', 'string', { writers: ['writer'] }),
    },
    roles: [
      role('planner', { mode: 'plan', reads: reads('task', 'analysis'), writes: writes('plan') }),
      role('collector', {
        mode: 'retrieve', reads: reads('plan'), writes: writes('findings', 'covered'), tools: ['search_docs', 'read_file'],
        rules: [
          { rule: { text: "output.findings.all(f, f.source.startsWith('docs/'))", at: at('roles/collector.yaml', 20) }, message: { text: 'every finding cites a file under docs/', at: at('roles/collector.yaml', 21) }, severity: 'error' },
          { rule: { text: 'size(output.findings) <= 6', at: at('roles/collector.yaml', 22) }, message: { text: 'at most six findings', at: at('roles/collector.yaml', 23) }, severity: 'error' },
        ],
      }),
      role('analyst', { mode: 'reason', reads: reads('plan', 'findings'), writes: writes('analysis') }),
      role('writer', {
        mode: 'generate', model: 'large', reads: reads('plan', 'findings', 'analysis'), writes: writes('report'),
        rules: [{ rule: { text: "output.report.contains('docs/')", at: at('roles/writer.yaml', 12) }, message: { text: 'the report cites its sources', at: at('roles/writer.yaml', 13) }, severity: 'error' }],
        review: { by: 'reviewer', criteria: [{ text: 'Every figure is supported by its source', at: at('roles/writer.yaml', 16) }], maxRevisions: 2, at: at('roles/writer.yaml', 15) },
      }),
      role('reviewer', { mode: 'review', reads: reads('findings') }),
    ],
    routes: [
      { when: { text: 'size(state.plan) == 0', at: at('team.yaml', 24) }, to: 'planner', input: null, at: at('team.yaml', 24) },
      { when: { text: 'size(state.plan) > size(state.covered)', at: at('team.yaml', 25) }, to: 'collector', input: null, at: at('team.yaml', 25) },
      { when: { text: '!has(state.analysis.covers) || size(state.findings) > state.analysis.covers', at: at('team.yaml', 27) }, to: 'analyst', input: null, at: at('team.yaml', 27) },
      { when: { text: "size(state.analysis.open) == 0 && state.report == ''", at: at('team.yaml', 28) }, to: 'writer', input: null, at: at('team.yaml', 28) },
    ],
    supervisor: { model: 'small', instructions: null, choices: ['planner', 'collector', 'analyst', 'writer', 'end'], at: at('team.yaml', 30) },
    finishWhen: [{ kind: 'expression', text: "state.report != ''", at: at('team.yaml', 34) }],
    rules: [], limits: { steps: 20, timeMs: 600_000, tokens: 120_000, costUsd: 0.2, parallel: 3, tokensPerCall: null, outputBytes: 262_144 },
    onLimit: 'writer', at: at('team.yaml', 1),
    ...over,
  };
}

/** The same team on the scripted model, which costs nothing. */
export function scriptedTeam(over: Partial<Team> = {}): Team {
  const team = sampleTeam(over);
  const demo = model('demo', null, null, 'scripted');
  return { ...team, models: { demo }, model: 'demo', roles: team.roles.map((one) => ({ ...one, model: 'demo' })), supervisor: team.supervisor && { ...team.supervisor, model: 'demo' } };
}
