// The door of every API route: who asks, whether they may, what they sent; and the web's only catch.
import { randomUUID } from 'node:crypto';
import { judgeSite } from '#lib/auth/same-site.ts';
import { localViewer, type Viewer } from '#lib/auth/viewer.ts';
import { readConfig } from '#lib/config.ts';
import type { ProblemCode } from '#lib/domain/problem.ts';
import { idempotencyKey } from '#lib/domain/prompt.ts';
import { openLog } from '#lib/log.ts';
import { type Database, PoolBusy } from '#lib/store/client.ts';
import { isOutage } from '#lib/store/outage.ts';
import { readJson } from './door/body.ts';
import { webDatabase } from './door/database.ts';
import { type Asked, Reply, type Route } from './door/exchange.ts';
import { check, pathId } from './door/input.ts';
import { hasBody, type Operation } from './door/operation.ts';
import { AppError, problemReply, safeHeaders } from './door/refusal.ts';

const log = openLog('web');

/** What an action works with. */
export interface Call<Query, Body> {
  readonly query: Query;
  readonly body: Body;
  readonly idempotencyKey: string | undefined;
  readonly asked: Asked;
  readonly viewer: Viewer;
  /** Opened at the first use. Throws AppError `database_away`. */
  readonly db: Database;
  /** The id in the address, checked; empty when the address has none. */
  readonly id: string;
}

/** A route handler: checks the request against the operation, runs the action, answers; refusals become problem+json. */
export function handle<Query, Body, Answer>(
  operation: Operation<Query, Body, Answer>,
  action: (call: Call<Query, Body>) => Promise<Answer | Reply>,
): Route {
  return async (asked, params) => {
    const requestId = randomUUID();
    try {
      const answer = await action(await admit(operation, asked, params, requestId));
      if (answer instanceof Reply) return answer;
      const headers = { ...safeHeaders, 'content-type': 'application/json', 'x-request-id': requestId };
      return new Reply(operation.status, headers, JSON.stringify(answer));
    } catch (error) {
      return problemReply(refusalOf(error, operation, requestId), requestId);
    }
  };
}

async function admit<Query, Body>(
  operation: Operation<Query, Body>,
  asked: Asked,
  params: Readonly<Record<string, string>>,
  requestId: string,
): Promise<Call<Query, Body>> {
  refuseStrangers(asked);
  const [name, value] = Object.entries(params)[0] ?? [];
  const id = name !== undefined && value !== undefined ? pathId(value, name) : '';
  const key = operation.isIdempotent ? asked.headers.get('idempotency-key') : null;
  return {
    query: check(operation.query, queryOf(asked.url), 'query'),
    idempotencyKey: key === null ? undefined : check(idempotencyKey, key, 'Idempotency-Key'),
    body: check(
      operation.body,
      hasBody(operation) ? await readJson(asked, operation.bodyLimitBytes) : undefined,
      'body',
    ),
    asked,
    viewer: { ...localViewer, requestId },
    id,
    get db() {
      return webDatabase();
    },
  };
}

/** Reads only the part after `?`: building a whole URL costs more than the rest of the door. */
function queryOf(url: string): Record<string, string> {
  const at = url.indexOf('?');
  return at === -1 ? {} : Object.fromEntries(new URLSearchParams(url.slice(at + 1)));
}

const refusedSites = {
  unknown_host: 'This server answers only to its own loopback address.',
  foreign_site: 'Pages of other sites may not use this server.',
} as const satisfies Partial<Record<ProblemCode, string>>;

function refuseStrangers(asked: Asked): void {
  const verdict = judgeSite(asked.headers, { port: readConfig().PORT, isPage: false });
  if (verdict !== 'ours')
    throw new AppError(verdict, refusedSites[verdict], [
      { field: verdict === 'unknown_host' ? 'Host' : 'Origin', message: refusedSites[verdict] },
    ]);
}

/** Faults are logged once, here, with their cause; what goes out never holds it. */
function refusalOf(error: unknown, { method, path }: Operation, requestId: string): AppError {
  if (error instanceof AppError) {
    log.debug({ requestId, method, path, code: error.code, errors: error.errors }, 'request refused');
    return error;
  }
  if (error instanceof PoolBusy) {
    log.warn({ requestId, method, path, error }, 'request failed: every database connection is in use');
    return new AppError('busy', 'Too many requests are being answered at once. Nothing was lost; try again.', [], {
      cause: error,
    });
  }
  if (isOutage(error)) {
    log.warn({ requestId, method, path, error }, 'request failed: the database is away');
    return new AppError('database_away', 'The database cannot be reached right now. Nothing was lost; try again.', [], {
      cause: error,
    });
  }
  log.error({ requestId, method, path, error }, 'request failed');
  return new AppError('internal', 'Something went wrong here. The log holds the cause under the request id.', [], {
    cause: error,
  });
}
