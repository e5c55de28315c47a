// Structured log lines (JSON on stdout); the wording of worker events lives here, so that it is said one way.
import { pino } from 'pino';
import { readConfig } from './config.ts';

// A header or key that slips into a logged object is blanked; messages for people never hold them in the first place.
const redact = {
  paths: ['*.authorization', '*.apiKey', '*.headers', '*.password', 'authorization', 'apiKey', 'headers', 'password'],
  censor: '[redacted]',
};

export type Log = ReturnType<typeof openLog>;

/** A logger whose lines carry `part` (web, worker, start, …). */
export function openLog(part: string) {
  return pino({
    level: readConfig().ASTERION_LOG_LEVEL,
    redact,
    serializers: { error: pino.stdSerializers.err },
    base: { part },
    timestamp: pino.stdTimeFunctions.isoTime,
  });
}
