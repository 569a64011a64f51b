/** Earlier runs, whose requests an earlier version may have worded otherwise, for whoever looks for an answer by the request of today. */
import { loadEarlierReplies, type EarlierLogs, type EarlierReplies } from '../models/earlierReplies';
import type { EnginePorts } from './engine';
import { reworded } from './replayRun';

/** Each is done again for it, without a call, so it is only done where no request is found as it stands; and then once. */
export function rewordedLogs(ports: EnginePorts, logs: EarlierLogs): EarlierLogs {
  let loading: Promise<EarlierReplies> | null = null;
  const list = () => logs.list();
  const read = (run: string) => logs.read(run);
  const readAgain: EarlierLogs['read'] = async (run) => {
    const found = await read(run);
    return { ...found, events: await reworded(ports, found.events) };
  };
  return { list, read, inOurWords: () => (loading ??= loadEarlierReplies({ list, read: readAgain }, '')) };
}
