// Changes that commit in another order than they began: no watcher of the stream misses one, however often it reconnects.
import { createParser } from 'eventsource-parser';
import type pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { dropRow } from '#lib/domain/drop.ts';
import { parse } from '#lib/domain/wire/shape.ts';
import { testDatabase } from '#tests/support/database.ts';
import { eventually } from '#tests/support/eventually.ts';
import { sql, submitted } from '#tests/support/jobs.ts';
import { startWebProcess, type WebProcess } from '#tests/support/web-process.ts';

const database = testDatabase({ poolSize: 16 });
let web: WebProcess;
beforeAll(async () => {
  web = await startWebProcess(database.url);
});

/** Reads the stream and reconnects after every few frames (and some way forward), from the last id it was given and nothing else. */
class Reconnecting {
  readonly versions = new Map<string, number>();
  connections = 0;
  private lastId: string | undefined;
  private readonly stopping = new AbortController();
  private done: Promise<void> = Promise.resolve();

  constructor(
    private readonly framesPerConnection: number,
    private readonly start: string,
  ) {}

  run(): void {
    this.done = this.follow();
    // Told by `stop`; until then it must not count as unhandled.
    this.done.catch(() => undefined);
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.done;
  }

  private async follow(): Promise<void> {
    while (!this.stopping.signal.aborted) await this.connection().catch((error: unknown) => this.unlessStopped(error));
  }

  private unlessStopped(error: unknown): void {
    if (!this.stopping.signal.aborted) throw error;
  }

  private async connection(): Promise<void> {
    this.connections += 1;
    const startedAt = this.lastId;
    const leaving = new AbortController();
    const signal = AbortSignal.any([this.stopping.signal, leaving.signal]);
    const headers = this.lastId === undefined ? {} : { 'last-event-id': this.lastId };
    const response = await fetch(`${web.origin}/api/mission/events?since=${this.start}`, { headers, signal });
    expect(response.status).toBe(200);
    const decoder = new TextDecoder();
    let frames = 0;
    const parser = createParser({
      onEvent: ({ event, data, id }) => {
        expect(event).not.toBe('reset');
        if (id !== undefined && id !== '') this.lastId = id;
        if (event !== 'job.state_changed') return;
        frames += 1;
        const row = parse(dropRow, JSON.parse(data));
        this.versions.set(row.prompt_id, Math.max(row.version, this.versions.get(row.prompt_id) ?? 0));
      },
    });
    const reader = response.body?.getReader();
    for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
      parser.feed(decoder.decode(part.value, { stream: true }));
      if (frames >= this.framesPerConnection && this.lastId !== startedAt) break;
    }
    leaving.abort();
  }
}

const rounds = 40;
const perRound = 8;

describe('the event stream under interleaved commits', () => {
  it('shows every one of 320 changes to each of five watchers that keep reconnecting', async () => {
    const { db } = database;
    // Nobody claims them: each has exactly one change, so that a lost one is not covered by a later one.
    const ids: { prompt_id: string; job_id: string }[] = [];
    for (let at = 0; at < rounds * perRound; at += 1)
      ids.push(await submitted(db, { text: `Prompt ${at}`, scheduled_for: '2999-01-01T00:00:00Z' }));
    const response = await fetch(`${web.origin}/api/mission/recent`);
    const { as_of } = (await response.json()) as { as_of: string };
    const watchers = [1, 2, 3, 7, 1_000].map((frames) => new Reconnecting(frames, as_of));
    for (const watcher of watchers) watcher.run();
    // One transaction stays open over all rounds, as a slow one elsewhere does: nothing may wait for it for ever.
    const slow = await db.pool.connect();
    await slow.query('begin');
    await slow.query('select pg_current_xact_id()');
    for (let round = 0; round < rounds; round += 1) {
      if (round === rounds / 2) await slow.query('commit');
      await changeInterleaved(ids.slice(round * perRound, (round + 1) * perRound), round);
    }
    slow.release();
    const expected = await sql<{ prompt_id: string; version: number }>(db, 'select prompt_id, version from job');
    expect(expected.every(({ version }) => version === 2)).toBe(true);
    for (const watcher of watchers)
      await eventually(
        () => {
          const missing = expected.filter(({ prompt_id, version }) => watcher.versions.get(prompt_id) !== version);
          if (missing.length > 0) throw new Error(`${missing.length} of ${expected.length} changes were not seen`);
        },
        { withinMs: 20_000 },
      );
    await Promise.all(watchers.map((watcher) => watcher.stop()));
    // How often depends on how many changes the machine puts into one look; that it came back in the middle is what counts.
    expect(watchers[0]?.connections).toBeGreaterThan(2);
  }, 120_000);
});

/** Begins a transaction for each job in turn, then commits them in another order: the first may well come last. */
async function changeInterleaved(jobs: readonly { job_id: string }[], round: number): Promise<void> {
  const { db } = database;
  const clients: pg.PoolClient[] = [];
  for (const { job_id } of jobs) {
    const client = await db.pool.connect();
    clients.push(client);
    await client.query('begin');
    await client.query('update job set version = version + 1 where id = $1', [job_id]);
  }
  // Another permutation each round: multiplying by an odd number mixes the numbers 0 to 7.
  const order = clients.map((_, at) => (at * (2 * (round % 4) + 3) + round) % clients.length);
  for (const at of order) {
    await clients[at]?.query('commit');
    db.notifier.note('asterion_event');
  }
  for (const client of clients) client.release();
}
