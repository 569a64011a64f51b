/** What an HTTP status means for a model call: the same for a real server and for a script that plays one. */
import type { CallError } from '../events/runEvent';

type Kind = CallError['kind'];

/** 429 is a rate limit here; that an account is empty only the body tells. */
export function kindOfStatus(status: number): Kind {
  switch (status) {
    case 401:
    case 403:
      return 'auth';
    case 402:
      return 'quota';
    case 404:
      return 'not-found';
    case 408:
    case 504:
      return 'timeout';
    case 413:
      return 'too-long';
    case 429:
      return 'rate-limit';
    default:
      return status >= 500 || status === 409 || status === 425 ? 'server' : status >= 400 ? 'bad-request' : 'other';
  }
}

/** Whether the same request may be answered a moment later. */
export function isPassing(kind: Kind): boolean {
  switch (kind) {
    case 'timeout':
    case 'disconnect':
    case 'empty':
    case 'rate-limit':
    case 'server':
    case 'network':
      return true;
    case 'quota':
    case 'auth':
    case 'not-found':
    case 'too-long':
    case 'bad-request':
    case 'script':
    case 'stopped':
    case 'other':
      return false;
  }
}

export function callError(kind: Kind, message: string, more: Omit<Partial<CallError>, 'kind' | 'message'> = {}): CallError {
  return { kind, message, retryable: isPassing(kind), ...more };
}

/** What an aborted signal means: the caller aborts with the reason 'timeout' or 'stopped'. */
export function errorOfAbort(signal: AbortSignal): CallError {
  return signal.reason === 'timeout' ? callError('timeout', 'The model did not answer within the time-out of the request.', { hint: 'Raise limits.timeout of the role.' }) : callError('stopped', 'The call was stopped.');
}
