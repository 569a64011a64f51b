/** What an HTTP status means for a model call: the same for a real server and for a script that plays one. */
import type { CallError } from '../events/runEvent';

type Kind = CallError['kind'];

const statuses: Readonly<Record<number, Kind>> = { 401: 'auth', 402: 'quota', 403: 'auth', 404: 'not-found', 408: 'timeout', 409: 'server', 413: 'too-long', 425: 'server', 429: 'rate-limit', 504: 'timeout' };

/** 429 is a rate limit here; that an account is empty only the body tells. */
export function kindOfStatus(status: number): Kind {
  return statuses[status] ?? (status >= 500 ? 'server' : status >= 400 ? 'bad-request' : 'other');
}

/** Whether the same request may be answered a moment later. */
const passing: Readonly<Record<Kind, boolean>> = {
  timeout: true,
  disconnect: true,
  empty: true,
  'rate-limit': true,
  server: true,
  network: true,
  quota: false,
  auth: false,
  'not-found': false,
  'too-long': false,
  'bad-request': false,
  script: false,
  stopped: false,
  other: false,
};

export function callError(kind: Kind, message: string, more: Omit<Partial<CallError>, 'kind' | 'message'> = {}): CallError {
  return { kind, message, retryable: passing[kind], ...more };
}

/** What an aborted signal means: the caller aborts with the reason 'timeout' or 'stopped'. */
export function errorOfAbort(signal: AbortSignal): CallError {
  const reason: unknown = signal.reason;
  const isTimeout = reason === 'timeout' || (reason instanceof Error && reason.name === 'TimeoutError');
  return isTimeout ? callError('timeout', 'The model did not answer within the time-out of the request.', { hint: 'Raise limits.timeout of the role.' }) : callError('stopped', 'The call was stopped.');
}
