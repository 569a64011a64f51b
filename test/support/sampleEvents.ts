/** Whole runs as events, for projections and for the panel's pictures: one like the drawn target, one broken, one huge, one hostile. */
import type { RunEvent } from '../../src/engine/events/runEvent';
import type { Json, JsonObject } from '../../src/engine/shared/json';
import type { Team } from '../../src/engine/team/team';
import { EventWriter } from './eventWriter';
import type { CallUse, StepWriter } from './eventWriter';
import { sampleTeam, scriptedTeam } from './sampleTeam';

interface Collected {
  readonly dimension: string;
  readonly query: string;
  readonly hits: number;
  readonly findings: readonly JsonObject[];
  readonly tokens: readonly [CallUse, CallUse];
}

const found = (claim: string, source: string): JsonObject => ({ claim, source: `docs/${source}` });

const collected: readonly Collected[] = [
  { dimension: 'market size', query: 'installed heat pumps 2024', hits: 6, findings: [found('Installed in 2024: 14.2 GW, planned plants included', 'market-2024.md'), found('4,100 units above 100 kW sold', 'sales-2024.md'), found('Air source, 1 MW: 480 €/kW', 'price-survey.md')], tokens: [{ input: 1420, output: 62, cached: 0, reasoning: 32 }, { input: 2710, cached: 1280, output: 372, reasoning: 128 }] },
  { dimension: 'unit prices', query: 'price per kW large heat pump', hits: 8, findings: [found('Air source, 1 MW: 480 €/kW, 2024', 'price-survey.md'), found('Water source, 1 MW: 610 €/kW', 'vendor-list.md'), found('Prices fell 8 % in 2024', 'market-brief.md')], tokens: [{ input: 1430, output: 58, reasoning: 32 }, { input: 2890, cached: 1280, output: 390, reasoning: 128 }] },
];

const barriers = [found('Grid connection takes 9 to 14 months', 'plant-interviews.md'), { claim: 'Payback above 6 years if gas is under 35 €/MWh', source: 'interview notes' }];
const barriersMended = [found('Grid connection takes 9 to 14 months', 'plant-interviews.md'), found('Payback above 6 years if gas is under 35 €/MWh', 'payback-note.md')];

const later: readonly Collected[] = [
  { dimension: 'suppliers', query: 'heat pump manufacturers capacity', hits: 9, findings: [found('Four makers hold 61 % of the market', 'supplier-landscape.md'), found('Order books are full until mid 2026', 'maintenance-report.md'), found('Two makers doubled capacity in 2024', 'case-studies.md')], tokens: [{ input: 1640, output: 54, reasoning: 32 }, { input: 3120, cached: 1280, output: 418, reasoning: 128 }] },
  { dimension: 'policy', query: 'subsidy industrial heat', hits: 5, findings: [found('Grants cover up to 40 % in six states', 'policy-note.md'), found('Carbon price assumed at 70 €/t', 'forecast-2030.md')], tokens: [{ input: 1600, output: 60, reasoning: 32 }, { input: 2810, cached: 1280, output: 396, reasoning: 128 }] },
];

const capacity: Collected = { dimension: 'capacity', query: 'installed capacity plant register', hits: 4, findings: [found('11.8 GW in operation at the end of 2024', 'plant-register.md'), found('2.4 GW are planned, not built', 'grid-connection.md')], tokens: [{ input: 1510, output: 60, reasoning: 32 }, { input: 2620, cached: 1280, output: 388, reasoning: 128 }] };

const instructions = {
  planner: 'Split the task into dimensions that can be looked up one by one.\nAdd a dimension only where a conflict needs it.',
  collector: 'Search the documents for the dimension. Quote, do not summarise.\nEvery finding names the file it stands in.',
  analyst: 'Group the findings by dimension. For each, give the figure and its source.\nWhen two sources disagree, leave the conflict open.',
  writer: 'You are Writer. Write the report from the analysis, every figure with its source.\nWrite 5 sections at most, in plain English.\nCite the file after each figure, as (docs/name.md).',
};

function reportText(capacityLine: string): string {
  const filler = 'The market grew in every region that was looked at, and buyers named the same three reasons for it: steady power prices, grants that arrive before the invoice, and makers that answer for the whole plant (docs/supplier-landscape.md).';
  return [
    '# Industrial heat pumps in Europe, 2024', '', '## 1. Summary', '', filler, '', filler, '', filler, '', filler, '', '## 2. Market',
    capacityLine, '', '## 3. Prices', '', 'Air source at 1 MW costs 480 €/kW (docs/price-survey.md), water source 610 €/kW (docs/vendor-list.md).', '', filler, '',
    '## 4. Payback', '', 'Payback is above 6 years if gas is under 35 €/MWh (docs/payback-note.md).', '', '## 5. Outlook', '', filler, '',
  ].join('\n');
}

export const rejectedReport = reportText('Installed capacity reached 14.2 GW in 2024 (docs/market-2024.md).');
export const finalReport = reportText('Installed capacity reached 11.8 GW in 2024 (docs/plant-register.md); 14.2 GW counts planned plants.');

function reply(output: JsonObject, confidence: number, why: string): Json {
  return { status: 'success', confidence, output, why };
}

function searchHits(query: string, count: number): Json {
  const hits = Array.from({ length: count }, (_, n) => ({ n: n + 1, path: `docs/file-${n + 1}.md`, line: 3 + n, text: `A passage about ${query}, number ${n + 1}, with a figure of ${n * 7 + 3} GW in it.`, score: Number((9 - n / 3).toFixed(2)) }));
  return { hits };
}

function search(writer: EventWriter, step: number, query: string, hits: number, use: CallUse): void {
  writer.respond(step, '', use, [{ id: `c${step}`, name: 'search_docs', arguments: { query } }]);
  writer.tool(step, `c${step}`, 'search_docs', { query }, searchHits(query, hits), hits * 120);
}

function collect(writer: EventWriter, { dimension, query, hits, findings, tokens }: Collected): void {
  const one = writer.dispatch('collector', { by: 'route', route: 1, refused: [] }, { dimension });
  writer.ask(one, 900, instructions.collector, { dimension });
  search(writer, one.step, query, hits, tokens[0]);
  writer.askAgain(one);
  writer.respond(one.step, reply({ findings, covered: [dimension] }, 0.84, 'Each passage names a figure.'), tokens[1]);
  writer.propose(one.step, 1, 0.84, 'Each passage names a figure.');
  writer.check(one.step, 1, 2);
  writer.commit(one);
}

function collectBarriers(writer: EventWriter): void {
  const dimension = 'barriers';
  const one = writer.dispatch('collector', { by: 'route', route: 1, refused: [] }, { dimension });
  writer.ask(one, 900, instructions.collector, { dimension });
  search(writer, one.step, 'barriers to heat pump adoption', 7, { input: 1610, output: 56, reasoning: 32 });
  writer.askAgain(one);
  writer.respond(one.step, reply({ findings: barriers, covered: [dimension] }, 0.81, 'Two passages name a barrier with a number.'), { input: 2976, cached: 1280, output: 372, reasoning: 128 });
  writer.propose(one.step, 1, 0.81, 'Two passages name a barrier with a number.');
  writer.check(one.step, 1, 2, [{ of: 'collector', rule: 0, severity: 'error', message: 'every finding cites a file under docs/' }]);
  writer.add({ type: 'signal.sent', step: one.step, signal: { v: 1, id: 'g1', from: 'supervisor', to: 'collector', kind: 'correct', subtask: `s${one.step}`, payload: { problems: ['every finding cites a file under docs/'] } } });
  writer.askAgain(one, [
    { kind: 'feedback', text: 'every finding cites a file under docs/', tokens: 40 },
  ]);
  writer.respond(one.step, reply({ findings: barriersMended, covered: [dimension] }, 0.86, 'Both stand in a file.'), { input: 2900, cached: 2560, output: 378, reasoning: 128 });
  writer.propose(one.step, 2, 0.86, 'Both stand in a file.');
  writer.check(one.step, 2, 2);
  writer.commit(one);
}

function work(writer: EventWriter, one: StepWriter, text: string, output: JsonObject, tokens: number, use: CallUse, confidence: number, why: string): void {
  writer.ask(one, tokens, text);
  writer.respond(one.step, reply(output, confidence, why), use);
  writer.propose(one.step, 1, confidence, why);
  writer.check(one.step, 1, 1);
  writer.commit(one);
}

function writeReport(writer: EventWriter): void {
  const one = writer.dispatch('writer', { by: 'route', route: 3, refused: [] });
  writer.ask(one, 5300, instructions.writer);
  writer.respond(one.step, reply({ report: rejectedReport }, 0.86, 'Every section has a source.'), { input: 5280, output: 1880, reasoning: 640, ms: 14_000 });
  writer.propose(one.step, 1, 0.86, 'Every section has a source.');
  writer.check(one.step, 1, 1);
  writer.askReviewer(one, 1, 4400, JSON.stringify({ report: rejectedReport }));
  const feedback = [
    { field: 'report § 2', problem: 'States 14.2 GW as installed', fix: 'Use 11.8 GW from plant-register.md' },
    { field: 'report § 4', problem: 'No source for the payback of 4 years', fix: 'Cite the file, or leave it out' },
  ];
  writer.respond(one.step, { verdict: 'reject', feedback, confidence: 0.88 }, { input: 4400, cached: 0, output: 272, reasoning: 128, ms: 5000 });
  writer.review(one.step, 1, 'reviewer', feedback, 0.88);
  writer.askAgain(one, [
    { kind: 'feedback', text: feedback.map((each) => `${each.field}: ${each.problem}. ${each.fix}`).join('\n'), tokens: 200 },
    { kind: 'closing', text: 'You are writer. You must not use figures without a source.', tokens: 37 },
  ]);
  writer.respond(one.step, reply({ report: finalReport }, 0.86, 'The register counts plants in operation.'), { input: 6720, cached: 5120, output: 1566, reasoning: 256, ms: 16_000 });
  writer.propose(one.step, 2, 0.86, 'The register counts plants in operation.');
  writer.check(one.step, 2, 1);
  writer.askReviewer(one, 2, 4400, JSON.stringify({ report: finalReport }));
  writer.respond(one.step, { verdict: 'approve', feedback: [], confidence: 0.91 }, { input: 4400, cached: 3840, output: 160, reasoning: 128, ms: 4000 });
  writer.review(one.step, 2, 'reviewer', [], 0.91);
  writer.commit(one);
}

const figures = ['installed capacity', 'unit price', 'payback', 'maker share'].map((name) => ({ name, value: `${name} as found`, source: 'docs/market-2024.md' }));

/** Eleven steps as in the drawn target: a precheck that rejects, a duplicate merged, a choice by the model, a review that rejects once. */
export function sampleRun(team: Team = sampleTeam()): readonly RunEvent[] {
  const writer = new EventWriter(team);
  writer.start('Industrial heat pumps in Europe, 2024');
  const plan = collected.map((one) => one.dimension).concat('barriers', later.map((one) => one.dimension));
  const route = (index: number) => ({ by: 'route', route: index, refused: [] }) as const;
  work(writer, writer.dispatch('planner', route(0)), instructions.planner, { plan }, 700, { input: 1190, output: 326, reasoning: 192 }, 0.9, 'Each can be looked up alone.');
  for (const one of collected) collect(writer, one);
  collectBarriers(writer);
  for (const one of later) collect(writer, one);
  const open = { figures, conflicts: ['installed capacity'], open: ['installed capacity'], covers: 12 };
  work(writer, writer.dispatch('analyst', route(2)), instructions.analyst, { analysis: open }, 3000, { input: 3456, output: 1118, reasoning: 704, ms: 14_200 }, 0.62, 'Two sources name another capacity.');
  writer.choose('planner', 'one conflict is still open', { input: 704, output: 62 });
  work(writer, writer.dispatch('planner', { by: 'model', why: 'one conflict is still open', fallback: false, refused: [] }), instructions.planner, { plan: [...plan, 'capacity'] }, 1600, { input: 2026, output: 322, reasoning: 192 }, 0.9, 'The conflict is about capacity.');
  collect(writer, capacity);
  const settled = { figures: [...figures, { name: 'planned capacity', value: '2.4 GW', source: 'docs/grid-connection.md' }], conflicts: [], open: [], covers: 14 };
  work(writer, writer.dispatch('analyst', route(2)), instructions.analyst, { analysis: settled }, 3400, { input: 3968, cached: 1280, output: 998, reasoning: 576, ms: 12_000 }, 0.9, 'The register counts plants.');
  writeReport(writer);
  writer.finish('completed', 'finish_when');
  return writer.events;
}

/** The run as it was when the event that `isLast` picks had come. */
export function runUntil(events: readonly RunEvent[], isLast: (event: RunEvent) => boolean): readonly RunEvent[] {
  const index = events.findIndex(isLast);
  return index < 0 ? events : events.slice(0, index + 1);
}

const editedInstructions = 'Group the findings by dimension. For each, give the figure and its source.\nWhen two sources disagree, prefer the one that counts plants over the one\nthat estimates them. Keep both figures, and say why in one sentence.\nLeave a conflict open only when neither source names its method.';
const settledAnalysis = { figures: [...figures, { name: 'installed capacity', value: '11.8 GW', source: 'docs/plant-register.md', why: 'Counts plants; 14.2 GW includes planned ones.' }], conflicts: ['installed capacity'], open: [], covers: 12 };

/** A fork of the sample run after step 6, whose analyst works with an edited card. `confidence`: what it says of its output. */
export function retriedRun(run = '14', confidence = 0.84, team: Team = sampleTeam()): readonly RunEvent[] {
  const kept = runUntil(sampleRun(team), (event) => event.type === 'role.finished' && event.step === 6);
  const [first, ...rest] = kept;
  if (first?.type !== 'run.started') throw new Error('A run begins with run.started.');
  const writer = EventWriter.after(team, run, [{ ...first, forked: { run: '12', step: 6 } }, ...rest]);
  const output = Math.round(1214 + (confidence - 0.84) * 1000);
  work(writer, writer.dispatch('analyst', { by: 'route', route: 2, refused: [] }), editedInstructions, { analysis: settledAnalysis }, 3000, { input: 3488, output, reasoning: 768, ms: 15_100 }, confidence, 'The register counts plants.');
  return writer.events;
}

/** The same fork to its end: it needed no second round. */
export function forkedRun(team: Team = sampleTeam()): readonly RunEvent[] {
  const writer = EventWriter.after(team, '14', retriedRun('14', 0.84, team));
  const one = writer.dispatch('writer', { by: 'route', route: 3, refused: [] });
  writer.ask(one, 5300, instructions.writer);
  writer.respond(one.step, reply({ report: finalReport }, 0.86, 'Every section has a source.'), { input: 5280, output: 1880, reasoning: 640, ms: 14_000 });
  writer.propose(one.step, 1, 0.86, 'Every section has a source.');
  writer.check(one.step, 1, 1);
  writer.askReviewer(one, 1, 4400, JSON.stringify({ report: finalReport }));
  writer.respond(one.step, { verdict: 'approve', feedback: [], confidence: 0.91 }, { input: 3600, cached: 0, output: 276, reasoning: 128, ms: 5000 });
  writer.review(one.step, 1, 'reviewer', [], 0.91);
  writer.commit(one);
  writer.finish('completed', 'finish_when');
  return writer.events;
}

/** A run whose analyst broke its contract three times. */
export function failedRun(team: Team = sampleTeam()): readonly RunEvent[] {
  const events = runUntil(sampleRun(team), (event) => event.type === 'role.finished' && event.step === 6);
  const writer = EventWriter.after(team, '16', events);
  const one = writer.dispatch('analyst', { by: 'route', route: 2, refused: [] });
  writer.ask(one, 3000, instructions.analyst);
  for (let attempt = 1; attempt <= 3; attempt++) {
    if (attempt > 1) writer.askAgain(one, [{ kind: 'feedback', text: 'analysis.open is missing', tokens: 30 }]);
    writer.respond(one.step, reply({ analysis: { figures: [], conflicts: [], covers: 12 } }, 0.7, 'As found.'), { input: 3456 + attempt * 40, output: 900, reasoning: 600 });
    writer.add({ type: 'output.refused', step: one.step, attempt, problems: [{ field: 'analysis.open', problem: 'analysis.open is missing', fix: 'Add the list of open conflicts' }] });
  }
  const where = { file: 'roles/analyst.yaml', line: 14, column: 3 };
  writer.add({ type: 'role.finished', step: one.step, outcome: 'failed', why: 'broke its contract 3 times: analysis.open is missing' });
  writer.finish('failed', 'error:contract', { message: 'analyst broke its contract 3 times: the reply has no analysis.open.', hint: 'Name open in the instructions, or give an example.', where });
  return writer.events;
}

/** A run without a price, stopped by a person while a call was under way. */
export function stoppedRun(): readonly RunEvent[] {
  const base = sampleTeam();
  const team: Team = { ...base, models: { ...base.models, small: { ...base.models['small']!, model: 'qwen3:8b', price: null } } };
  const events = runUntil(sampleRun(team), (event) => event.type === 'model.requested' && event.step === 11 && event.conversation === 'review 2');
  const counted = events.map((event) => (event.type === 'model.responded' ? { ...event, usage: { ...event.usage, estimated: true } } : event));
  const writer = EventWriter.after(team, '13', counted);
  writer.wait(45_000);
  writer.add({ type: 'role.finished', step: 11, outcome: 'stopped' });
  writer.finish('stopped', 'stopped');
  return writer.events;
}

/** The report was approved by the reviewer, and now a person is asked; `later` questions wait beside it. */
export function waitingRun(later = 0): readonly RunEvent[] {
  const team = sampleTeam();
  const events = runUntil(sampleRun(team), (event) => event.type === 'review.decided' && event.step === 11 && event.verdict === 'approve');
  const writer = EventWriter.after(team, '15', events);
  const asked = { step: 11, kind: 'after', role: 'writer', question: 'May the result of writer be committed?', what: { output: { report: finalReport }, confidence: 0.82 } } as const;
  writer.add({ type: 'approval.requested', id: 's11.after', ...asked });
  for (let n = 1; n <= later; n++) writer.add({ type: 'approval.requested', ...asked, id: `s11.after.${n}`, kind: 'sample', question: `Question ${n}` });
  return writer.events;
}

/** A tool that changes a file waits for a person. */
export function askingTool(): readonly RunEvent[] {
  const writer = EventWriter.after(sampleTeam(), '15', runUntil(sampleRun(), (event) => event.type === 'role.started' && event.step === 11));
  const shows = ['--- out/heat-pumps.md', '+++ out/heat-pumps.md', '@@ -13,3 +13,3 @@', ' ## 2. Market', '-Installed capacity reached 14.2 GW in 2024 (docs/market-2024.md).', '+Installed capacity reached 11.8 GW in 2024 (docs/plant-register.md); 14.2 GW counts planned plants.', ' '].join('\n');
  writer.add({ type: 'approval.requested', step: 11, id: 's11.save_report.1', kind: 'tool', role: 'writer', question: 'May writer change out/heat-pumps.md?', what: { path: 'out/heat-pumps.md', before: 'f'.repeat(64), shows, tool: 'save_report' } });
  return writer.events;
}

/** `steps` small steps, about eight events each, now and then a failed precheck: for speed. */
export function hugeRun(steps: number, team: Team = sampleTeam({ name: 'price-watch', limits: { ...sampleTeam().limits, steps: 2000, tokens: null, costUsd: 5 } })): readonly RunEvent[] {
  const writer = new EventWriter(team, '3');
  writer.start('Prices of every plant');
  for (let n = 1; n <= steps; n++) {
    const dimension = `plant ${n}`;
    const one = writer.dispatch('collector', { by: 'route', route: 1, refused: [] }, { dimension });
    const findings = [found(`Plant ${n} asks ${400 + (n % 200)} €/kW`, `plant-${n}.md`)];
    writer.ask(one, 900, instructions.collector, { dimension });
    let attempt = 1;
    if (n % 97 === 0) {
      writer.respond(one.step, reply({ findings: [{ claim: 'x', source: 'nowhere' }], covered: [dimension] }, 0.7, 'As found.'), { input: 1500, output: 120 });
      writer.propose(one.step, attempt, 0.7, 'As found.');
      writer.check(one.step, attempt, 2, [{ of: 'collector', rule: 0, severity: 'error', message: 'every finding cites a file under docs/' }]);
      writer.askAgain(one, [{ kind: 'feedback', text: 'every finding cites a file under docs/', tokens: 40 }]);
      attempt += 1;
    }
    writer.respond(one.step, reply({ findings, covered: [dimension] }, 0.84, 'As found.'), { input: 1420, cached: 640, output: 162, reasoning: 32, ms: 800 });
    writer.propose(one.step, attempt, 0.84, 'As found.');
    writer.check(one.step, attempt, 2);
    writer.commit(one);
  }
  return writer.events;
}

/** Names and texts that try to be markup, script or very long. */
export function hostileRun(): readonly RunEvent[] {
  const bad = '<img src=x onerror="document.title=\'owned\'"><script>document.title="owned"</script>';
  const base = scriptedTeam();
  const team: Team = { ...base, name: bad, goal: { ...base.goal, text: `javascript:alert(1) ${bad}` } };
  const writer = new EventWriter(team, bad);
  writer.start(`${bad} ${'long '.repeat(200)}\u202Eright to left`);
  const one = writer.dispatch('planner', { by: 'route', route: 0, refused: [] });
  work(writer, one, `${bad}\n\u0000\u001b[31mred`, { plan: [bad, '[click](javascript:alert(1))', 'x'.repeat(5000)] }, 700, { input: 1190, output: 326 }, 0.9, bad);
  return writer.events;
}
