// Three teams that collect the same facts: one agent that checks itself, a model that reviews, and rules that come before the review. And the facts, with the
// ways in which a finding can be wrong.

export interface Finding {
  readonly number: number;
  readonly claim: string;
  readonly value: number;
  readonly unit: string;
  readonly source: string;
}

/** `figure`: well formed, from the right source, and not what it says: no rule can know. The others break something that the team states. */
export const faults = ['no source', 'unknown source', 'impossible value', 'wrong unit', 'figure'] as const;
export type Fault = (typeof faults)[number];

const sources = Array.from({ length: 12 }, (_, index) => `docs/source-${index}.md`);

export function factOf(number: number): Finding {
  const value = 10 + ((number * 37) % 80);
  return { number, claim: `Plant ${number} runs ${value} percent of the year`, value, unit: 'percent', source: sources[number % sources.length]! };
}

export function wrongFinding(fact: Finding, fault: Fault): Finding {
  switch (fault) {
    case 'no source':
      return { ...fact, source: '' };
    case 'unknown source':
      return { ...fact, source: `docs/source-${fact.number % 12}-old.md` };
    case 'impossible value':
      return { ...fact, value: fact.value + 100 };
    case 'wrong unit':
      return { ...fact, unit: 'hours' };
    case 'figure':
      return { ...fact, value: 10 + ((fact.value + 7) % 80) };
  }
}

export function isWrong(finding: Finding): boolean {
  const fact = factOf(finding.number);
  return (Object.keys(fact) as (keyof Finding)[]).some((key) => finding[key] !== fact[key]);
}

export interface ErrorTeam {
  readonly name: string;
  files(items: number): Readonly<Record<string, string>>;
}

const rules = `    rules:
      - { rule: "output.findings.all(f, f.source in state.sources)", message: every finding names one of the documents }
      - { rule: "output.findings.all(f, f.value >= 0.0 && f.value <= 100.0)", message: a share lies between 0 and 100 }
      - { rule: "output.findings.all(f, f.unit == 'percent')", message: shares are given in percent }
`;

/** Both know the same and may revise as often; a finding that is rejected for good is left out. */
const team = (withRules: boolean) => (items: number): Readonly<Record<string, string>> => ({
  'team.yaml': `team: facts
goal: Collect the facts
models: { model: { provider: openai, model: any } }
model: model
state:
  numbers: { type: array, initial: [${Array.from({ length: items }, (_, index) => index).join(', ')}] }
  sources: { type: array, initial: ${JSON.stringify(sources)} }
  findings: { type: array, reducer: append }
roles:
  - role: collector
    responsibility: Give the share that the source states.
    reads: [sources]
    writes: { findings: { type: array } }
    review: { by: checker, criteria: [It says what the source says], max_revisions: 3 }
    on_failure: skip
${withRules ? rules : ''}  - { role: checker, mode: review, responsibility: Check one finding against its source., reads: [sources] }
routes:
  - { when: size(state.findings) == 0, to: collector, for_each: state.numbers, as: number }
finish_when: size(state.findings) > 0
limits: { steps: ${items + 1}, time: 10h, parallel: 20 }
`,
});

export const errorTeams: readonly ErrorTeam[] = [
  { name: 'one agent checking itself', files: team(false) },
  { name: 'model review only', files: team(false) },
  { name: 'rules before review', files: team(true) },
];
