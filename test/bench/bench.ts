// `npm run bench`: measures what the aims of this version are about, and prints the figures beside the aims. No test: nothing fails here.
//
//   npm run bench -- [--only steps,peer,activation,panel,models,language] [--steps 1000] [--runs 5]
//   npm run bench -- tools            the search index, and a prompt around 100 KB
//   npm run bench -- conformance      what servers do, case by case: passed or failed
//
// Everything is measured in fresh processes, of which the medians are taken; Rolecall and the peer take turns, so that a busy machine is
// busy for both.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { build } from 'esbuild';
import { findBrowser } from '../../src/build/host/browser.mjs';
import type { Activation } from './activation';
import { conformance } from './conformance';
import type { LanguageFigures } from './language';
import { median, type Figures } from './measure';
import type { Overhead } from './modelOverhead';
import { panelPaint, type PanelFigures } from './panelPaint';
import { peerName, providePeer } from './peers';
import type { ToolFigures } from './toolFigures';

const root = fileURLToPath(new URL('../..', import.meta.url));
const scripts = path.join(root, 'out', 'bench');
const peerFolder = path.join(root, 'out', 'peers');
const extension = path.join(root, 'dist', 'extension.cjs');

const say = (text = ''): void => console.log(text);

await bench();

async function bench(): Promise<void> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { only: { type: 'string' }, steps: { type: 'string', default: '1000' }, runs: { type: 'string', default: '5' } } });
  if (positionals[0] === 'conformance') {
    process.exitCode = await conformance(root, say);
    return;
  }
  const wanted = new Set(values.only?.split(',') ?? ['steps', 'peer', 'activation', 'panel', 'models', 'language']);
  const steps = Number(values.steps);
  const runs = Number(values.runs);
  say(`Node ${process.versions.node}, ${process.platform}, ${availableParallelism()} processors, medians of ${runs} fresh processes.`);
  await bundleScripts();
  if (positionals[0] === 'tools') return measureTools(runs);
  if (wanted.has('steps') || wanted.has('peer')) await measureSteps({ steps, runs, withPeer: wanted.has('peer') });
  if (wanted.has('activation')) await measureActivation(runs);
  if (wanted.has('panel')) await measurePanel(runs);
  if (wanted.has('language')) await measureLanguage(runs);
  if (wanted.has('models')) await measureModels(runs);
}

async function measureTools(runs: number): Promise<void> {
  const all: ToolFigures[] = [];
  for (let run = 0; run < runs; run++) all.push(await measured<ToolFigures>('toolFigures'));
  const of = (name: keyof ToolFigures): number => median(all.map((figures) => figures[name]));
  say(`Search: ${of('passages')} passages indexed in ${of('indexMs').toFixed(0)} ms; ${of('queries')} queries, median ${of('medianQueryMs').toFixed(2)} ms, slowest ${of('slowestQueryMs').toFixed(1)} ms; the passage that was meant came first in ${of('firstRight')}.`);
  say(`Prompt around ${(of('inputBytes') / 1024).toFixed(0)} KB of input, ${of('promptTokens')} tokens: built and counted in ${of('firstPromptMs').toFixed(1)} ms, the same again in ${of('nextPromptMs').toFixed(2)} ms.`);
}

/** As the product is built, so that nothing of a loader is measured. */
async function bundleScripts(): Promise<void> {
  await build({
    absWorkingDir: root, entryPoints: ['rolecallSteps', 'peerSteps', 'activation', 'modelOverhead', 'toolFigures', 'language'].map((name) => `test/bench/${name}.ts`), outdir: scripts,
    bundle: true, splitting: true, platform: 'node', target: 'node20.19', format: 'esm', outExtension: { '.js': '.mjs' }, mainFields: ['module', 'main'], logLevel: 'error',
    banner: { js: 'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);' },
  });
}

/** The last line that the process prints, as JSON. Ends the bench with the process's own error when it fails. */
async function measured<T>(script: string, ...args: readonly string[]): Promise<T> {
  const started = promisify(execFile)(process.execPath, [path.join(scripts, `${script}.mjs`), ...args], { maxBuffer: 64 * 1024 * 1024 });
  const { stdout } = await started.catch((error: unknown) => {
    const lines = String((error as { stderr?: string }).stderr ?? error).split('\n').filter((line) => /^\w*Error|^ {4}at /.test(line));
    say(`${script} failed:\n${lines.slice(0, 8).join('\n')}`);
    process.exit(1);
  });
  return JSON.parse(stdout.trimEnd().split('\n').at(-1)!) as T;
}

async function measureSteps({ steps, runs, withPeer }: { readonly steps: number; readonly runs: number; readonly withPeer: boolean }): Promise<void> {
  const missing = withPeer ? await providePeer(peerFolder, say) : null;
  const ours: Figures[] = [];
  const peers: Figures[] = [];
  for (let run = 0; run < runs; run++) {
    ours.push(await measured<Figures>('rolecallSteps', String(steps)));
    if (withPeer && missing === null) peers.push(await measured<Figures>('peerSteps', peerFolder, String(steps)));
  }
  say();
  say(`${steps} steps of four roles, a list that grows by one finding a step, a model that answers at once, everything kept on disk`);
  if (missing !== null) say(missing);
  printTable(stepRows(mid(ours), peers.length > 0 ? mid(peers) : null, steps));
}

function mid(all: readonly Figures[]): Figures {
  const of = (pick: (one: Figures) => number): number => median(all.map(pick));
  const written = all.every((one) => one.writtenBytes !== null) ? of((one) => one.writtenBytes ?? Number.NaN) : null;
  return {
    steps: of((one) => one.steps), totalMs: of((one) => one.totalMs), cpuMs: of((one) => one.cpuMs), peakMb: of((one) => one.peakMb), writtenBytes: written,
    earlyMs: of((one) => one.earlyMs), lateMs: of((one) => one.lateMs), keptBytes: of((one) => one.keptBytes), tenthBytes: of((one) => one.tenthBytes), lastBytes: of((one) => one.lastBytes),
  };
}

type Row = readonly [what: string, ours: string, peer: string, ratio: string, aim: string];

function stepRows(ours: Figures, peer: Figures | null, steps: number): readonly Row[] {
  const row = (what: string, show: (one: Figures) => string, ratio: string, aim = ''): Row => [what, show(ours), peer === null ? '–' : show(peer), peer === null ? '' : ratio, aim];
  const rate = ({ steps: count, totalMs }: Figures): number => (count / totalMs) * 1000;
  const times = (a: number, b: number): string => `${(a / b).toFixed(a / b < 10 ? 1 : 0)} ×`;
  const less = (pick: (one: Figures) => number): string => (peer === null ? '' : `1/${(pick(peer) / pick(ours)).toFixed(0)}`);
  return [
    ['', 'Rolecall', peerName, 'ratio', 'aim'],
    row('steps a second', (one) => rate(one).toFixed(0), peer === null ? '' : times(rate(ours), rate(peer)), 'at least 20 ×'),
    row('ms a step, early → last', (one) => `${one.earlyMs.toFixed(2)} → ${one.lateMs.toFixed(2)}`, ''),
    row('processor ms a step', ({ cpuMs }) => (cpuMs / steps).toFixed(2), less((one) => one.cpuMs)),
    row('bytes of step 10', (one) => bytes(one.tenthBytes), less((one) => one.tenthBytes), 'as of the last step'),
    row(`bytes of step ${steps}`, (one) => bytes(one.lastBytes), less((one) => one.lastBytes), 'at most 1/100'),
    row('bytes a step, kept in the end', (one) => bytes(one.keptBytes / steps), less((one) => one.keptBytes), 'at most 1/100'),
    row('bytes a step, written', ({ writtenBytes }) => (writtenBytes === null ? 'not told here' : bytes(writtenBytes / steps)), less((one) => one.writtenBytes ?? Number.NaN), 'at most 1/100'),
    row('peak memory', ({ peakMb }) => `${peakMb.toFixed(0)} MB`, less((one) => one.peakMb)),
  ];
}

async function measureActivation(runs: number): Promise<void> {
  say();
  say('Activation in an empty folder, in plain Node with a stand-in for VS Code that does nothing: the extension’s own share of it');
  if (!existsSync(extension)) {
    say('dist/extension.cjs is not there; `npm run build` makes it.');
    return;
  }
  const all: Activation[] = [];
  for (let run = 0; run < runs; run++) all.push(await measured<Activation>('activation', extension));
  const { atOnce, later } = all[0]!;
  const size = Object.values(atOnce).reduce((sum, one) => sum + one, 0);
  const loadMs = median(all.map((one) => one.loadMs));
  const activateMs = median(all.map((one) => one.activateMs));
  printTable([
    ['', 'measured', '', '', 'aim'],
    ['activate', `${activateMs.toFixed(1)} ms`, '', '', 'under 50 ms'],
    ['loading the bundle before it', `${loadMs.toFixed(1)} ms`, '', '', ''],
    ['what is loaded for it', `${(size / 1024).toFixed(0)} KB`, '', '', 'under 400 KB'],
  ]);
  say(`Loaded: ${Object.keys(atOnce).join(', ')}. Loaded in the moment behind it: ${later.length === 0 ? 'nothing' : later.join(', ')}.`);
}

async function measureModels(runs: number): Promise<void> {
  const all: Overhead[] = [];
  for (let run = 0; run < runs; run++) all.push(await measured<Overhead>('modelOverhead'));
  const of = (pick: (one: Overhead) => number): number => median(all.map(pick));
  const { calls, chunks } = all[0]!;
  const ms = (value: number): string => `${value.toFixed(2)} ms`;
  const callMs = of((one) => one.ourCallMs - one.bareCallMs);
  const share = of((one) => one.ourStreamMs / one.bareStreamMs - 1);
  say();
  say(`A call by the openai model and by the bare openai client, over HTTP to a server in another process: ${calls} calls, then streams of ${chunks.toLocaleString('en')} chunks`);
  printTable([
    ['', 'Rolecall', 'bare client', 'more', 'aim'],
    ['a call of five chunks', ms(of((one) => one.ourCallMs)), ms(of((one) => one.bareCallMs)), ms(callMs), 'under 1 ms'],
    [`a call of ${chunks.toLocaleString('en')} chunks`, ms(of((one) => one.ourStreamMs)), ms(of((one) => one.bareStreamMs)), `${(share * 100).toFixed(1)} %`, 'at most 5 %'],
  ]);
}

async function measurePanel(runs: number): Promise<void> {
  say();
  if (findBrowser() === undefined) {
    say('The run panel: no Chromium was found; `npm test` installs one.');
    return;
  }
  const all: PanelFigures[] = [];
  for (let run = 0; run < runs; run++) all.push(await panelPaint());
  const ms = (pick: (one: PanelFigures) => number): string => `${median(all.map(pick)).toFixed(0)} ms`;
  say(`The run panel’s page in Chromium: a run of ${all[0]!.events.toLocaleString('en')} events, then as many again in 10 s`);
  printTable([
    ['', 'measured', '', '', 'aim'],
    ['first paint of the whole run', ms((one) => one.firstPaintMs), '', '', 'under 300 ms'],
    ['longest frame while events come', ms((one) => one.longestFrameMs), '', '', 'under 100 ms'],
  ]);
}

async function measureLanguage(runs: number): Promise<void> {
  const all: { readonly team: LanguageFigures; readonly file: LanguageFigures }[] = [];
  for (let run = 0; run < runs; run++) all.push(await measured('language', '20'));
  const ms = (pick: (one: LanguageFigures) => number, of: 'team' | 'file'): string => `${median(all.map((one) => pick(one[of]))).toFixed(1)} ms`;
  say();
  say(`Typing, in processor time: in a card of a team of 30 roles, and in a file of ${all[0]!.file.lines.toLocaleString('en')} lines with 312 roles`);
  const row = (what: string, pick: (one: LanguageFigures) => number, aim = ''): Row => [what, ms(pick, 'team'), ms(pick, 'file'), '', aim];
  printTable([
    ['', '30 roles', '5,000 lines', '', 'aim'],
    row('keystroke to diagnostics', (one) => one.checkMs, 'under 50 ms, 200 ms'),
    row('the slowest of them', (one) => one.worstCheckMs),
    row('completion', (one) => one.completeMs, 'under 30 ms'),
    row('the slowest of them', (one) => one.worstCompleteMs),
    row('first hover behind a check', (one) => one.hoverMs),
    row('colours of the file', (one) => one.coloursMs),
  ]);
}

function bytes(count: number): string {
  return Math.round(count).toLocaleString('en');
}

function printTable(rows: readonly Row[]): void {
  const widths = rows[0]!.map((_, index) => Math.max(...rows.map((row) => row[index]!.length)));
  for (const row of rows) say(row.map((cell, index) => (index === 0 ? cell.padEnd(widths[index]!) : cell.padStart(widths[index]!))).join('  ').trimEnd());
}
