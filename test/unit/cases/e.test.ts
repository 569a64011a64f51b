// Cases of area E: cards and their YAML, as the check reads them. Each kind of fault has a whole folder in ../../golden/checks; here is the input of each case.
import assert from 'node:assert/strict';
import { loadSchemas } from '../../../src/engine/schemas/loadSchemas';
import type { Schemas } from '../../../src/engine/shared/schemas';
import type { Diagnostic, QuickFix } from '../../../src/engine/shared/source';
import type { LoadedTeam } from '../../../src/engine/team/loadedTeam';
import { loadTeam } from '../../../src/engine/team/loadTeam';
import { memoryFiles } from '../../support/memoryFiles';

const team = (more = '') => `team: small
goal: A note
models: { m: { provider: openai, model: x } }
model: m
${more}routes: [{ when: state.note == '', to: writer }]
finish_when: state.note != ''
`;
const writer = 'role: writer\nresponsibility: Write.\nreads: [task]\nwrites: { note: { type: string } }\n';

type Texts = Readonly<Record<string, string>>;

describe('cases E', () => {
  let schemas: Schemas;
  before(async () => {
    schemas = await loadSchemas();
  });

  const load = (texts: Texts): Promise<LoadedTeam> => loadTeam('/t', memoryFiles(Object.fromEntries(Object.entries({ 'team.yaml': team(), 'roles/writer.yaml': writer, ...texts }).map(([name, text]) => [`/t/${name}`, text]))), schemas);
  const at = ({ range, code, severity }: Diagnostic) => `${range.file.replace('/t/', '')}:${range.start.line} ${severity} ${code}`;
  const found = async (texts: Texts) => (await load(texts)).diagnostics;
  const withFix = (text: string, { range, text: mend }: QuickFix) => {
    const lines = text.split('\n');
    const line = lines[range.start.line - 1]!;
    lines[range.start.line - 1] = line.slice(0, range.start.column - 1) + mend + line.slice(range.end.column - 1);
    return lines.join('\n');
  };

  it('the team of these cases is a good one', async () => {
    const { team: loaded, diagnostics } = await load({});
    assert.deepEqual([loaded?.roles.map((role) => role.id), diagnostics], [['writer'], []]);
  });

  it('E2: an unquoted colon is said at its line, with the mend; the card is broken, not gone, and no run starts', async () => {
    const card = writer.replace('responsibility: Write.', 'responsibility: Review: find bugs');
    const { team: loaded, diagnostics, sources } = await load({ 'roles/writer.yaml': card });
    assert.deepEqual([loaded, at(diagnostics[0]!)], [null, 'roles/writer.yaml:2 error unquoted-text']);
    assert.deepEqual(sources!.roles.map((role) => role.id), ['writer'], 'it is listed');
    const mended = withFix(card, diagnostics[0]!.fix!);
    assert.equal((await load({ 'roles/writer.yaml': mended })).team?.roles[0]?.responsibility, 'Review: find bugs');
  });

  it('E3: a broken bracket is an error, and nothing that was good before takes its place', async () => {
    const good = await load({});
    const broken = await load({ 'team.yaml': team().replace("to: writer }]", 'to: writer }') });
    assert.ok(good.team !== null && broken.team === null);
    assert.match(at(broken.diagnostics[0]!), /^team\.yaml:\d+ error yaml-syntax$/);
  });

  it('E5: no, yes, on and off are texts, and said where another tool would read a truth', async () => {
    const card = writer.replace('{ type: string }', '{ type: string, enum: [yes, no] }').replace('role: writer', 'role: no');
    const { team: loaded, diagnostics } = await load({ 'team.yaml': team().replace('to: writer', "to: 'no'"), 'roles/writer.yaml': card });
    assert.deepEqual([loaded?.roles[0]?.id, loaded?.fields['note']?.schema], ['no', { type: 'string', enum: ['yes', 'no'] }]);
    assert.deepEqual([...new Set(diagnostics.map(({ code, severity }) => `${severity} ${code}`))], ['hint yaml-1-1']);
    assert.deepEqual(diagnostics.filter((one) => one.fix === undefined), [], 'each can be put in quotes');
    const keyed = await found({ 'roles/writer.yaml': `${writer}on: true\n` });
    assert.ok(keyed.some((one) => one.code === 'unknown-key' && one.message.includes('`on`')));
  });

  it('E6: a key that is given twice and an id that is given twice are errors with both places', async () => {
    const twice = await found({ 'team.yaml': team('model: m\n') });
    assert.deepEqual([at(twice[0]!), twice[0]!.related?.[0]?.range.start.line], ['team.yaml:5 error duplicate-key', 4]);
    const roles = await found({ 'roles/zz.yaml': writer.replace('note', 'other') });
    const double = roles.find((one) => one.code === 'duplicate-role')!;
    assert.deepEqual([at(double), double.related?.[0]?.range.file], ['roles/zz.yaml:1 error duplicate-role', '/t/roles/writer.yaml']);
  });

  it('E9: a second document is an error where it begins, never dropped', async () => {
    const { team: loaded, diagnostics } = await load({ 'roles/writer.yaml': `${writer}---\n${writer.replace('role: writer', 'role: second')}` });
    assert.deepEqual([loaded, at(diagnostics[0]!)], [null, 'roles/writer.yaml:5 error second-document']);
  });

  it('E10: a tab that indents is called a tab, at its place; behind a colon it is a space', async () => {
    const [tab] = await found({ 'roles/writer.yaml': writer.replace('writes: { note: { type: string } }', 'writes:\n\tnote: { type: string }') });
    assert.deepEqual([at(tab!), tab!.range.start.column, /tab/i.test(tab!.message)], ['roles/writer.yaml:5 error tab-indent', 1, true]);
    assert.deepEqual(await found({ 'roles/writer.yaml': writer.replace('role: writer', 'role:\twriter') }), []);
  });

  it('E12: __proto__, constructor, merges and a role called toString are refused or plain, and nothing is polluted', async () => {
    const unsafe = await found({ 'roles/writer.yaml': `${writer}limits: &a { __proto__: { polluted: true }, constructor: 1 }\n<<: *a\n` });
    const codes = unsafe.map((one) => one.code);
    assert.ok(codes.includes('unsafe-key') && codes.includes('unknown-key'), codes.join());
    assert.equal(({} as { readonly polluted?: boolean }).polluted, undefined);
    const { team: loaded } = await load({ 'team.yaml': team().replace('to: writer', 'to: toString'), 'roles/writer.yaml': writer.replace('role: writer', 'role: toString') });
    if (loaded !== null) assert.deepEqual(loaded.roles.map((role) => role.id), ['toString']);
    else assert.ok((await found({ 'roles/writer.yaml': writer.replace('role: writer', 'role: toString') })).some((one) => one.code === 'reserved-name'));
  });

  it('E14: a file of fifty thousand lines is refused by its size at once', async () => {
    const from = performance.now();
    const { team: loaded, diagnostics } = await load({ 'team.yaml': team('# a line of a very long file\n'.repeat(50_000)) });
    assert.equal(loaded, null);
    assert.match(diagnostics[0]!.message, /256|KB|large/);
    assert.ok(performance.now() - from < 1000, `${Math.round(performance.now() - from)} ms`);
  });

  it('E15: a name that nothing has is said with the one that was meant, and its mend', async () => {
    const critic = 'role: critic\nmode: review\nresponsibility: Judge.\nreads: [task]\n';
    const diagnostics = await found({
      'roles/writer.yaml': `${writer}tools: [serch]\nmodel: mm\nreview: { by: critc, criteria: [It is a note.] }\n`, 'roles/critic.yaml': critic,
      'team.yaml': team('tools: { search: { type: read_file } }\n'),
    });
    const said = diagnostics.filter((one) => one.severity === 'error').map((one) => [one.code, /did you mean `(\w+)`/.exec(one.message)?.[1], one.fix?.text]);
    assert.deepEqual(said.sort(), [['unknown-model', 'm', 'm'], ['unknown-role', 'critic', 'critic'], ['unknown-tool', 'search', 'search']]);
  });
});
