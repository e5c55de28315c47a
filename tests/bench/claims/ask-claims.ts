// What does a claim cost when a million jobs wait and nine million have ended, and what when vacuum has been kept away?
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { claimJobs } from '#lib/store/claims.ts';
import { closeDatabase, type Database, openDatabase } from '#lib/store/client.ts';
import { ageWaiting } from '#lib/store/jobs/ageing.ts';
import { reclaimLostJobs } from '#lib/store/jobs/reclaim.ts';
import { makeDueReady } from '#lib/store/jobs/waiting.ts';
import { Floors } from '#lib/store/lanes/floors.ts';
import { readHealth } from '#lib/store/stats.ts';
import { registerWorker } from '#lib/store/workers.ts';
import { migrate } from '#prisma/migrate.ts';
import type { Row } from '#tests/bench/report.ts';
import { type Asked, inScratchDatabase } from '#tests/bench/scratch-database.ts';
import { percentile } from '#tests/bench/statistics.ts';
import { loadJobs } from './load-jobs.ts';

/** Long enough that the periodic look from the very beginning is among the samples several times. */
const measureForMs = 5_000;
const fewestSamples = 200;
const claimers = 4;
const hour = 3_600_000;

export async function askClaims({ server, only, ready, finished, note }: Asked): Promise<Row[]> {
  if (!only.includes('claims')) return [];
  return inScratchDatabase(server, async (url) => {
    await migrate(url);
    const load = await loadJobs(url, { ready, finished }, note);
    const db = openDatabase({ url, poolSize: claimers, name: 'asterion bench' });
    try {
      const scale = `${ready.toLocaleString('en')} ready, ${finished.toLocaleString('en')} finished`;
      const row = (question: string, figures: Row['figures'], goal?: string): Row => ({
        question,
        subject: 'asterion',
        figures,
        ...(goal === undefined ? {} : { goal }),
      });
      note('claims of one and of 100');
      const first = [
        row(`a claim of 1 on ${scale}`, await measure(db, 1), '≤ 1 ms'),
        row(`a claim of 100 on ${scale}`, await measure(db, 100), '≤ 10 ms'),
      ];
      note('what a worker and health ask all the time');
      const sweeps = row(`sweeps and health on ${scale}`, await measureSweeps(db));
      const claims = Math.round(ready / 5);
      note(`${claims.toLocaleString('en')} claims under another session's old snapshot`);
      const old = await holdSnapshot(url);
      try {
        const perSecond = await claimMany(db, claims);
        const scene = `after ${claims.toLocaleString('en')} claims under an old snapshot`;
        return [
          row(`loading ${scale}`, load),
          ...first,
          sweeps,
          row(`claims of 100 by ${claimers} under an old snapshot`, { 'jobs/s': perSecond }),
          row(`a claim of 1 ${scene}`, await measure(db, 1), '≤ 5 ms'),
          row(`a claim of 100 ${scene}`, await measure(db, 100), '≤ 10 ms'),
        ];
      } finally {
        await old.end();
      }
    } finally {
      await closeDatabase(db);
    }
  });
}

/** One claimer as a worker is one: it remembers where it got to, and looks at all from time to time. */
async function claimer(db: Database): Promise<(limit: number) => Promise<number>> {
  const workerId = randomUUID();
  const kinds = ['prompt'] as const;
  await registerWorker(db, { id: workerId, host: 'bench', pid: 1, slots: 100, kinds, models: [], leaseMs: hour });
  const floors = new Floors();
  return async (limit) => (await claimJobs(db, { workerId, kinds, priorityCeiling: 100, limit }, floors)).length;
}

async function measure(db: Database, limit: number): Promise<Record<'p50 ms' | 'p99 ms' | 'max ms', number>> {
  const claim = await claimer(db);
  const took: number[] = [];
  const startedAt = performance.now();
  while (took.length < fewestSamples || performance.now() - startedAt < measureForMs) {
    const at = performance.now();
    if ((await claim(limit)) < limit) throw new Error('the ready jobs are used up; load more of them');
    took.push(performance.now() - at);
    // A hundred at a time would empty the backlog long before the time is over.
    if (limit > 1) await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return { 'p50 ms': percentile(took, 0.5), 'p99 ms': percentile(took, 0.99), 'max ms': Math.max(...took) };
}

/** What is asked every few seconds whatever the size of the tables; medians of five. */
async function measureSweeps(db: Database): Promise<Record<string, number>> {
  const asked: readonly [string, () => Promise<unknown>][] = [
    ['reclaim ms', () => reclaimLostJobs(db)],
    ['due ms', () => makeDueReady(db)],
    ['ageing ms', () => ageWaiting(db)],
    ['health ms', () => readHealth(db)],
  ];
  const figures: Record<string, number> = {};
  for (const [name, ask] of asked) {
    const took: number[] = [];
    for (let round = 0; round < 5; round++) {
      const at = performance.now();
      await ask();
      took.push(performance.now() - at);
    }
    figures[name] = percentile(took, 0.5);
  }
  return figures;
}

async function claimMany(db: Database, count: number): Promise<number> {
  const startedAt = performance.now();
  let left = count;
  await Promise.all(
    Array.from({ length: claimers }, async () => {
      const claim = await claimer(db);
      while (left > 0) {
        left -= 100;
        await claim(100);
      }
    }),
  );
  return (count * 1_000) / (performance.now() - startedAt);
}

/** A reader that began long ago and still reads: nothing that dies from now on may be cleaned up. */
async function holdSnapshot(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: 'asterion bench old snapshot' });
  await client.connect();
  await client.query('begin isolation level repeatable read');
  await client.query('select count(*) from worker');
  return client;
}
