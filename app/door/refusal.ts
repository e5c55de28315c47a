// A refusal as an exception inside the web process, and as problem+json outside.
import { type FieldFault, type Problem, type ProblemCode, problems, problemType } from '#lib/domain/problem.ts';
import { Reply } from './exchange.ts';

/** An expected refusal. `detail` is one sentence for a person; thrown anywhere below `handle`, answered there. */
export class AppError extends Error {
  override readonly name = 'AppError';
  /** Sent with the refusal besides the usual ones. */
  readonly headers: Readonly<Record<string, string>>;
  constructor(
    readonly code: ProblemCode,
    detail: string,
    readonly errors: readonly FieldFault[] = [],
    options: ErrorOptions & { readonly headers?: Readonly<Record<string, string>> } = {},
  ) {
    super(detail, options);
    this.headers = options.headers ?? {};
  }
}

/** Headers of every answer: nothing is stored, sniffed, or read by another origin. */
export const safeHeaders = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
} as const;

/** Also for what belongs to somebody else: an answer must not tell the two apart. */
export function notFound(what: string, field: string): never {
  const message = `there is no such ${what}`;
  throw new AppError('not_found', `T${message.slice(1)}.`, [{ field, message }]);
}

// A full pool is free again within the time of a few statements; a server that restarts takes longer.
const retryAfterSeconds: Partial<Record<ProblemCode, number>> = { busy: 1, database_away: 2 };

export function problemReply(error: AppError, requestId: string): Reply {
  const { status, title } = problems[error.code];
  const body: Problem = {
    type: problemType(error.code),
    title,
    status,
    detail: error.message,
    errors: [...error.errors],
    request_id: requestId,
  };
  const seconds = retryAfterSeconds[error.code];
  const retry = seconds === undefined ? {} : { 'retry-after': String(seconds) };
  const kind = { 'content-type': 'application/problem+json', 'x-request-id': requestId };
  return new Reply(status, { ...safeHeaders, ...retry, ...kind, ...error.headers }, JSON.stringify(body));
}
