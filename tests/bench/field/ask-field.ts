// Asks the map what a person feels with a thousand drops and with five: first picture, pan, one event, a flood, the heap.
import { setTimeout as wait } from 'node:timers/promises';
import { type CDPSession, chromium, type Page } from '@playwright/test';
import { startProduct } from '#tests/bench/product.ts';
import type { Row } from '#tests/bench/report.ts';
import { type Asked, inScratchDatabase } from '#tests/bench/scratch-database.ts';
import { percentile } from '#tests/bench/statistics.ts';
import { browserLaunch } from '#tests/support/browser.ts';
import { eventually } from '#tests/support/eventually.ts';
import { type Front, openFront } from './front.ts';
import { pan, readCounts, readFirstPaint, watchPage } from './in-page.ts';
import { manyRows } from './rows.ts';

const sizes = [1_000, 5_000] as const;
const panMs = 3_000;

export async function askField({ server, only, note }: Asked): Promise<Row[]> {
  if (!only.includes('field')) return [];
  return inScratchDatabase(server, async (url) => {
    note('starting the product');
    const product = await startProduct(url);
    const browser = await chromium.launch(browserLaunch());
    const rows: Row[] = [];
    try {
      for (const size of sizes) {
        note(`the map with ${size.toLocaleString('en')} drops`);
        const front = await openFront(product.url, manyRows(size));
        const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
        const page = await context.newPage();
        try {
          rows.push(...(await askPage(page, front, size)));
        } finally {
          await context.close();
          await front.close();
        }
      }
      return rows;
    } finally {
      await browser.close();
      await product.stop();
    }
  });
}

async function askPage(page: Page, front: Front, size: number): Promise<Row[]> {
  const subject = `${size.toLocaleString('en')} drops`;
  // The transpiler names functions by a helper that the page does not have.
  await page.addInitScript({ content: 'globalThis.__name ??= (named) => named;' });
  await page.addInitScript(watchPage);
  // Once to warm what every visit but the first finds warm: the browser's code cache and the web part.
  await page.goto(`${front.url}/mission?view=map`);
  await page.locator('.map-seat').first().waitFor({ state: 'attached', timeout: 60_000 });
  const paints: number[] = [];
  for (let round = 0; round < 3; round++) {
    await page.reload();
    await page.locator('.map-seat').first().waitFor({ state: 'attached', timeout: 60_000 });
    await eventually(async () => !Number.isNaN(await page.evaluate(readFirstPaint)));
    paints.push(await page.evaluate(readFirstPaint));
  }
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable');
  await wait(1_500);
  const near = await page.evaluate(pan, panMs);
  const event = await askOneEvent(page, cdp, front);
  const flood = await askFlood(page, front);
  await page.getByRole('button', { name: 'Fit the field' }).click();
  await wait(800);
  const far = await page.evaluate(pan, panMs);
  const heap = await askHeap(cdp, front);
  return [
    { question: 'first picture after data', subject, figures: { 'p50 ms': percentile(paints, 0.5) }, goal: '< 400 ms' },
    { question: 'pan, median of 3 s', subject, figures: { 'fps near': near, 'fps afar': far }, goal: '≥ 45 fps' },
    { question: 'one state event, script', subject, figures: event, goal: '< 16 ms' },
    { question: '2,000 events in a second', subject, figures: flood, goal: '≤ 1 commit a frame' },
    { question: 'heap after 10,000 events', subject, figures: heap, goal: 'within 20 %' },
  ];
}

/** Script time of the whole page around one event, in rounds; the page is otherwise at rest but for its clock. */
async function askOneEvent(page: Page, cdp: CDPSession, front: Front): Promise<Record<string, number>> {
  const took: number[] = [];
  await page.mouse.move(5, 5);
  for (let round = 0; round < 15; round++) {
    const before = await scriptMs(cdp);
    front.send(1);
    await wait(150);
    took.push((await scriptMs(cdp)) - before);
  }
  return { 'p50 ms': percentile(took, 0.5), 'p90 ms': percentile(took, 0.9) };
}

async function scriptMs(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN) * 1_000;
}

async function askFlood(page: Page, front: Front): Promise<Record<string, number>> {
  const before = await page.evaluate(readCounts);
  for (let part = 0; part < 100; part++) {
    front.send(20);
    await wait(10);
  }
  await wait(100);
  const after = await page.evaluate(readCounts);
  const [commits, frames] = [after.commits - before.commits, after.frames - before.frames];
  return { commits, frames, 'commits/frame': commits / frames, seconds: (after.atMs - before.atMs) / 1_000 };
}

async function askHeap(cdp: CDPSession, front: Front): Promise<Record<string, number>> {
  // What is made once and kept, such as prerendered drops, is there before the first reading.
  await flood(front, 2_000);
  const before = await usedMb(cdp);
  await flood(front, 10_000);
  const after = await usedMb(cdp);
  return { 'before MB': before, 'after MB': after, 'growth %': (after / before - 1) * 100 };
}

async function flood(front: Front, events: number): Promise<void> {
  for (let sent = 0; sent < events; sent += 40) {
    front.send(40);
    await wait(20);
  }
  await wait(1_500);
}

async function usedMb(cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  return usedSize / 2 ** 20;
}
