// The one list of ways a job can fail, whether each is worth another attempt, and how it is said to people.
import { assertNever } from './job.ts';

export const failureKinds = [
  'timeout',
  'rate_limit',
  'provider_5xx',
  'provider_4xx',
  'auth',
  'parse',
  'worker_crash',
  'stuck',
  'cancelled',
  'dependency',
  'unknown',
] as const;
export type FailureKind = (typeof failureKinds)[number];

/** How long to wait before the next attempt; `none` means at once, `never` means no attempt follows. */
export type RetryPolicy = 'exponential' | 'retry_after' | 'none' | 'never';

/** Source: execution contract §6. */
export const retryPolicy: Readonly<Record<FailureKind, RetryPolicy>> = {
  timeout: 'exponential',
  rate_limit: 'retry_after',
  provider_5xx: 'exponential',
  provider_4xx: 'never',
  auth: 'never',
  parse: 'never',
  worker_crash: 'none',
  stuck: 'never',
  cancelled: 'never',
  dependency: 'never',
  unknown: 'exponential',
};

export function isRetryable(kind: FailureKind): boolean {
  return retryPolicy[kind] !== 'never';
}

/** One plain sentence for a person: what happened and, where there is something to do, what. Never holds keys or headers. */
export function explainFailure(kind: FailureKind): string {
  switch (kind) {
    case 'timeout':
      return 'The model did not answer in time.';
    case 'rate_limit':
      return 'The provider is limiting requests right now.';
    case 'provider_5xx':
      return 'The provider had a problem or the connection broke.';
    case 'provider_4xx':
      return 'The provider refused this request.';
    case 'auth':
      return 'The provider did not accept the key. Check its setting, then retry.';
    case 'parse':
      return 'The answer could not be read.';
    case 'worker_crash':
      return 'The worker stopped in the middle of this.';
    case 'stuck':
      return 'This kept losing its worker and was given up.';
    case 'cancelled':
      return 'It was stopped.';
    case 'dependency':
      return 'What this waited for did not finish.';
    case 'unknown':
      return 'Something unexpected went wrong.';
    default:
      return assertNever(kind);
  }
}
