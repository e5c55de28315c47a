// A request's body, from bytes to JSON: counted while it is read, decoded strictly.
import { AppError } from './refusal.ts';

/** 200,000 characters of prompt need at most 600 kB of UTF-8, and less than this with ordinary escapes. */
export const bodyLimitBytes = 1024 * 1024;

// Without `fatal`, broken bytes turn into U+FFFD and a prompt is stored that nobody wrote.
const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

/** Throws an AppError that names `body` (or `Content-Type`). An absent body reads as `{}`. */
export async function readJson(request: Request): Promise<unknown> {
  if (Number(request.headers.get('content-length') ?? 0) > bodyLimitBytes) throw tooLarge();
  const bytes = await readBytes(request);
  if (bytes.byteLength === 0) return {};
  requireJson(request.headers.get('content-type'));
  return parse(decode(bytes));
}

function requireJson(contentType: string | null): void {
  const mediaType = contentType?.split(';', 1)[0]?.trim().toLowerCase();
  if (mediaType === 'application/json') return;
  const message = 'Content-Type must be application/json';
  throw new AppError('not_json', `${message}.`, [{ field: 'Content-Type', message }]);
}

async function readBytes(request: Request): Promise<Uint8Array> {
  const reader = request.body?.getReader();
  if (reader === undefined) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    size += read.value.byteLength;
    if (size > bodyLimitBytes) {
      // The rest is never read; whether the client hears of that does not matter.
      void reader.cancel().catch(() => undefined);
      throw tooLarge();
    }
    chunks.push(read.value);
  }
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks, size);
}

function decode(bytes: Uint8Array): string {
  try {
    return strictUtf8.decode(bytes);
  } catch (cause) {
    const message = 'body is not valid UTF-8';
    throw new AppError('invalid_body', `The ${message}.`, [{ field: 'body', message }], { cause });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const message = 'body is not valid JSON';
    throw new AppError('invalid_body', `The ${message}.`, [{ field: 'body', message }], { cause });
  }
}

function tooLarge(): AppError {
  const message = 'body is larger than 1 MiB';
  return new AppError('body_too_large', `The ${message}.`, [{ field: 'body', message }]);
}
