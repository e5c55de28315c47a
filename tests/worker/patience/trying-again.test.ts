// Whoever waits for a database that is away waits longer and longer, never in step with others, and says so once.
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openLog } from '#lib/log.ts';
import { closeDatabase, openDatabase } from '#lib/store/client.ts';
import { listen } from '#lib/store/listen.ts';
import { eventually } from '#tests/support/eventually.ts';
import { Backoff } from '#worker/backoff.ts';
import { repeat } from '#worker/repeating.ts';

describe('the wait before another try', () => {
  it('doubles up to its cap, and half of it is chance', () => {
    const limits = { firstMs: 100, capMs: 5_000 };
    const shortest = new Backoff(limits, () => 0);
    const longest = new Backoff(limits, () => 1);
    expect(Array.from({ length: 9 }, () => shortest.next())).toEqual([
      50, 100, 200, 400, 800, 1_600, 2_500, 2_500, 2_500,
    ]);
    expect(Array.from({ length: 9 }, () => longest.next())).toEqual([
      100, 200, 400, 800, 1_600, 3_200, 5_000, 5_000, 5_000,
    ]);
  });

  it('is short again after a success, and never more than the cap however often it failed', () => {
    const backoff = new Backoff({ firstMs: 100, capMs: 5_000 }, () => 1);
    for (let failures = 0; failures < 10_000; failures++) expect(backoff.next()).toBeLessThanOrEqual(5_000);
    backoff.reset();
    expect(backoff.next()).toBe(100);
  });
});

describe('a listener whose database refuses it', () => {
  const cameAt: number[] = [];
  const refusing = createServer((socket: Socket) => {
    cameAt.push(performance.now());
    socket.destroy();
  });
  beforeAll(async () => {
    refusing.listen(0, '127.0.0.1');
    await once(refusing, 'listening');
  });
  afterAll(async () => {
    refusing.close();
    await once(refusing, 'close');
  });

  it('comes back less and less often instead of flooding it, and ends when it is told to', async () => {
    const { port } = refusing.address() as AddressInfo;
    const db = openDatabase({ url: `postgresql://nobody@127.0.0.1:${port}/nowhere` });
    let lost = 0;
    const handlers = { onNotify: () => undefined, onConnect: () => undefined, onLost: () => lost++ };
    const listener = await listen(db, ['asterion_event'], handlers);
    await eventually(() => cameAt.length >= 5, { withinMs: 15_000 });
    await listener.close();
    const gaps = cameAt.slice(1).map((at, index) => at - (cameAt[index] ?? 0));
    // Each try waits at least half of 200 ms × 2^n; how much of the other half it waits is chance.
    for (const [index, gap] of gaps.entries()) expect(gap).toBeGreaterThanOrEqual(100 * 2 ** index * 0.95);
    expect(lost).toBe(cameAt.length);
    await closeDatabase(db);
  });
});

describe('a sweep', () => {
  it('that fails is said once for a row of failures, and goes on', async () => {
    const log = openLog('test sweep');
    const warn = vi.spyOn(log, 'warn').mockImplementation(() => undefined);
    let rounds = 0;
    const failing = new Set([2, 3, 4, 6]);
    const sweep = repeat('the sweep', log, 1, async () => {
      rounds += 1;
      if (failing.has(rounds)) throw new Error('the database is away');
      return 1;
    });
    await eventually(() => rounds >= 8);
    await sweep.stop();
    expect(warn).toHaveBeenCalledTimes(2);
  });

  it('never runs twice at once, however often it is hurried', async () => {
    let running = 0;
    let most = 0;
    let rounds = 0;
    const sweep = repeat('the sweep', openLog('test sweep'), 1, async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 5));
      running -= 1;
      rounds += 1;
      return 60_000;
    });
    await eventually(() => {
      sweep.hurry();
      return rounds >= 10;
    });
    await sweep.stop();
    expect(most).toBe(1);
  });
});
