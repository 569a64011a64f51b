// `npm run bench`: measures what the aims of this version are about, and prints the figures beside the aims. No test: nothing fails here.
//
//   npm run bench                         everything but tools and conformance, in some minutes
//   npm run bench -- steps fanout         these alone; the names are below
//   npm run bench -- steps --runs 9       more fresh processes for each figure
//   npm run bench -- steps --no-peer      without the peer, which is installed when it is first needed
import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { findBrowser } from '../../src/build/host/browser.mjs';
import type { Activation } from './activation';
import { conformance } from './conformance';
import { engineScripts, hasPeer, measureDocument, measureFanOut, measureOpening, measureSteps } from './engineBench';
import { measureErrors } from './errorsBench';
import type { DebuggerFigures } from './debuggerRun';
import type { LanguageFigures } from './language';
import { median } from './measure';
import type { Overhead } from './modelOverhead';
import { panelPaint, type PanelFigures } from './panelPaint';
import { bundleScripts, describeMachine, measured, printTable, root, say } from './processes';
import { measureTokens } from './tokensBench';
import type { ToolFigures } from './toolFigures';

const extension = path.join(root, 'dist', 'extension.cjs');

type Section = (runs: number, withPeer: boolean) => Promise<void>;

/** In the order in which they are measured. */
const sections: Readonly<Record<string, Section>> = {
  steps: measureSteps,
  fanout: measureFanOut,
  opening: measureOpening,
  document: measureDocument,
  tokens: measureTokens,
  errors: measureErrors,
  activation: measureActivation,
  panel: measurePanel,
  language: measureLanguage,
  models: measureModels,
  tools: measureTools,
  debugger: measureDebugger,
};
/** They compare with the peer. */
const besidePeer = ['steps', 'fanout', 'opening', 'document'];
const usual = Object.keys(sections).filter((name) => name !== 'tools');

await bench();

async function bench(): Promise<void> {
  const { values, positionals } = parseArgs({ allowPositionals: true, allowNegative: true, options: { runs: { type: 'string', default: '5' }, peer: { type: 'boolean', default: true } } });
  if (positionals[0] === 'conformance') {
    process.exitCode = await conformance(root, say);
    return;
  }
  const unknown = positionals.find((name) => sections[name] === undefined);
  if (unknown !== undefined) {
    say(`There is nothing to measure that is called ${unknown}. There is: ${[...Object.keys(sections), 'conformance'].join(', ')}.`);
    process.exitCode = 1;
    return;
  }
  const wanted = positionals.length === 0 ? usual : positionals;
  const runs = Number(values.runs);
  await bundleScripts([...engineScripts, 'activation', 'modelOverhead', 'toolFigures', 'language', 'debuggerRun']);
  const withPeer = values.peer && wanted.some((name) => besidePeer.includes(name)) && (await hasPeer());
  say(`${describeMachine()}; medians of ${runs} fresh processes.`);
  for (const name of wanted) await sections[name]!(runs, withPeer);
  say();
  say(`Ended: ${describeMachine()}.`);
}

async function measureTools(runs: number): Promise<void> {
  const all: ToolFigures[] = [];
  for (let run = 0; run < runs; run++) all.push(await measured<ToolFigures>('toolFigures'));
  const of = (name: keyof ToolFigures): number => median(all.map((figures) => figures[name]));
  say(`Search: ${of('passages')} passages indexed in ${of('indexMs').toFixed(0)} ms; ${of('queries')} queries, median ${of('medianQueryMs').toFixed(2)} ms, slowest ${of('slowestQueryMs').toFixed(1)} ms; the passage that was meant came first in ${of('firstRight')}.`);
  say(`Prompt around ${(of('inputBytes') / 1024).toFixed(0)} KB of input, ${of('promptTokens')} tokens: built and counted in ${of('firstPromptMs').toFixed(1)} ms, the same again in ${of('nextPromptMs').toFixed(2)} ms.`);
}

async function measureDebugger(runs: number): Promise<void> {
  const all: DebuggerFigures[] = [];
  for (let run = 0; run < runs; run++) all.push(await measured<DebuggerFigures>('debuggerRun'));
  const of = (pick: (one: DebuggerFigures) => number): number => median(all.map(pick));
  const ms = (pick: (one: DebuggerFigures) => number): string => `${of(pick).toFixed(1)} ms`;
  say();
  say('The debugger, over its protocol: a stop with 300 fields and a value of 5 MB, and a run of 1,000 steps');
  printTable([
    ['', 'measured', 'aim'],
    ['from the stop to the shared workspace', ms((one) => one.stopMs), ''],
    ['a step back, of 1,000 one after the other', ms((one) => one.backMs), ''],
    ['the slowest of them', ms((one) => one.slowestBackMs), ''],
    ['all the way back at once', ms((one) => one.wholeWayBackMs), ''],
    ['steps a second, attached and without a breakpoint', of((one) => one.attachedRate).toFixed(0), ''],
    ['of those with nobody attached', `${(of((one) => one.attachedRate / one.bareRate) * 100).toFixed(0)} %`, 'at least 80 %'],
  ]);
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
  const cpuMs = median(all.map((one) => one.cpuMs));
  printTable([
    ['', 'measured', '', '', 'aim'],
    ['activate', `${activateMs.toFixed(1)} ms`, '', '', 'under 50 ms'],
    ['loading the bundle before it', `${loadMs.toFixed(1)} ms`, '', '', ''],
    ['processor time of both', `${cpuMs.toFixed(1)} ms`, '', '', 'under 50 ms'],
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
    ['first paint of a team of 300 roles', ms((one) => one.largeTeamPaintMs), '', '', 'under 300 ms'],
    ['its graph, once it is asked for', ms((one) => one.graphPaintMs), '', '', ''],
  ]);
}

async function measureLanguage(runs: number): Promise<void> {
  const all: { readonly team: LanguageFigures; readonly file: LanguageFigures }[] = [];
  for (let run = 0; run < runs; run++) all.push(await measured('language', '20'));
  const ms = (pick: (one: LanguageFigures) => number, of: 'team' | 'file'): string => `${median(all.map((one) => pick(one[of]))).toFixed(1)} ms`;
  say();
  say(`Typing, in processor time: in a card of a team of 30 roles, and in a file of ${all[0]!.file.lines.toLocaleString('en')} lines with 312 roles`);
  const row = (what: string, pick: (one: LanguageFigures) => number, aim = ''): readonly string[] => [what, ms(pick, 'team'), ms(pick, 'file'), '', aim];
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
