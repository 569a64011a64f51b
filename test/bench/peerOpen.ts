// A process of the bench: opens a run that the peer has kept, at its end or at a step by the id of its checkpoint. Its modules are loaded before the clock starts.
//
//   peerOpen <folder of the peer> <file> <step, or end>
import { readFileSync } from 'node:fs';
import { tell } from './measure';
import { openPeer, thread } from './peerGraph';

const [peerFolder = '', file = '', step = 'end'] = process.argv.slice(2);
void measure();

async function measure(): Promise<void> {
  const ids = JSON.parse(readFileSync(`${file}.ids`, 'utf8')) as Readonly<Record<string, string>>;
  const { app } = await openPeer(peerFolder, file, 'steps', 1000);
  const id = ids[step];
  const cpu = process.cpuUsage();
  const from = performance.now();
  const { values } = await app.getState(id === undefined ? thread : { configurable: { ...thread.configurable, checkpoint_id: id } });
  const openMs = performance.now() - from;
  const { user, system } = process.cpuUsage(cpu);
  tell({ openMs, cpuMs: (user + system) / 1000, findings: values.findings.length });
}
