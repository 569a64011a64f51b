// A team of two roles on the scripted model, as files.

export const smallTeamFiles: Readonly<Record<string, string>> = {
  'team/team.yaml': `team: two-steps
goal: A short answer to {{ task }}
models:
  demo: { provider: scripted, script: demo.script.yaml, price: { input: 1, output: 2 } }
  other: { provider: scripted, script: other.script.yaml }
model: demo
state:
  plan: { type: array, initial: [] }
routes:
  - { when: size(state.plan) == 0, to: planner }
  - { when: state.report == '', to: writer }
finish_when: state.report != ''
`,
  'team/roles/planner.yaml': `role: planner
responsibility: Split the question.
reads: [task]
writes: { plan: { type: array, items: { type: string } } }
`,
  'team/roles/writer.yaml': `role: writer
responsibility: Write the answer.
reads: [plan]
writes: { report: { type: string } }
`,
  'team/demo.script.yaml': `replies:
  - { role: planner, output: { plan: [price, support] }, usage: { input: 100, cached: 40, output: 20, reasoning: 5 } }
  - { role: writer, output: { report: "About {{ task }}: {{ size(state.plan) }} points" }, usage: { input: 200, output: 30 } }
`,
  'team/other.script.yaml': `replies:
  - { role: planner, output: { plan: [one] } }
  - { role: writer, output: { report: other } }
`,
};
