// A team for tests of crashes, as files: a plan, a fan-out with a tool that reads and one that writes files and asks a person before, a draft that is
// rejected once.

export const crashTask = 'street trees';

/** `delayMs`: of each reply of a model. */
export function crashTeamFiles(delayMs = 0): Readonly<Record<string, string>> {
  return {
    'team/team.yaml': `team: crash
goal: A report on {{ task }}
models:
  demo: { provider: scripted, script: demo.script.yaml, price: { input: 1, output: 2 } }
model: demo
tools:
  look_up: { type: search, root: docs, max: 2 }
  note: { type: write_file, root: out, approve: always }
state:
  plan: { type: array, initial: [] }
  facts: { type: array, reducer: append, key: source }
routes:
  - { when: size(state.plan) == 0, to: planner }
  - { when: size(state.facts) == 0, to: researcher, for_each: state.plan, as: topic }
  - { when: state.report == '', to: writer }
finish_when: state.report != ''
`,
    'team/roles/1-planner.yaml': `role: planner
mode: plan
responsibility: Split the question.
writes: { plan: { type: array, items: { type: string } } }
`,
    'team/roles/2-researcher.yaml': `role: researcher
responsibility: Find facts.
tools: [look_up, note]
writes: { facts: { type: array } }
`,
    'team/roles/3-writer.yaml': `role: writer
responsibility: Write the report.
reads: [facts]
writes: { report: { type: string } }
rules:
  - { rule: "output.report != ''", message: the report says something }
review: { by: critic, criteria: [It names its sources], max_revisions: 2 }
`,
    'team/roles/4-critic.yaml': `role: critic
mode: review
responsibility: Judge the report.
`,
    'team/demo.script.yaml': `replies:
  - { role: planner, output: { plan: [cooling, survival] }, delay_ms: ${delayMs} }
${['cooling', 'survival'].map((topic) => researcherReplies(topic, delayMs)).join('')}  - { role: writer, output: { report: "Draft on {{ task }}" }, delay_ms: ${delayMs} }
  - { role: critic, verdict: reject, feedback: [{ field: report, problem: no source, fix: name one }], delay_ms: ${delayMs} }
  - { role: writer, output: { report: "Report on {{ task }}, {{ size(state.facts) }} sources" }, delay_ms: ${delayMs} }
  - { role: critic, verdict: approve, delay_ms: ${delayMs} }
`,
    'team/docs/cooling.md': 'Cooling: street trees cool the pavement by 3 degrees.\n',
    'team/docs/survival.md': 'Survival: 71 of 100 young trees are alive after five years.\n',
  };
}

/** Looks something up, writes it down, answers. */
function researcherReplies(topic: string, delayMs: number): string {
  const when = `"subtask.input.topic == '${topic}' && size(tool.results) ==`;
  return `  - { role: researcher, when: ${when} 0", tool_calls: [{ name: look_up, arguments: { query: ${topic} } }], delay_ms: ${delayMs} }
  - { role: researcher, when: ${when} 1", tool_calls: [{ name: note, arguments: { path: ${topic}.md, text: "{{ tool.results[0].hits[0].text }}" } }], delay_ms: ${delayMs} }
  - { role: researcher, when: ${when} 2", output: { facts: [{ source: ${topic}.md, fact: "{{ tool.results[0].hits[0].text }}" }] }, delay_ms: ${delayMs} }
`;
}
