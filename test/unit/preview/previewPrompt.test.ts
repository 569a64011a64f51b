import assert from 'node:assert/strict';
import type { RunEvent } from '../../../src/engine/events/runEvent';
import { compareWithRun, lastSent, sentIn, type ComparedPrompt, type SentPrompt } from '../../../src/engine/preview/compareWithRun';
import { previewPrompt, type PreviewedPrompt, type PreviewPorts } from '../../../src/engine/preview/previewPrompt';
import type { PreviewMoment } from '../../../src/engine/preview/previewMoment';
import { eventsWithin, momentsIn, viewWithin, type RunMoment } from '../../../src/engine/preview/runMoments';
import { showPreview } from '../../../src/engine/preview/showPreview';
import { createRunFold } from '../../../src/engine/projections/foldRunView';
import type { RunView } from '../../../src/engine/projections/runView';
import { loadSchemas } from '../../../src/engine/schemas/loadSchemas';
import type { JsonObject } from '../../../src/engine/shared/json';
import type { Role, Team } from '../../../src/engine/team/team';
import { sha256 } from '../../../src/node/sha256';
import { loadTokenCounter } from '../../../src/node/tokens/tokenCounter';
import { loadGoodTeam, runTeam } from '../../support/runTeam';

const samples = ['competitor-analysis', 'content-production', 'incident-blackboard', 'industry-research', 'one-agent', 'quarterly-report', 'research-report', 'round-table'];
/** In these a role reviews another. */
const reviewed = new Set(['industry-research', 'quarterly-report', 'research-report']);

describe('a previewed prompt', function () {
  this.timeout(60_000);
  let ports: PreviewPorts;
  let events: readonly RunEvent[];
  let view: RunView;
  let team: Team;
  before(async () => {
    const tokens = await loadTokenCounter();
    ports = { schemas: await loadSchemas(), count: (text) => tokens.count(text), sha256 };
    team = await loadGoodTeam('media/samples/industry-research');
    ({ events } = await runTeam('media/samples/industry-research', { task: 'industrial heat pumps' }));
    view = viewOf(events);
  });
  const preview = async (of: Team, role: string, moment: PreviewMoment): Promise<PreviewedPrompt> => {
    const made = await previewPrompt({ team: of, role, moment }, ports);
    assert.ok(made.ok, made.ok ? '' : made.error);
    return made.value;
  };
  const stepOf = (role: string) => view.steps.findLast((step) => step.role === role)!;
  const compared = async (of: Team, role: string): Promise<{ readonly prompt: PreviewedPrompt; readonly compared: ComparedPrompt }> => {
    const step = stepOf(role);
    const prompt = await preview(of, role, { kind: 'step', events, step: step.step });
    return { prompt, compared: compareWithRun(prompt, sentIn(view, step)!, ports.count) };
  };

  for (const name of samples) {
    it(`is what was sent, for every step and review of ${name}, also within its teams, while the cards are the same`, async () => {
      const ran = await runTeam(`media/samples/${name}`, { task: name === 'one-agent' ? 'cargo bikes for couriers' : 'industrial heat pumps' });
      const own = await loadGoodTeam(`media/samples/${name}`);
      const seen = viewOf(ran.events);
      let reviews = 0;
      for (const { sent, ...moment } of sentMoments(seen)) {
        const inner = teamWithin(own, seen, moment.within);
        const prompt = await preview(inner, moment.role, { kind: 'step', events: eventsWithin(ran.events, moment.within), step: moment.step, ...(moment.attempt === undefined ? {} : { attempt: moment.attempt }) });
        const what = JSON.stringify(moment);
        assert.deepEqual(prompt.parts.map(({ text }) => text), sent.parts.slice(0, prompt.parts.length).map(({ text }) => text), what);
        assert.deepEqual(prompt.parts.map(({ part }) => part.tokens), sent.parts.slice(0, prompt.parts.length).map(({ part }) => part.tokens), what);
        if (moment.attempt !== undefined) reviews++;
      }
      if (reviewed.has(name)) assert.ok(reviews > 0, 'a review was looked at');
    });
  }

  it('tells which parts an edit changes, and how much of the beginning stays cacheable', async () => {
    const unchanged = await compared(team, 'writer');
    const total = unchanged.prompt.parts.reduce((sum, { part }) => sum + part.tokens, 0);
    assert.deepEqual(unchanged.compared.cacheable, { parts: unchanged.prompt.parts.length, tokens: total, lost: null });
    const edited = await compared(withRole(team, 'writer', (role) => ({ ...role, forbidden: [...role.forbidden, 'must not shout'] })), 'writer');
    assert.deepEqual(changedParts(edited.compared), ['identity', 'closing']);
    assert.equal(edited.compared.cacheable.parts, 0);
    assert.ok(edited.compared.cacheable.tokens > 0, 'the same beginning of the first part');
    const reads = await compared(withRole(team, 'writer', (role) => ({ ...role, reads: role.reads.filter(({ field }) => field !== 'analysis') })), 'writer');
    assert.deepEqual([changedParts(reads.compared), reads.compared.gone.map(({ part }) => part.kind)], [[], ['data']]);
    assert.ok(reads.compared.cacheable.parts > 5);
  });

  it('tells that nothing is cacheable with other tools or another model', async () => {
    const tools = await compared(withRole(team, 'collector', (role) => ({ ...role, tools: ['search_docs'] })), 'collector');
    assert.deepEqual(tools.compared.cacheable, { parts: 0, tokens: 0, lost: 'tools' });
    const model = await compared(withRole(team, 'writer', (role) => ({ ...role, model: 'small' })), 'writer');
    assert.equal(model.compared.cacheable.lost, 'model');
  });

  it('keeps what the run held where the team has other fields now', async () => {
    const task = team.fields['task']!;
    const more: Team = { ...withRole(team, 'writer', (role) => ({ ...role, reads: [...role.reads, { as: 'tone', field: 'tone' }] })), fields: { ...team.fields, tone: { ...task, name: 'tone', empty: 'plain' } } };
    const { prompt, compared: other } = await compared(more, 'writer');
    assert.match(prompt.parts.find(({ part }) => part.kind === 'data' && part.field === 'tone')!.text, /plain/);
    assert.ok(prompt.parts.some(({ part, text }) => part.kind === 'data' && part.field === 'findings' && text.includes('docs/')), 'the findings of the run');
    assert.deepEqual(other.parts.filter(({ before }) => before === null).map(({ part }) => part.kind), ['data']);
  });

  it('can be filled in with sample input, before any run', async () => {
    const prompt = await preview(team, 'collector', { kind: 'sample', task: 'heat pumps', state: { plan: ['price'] }, input: { dimension: 'price' } });
    assert.match(prompt.parts.find(({ part }) => part.kind === 'instructions')!.text, /Search the documents for "price"/);
    assert.match(prompt.parts.find(({ part }) => part.kind === 'goal')!.text, /heat pumps/);
  });

  it('says what a reviewer would be shown where nothing has been handed in', async () => {
    const shown = async (output: JsonObject) => showPreview({ prompt: await preview(team, 'reviewer', { kind: 'sample', task: 'heat pumps', state: {}, input: {}, review: { author: 'writer', output } }), moment: 'sample input', compared: null });
    assert.match(await shown({}), /Nothing has been handed in yet, .* In a run it holds what .+ proposes: `report`/);
    assert.doesNotMatch(await shown({ report: 'Rain.' }), /Nothing has been handed in/);
  });

  it('says in a sentence what cannot be filled in', async () => {
    const broken = await previewPrompt({ team, role: 'collector', moment: { kind: 'sample', task: 'x', state: {}, input: {} } }, ports);
    assert.ok(!broken.ok && /roles\/collector\.yaml:\d+ could not be filled in: There is no `dimension`/.test(broken.error), broken.ok ? '' : broken.error);
    const none = await previewPrompt({ team, role: 'nobody', moment: { kind: 'sample', task: 'x', state: {}, input: {} } }, ports);
    assert.ok(!none.ok && none.error.includes('nobody'));
    const noStep = await previewPrompt({ team, role: 'writer', moment: { kind: 'step', events, step: 99 } }, ports);
    assert.ok(!noStep.ok && noStep.error.includes('step 99'));
  });

  it('is shown with its tokens, its changes and the exact text', async () => {
    const edited = await compared(withRole(team, 'writer', (role) => ({ ...role, instructions: { ...role.instructions!, text: role.instructions!.text.replace('Write Markdown.', 'Write plain text.') } })), 'writer');
    const text = showPreview({ ...edited, moment: 'a test' });
    assert.match(text, /^\| system  \| instructions +\| +\d+ \| changed +\|$/m);
    assert.match(text, /^\| system  \| identity +\| +\d+ \| same +\|$/m);
    assert.match(text, /^-Write Markdown\. .*\n.*^\+Write plain text\. /ms);
    assert.match(text, /The first \d+ of \d+ tokens are the same as in run \S+, step \d+/);
    for (const part of edited.prompt.parts) assert.ok(text.includes(part.text));
    assert.doesNotMatch(text, /dispatched by itself/);
    const reviewer = await preview(team, 'reviewer', { kind: 'sample', task: 'x', state: {}, input: {} });
    assert.match(showPreview({ prompt: reviewer, moment: 'x', compared: null }), /dispatched by itself/);
    assert.equal(lastSent(view, 'nobody'), null);
    assert.match(showPreview({ prompt: edited.prompt, moment: 'x', compared: null }), /sent in no run yet/);
  });
});

interface SentMoment extends RunMoment {
  readonly role: string;
  readonly sent: SentPrompt;
}

/** Every work prompt and every review of the run, and of the teams within. */
function sentMoments(view: RunView): readonly SentMoment[] {
  const moments = everyRole(view).flatMap(({ file, role }) => momentsIn(view, file, role).map((moment) => ({ ...moment, role })));
  assert.ok(moments.length > 0);
  return moments.map(({ within, step, attempt, role }) => {
    const own = viewWithin(view, within)!;
    const sent = sentIn(own, own.steps.find((each) => each.step === step)!, attempt);
    assert.ok(sent !== null, `step ${step} was sent something`);
    return { within, step, ...(attempt === undefined ? {} : { attempt }), role, sent };
  });
}

function everyRole({ team, steps }: RunView): readonly { readonly file: string; readonly role: string }[] {
  const own = team.roles.map(({ id }) => ({ file: `${team.folder}/${team.file}`, role: id }));
  const inner = new Map(steps.flatMap(({ visits }) => visits.flatMap(everyRole)).map((each) => [JSON.stringify(each), each]));
  return [...own, ...inner.values()];
}

/** The cards as they are now, of the team that the innermost run was of. */
function teamWithin(team: Team, view: RunView, within: RunMoment['within']): Team {
  const [first, ...rest] = within;
  if (first === undefined) return team;
  const step = view.steps.find((each) => each.step === first.step)!;
  return teamWithin(team.roles.find(({ id }) => id === step.role)!.team!, step.visits[first.visit]!, rest);
}

function viewOf(events: readonly RunEvent[]): RunView {
  const fold = createRunFold();
  fold.apply(events);
  return fold.view!;
}

function withRole(team: Team, id: string, change: (role: Role) => Role): Team {
  return { ...team, roles: team.roles.map((role) => (role.id === id ? change(role) : role)) };
}

function changedParts({ parts }: ComparedPrompt): readonly string[] {
  return parts.filter(({ text, before }) => before !== null && text !== before).map(({ part }) => part.kind);
}
