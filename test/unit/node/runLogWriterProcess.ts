// A process that writes a run until it is killed, for tests of crashes. Says on standard output what it knows to be flushed.
import { createRunLogs } from '../../../src/node/runLog/runLogs';
import { numbered, resultBody, startedBody } from '../../support/runEvents';

const [folder, run] = process.argv.slice(2);
const logs = createRunLogs(folder!);
const log = run === undefined ? await logs.create() : (await logs.reopen(run)).writer;
process.stdout.write(`run ${log.run} ${process.pid}\n`);
if (run === undefined) {
  log.append(numbered([startedBody(log.run)]));
  for (let seq = 2; ; seq++) {
    log.append(numbered([resultBody(seq, `${seq} ${'界'.repeat(seq % 700)}`)], seq));
    await log.flush();
    process.stdout.write(`flushed ${seq}\n`);
    // The pipe is read by the test: without a turn of the loop nothing would be sent.
    await new Promise((go) => setImmediate(go));
  }
}
await log.close();
process.stdout.write('closed\n');
