// A request of Node's HTTP server as the routes see it, without building anything that nobody reads.
import type { IncomingMessage } from 'node:http';
import type { Asked } from '#app/door/exchange.ts';
import { AppError } from '#app/door/refusal.ts';

/** `get` as in the web's Headers. A header that was sent twice is joined by a comma, so it never passes for one of ours. */
export function headersOf(request: IncomingMessage): Asked['headers'] {
  return {
    get: (name) => {
      const value = request.headers[name];
      return value === undefined ? null : typeof value === 'string' ? value : value.join(', ');
    },
  };
}

export function askedOf(request: IncomingMessage): Asked {
  return {
    method: request.method ?? 'GET',
    url: request.url ?? '/',
    headers: headersOf(request),
    readBody: (limitBytes) => readBody(request, limitBytes),
    onGone: (act) => {
      request.socket.once('close', act);
      return () => void request.socket.off('close', act);
    },
  };
}

/** Counts while it reads: what comes after the limit is thrown away, and how long it may come is the server's to bound. */
function readBody(request: IncomingMessage, limitBytes: number): Promise<Uint8Array | null> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.byteLength;
      if (size <= limitBytes) chunks.push(chunk);
      else {
        chunks.length = 0;
        resolve(null);
      }
    });
    request.on('end', () => {
      const [only] = chunks;
      resolve(chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks, size));
    });
    const cut = (): void => {
      const message = 'body ended before it was complete';
      reject(new AppError('invalid_body', `The ${message}.`, [{ field: 'body', message }]));
    };
    request.on('error', cut);
    // Also comes after a good end, when nothing listens to this promise any more.
    request.on('close', cut);
  });
}
