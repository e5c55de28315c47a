// GET /api/metrics: the product's figures for Prometheus.
import { Reply } from '#app/door/exchange.ts';
import { readMetricsOperation } from '#app/door/operations/queue.ts';
import { type Figure, prometheusText, prometheusType } from '#app/door/prometheus.ts';
import { safeHeaders } from '#app/door/refusal.ts';
import { handle } from '#app/handle.ts';
import { feedFigures } from '#lib/feed/feed.ts';
import type { Database } from '#lib/store/client.ts';
import { type QueueFigures, readFigures } from '#lib/store/queue/metrics.ts';

export const GET = handle(readMetricsOperation, async ({ db }) => {
  const figures = [...queueFigures(await readFigures(db)), ...processFigures(db)];
  return new Reply(200, { ...safeHeaders, 'content-type': prometheusType }, prometheusText(figures));
});

const gauge = (name: string, help: string, samples: Figure['samples']): Figure => ({
  name,
  help,
  type: 'gauge',
  samples,
});
const one = (value: number | null): Figure['samples'] => (value === null ? [] : [{ value }]);
const seconds = (ms: number | null): number | null => (ms === null ? null : Math.round(ms) / 1_000);

function queueFigures(figures: QueueFigures): Figure[] {
  const { live, attempts, workers, modelCalls } = figures;
  return [
    gauge(
      'jobs',
      'Jobs that have not ended. ready: a free slot takes it; waiting: backoff, schedule or dependency.',
      live.map(({ kind, state, jobs }) => ({ labels: { kind, state }, value: jobs })),
    ),
    gauge(
      'oldest_ready_seconds',
      'How long the oldest ready job has been waiting.',
      one(seconds(figures.oldestReadyMs)),
    ),
    gauge(
      'attempts_recent',
      'Attempts that began in the last five minutes, by how they ended.',
      attempts.map(({ kind, outcome, errorKind, attempts: value }) => ({
        labels: { kind, outcome, error_kind: errorKind ?? '' },
        value,
      })),
    ),
    gauge(
      'workers',
      'Worker processes; alive ones hold a lease.',
      workers.map(({ state, isAlive, workers: value }) => ({ labels: { state, alive: String(isAlive) }, value })),
    ),
    gauge('slots', 'Jobs that living workers can run at a time.', [
      { value: workers.filter(({ isAlive }) => isAlive).reduce((sum, { slots }) => sum + slots, 0) },
    ]),
    gauge('pauses', 'Kinds, models and providers whose jobs are held back now.', one(figures.pauses)),
    gauge(
      'event_horizon_seconds',
      'Age of the oldest open transaction that writes: events behind it are sent, but the cursor waits for it.',
      one(seconds(figures.horizonMs)),
    ),
    ...modelFigures(modelCalls),
  ];
}

function modelFigures(calls: QueueFigures['modelCalls']): Figure[] {
  const of = (value: (call: (typeof calls)[number]) => number | null): Figure['samples'] =>
    calls.flatMap((call) => {
      const known = value(call);
      return known === null ? [] : [{ labels: { model: call.model }, value: known }];
    });
  const recent = 'in the last five minutes';
  return [
    gauge(
      'model_calls_recent',
      `Model calls that ended ${recent}.`,
      of(({ calls: count }) => count),
    ),
    gauge(
      'tokens_in_recent',
      `Tokens sent ${recent}.`,
      of(({ tokensIn }) => tokensIn),
    ),
    gauge(
      'tokens_out_recent',
      `Tokens received ${recent}.`,
      of(({ tokensOut }) => tokensOut),
    ),
    gauge(
      'cost_usd_recent',
      `What they cost, where a price is known, ${recent}.`,
      of(({ costUsd }) => costUsd),
    ),
  ];
}

/** Of the process that answers. */
function processFigures({ pool, notifier }: Database): Figure[] {
  const { streams, lagMs } = feedFigures();
  const lost: Figure = {
    name: 'notes_lost_total',
    help: 'NOTIFYs of this process that could not be sent since its start; each costs a poll.',
    type: 'counter',
    samples: one(notifier.lost),
  };
  return [
    gauge('streams', 'Open live streams of this process.', one(streams)),
    gauge(
      'event_look_age_seconds',
      'Since this process last looked at the event log, while streams are open.',
      one(seconds(lagMs)),
    ),
    gauge('pool_connections', 'Database connections of this process.', [
      { labels: { state: 'busy' }, value: pool.totalCount - pool.idleCount },
      { labels: { state: 'idle' }, value: pool.idleCount },
    ]),
    gauge('pool_waiting', 'Requests of this process that wait for a connection.', one(pool.waitingCount)),
    lost,
    gauge('resident_memory_bytes', 'Memory of this process.', one(process.memoryUsage.rss())),
    gauge('uptime_seconds', 'Since this process started.', one(Math.round(process.uptime()))),
  ];
}
