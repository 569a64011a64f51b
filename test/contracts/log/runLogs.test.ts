// RunLogs on disk and in memory keep to one contract.
import { createMemoryRunLogs } from '../../../src/engine/events/memoryLog';
import { createRedactor } from '../../../src/engine/shared/redact';
import { createRunLogs } from '../../../src/node/runLog/runLogs';
import { tempFolder } from '../../support/tempFolder';
import { runLogsContract } from './runLogsContract';

describe('runs in memory', () => {
  runLogsContract(() => {
    const redactor = createRedactor();
    const logs = createMemoryRunLogs({ redactor });
    return Promise.resolve({ logs, redactor, again: () => logs, dispose: () => Promise.resolve() });
  });
});

describe('runs on disk', () => {
  runLogsContract(async () => {
    const redactor = createRedactor();
    const folder = await tempFolder();
    const place = `${folder.path}/.rolecall/runs`;
    return {
      logs: createRunLogs(place, { redactor }),
      redactor,
      again: () => createRunLogs(place),
      dispose: folder.remove,
    };
  });
});
