// Does memory stay flat over an hour of work, and is nothing lost in it? Web and worker as they are, under a steady light load.
import { setTimeout as wait } from 'node:timers/promises';
import { migrate } from '#prisma/migrate.ts';
import type { Row } from '#tests/bench/report.ts';
import { type Asked, inScratchDatabase } from '#tests/bench/scratch-database.ts';
import { freePort } from '#tests/support/web-process.ts';
import { buildWeb, isBuildStale } from '#worker/start/build.ts';
import { growthOf, type Sample } from './growth.ts';
import { startLoad } from './load.ts';
import { findLosses } from './nothing-lost.ts';
import type { Expected } from './stories.ts';
import { type Reading, startWatched, type WatchedProcess } from './watched-process.ts';
import { startWatchers, type Watchers } from './watchers.ts';

const sampleEveryMs = 10_000;
const noteEveryMs = 60_000;
const mb = 2 ** 20;
/** Everything that is made once is made by then: compiled code, pools, prepared statements, full caches. */
const warmUpShare = 1 / 6;
const longestWarmUpMs = 10 * 60_000;

export async function askSoak(asked: Asked): Promise<Row[]> {
  const { server, only, note } = asked;
  if (!only.includes('soak')) return [];
  if (await isBuildStale()) {
    note('building the web part');
    await buildWeb(new AbortController().signal);
  }
  return inScratchDatabase(server, async (url) => {
    await migrate(url);
    const port = await freePort();
    const env = { DATABASE_URL: url, PORT: String(port), HOST: '127.0.0.1', NODE_ENV: 'production' };
    const processes = [
      startWatched('web', ['--import', 'tsx', 'app/server.ts'], env),
      startWatched('worker', ['--import', 'tsx', 'worker/main.ts'], { ...env, ASTERION_RETRY_SCALE: '0.1' }),
    ];
    try {
      return await soak(asked, url, `http://127.0.0.1:${port}`, processes);
    } finally {
      await Promise.all(processes.map((process) => process.stop()));
    }
  });
}

async function soak(asked: Asked, url: string, origin: string, processes: WatchedProcess[]): Promise<Row[]> {
  const { minutes, note } = asked;
  await untilHealthy(origin);
  const watchers = startWatchers(origin);
  const expected: Expected = new Map();
  const load = startLoad(origin, asked.rate, expected);
  const progress = startNotes(note, minutes, watchers, expected, processes);
  try {
    const warmUpMs = Math.min(longestWarmUpMs, minutes * 60_000 * warmUpShare);
    note(`${minutes} minutes, of which ${(warmUpMs / 60_000).toFixed(1)} warm-up; ${asked.rate} stories a second`);
    await Promise.race([wait(warmUpMs), load.failed]);
    const before = await keptBy(processes, asked.snapshots, 'warm');
    const readings = await Promise.race([sample(processes, minutes * 60_000 - warmUpMs), load.failed]);
    await load.stop();
    note('the load has ended; comparing what was sent with what stands in the tables');
    const losses = await findLosses(url, expected, watchers.seen);
    await watchers.stop();
    await wait(sampleEveryMs);
    const after = await keptBy(processes, asked.snapshots, 'end');
    for (const loss of losses) process.stderr.write(`LOST: ${loss}\n`);
    const ends = { prompts: expected.size, streams: watchers.opened, 'kinds of loss': losses.length };
    return [
      ...processes.flatMap(({ name }, index) => rowsOf(name, readings[index] ?? [], before[index], after[index])),
      { question: 'nothing lost', subject: 'asterion', figures: ends, goal: '0' },
    ];
  } finally {
    progress.stop();
    await Promise.all([load.stop(), watchers.stop()]);
  }
}

type Timed = Reading & { readonly atMs: number };

async function sample(processes: readonly WatchedProcess[], forMs: number): Promise<Timed[][]> {
  const readings: Timed[][] = processes.map(() => []);
  const startedAt = performance.now();
  for (let round = 0; ; round++) {
    const atMs = performance.now() - startedAt;
    await Promise.all(processes.map(async (one, index) => readings[index]?.push({ atMs, ...(await one.read()) })));
    const next = (round + 1) * sampleEveryMs;
    if (next > forMs) return readings;
    await wait(next - (performance.now() - startedAt));
  }
}

function rowsOf(name: string, readings: readonly Timed[], before?: Reading, after?: Reading): Row[] {
  const of = (what: 'rss' | 'heapUsed') =>
    growthOf(readings.map(({ atMs, [what]: bytes }): Sample => ({ atMs, value: bytes / mb })));
  const row = (what: 'rss' | 'heapUsed', words: string): Row => {
    const { min, median, max, slopePerHour, driftPercent } = of(what);
    return {
      question: `memory of ${name}: ${words}`,
      subject: `asterion ${name}`,
      figures: { 'min MB': min, 'median MB': median, 'max MB': max, 'slope MB/h': slopePerHour, '±%': driftPercent },
      goal: '±10 %',
    };
  };
  const [first, last] = [readings[0], readings.at(-1)];
  const cpu = first && last ? ((last.cpuMs - first.cpuMs) / (last.atMs - first.atMs)) * 100 : Number.NaN;
  return [
    row('rss', 'resident'),
    row('heapUsed', 'heap'),
    {
      question: `memory of ${name}: kept`,
      subject: `asterion ${name}`,
      figures: {
        'warm MB': (before?.heapUsed ?? Number.NaN) / mb,
        'end MB': (after?.heapUsed ?? Number.NaN) / mb,
        'files warm': before?.openFiles ?? 0,
        'files end': after?.openFiles ?? 0,
        'cpu %': cpu,
      },
    },
  ];
}

function keptBy(processes: readonly WatchedProcess[], folder: string | undefined, when: string): Promise<Reading[]> {
  return Promise.all(
    processes.map((one) => one.readKept(folder && `${folder}/${one.name}-${when}-${one.pid}.heapsnapshot`)),
  );
}

function startNotes(
  note: Asked['note'],
  minutes: number,
  watchers: Watchers,
  expected: Expected,
  processes: readonly WatchedProcess[],
) {
  let minute = 0;
  const timer = setInterval(async () => {
    minute += noteEveryMs / 60_000;
    const usage = await Promise.all(
      processes.map(async (one) => {
        const { rss, heapUsed, openFiles } = await one.read();
        return `${one.name} ${Math.round(rss / mb)} MB rss, ${Math.round(heapUsed / mb)} MB heap, ${openFiles} files`;
      }),
    ).catch(() => []);
    note(`${minute}/${minutes} min: ${expected.size} prompts, ${watchers.opened} streams; ${usage.join('; ')}`);
  }, noteEveryMs);
  return { stop: () => clearInterval(timer) };
}

async function untilHealthy(origin: string): Promise<void> {
  const until = performance.now() + 60_000;
  for (;;) {
    const status = await fetch(`${origin}/api/health`)
      .then(async (response) => {
        await response.arrayBuffer();
        return response.status;
      })
      .catch(() => 0);
    if (status === 200) return;
    if (performance.now() > until) throw new Error(`the web part did not become healthy (${status})`);
    await wait(250);
  }
}
