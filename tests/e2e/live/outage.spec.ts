// The line breaks, the answers do not: losing the stream, the server or a tab changes no drop and is mended by itself.
import { expect } from '@playwright/test';
import { test } from '#tests/support/product.ts';
import { dropIn, emptyProduct, openField, send, thread } from '../field-page.ts';
import { ask, numbered, reaches, readSeen, seesMoreThan, watchWords } from './witness.ts';

test.beforeEach(({ product }) => emptyProduct(product));

const mode = (name: string) => `[data-mode="${name}"]`;

test('a server killed in the middle of an answer costs nothing: the drop goes on running, and is live again soon', async ({
  page,
  product,
}) => {
  const { prompt_id, job_id } = await ask(product, numbered('Outlives its server', 400, 50));
  await watchWords(page);
  await page.goto(`/mission?drop=${prompt_id}&dock=thread`);
  await seesMoreThan(page, 20);
  const outliving = page.locator(`button.drop[data-prompt="${prompt_id}"]`);
  await expect(outliving).toHaveAttribute('data-state', 'running');
  // Every look the drop ever has, from here on.
  await page.evaluate((id) => {
    const looks = new Set<string>();
    Object.assign(window, { looks });
    const note = () => looks.add(document.querySelector<HTMLElement>(`[data-prompt="${id}"]`)?.dataset.state ?? 'gone');
    new MutationObserver(note).observe(document, { childList: true, subtree: true, attributes: true });
    note();
  }, prompt_id);
  const gone = product.web;
  gone.kill('SIGKILL');
  await gone.stopped;
  await expect(page.locator(mode('reconnecting'))).toBeVisible();
  await expect(page.locator(mode('reconnecting'))).toContainText('Reconnecting… last news');
  await expect(outliving).toHaveAttribute('data-state', 'running');
  await expect(thread(page).getByRole('button', { name: 'Retry' })).toHaveCount(0);
  // Writing goes on, and what is written is kept.
  await send(page, '@demo delay=0 rate=0\nWritten meanwhile');
  await dropIn(page, 'Written meanwhile', 'unsent', 40_000);
  await product.restartWeb();
  await expect(page.locator(mode('live'))).toBeVisible({ timeout: 10_000 });
  await reaches(product, job_id, 'succeeded');
  await expect(outliving).toHaveAttribute('data-state', 'succeeded');
  await expect.poll(async () => (await readSeen(page)).now).toBe(400);
  expect((await readSeen(page)).fault).toBeNull();
  expect(await page.evaluate(() => [...(window as unknown as { looks: Set<string> }).looks])).toEqual([
    'running',
    'succeeded',
  ]);
  // Whoever left, by a reload or for good, is no error.
  await page.reload();
  await expect(page.locator(mode('live'))).toBeVisible();
  await page.goto('about:blank');
  const isFault = (line: string) => (line.startsWith('{') ? !/"level":[23]0,/.test(line) : /error|abort/i.test(line));
  const faults = product.web.lines.filter(isFault);
  expect(faults).toEqual([]);
});

test('where nothing can stream, every state and the growing text come by polling, and the stream is taken when it can', async ({
  page,
  product,
}) => {
  await page.route('**/api/mission/events*', (route) => route.fulfill({ status: 503, body: 'held back' }));
  await watchWords(page);
  await page.goto('/mission');
  await expect(page.locator(mode('polling'))).toBeVisible();
  await expect(page.locator(mode('polling'))).toHaveText(/Polling · 2 s/);
  const quick = await ask(product, numbered('Comes by polling', 20, 0));
  await reaches(product, quick.job_id, 'succeeded');
  const settledAt = performance.now();
  // An idle field is asked every 15 s; the page that comes back asks at once, as it does when somebody looks at it again.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await dropIn(page, 'Comes by polling', 'succeeded', 4_000);
  expect(performance.now() - settledAt).toBeLessThan(4_000);

  const { prompt_id, job_id } = await ask(product, numbered('Grows by polling', 300, 60));
  await page.goto(`/mission?drop=${prompt_id}&dock=thread`);
  await seesMoreThan(page, 20);
  await expect(page.locator(mode('polling'))).toBeVisible();
  await page.unrouteAll();
  await expect(page.locator(mode('live'))).toBeVisible({ timeout: 20_000 });
  await reaches(product, job_id, 'succeeded');
  await expect.poll(async () => (await readSeen(page)).now).toBe(300);
  expect((await readSeen(page)).fault).toBeNull();
});

test('the tab that held the stream is killed, and the others go on without a gap', async ({ context, product }) => {
  const leader = await context.newPage();
  await openField(leader);
  const follower = await context.newPage();
  await watchWords(follower);
  const { prompt_id, job_id } = await ask(product, numbered('Outlives its tab', 300, 40));
  await follower.goto(`/mission?drop=${prompt_id}&dock=thread`);
  await seesMoreThan(follower, 20);
  const devtools = await context.newCDPSession(leader);
  const crashed = leader.waitForEvent('crash');
  // The answer to this never comes.
  devtools.send('Page.crash').catch(() => {});
  await crashed;
  const known = (await readSeen(follower)).now;
  await seesMoreThan(follower, known);
  await reaches(product, job_id, 'succeeded');
  await dropIn(follower, 'Outlives its tab', 'succeeded');
  await expect.poll(async () => (await readSeen(follower)).now).toBe(300);
  expect((await readSeen(follower)).fault).toBeNull();
  await expect(follower.locator(mode('live'))).toBeVisible();
});
