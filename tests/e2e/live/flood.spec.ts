// A flood of real events through database, feed and stream: one picture a frame, a page that stays with its user, no growth.
import { type CDPSession, expect, type Page } from '@playwright/test';
import pg from 'pg';
import { readCounts, watchPage } from '#tests/bench/field/in-page.ts';
import { eventually } from '#tests/support/eventually.ts';
import { type Product, test } from '#tests/support/product.ts';
import { compose, emptyProduct, openField } from '../field-page.ts';
import { ask, reaches } from './witness.ts';

test.beforeEach(({ product }) => emptyProduct(product));

const drops = 400;

test('two thousand events in a second are drawn in at most one commit a frame, and nobody’s typing is lost', async ({
  page,
  product,
}) => {
  await openCrowded(page, product);
  const text = 'Typed while two thousand events arrive';
  await compose(page).focus();
  const before = await page.evaluate(readCounts);
  const flood = change(product, 2_000, 20);
  for (const sign of text) await page.keyboard.type(sign);
  await flood;
  await catchesUp(page, product);
  const after = await page.evaluate(readCounts);
  await expect(compose(page)).toHaveValue(text);
  const [commits, frames] = [after.commits - before.commits, after.frames - before.frames];
  // A key pressed is a commit of its own.
  expect((commits - text.length) / frames, `${commits} commits in ${frames} frames`).toBeLessThanOrEqual(1.1);
  const longest = await page.evaluate(() => (window as unknown as { longestMs: number }).longestMs);
  expect(longest, 'the longest the page stood still, ms').toBeLessThan(1_000);
});

test('ten thousand events leave the page as small as it was', async ({ page, context, product }) => {
  await openCrowded(page, product);
  const devtools = await context.newCDPSession(page);
  // What is made once and kept is there before the first reading.
  await change(product, 2_000, 20);
  await catchesUp(page, product);
  const before = await usedMb(devtools);
  for (let part = 0; part < 5; part += 1) await change(product, 2_000, 10);
  await catchesUp(page, product);
  const after = await usedMb(devtools);
  expect(after / before, `${before.toFixed(1)} MB before, ${after.toFixed(1)} MB after`).toBeLessThan(1.2);
});

/** A field with answered prompts, opened and watched. */
async function openCrowded(page: Page, product: Product): Promise<void> {
  const prompts = Array.from({ length: drops }, (_, at) => ({ text: `@demo delay=0 rate=0 reply="ok"\nCrowd ${at}` }));
  const response = await fetch(`${product.origin}/api/prompts/bulk`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ prompts }),
  });
  expect(response.ok).toBe(true);
  await eventually(async () => (await count(product, `state = 'succeeded'`)) === drops, { withinMs: 40_000 });
  await page.addInitScript({ content: 'globalThis.__name ??= (named) => named;' });
  await page.addInitScript(watchPage);
  await page.addInitScript(() => {
    Object.assign(window, { longestMs: 0 });
    const page = window as unknown as { longestMs: number };
    new PerformanceObserver((list) => {
      for (const { duration, startTime } of list.getEntries())
        if (startTime > 3_000) page.longestMs = Math.max(page.longestMs, duration);
    }).observe({ entryTypes: ['longtask'] });
  });
  await openField(page);
  await expect(page.getByRole('button', { name: new RegExp(`^${drops} ?New$`) })).toBeVisible({ timeout: 20_000 });
}

/** That many changes of drops, in parts spread over a second, each part its own commit as workers make them. */
async function change(product: Product, events: number, parts: number): Promise<void> {
  const client = new pg.Client({ connectionString: product.databaseUrl });
  await client.connect();
  try {
    const startedAt = performance.now();
    for (let part = 0; part < parts; part += 1) {
      await client.query(
        `update job set version = version + 1, priority = 50 + (version % 7)
         where id in (select id from job order by id offset $1 limit $2)`,
        [((part * events) / parts) % drops, events / parts],
      );
      await client.query(`notify asterion_event`);
      await eventually(() => performance.now() - startedAt >= ((part + 1) * 1_000) / parts);
    }
  } finally {
    await client.end();
  }
}

/** Resolves when the page has drawn everything so far: a prompt asked after it has its answer in the count. */
async function catchesUp(page: Page, product: Product): Promise<void> {
  const { job_id } = await ask(product, '@demo delay=0 rate=0 reply="ok"\nThe last of them');
  await reaches(product, job_id, 'succeeded');
  const answered = await count(product, `state = 'succeeded'`);
  await expect(page.getByRole('button', { name: new RegExp(`^${answered} ?New$`) })).toBeVisible({ timeout: 20_000 });
}

async function count({ databaseUrl }: Product, where: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query(`select count(*)::int as count from job where ${where}`);
  await client.end();
  return rows[0].count;
}

async function usedMb(devtools: CDPSession): Promise<number> {
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  return usedSize / 2 ** 20;
}
