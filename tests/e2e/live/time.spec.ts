// Time as the reader lives it: any zone on both sides, a wrong clock said and corrected, nothing negative, nothing hours off.
import { expect } from '@playwright/test';
import { test } from '#tests/support/product.ts';
import { statement } from '#tests/support/server.ts';
import { startWebProcess } from '#tests/support/web-process.ts';
import { dropIn, emptyProduct, openField, thread } from '../field-page.ts';
import { ask, reaches } from './witness.ts';

test.beforeEach(({ product }) => emptyProduct(product));

test('in Brisbane, with a server in Brisbane, a new prompt is of now and an old one of its own local day', async ({
  browser,
  product,
}) => {
  const web = await startWebProcess(product.databaseUrl, { TZ: 'Australia/Brisbane' });
  const worker = product.startWorker({ TZ: 'Australia/Brisbane' });
  const context = await browser.newContext({ baseURL: web.origin, timezoneId: 'Australia/Brisbane' });
  try {
    const page = await context.newPage();
    const old = await ask(product, '@demo delay=0 rate=0\nAsked before midnight in London');
    await reaches(product, old.job_id, 'succeeded');
    // 20:30 on the first in UTC is 06:30 on the second in Brisbane, the whole year round.
    await statement(
      product.databaseUrl,
      `begin; set local session_replication_role = replica;
       update entity set created_at = '2026-03-01T20:30:00Z' where id = '${old.prompt_id}';
       update job set created_at = '2026-03-01T20:30:00Z', started_at = '2026-03-01T20:30:01Z', finished_at = '2026-03-01T20:30:02Z' where prompt_id = '${old.prompt_id}';
       commit`,
    );
    const { prompt_id } = await ask(product, '@demo delay=0 rate=0\nAsked just now');
    for (let round = 0; round < 2; round += 1) {
      await openField(page, `?view=list&drop=${prompt_id}&dock=thread`);
      await dropIn(page, 'Asked just now', 'succeeded');
      const times = thread(page).locator('time');
      await expect(times.first()).toBeVisible();
      for (const time of await times.all()) {
        expect(await time.getAttribute('datetime')).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/);
        expect(await time.getAttribute('title')).toMatch(/UTC/);
      }
      const grid = page.getByRole('treegrid');
      await expect(grid).toContainText('Today');
      await expect(grid).toContainText(/2 Mar|March 2|2 March|Mar 2/);
      await expect(grid).not.toContainText(/1 Mar\b|March 1\b|Mar 1\b/);
      await expect(page.locator('body')).not.toContainText(/\b(?:9|10|11) (?:h|hours)\b/);
    }
    await page.goto(`/mission?drop=${old.prompt_id}&dock=thread`);
    await expect(thread(page).locator('time').first()).toHaveAttribute('datetime', /^2026-03-01T20:30/);
  } finally {
    await context.close();
    web.kill('SIGTERM');
    worker.kill('SIGTERM');
    await Promise.all([web.stopped, worker.stopped]);
  }
});

for (const [what, minutes] of [
  ['ahead', 10],
  ['behind', -10],
] as const)
  test(`a computer whose clock is ten minutes ${what} is told so, and shows the server’s times`, async ({
    page,
    product,
  }) => {
    await page.clock.install({ time: Date.now() + minutes * 60_000 });
    const { prompt_id } = await ask(product, '@demo delay=0 rate=20 tokens=2000\nBy the server’s clock');
    await page.goto(`/mission?drop=${prompt_id}&dock=thread`);
    const pill = page.locator('[data-mode="live"]');
    await expect(pill).toContainText('clock off', { timeout: 20_000 });
    await expect(pill).toHaveAttribute('title', new RegExp(`${what === 'ahead' ? 'ahead of' : 'behind'} the server`));
    await expect(thread(page)).toContainText(/Answering\D*\b\d{1,2} s/);
    await expect(page.locator('body')).not.toContainText(/-\d+ (?:s|min|h)\b/);
    await thread(page).getByRole('button', { name: 'Stop' }).click();
    await dropIn(page, 'By the server’s clock', 'cancelled');
  });
