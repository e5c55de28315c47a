// GET /api/health: whether prompts are taken and worked, and how far behind the live view is.
import { webDatabase } from '#app/door/database.ts';
import { Reply } from '#app/door/exchange.ts';
import { readHealthOperation } from '#app/door/operations.ts';
import { safeHeaders } from '#app/door/refusal.ts';
import { handle } from '#app/handle.ts';
import type { HealthAnswer } from '#lib/domain/health.ts';
import { feedFigures } from '#lib/feed/feed.ts';
import { type Health, readHealth } from '#lib/store/stats.ts';
import packageJson from '#package.json' with { type: 'json' };

/** A database that hangs is as away as one that refuses: whoever watches the health gets an answer. */
const patienceMs = 3_000;

export const GET = handle(readHealthOperation, async () => {
  const startedAt = performance.now();
  const health = await soon(async () => readHealth(webDatabase())).catch(() => null);
  const answer = answerOf(health, performance.now() - startedAt);
  if (health !== null) return answer;
  const headers = { ...safeHeaders, 'content-type': 'application/json', 'retry-after': '2' };
  return new Reply(503, headers, JSON.stringify(answer));
});

function answerOf(health: Health | null, latencyMs: number): HealthAnswer {
  const { streams, lagMs } = feedFigures();
  return {
    status: health === null ? 'down' : health.workersAlive > 0 ? 'ok' : 'no_worker',
    database: { reachable: health !== null, latency_ms: health === null ? null : round(latencyMs) },
    worker: {
      seen: (health?.workersAlive ?? 0) > 0,
      count: health?.workersAlive ?? 0,
      slots: health?.slots ?? 0,
      last_beat_at: health?.lastBeatAt ?? null,
    },
    lag_ms: lagMs === null ? null : round(lagMs),
    oldest_ready_ms: health?.oldestReadyMs ?? null,
    queued: health?.queued ?? 0,
    running: health?.running ?? 0,
    streams,
    version: packageJson.version,
    now: health?.now ?? new Date().toISOString(),
  };
}

const round = (ms: number) => Math.round(ms * 10) / 10;

async function soon<T>(work: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer from the database within ${patienceMs} ms`)), patienceMs);
  });
  try {
    return await Promise.race([work(), tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
