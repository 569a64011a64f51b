// The workload that Rolecall and the peer are measured on: four roles in turn, a state of eleven fields, each step sets four values and
// appends one finding to a list. The model answers at once. Here as a Rolecall team; peerSteps.ts has the same for the peer.

export const roles = ['planner', 'researcher', 'reviewer', 'writer'] as const;

const finding = 'Two independent readings of the figures agree within five percent, though both cover a single region and one year only; until a second source has been read, whatever is concluded from them remains provisional. ';

export const replyText = (role: string, step: number): string => `${finding}${role} ${step}`;

export const initialState = {
  run_id: 'run-1', task: 'A brief of two pages on storing electricity, for a city council.', goal: 'decide on a pilot', plan: ['scope', 'collect', 'check', 'write'],
  query: '', draft: '', quality: 0, step: 0, budget: { tokens: 0, usd: 0 }, doc: '', findings: [],
};

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
export function teamFiles(steps: number): Readonly<Record<string, string>> {
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
