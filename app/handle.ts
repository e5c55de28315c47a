// The door of every API route: who asks, whether they may, what they sent; and the web's only catch.
import { randomUUID } from 'node:crypto';
import { judgeSite } from '#lib/auth/same-site.ts';
import { localViewer, type Viewer } from '#lib/auth/viewer.ts';
import { readConfig } from '#lib/config.ts';
import type { ProblemCode } from '#lib/domain/problem.ts';
import { idempotencyKey } from '#lib/domain/prompt.ts';
import { openLog } from '#lib/log.ts';
import type { Database } from '#lib/store/client.ts';
import { isOutage } from '#lib/store/outage.ts';
import { readJson } from './door/body.ts';
import { webDatabase } from './door/database.ts';
import { check, pathId } from './door/input.ts';
import type { Operation } from './door/operation.ts';
import { AppError, problemResponse, safeHeaders } from './door/refusal.ts';

const log = openLog('web');

/** What an action works with. */
export interface Call<Query, Body> {
  readonly query: Query;
  readonly body: Body;
  readonly idempotencyKey: string | undefined;
  readonly request: Request;
  readonly viewer: Viewer;
  /** Opened at the first use. Throws AppError `database_away`. */
  readonly db: Database;
  /** The id in the address, checked; empty when the address has none. */
  readonly id: string;
}

interface RouteContext {
  /** Next gives nothing at all for an address without parameters, whatever its types say. */
  readonly params: Promise<Readonly<Record<string, string | string[] | undefined>> | undefined>;
}

/** A route handler: checks the request against the operation, runs the action, answers; refusals become problem+json. */
export function handle<Query, Body, Answer>(
  operation: Operation<Query, Body, Answer>,
  action: (call: Call<Query, Body>) => Promise<Answer | Response>,
): (request: Request, context: RouteContext) => Promise<Response> {
  return async (request, { params }) => {
    const requestId = randomUUID();
    try {
      const answer = await action(await admit(operation, request, await params));
      if (answer instanceof Response) return answer;
      return new Response(JSON.stringify(answer), {
        status: operation.status,
        headers: { ...safeHeaders, 'content-type': 'application/json', 'x-request-id': requestId },
      });
    } catch (error) {
      return problemResponse(refusalOf(error, operation, requestId), requestId);
    }
  };
}

async function admit<Query, Body>(
  operation: Operation<Query, Body>,
  request: Request,
  params: Awaited<RouteContext['params']>,
): Promise<Call<Query, Body>> {
  refuseStrangers(request);
  const [name, value] = Object.entries(params ?? {})[0] ?? [];
  const id = name !== undefined && typeof value === 'string' ? pathId(value, name) : '';
  const key = operation.isIdempotent ? request.headers.get('idempotency-key') : null;
  return {
    query: check(operation.query, queryOf(request.url), 'query'),
    idempotencyKey: key === null ? undefined : check(idempotencyKey, key, 'Idempotency-Key'),
    body: check(operation.body, operation.method === 'post' ? await readJson(request) : undefined, 'body'),
    request,
    viewer: localViewer,
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

function refuseStrangers(request: Request): void {
  const verdict = judgeSite(request.headers, { port: readConfig().PORT, isPage: false });
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
