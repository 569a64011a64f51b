// The workloads that Rolecall and the peer are measured on, here as Rolecall teams; peerRun.ts has the same for the peer. The model answers at once.
// - steps: four roles in turn, a state of eleven fields; each step sets four values and appends one finding to a list
// - fanOut: a planner, one subtask for each item of its plan, all at once, and a join
// - document: as steps, with a document of five megabytes in the state

export const workloads = ['steps', 'fanOut', 'document'] as const;
export type Workload = (typeof workloads)[number];

export const roles = ['planner', 'researcher', 'reviewer', 'writer'] as const;

const finding = 'Two independent readings of the figures agree within five percent, though both cover a single region and one year only; until a second source has been read, whatever is concluded from them remains provisional. ';

export const replyText = (role: string, step: number): string => `${finding}${role} ${step}`;

export const initialState = {
  run_id: 'run-1', task: 'A brief of two pages on storing electricity, for a city council.', goal: 'decide on a pilot', plan: ['scope', 'collect', 'check', 'write'],
  query: '', draft: '', quality: 0, step: 0, budget: { tokens: 0, usd: 0 }, doc: '', findings: [],
};

export const document = (): string => finding.repeat(Math.ceil((5 * 1024 * 1024) / finding.length)).slice(0, 5 * 1024 * 1024);

/** The files of a team that is ready to run, by their path. */
export function teamFiles(workload: Workload, size: number): Readonly<Record<string, string>> {
  return workload === 'fanOut' ? fanOutTeam(size) : stepTeam(size);
}

const card = (role: string): string => `role: ${role}
responsibility: Take the next step.
reads: [step, last]
writes:
  step: { type: number }
  last: { type: object }
  findings: { type: array }
`;

/** A role's scripted reply: what it returns is worked out from the state, as the peer's nodes do. */
const reply = (role: string): string => `  - role: ${role}
    repeat: true
    usage: { input: 400, output: 57 }
    output:
      step: "{{ state.step + 1 }}"
      last:
        query: "q{{ state.step }}"
        draft: "${finding}${role} {{ state.step }}"
        quality: "{{ (state.step % 10) / 10.0 }}"
        budget: "{{ {'tokens': state.last.budget.tokens + 57, 'usd': state.last.budget.usd + 0.0001} }}"
      findings:
        - id: "f{{ state.step }}"
          role: ${role}
          source: "doc-{{ state.step % 10 }}"
          score: "{{ (state.step % 7) / 7.0 }}"
          text: "${finding}${role} {{ state.step }}"
`;

/** `query`, `draft`, `quality` and `budget` are one object here, since four roles write them and only a field that merges may have several writers. */
function stepTeam(steps: number): Readonly<Record<string, string>> {
  const { run_id, goal, plan, query, draft, quality, step, budget, doc } = initialState;
  const team = `team: bench
goal: ${goal}
models:
  demo: { provider: scripted, script: demo.script.yaml }
model: demo
state:
  run_id: { type: string, initial: ${run_id} }
  plan: { type: array, initial: ${JSON.stringify(plan)} }
  doc: { type: string, initial: ${JSON.stringify(doc)} }
  step: { type: number, reducer: max, initial: ${step} }
  last: { type: object, reducer: merge, initial: ${JSON.stringify({ query, draft, quality, budget })} }
  findings: { type: array, reducer: append, initial: [] }
routes:
${roles.map((role, index) => `  - { when: state.step % 4 == ${index}, to: ${role} }`).join('\n')}
finish_when: state.step >= ${steps}
limits: { steps: ${steps + 1}, time: 10h }
`;
  return {
    'team.yaml': team,
    'demo.script.yaml': `replies:\n${roles.map(reply).join('')}`,
    ...Object.fromEntries(roles.map((role) => [`roles/${role}.yaml`, card(role)])),
  };
}

function fanOutTeam(subtasks: number): Readonly<Record<string, string>> {
  const team = `team: bench
goal: ${initialState.goal}
models:
  demo: { provider: scripted, script: demo.script.yaml }
model: demo
state:
  plan: { type: array, initial: [] }
  findings: { type: array, reducer: append, initial: [] }
roles:
  - { role: planner, responsibility: Plan., reads: [task], writes: { plan: { type: array } } }
  - { role: researcher, responsibility: Take the next step., reads: [task], writes: { findings: { type: array } } }
  - { role: writer, responsibility: Join., reads: [task], writes: { draft: { type: string } } }
routes:
  - { when: size(state.plan) == 0, to: planner }
  - { when: size(state.findings) == 0, to: researcher, for_each: state.plan, as: number }
  - { when: state.draft == '', to: writer }
finish_when: state.draft != ''
limits: { steps: ${subtasks + 2}, time: 10h, parallel: ${subtasks} }
`;
  const script = `replies:
  - { role: planner, output: { plan: [${Array.from({ length: subtasks }, (_, index) => index).join(', ')}] } }
  - role: researcher
    repeat: true
    usage: { input: 400, output: 57 }
    output:
      findings:
        - id: "f{{ subtask.input.number }}"
          role: researcher
          source: "doc-{{ subtask.input.number % 10 }}"
          score: 0.5
          text: "${finding}researcher {{ subtask.input.number }}"
  - { role: writer, output: { draft: "n={{ size(state.findings) }}" } }
`;
  return { 'team.yaml': team, 'demo.script.yaml': script };
}
