// Calls a route handler the way Next does, as a local program would.
import { setDatabase } from '#app/door/database.ts';
import { type Problem, problem } from '#lib/domain/problem.ts';
import type { Database } from '#lib/store/client.ts';

type Handler = (
  request: Request,
  context: { params: Promise<Record<string, string | string[] | undefined> | undefined> },
) => Promise<Response>;

export interface CallOptions {
  readonly method?: string;
  readonly path?: string;
  /** Sent as it is; an object as JSON. */
  readonly body?: string | Uint8Array<ArrayBuffer> | object;
  readonly headers?: Record<string, string>;
  readonly params?: Record<string, string>;
  readonly signal?: AbortSignal;
}

export const ownHost = '127.0.0.1:3000';

export function call(db: Database, handler: Handler, options: CallOptions = {}): Promise<Response> {
  setDatabase(db);
  const { body, method = body === undefined ? 'GET' : 'POST', path = '/', headers, params, signal } = options;
  const isRaw = typeof body === 'string' || body instanceof Uint8Array;
  const request = new Request(`http://${ownHost}${path}`, {
    method,
    headers: { host: ownHost, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: isRaw ? body : JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  });
  return handler(request, { params: Promise.resolve(params) });
}

/** Expects a refusal; its status and body. */
export async function refused(response: Response): Promise<{ status: number; problem: Problem; fields: string[] }> {
  const text = await response.text();
  if (response.headers.get('content-type') !== 'application/problem+json')
    throw new Error(`expected a problem, got ${response.status} ${text.slice(0, 200)}`);
  const parsed = problem.parse(JSON.parse(text));
  return { status: response.status, problem: parsed, fields: parsed.errors.map(({ field }) => field) };
}
