// Steps, fan-outs, opening and large values: what Rolecall's engine and log take, beside the peer on the same work. Each figure is the median of fresh
// processes; the two take turns, so that a busy machine is busy for both.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { median, type RunFigures, type StepCost } from './measure';
import { peerName, providePeer } from './peers';
import { measured, printTable, root, say, times, whole } from './processes';
import type { Workload } from './workload';

export const engineScripts = ['rolecallRun', 'rolecallOpen', 'peerRun', 'peerOpen'] as const;
const peerFolder = path.join(root, 'out', 'peers');

type Told = RunFigures & { readonly costs: readonly StepCost[]; readonly stepBytes: readonly number[] };

/** Of Rolecall, and of the peer where it is measured. */
interface Both<T> {
  readonly ours: readonly T[];
  readonly peers: readonly T[];
}

type Row = readonly [what: string, ours: string, peer: string, ratio: string, aim: string];
const header: Row = ['', 'Rolecall', peerName, 'ratio', 'aim'];

/** True where the peer can be measured; else says why not. */
export async function hasPeer(): Promise<boolean> {
  const missing = await providePeer(peerFolder, say);
  if (missing !== null) say(missing);
  return missing === null;
}

async function both(workload: Workload, size: number, runs: number, withPeer: boolean): Promise<Both<Told>> {
  const ours: Told[] = [];
  const peers: Told[] = [];
  for (let run = 0; run < runs; run++) {
    ours.push(await measured<Told>('rolecallRun', workload, String(size)));
    if (withPeer) peers.push(await measured<Told>('peerRun', peerFolder, workload, String(size)));
  }
  return { ours, peers };
}

/** `ratio`: how many times smaller ours is, unless `isRate`. */
function row<T>({ ours, peers }: Both<T>, what: string, pick: (one: T) => number, show: (value: number) => string, aim = '', isRate = false): Row {
  const own = median(ours.map(pick));
  const theirs = median(peers.map(pick));
  if (peers.length === 0) return [what, show(own), '–', '', aim];
  return [what, show(own), show(theirs), isRate ? times(own / theirs) : `1/${(theirs / own).toFixed(theirs / own < 10 ? 1 : 0)}`, aim];
}

const ms = (value: number): string => (value < 10 ? value.toFixed(2) : whole(value));
const mb = (value: number): string => `${value.toFixed(value < 10 ? 2 : 0)} MB`;
const bytes = (value: number): string => (Number.isNaN(value) ? 'not told here' : whole(value));

export async function measureSteps(runs: number, withPeer: boolean): Promise<void> {
  const steps = 1000;
  const all = await both('steps', steps, runs, withPeer);
  const long = await measured<Told>('rolecallRun', 'steps', '10000');
  const rate = ({ totalMs }: Told): number => (steps / totalMs) * 1000;
  const processorRate = ({ cpuMs }: Told): number => (steps / cpuMs) * 1000;
  say();
  say(`${whole(steps)} steps of four roles, a list that grows by one finding a step, a model that answers at once, everything kept on disk`);
  printTable([
    header,
    row(all, 'steps a second', rate, whole, 'at least 20 ×; 5,000', true),
    row(all, 'steps a second of processor time', processorRate, whole, '', true),
    row(all, 'ms a step around step 100', ({ costs }) => costs[0]!.ms, ms),
    row(all, 'ms a step around step 1,000', ({ costs }) => costs[1]!.ms, ms),
    row(all, 'bytes of step 10', ({ stepBytes }) => stepBytes[0]!, bytes, 'as of the last step'),
    row(all, `bytes of step ${whole(steps)}`, ({ stepBytes }) => stepBytes[1]!, bytes, 'at most 1/100'),
    row(all, 'kept in the end', ({ keptBytes }) => keptBytes / 1e6, mb, 'at most 1.5 MB'),
    row(all, 'written', ({ writtenBytes }) => writtenBytes / 1e6, mb),
    row(all, 'peak memory', ({ peakMb }) => peakMb, mb),
  ]);
  const [early, middle, late] = long.costs;
  say(`A run of 10,000 steps, processor ms a step around step 100, 1,000 and 10,000: ${[early, middle, late].map((cost) => cost!.cpuMs.toFixed(2)).join(' → ')} (the last at most 1.3 times the others); peak memory ${mb(long.peakMb)}, kept ${mb(long.keptBytes / 1e6)}.`);
}

export async function measureFanOut(runs: number, withPeer: boolean): Promise<void> {
  for (const size of [1000, 4000]) {
    const all = await both('fanOut', size, size === 1000 ? runs : 1, withPeer);
    say();
    say(`A plan, ${whole(size)} subtasks at once, and a join`);
    printTable([
      header,
      row(all, 'ms in all', ({ totalMs }) => totalMs, ms, 'at most 1/10'),
      row(all, 'processor ms', ({ cpuMs }) => cpuMs, ms),
      row(all, 'peak memory', ({ peakMb }) => peakMb, mb, size === 1000 ? 'under 100 MB' : ''),
      row(all, 'kept in the end', ({ keptBytes }) => keptBytes / 1e6, mb),
    ]);
  }
}

export async function measureOpening(runs: number, withPeer: boolean): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'rolecall-open-'));
  const file = path.join(folder, 'peer.db');
  try {
    await measured('rolecallRun', 'steps', '1000', path.join(folder, 'ours'));
    if (withPeer) await measured('peerRun', peerFolder, 'steps', '1000', file);
    const rows: Row[] = [];
    for (const step of ['end', '500', '599']) rows.push(...(await openedAt(step, folder, file, runs, withPeer)));
    say();
    say('A run of 1,000 steps, opened in a fresh process that has loaded its modules: its state');
    printTable([header, ...rows]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type Opened = { readonly openMs: number; readonly cpuMs: number; readonly findings: number };

async function openedAt(step: string, folder: string, file: string, runs: number, withPeer: boolean): Promise<readonly Row[]> {
  const ours: Opened[] = [];
  const peers: Opened[] = [];
  for (let run = 0; run < runs; run++) {
    ours.push(await measured<Opened>('rolecallOpen', path.join(folder, 'ours', 'runs'), step));
    if (withPeer) peers.push(await measured<Opened>('peerOpen', peerFolder, file, step));
  }
  const wanted = step === 'end' ? 1000 : Number(step);
  for (const { findings } of [...ours, ...peers]) if (findings !== wanted) throw new Error(`opened at ${step}, it holds ${findings} findings`);
  const what = step === 'end' ? 'at its end' : `after step ${step}`;
  return [row({ ours, peers }, `${what}, ms`, ({ openMs }) => openMs, ms, '15 ms'), row({ ours, peers }, `${what}, processor ms`, ({ cpuMs }) => cpuMs, ms)];
}

export async function measureDocument(runs: number, withPeer: boolean): Promise<void> {
  const steps = 200;
  const { ours, peers } = await both('document', steps, Math.min(runs, 3), withPeer);
  const perStep = ({ totalMs }: Told): number => totalMs / steps;
  say();
  say(`A document of 5 MB in the state, ${steps} steps that do not read it`);
  printTable([
    header,
    row({ ours, peers }, 'ms a step', perStep, ms),
    row({ ours, peers }, 'kept in the end', ({ keptBytes }) => keptBytes / 1e6, mb, 'the document once: 5.2 MB'),
    row({ ours, peers }, 'written', ({ writtenBytes }) => writtenBytes / 1e6, mb),
    row({ ours, peers }, 'peak memory', ({ peakMb }) => peakMb, mb),
  ]);
}
