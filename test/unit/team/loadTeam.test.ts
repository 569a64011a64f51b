// What a team becomes: defaults, other spellings, fields, conditions and their places. What is said of broken teams is tested in test/golden/checks.
import assert from 'node:assert/strict';
import { loadSchemas } from '../../../src/engine/schemas/loadSchemas';
import { loadTeam } from '../../../src/engine/team/loadTeam';
import type { Role, Team } from '../../../src/engine/team/team';
import { memoryFiles } from '../../support/memoryFiles';

const head = 'team: t\ngoal: About {{ task }}\nmodels: { m: { provider: openai, model: m } }\n';

async function load(texts: Readonly<Record<string, string>>): Promise<Team> {
  const files = Object.fromEntries(Object.entries(texts).map(([name, text]) => [`/t/${name}`, text]));
  const { team, diagnostics } = await loadTeam('/t', memoryFiles(files), await loadSchemas());
  assert.ok(team !== null, JSON.stringify(diagnostics, null, 1));
  return team;
}

async function loadRole(card: string, more = ''): Promise<Role> {
  const { roles } = await load({ 'team.yaml': `${head}${more}`, 'roles/a.yaml': card });
  return roles[0]!;
}

/** Without the places, which differ with the spelling. */
function said(role: Role): unknown {
  return JSON.parse(JSON.stringify({ ...role, places: null }, (key, value: unknown) => (key === 'at' ? undefined : value)));
}

describe('loading a team', () => {
  it('fills in what a card and a team leave out', async () => {
    const team = await load({ 'team.yaml': head, 'roles/a.yaml': 'role: a\nresponsibility: Help.\n' });
    assert.deepEqual(team.limits, { steps: 20, timeMs: 600_000, tokens: null, costUsd: null, parallel: 3, tokensPerCall: null, outputBytes: 262_144 });
    assert.equal(team.topology, 'supervisor');
    assert.equal(team.model, 'm');
    const [role] = team.roles;
    assert.deepEqual(role?.limits, { calls: null, timeoutMs: 60_000, tokens: null, toolCalls: 10, retries: 2, revisions: 2 });
    assert.deepEqual([role?.name, role?.model, role?.mode, role?.review, role?.instructions, role?.onFailure], ['a', 'm', null, null, null, 'fail']);
    assert.deepEqual(Object.keys(team.fields), ['task', 'constraints']);
  });

  it('takes hidden files for no cards', async () => {
    const team = await load({ 'team.yaml': head, 'roles/a.yaml': 'role: a\nresponsibility: Help.\n', 'roles/._a.yaml': '\0 no card', 'roles/.b.yaml': 'role: b\nresponsibility: Help.\n' });
    assert.deepEqual(team.roles.map(({ id }) => id), ['a']);
  });

  it('lets a supervisor choose among all roles where nothing else says who is next', async () => {
    const roles = { 'roles/a.yaml': 'role: a\nresponsibility: Help.\n', 'roles/b.yaml': 'role: b\nresponsibility: Help.\n' };
    assert.deepEqual((await load({ 'team.yaml': head, ...roles })).supervisor?.choices, ['a', 'b', 'end']);
    assert.deepEqual((await load({ 'team.yaml': `${head}supervisor: { instructions: Be quick. }\n`, ...roles })).supervisor?.choices, ['a', 'b', 'end']);
    assert.equal((await load({ 'team.yaml': `${head}routes: [{ to: a }, { to: b }]\n`, ...roles })).supervisor, null);
  });

  it('is plain JSON with places relative to its folder', async () => {
    const team = await load({ 'team.yaml': `${head}routes:\n  - { when: "true", to: a }\n`, 'roles/a.yaml': 'role: a\nresponsibility: Help.\nwrites: [x]\nrules:\n  - rule: size(output) > 0\n' });
    assert.deepEqual(JSON.parse(JSON.stringify(team)), team);
    assert.deepEqual(team.routes[0]?.at, { file: 'team.yaml', line: 5, column: 5 });
    assert.deepEqual(team.routes[0]?.when.at, { file: 'team.yaml', line: 5, column: 13 });
    assert.deepEqual(team.roles[0]?.rules[0]?.rule.at, { file: 'roles/a.yaml', line: 5, column: 11 });
    assert.deepEqual(team.roles[0]?.places, { writes: { file: 'roles/a.yaml', line: 3, column: 1 }, rules: { file: 'roles/a.yaml', line: 4, column: 1 } });
    assert.deepEqual(team.fields['x']?.at, { file: 'roles/a.yaml', line: 3, column: 10 });
  });

  it('reads other spellings as ours', async () => {
    const tools = 'tools: { find: { type: search } }\nstate: { plan: { type: array, initial: [] } }\n';
    const ours = `role: a
name: Anna
responsibility: Finds raw material. Only from documents. search; quote
instructions: Search for {{ subtask.input.dimension }}.
reads: { idea: plan }
writes: { findings: { type: array } }
tools: [find]
forbidden: [must not guess]
model: m
exit_when: size(state.findings) >= 3
limits: { calls: 4, timeout: 90s }
input_schema: { type: object, required: [dimension] }
`;
    const theirs = `agent_id: a
name: Anna
role: Finds raw material
description: Only from documents
responsibilities: [search, quote]
prompt: Search for {{ subtask.input.dimension }}.
input: { fields: { idea: plan } }
output_schema: { type: object, properties: { findings: { type: array } } }
allowed_tools: [find]
forbidden_actions: [must not guess]
llm: m
max_iter: 4
exit_conditions: { criteria_met: size(state.findings) >= 3, timeout_seconds: 90 }
input_schema: { type: object, required: [dimension] }
`;
    assert.deepEqual(said(await loadRole(theirs, tools)), said(await loadRole(ours, tools)));
  });

  it('takes a card under a key by that key, its role for the responsibility', async () => {
    const team = await load({ 'team.yaml': `${head}roles:\n  analyst: { role: Senior analyst, goal: Find figures, backstory: You were a banker. }\n` });
    const [role] = team.roles;
    assert.deepEqual([role?.id, role?.responsibility, role?.instructions?.text], ['analyst', 'Senior analyst. Find figures', 'You were a banker.']);
  });

  it('puts inline cards before those in roles/', async () => {
    const team = await load({ 'team.yaml': `${head}roles:\n  - { role: z, responsibility: Help. }\n`, 'roles/a.yaml': 'role: a\nresponsibility: Help.\n' });
    assert.deepEqual(team.roles.map((role) => role.id), ['z', 'a']);
  });

  it('makes a model of the default provider from llm', async () => {
    const team = await load({ 'team.yaml': head.replace('model: m }', 'model: m, base_url: "http://localhost:1/v1", price: { input: 1, output: 2 } }'), 'roles/a.yaml': 'role: a\nresponsibility: Help.\nllm: openai/gpt-5\n' });
    assert.equal(team.roles[0]?.model, 'openai/gpt-5');
    const { provider, model, baseUrl, price } = team.models['openai/gpt-5']!;
    assert.deepEqual({ provider, model, baseUrl, price }, { provider: 'openai', model: 'gpt-5', baseUrl: 'http://localhost:1/v1', price: null });
  });

  describe('what a failed role does, when its card does not say', () => {
    const planner = 'role: p\nmode: plan\nresponsibility: Plan.\n';
    const worker = 'role: w\nresponsibility: Work.\n';
    const policies = async (team: string, cards: readonly string[]): Promise<unknown> => {
      const { roles } = await load({ 'team.yaml': `${head}${team}`, ...Object.fromEntries(cards.map((card, index) => [`roles/${index}.yaml`, card])) });
      return Object.fromEntries(roles.map((role) => [role.id, role.onFailure]));
    };
    it('it escalates to the one planner, who has nobody', async () => assert.deepEqual(await policies('', [planner, worker]), { p: 'fail', w: 'escalate' }));
    it('it makes a partial result by the role on_limit, which cannot help itself', async () => assert.deepEqual(await policies('on_limit: w\n', [worker, worker.replace('w', 'x')]), { w: 'fail', x: 'on_limit' }));
    it('two planners are none', async () => assert.deepEqual(await policies('', [planner, planner.replace('p', 'q'), worker]), { p: 'fail', q: 'fail', w: 'fail' }));
    it('what it says counts', async () => assert.deepEqual(await policies('', [planner, `${worker}on_failure: skip\n`]), { p: 'fail', w: 'skip' }));
  });

  describe('conditions', () => {
    it('bare text is a question, and so is {ask}', async () => {
      const role = await loadRole('role: a\nresponsibility: Help.\nskip_when: all dimensions are already cached\nexit_when: [1 == 2, { ask: is the state fine }]\n');
      assert.deepEqual(role.skipWhen.map(({ kind, text }) => [kind, text]), [['ask', 'all dimensions are already cached']]);
      assert.deepEqual(role.exitWhen.map(({ kind, text }) => [kind, text]), [['expression', '1 == 2'], ['ask', 'is the state fine']]);
    });

    it('a criterion that is an expression is judged as a rule, without the reviewer', async () => {
      const team = await load({
        'team.yaml': head,
        'roles/a.yaml': 'role: a\nresponsibility: Help.\nwrites: [x]\nreview: { by: b, criteria: [It is short, "size(output) < 3", "At most {{ run.steps }} of them"] }\n',
        'roles/b.yaml': 'role: b\nresponsibility: Review.\n',
      });
      const [role] = team.roles;
      assert.deepEqual(role?.review?.criteria.map((each) => each.text), ['It is short', 'At most {{ run.steps }} of them']);
      assert.deepEqual(role?.rules.map((each) => [each.rule.text, each.severity]), [['size(output) < 3', 'error']]);
    });

    it('numbers and booleans are expressions too', async () => {
      const team = await load({ 'team.yaml': `${head}routes: [{ when: true, to: a, input: { depth: 2, deep: false } }]\n`, 'roles/a.yaml': 'role: a\nresponsibility: Help.\n' });
      assert.equal(team.routes[0]?.when.text, 'true');
      assert.deepEqual(Object.values(team.routes[0]?.input ?? {}).map((each) => each.text), ['2', 'false']);
    });
  });

  describe('fields', () => {
    const field = async (state: string, writes: string) => {
      const team = await load({ 'team.yaml': `${head}${state === '' ? '' : `state: { x: ${state} }\n`}`, 'roles/a.yaml': `role: a\nresponsibility: Help.\nwrites: ${writes}\n` });
      const { type, schema, empty, hasInitial, reducer, writers } = team.fields['x']!;
      assert.deepEqual(writers, ['a']);
      return { type, schema, empty, hasInitial, reducer };
    };
    it('hold the empty value of their type', async () => {
      for (const [type, empty] of Object.entries({ array: [], string: '', object: {}, number: null, boolean: null })) {
        assert.deepEqual((await field(`{ type: ${type} }`, '[x]')).empty, empty);
      }
      assert.deepEqual(await field('', '[x]'), { type: null, schema: null, empty: null, hasInitial: false, reducer: 'replace' });
    });
    it('hold their initial value, null too', async () => {
      assert.deepEqual((await field('{ type: array, initial: [1] }', '[x]')).empty, [1]);
      assert.deepEqual(await field('{ initial: null }', '[x]'), { type: null, schema: null, empty: null, hasInitial: true, reducer: 'replace' });
    });
    it('are what their writer says they are', async () => {
      const { type, schema } = await field('', '{ x: { type: array, maxItems: 3 } }');
      assert.deepEqual([type, schema], ['array', { type: 'array', maxItems: 3 }]);
      assert.deepEqual((await field('{ type: array }', '{ x: { type: array, maxItems: 3 } }')).schema, { type: 'array', maxItems: 3 });
    });
    it('that collect take only the items of what one role contributes', async () => {
      const items = '{ type: array, maxItems: 3, items: { $ref: "#/$defs/i" }, $defs: { i: { type: string } } }';
      const { type, schema, empty } = await field('{ reducer: append }', `{ x: ${items} }`);
      assert.deepEqual([type, empty], ['array', []]);
      assert.deepEqual(schema, { type: 'array', items: { $ref: '#/$defs/i' }, $defs: { i: { type: 'string' } } });
    });
    it('have the type that their reducer works on', async () => {
      for (const [reducer, type] of Object.entries({ append: 'array', union: 'array', merge: 'object', add: 'number', max: 'number', min: 'number' })) {
        assert.equal((await field(`{ reducer: ${reducer} }`, '[x]')).type, type);
      }
    });
    it('task and constraints are there by themselves', async () => {
      const team = await load({ 'team.yaml': `${head}constraints: { max: 3 }\n`, 'roles/a.yaml': 'role: a\nresponsibility: Help.\nreads: [task, constraints]\n' });
      assert.deepEqual(team.fields['constraints']?.empty, { max: 3 });
      assert.equal(team.fields['constraints']?.hasInitial, true);
      assert.equal(team.fields['task']?.type, 'string');
    });
  });

  it('takes a fan-out, with the name of its item and what else its subtasks are given', async () => {
    const team = await load({ 'team.yaml': `${head}routes:\n  - { to: a, for_each: "[1, 2]", as: part, input: { twice: subtask.input.part * 2 } }\n  - { to: a }\n`, 'roles/a.yaml': 'role: a\nresponsibility: Help.\n' });
    const [first, second] = team.routes;
    assert.deepEqual(first?.forEach, { text: '[1, 2]', at: { file: 'team.yaml', line: 5, column: 24 } });
    assert.deepEqual([first?.as, Object.keys(first?.input ?? {})], ['part', ['twice']]);
    assert.deepEqual([second?.forEach, second?.as], [undefined, undefined]);
  });

  it('says of a role whether its card says what a failure does: a fan-out skips otherwise', async () => {
    assert.equal((await loadRole('role: a\nresponsibility: Help.\n')).hasDefaultFailure, true);
    assert.equal((await loadRole('role: a\nresponsibility: Help.\non_failure: fail\n')).hasDefaultFailure, undefined);
  });

  it('takes what a person is asked for', async () => {
    const approvals = 'approvals: [{ before: a }, { after: a }, { when: confidence < 0.6 }, { sample: 0.2 }]\non_limit: ask\n';
    const card = 'role: a\nresponsibility: Help.\nreads: [task]\nmay_ask: { fields: constraints, tools: [read_file, read_more] }\non_failure: ask\n';
    const team = await load({ 'team.yaml': `${head}${approvals}`, 'roles/a.yaml': card });
    const at = (column: number) => ({ file: 'team.yaml', line: 4, column });
    assert.deepEqual(team.approvals, [
      { kind: 'before', role: 'a', at: at(13) },
      { kind: 'after', role: 'a', at: at(28) },
      { kind: 'when', when: { text: 'confidence < 0.6', at: at(50) }, at: at(42) },
      { kind: 'sample', share: 0.2, at: at(70) },
    ]);
    assert.equal(team.onLimit, 'ask');
    const [role] = team.roles;
    assert.deepEqual([role?.mayAsk, role?.onFailure], [{ fields: ['constraints'], tools: ['read_file'] }, 'ask']);
    assert.equal(team.tools['read_file']?.type, 'read_file');
  });

  it('takes what wakes a role of a blackboard; without it, what it reads does', async () => {
    const team = await load({ 'team.yaml': `${head}topology: blackboard\n`, 'roles/a.yaml': 'role: a\nresponsibility: Help.\nreads: [task, y]\nwrites: [x]\n', 'roles/b.yaml': 'role: b\nresponsibility: Help.\nreads: [task]\nwakes_on: x\nwrites: [y]\n' });
    assert.deepEqual(team.roles.map((role) => role.wakesOn), [undefined, ['x']]);
    assert.equal(team.supervisor, null);
  });

  describe('a group chat', () => {
    const chat = `${head}topology: group_chat\nlimits: { steps: 9 }\n`;
    const roles = { 'roles/a.yaml': 'role: a\nresponsibility: Talk.\nreads: [task]\n', 'roles/b.yaml': 'role: b\nresponsibility: Talk.\nreads: { said: messages, question: task }\nwrites: [messages, report]\n' };

    it('lets every role read the last three rounds of messages, behind all else it reads', async () => {
      const team = await load({ 'team.yaml': chat, ...roles });
      assert.deepEqual(team.roles.map((role) => role.reads), [
        [{ as: 'task', field: 'task' }, { as: 'messages', field: 'messages', last: 6 }],
        [{ as: 'question', field: 'task' }, { as: 'said', field: 'messages', last: 6 }],
      ]);
    });

    it('lets every role write messages in its own name only, besides what else it writes', async () => {
      const team = await load({ 'team.yaml': chat, ...roles });
      const { type, reducer, empty, hasInitial, writers } = team.fields['messages']!;
      assert.deepEqual({ type, reducer, empty, hasInitial, writers }, { type: 'array', reducer: 'append', empty: [], hasInitial: true, writers: ['a', 'b'] });
      assert.deepEqual(team.roles.map((role) => role.writes.map((write) => write.field)), [['messages'], ['messages', 'report']]);
      const schema = team.roles[1]!.writes[0]!.schema!;
      const schemas = await loadSchemas();
      const check = schemas.compile(schema);
      assert.ok(check.ok);
      assert.deepEqual(schemas.withDefaults(schema, [{ text: 'hello' }]), [{ text: 'hello', from: 'b' }]);
      assert.deepEqual(check.value([{ text: 'hello', from: 'b' }]), []);
      for (const wrong of [[{ text: 'hello', from: 'a' }], [{ from: 'b' }], [{ text: 1 }], 'hello']) assert.notDeepEqual(check.value(wrong), [], JSON.stringify(wrong));
    });

    it('is led by a supervisor that picks among all roles, unless the team says among whom', async () => {
      assert.deepEqual((await load({ 'team.yaml': chat, ...roles })).supervisor?.choices, ['a', 'b', 'end']);
      assert.deepEqual((await load({ 'team.yaml': `${chat}supervisor: { instructions: Be brief. }\n`, ...roles })).supervisor?.choices, ['a', 'b', 'end']);
      assert.deepEqual((await load({ 'team.yaml': `${chat}supervisor: { choices: [a] }\n`, ...roles })).supervisor?.choices, ['a']);
    });

    it('alone has messages: elsewhere that is a field like any other', async () => {
      const team = await load({ 'team.yaml': head, 'roles/a.yaml': 'role: a\nresponsibility: Talk.\nwrites: { messages: { type: string } }\n' });
      assert.deepEqual([team.fields['messages']?.type, team.roles[0]?.writes.length, team.roles[0]?.reads], ['string', 1, []]);
    });
  });

  it('lets a person hand over to a role and be handed the end', async () => {
    const team = await load({ 'team.yaml': `${head}topology: pipeline\n`, 'roles/a.yaml': 'role: a\nresponsibility: Help.\ninput: { from: user }\noutput: { to: b }\n', 'roles/b.yaml': 'role: b\nresponsibility: Help.\ninput: { from: [human, task] }\noutput: { to: user }\n' });
    assert.deepEqual(team.pipeline, ['a', 'b']);
  });

  it('loads the script of a scripted model with it', async () => {
    const script = `replies:
  - { role: a, when: call == 1, output: { x: "{{ task }}" }, usage: { input: 3, cache_write: 1 }, delay_ms: 5, repeat: true }
  - { role: a, error: { status: 429, retry_after: 1 } }
  - { role: a, tool_calls: [{ name: find }] }
  - { role: a, text: "" }
`;
    const team = await load({ 'team.yaml': head.replace('provider: openai, model: m', 'provider: scripted, script: scripts/s.yaml'), 'scripts/s.yaml': script, 'roles/a.yaml': 'role: a\nresponsibility: Help.\nwrites: [x]\n' });
    const { file, replies } = team.models['m']!.script!;
    assert.equal(file, 'scripts/s.yaml');
    assert.deepEqual(replies[0], {
      role: 'a', when: { text: 'call == 1', at: { file: 'scripts/s.yaml', line: 2, column: 22 } }, repeat: true, delayMs: 5, text: null, error: null, toolCalls: [],
      reply: { output: { x: '{{ task }}' } }, usage: { input: 3, cacheWrite: 1 }, at: { file: 'scripts/s.yaml', line: 2, column: 5 },
    });
    assert.deepEqual(replies.slice(1).map(({ error, text, toolCalls }) => ({ error, text, toolCalls })), [
      { error: { status: 429, retryAfterS: 1 }, text: null, toolCalls: [] },
      { error: null, text: null, toolCalls: [{ name: 'find', arguments: {} }] },
      { error: null, text: '', toolCalls: [] },
    ]);
  });

  it('takes built-in tools by their own name', async () => {
    const team = await load({ 'team.yaml': `${head}tools: { find: { type: search, root: docs, max: 3, fields: [path] } }\n`, 'docs/a.md': 'x', 'roles/a.yaml': 'role: a\nresponsibility: Help.\ntools: [find, read_file, read_more]\n' });
    assert.deepEqual(team.roles[0]?.tools, ['find', 'read_file']);
    assert.deepEqual(team.tools['read_file'], { name: 'read_file', type: 'read_file', options: {}, fields: null, max: null, at: null });
    assert.deepEqual({ ...team.tools['find'], at: null }, { name: 'find', type: 'search', options: { root: 'docs' }, fields: ['path'], max: 3, at: null });
  });

  it('tells the first problem of each role, inline ones by their lines', async () => {
    const texts = { '/t/team.yaml': `${head}roles:\n  - { role: a, responsibility: Help., mode: thnk }\n  - { role: b, responsibility: Help. }\n`, '/t/roles/c.yaml': 'role: c\nresponsibility: Help.\nmodel: n\n', '/t/roles/d.yaml': 'role: [d\n' };
    const { roles, team } = await loadTeam('/t', memoryFiles(texts), await loadSchemas());
    assert.equal(team, null);
    assert.deepEqual(roles.map((role) => [role.id, role.problem !== null]), [['a', true], ['b', false], ['c', true], ['d', true]]);
  });

  it('runs a team whose scenario is broken', async () => {
    const texts = { '/t/team.yaml': head, '/t/roles/a.yaml': 'role: a\nresponsibility: Help.\n', '/t/scenarios/s.yaml': 'scenario: s\nteam: ..\ntask: x\nassert: [nope()]\n' };
    const { team, diagnostics } = await loadTeam('/t', memoryFiles(texts), await loadSchemas());
    assert.notEqual(team, null);
    assert.deepEqual(diagnostics.map((each) => each.severity), ['error']);
  });

  it('sees a file change', async () => {
    const texts: Record<string, string> = { '/t/team.yaml': head, '/t/roles/a.yaml': 'role: a\nresponsibility: Help.\n' };
    const schemas = await loadSchemas();
    assert.notEqual((await loadTeam('/t', memoryFiles(texts), schemas)).team, null);
    texts['/t/roles/a.yaml'] = 'role: a\n';
    assert.equal((await loadTeam('/t', memoryFiles(texts), schemas)).team, null);
    texts['/t/roles/a.yaml'] = 'role: a\nresponsibility: Help more.\n';
    assert.equal((await loadTeam('/t', memoryFiles(texts), schemas)).team?.roles[0]?.responsibility, 'Help more.');
  });
});
