// Calls a route handler the way the server does, as a local program would.
import { setDatabase } from '#app/door/database.ts';
import type { Reply, Route } from '#app/door/exchange.ts';
import { type Problem, problem } from '#lib/domain/problem.ts';
import { parse } from '#lib/domain/wire/shape.ts';
import type { Database } from '#lib/store/client.ts';
import { readable } from '#tests/feed/pipe.ts';

export interface CallOptions {
  readonly method?: string;
  readonly path?: string;
  /** Sent as it is; an object as JSON. */
  readonly body?: string | Uint8Array<ArrayBuffer> | object;
  readonly headers?: Record<string, string>;
  readonly params?: Record<string, string>;
}

export const ownHost = '127.0.0.1:3000';

export async function call(db: Database, route: Route, options: CallOptions = {}): Promise<Response> {
  setDatabase(db);
  const { body, method = body === undefined ? 'GET' : 'POST', path = '/', params = {} } = options;
  const isRaw = typeof body === 'string' || body instanceof Uint8Array;
  const sent = Buffer.from(isRaw ? body : body === undefined ? '' : JSON.stringify(body));
  const kind = body === undefined ? {} : { 'content-type': 'application/json' };
  const asked = {
    method,
    url: path,
    headers: new Headers({ host: ownHost, ...kind, ...options.headers }),
    readBody: async (limitBytes: number) => (sent.byteLength > limitBytes ? null : sent),
  };
  const { status, headers, body: answer } = await route(asked, params);
  return new Response(bodyOf(answer), { status, headers });
}

function bodyOf(answer: Reply['body']): BodyInit {
  if (typeof answer === 'string') return answer;
  if (!(Symbol.asyncIterator in answer)) return readable(answer);
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await answer.next();
      if (done === true) controller.close();
      else controller.enqueue(Buffer.from(value));
    },
  });
}

/** Expects a refusal; its status and body. */
export async function refused(response: Response): Promise<{ status: number; problem: Problem; fields: string[] }> {
  const text = await response.text();
  if (response.headers.get('content-type') !== 'application/problem+json')
    throw new Error(`expected a problem, got ${response.status} ${text.slice(0, 200)}`);
  const parsed = parse(problem, JSON.parse(text));
  return { status: response.status, problem: parsed, fields: parsed.errors.map(({ field }) => field) };
}
