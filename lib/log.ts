// Structured log lines (JSON on stdout); the wording of worker events lives here, so that it is said one way.
import { pino } from 'pino';
import { readConfig } from './config.ts';

// A header or key that slips into a logged object is blanked; messages for people never hold them in the first place.
const redact = {
  paths: ['*.authorization', '*.apiKey', '*.headers', '*.password', 'authorization', 'apiKey', 'headers', 'password'],
  censor: '[redacted]',
};

/** What of an error is logged: names, messages and stacks, never its other fields (a model client keeps request headers and bodies there). */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
  const cause = error.cause === undefined ? {} : { cause: describeError(error.cause) };
  return { name: error.name, message: error.message, ...code, stack: error.stack, ...cause };
}

export type Log = ReturnType<typeof openLog>;

/** A logger whose lines carry `part` (web, worker, start, …). */
export function openLog(part: string) {
  return pino({
    level: readConfig().ASTERION_LOG_LEVEL,
    redact,
    serializers: { error: describeError },
    base: { part },
    timestamp: pino.stdTimeFunctions.isoTime,
  });
}
