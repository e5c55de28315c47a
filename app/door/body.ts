// A request's body, from bytes to JSON: counted while it is read, decoded strictly.
import type { Asked } from './exchange.ts';
import { AppError } from './refusal.ts';

/** 200,000 characters of prompt need at most 600 kB of UTF-8, and less than this with ordinary escapes. */
export const bodyLimitBytes = 1024 * 1024;

// Without `fatal`, broken bytes turn into U+FFFD and a prompt is stored that nobody wrote.
const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

/** Throws an AppError that names `body` (or `Content-Type`). An absent body reads as `{}`. */
export async function readJson(asked: Asked, limitBytes = bodyLimitBytes): Promise<unknown> {
  if (Number(asked.headers.get('content-length') ?? 0) > limitBytes) throw tooLarge(limitBytes);
  const bytes = await asked.readBody(limitBytes);
  if (bytes === null) throw tooLarge(limitBytes);
  if (bytes.byteLength === 0) return {};
  requireJson(asked.headers.get('content-type'));
  return parse(decode(bytes));
}

function requireJson(contentType: string | null): void {
  const mediaType = contentType?.split(';', 1)[0]?.trim().toLowerCase();
  if (mediaType === 'application/json') return;
  const message = 'Content-Type must be application/json';
  throw new AppError('not_json', `${message}.`, [{ field: 'Content-Type', message }]);
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

function tooLarge(limitBytes: number): AppError {
  const message = `body is larger than ${limitBytes / 1024 / 1024} MiB`;
  return new AppError('body_too_large', `The ${message}.`, [{ field: 'body', message }]);
}
