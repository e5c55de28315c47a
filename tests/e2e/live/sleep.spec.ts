// A machine that sleeps, a tab that is frozen, a page kept for the back button: on waking, what is shown is true.
import { chromium, expect } from '@playwright/test';
import { browserLaunch } from '#tests/support/browser.ts';
import { test } from '#tests/support/product.ts';
import { drop, dropIn, emptyProduct, openField, thread } from '../field-page.ts';
import { ask, numbered, reaches } from './witness.ts';

test.beforeEach(({ product }) => emptyProduct(product));

test('a frozen tab that thaws shows what happened meanwhile at once', async ({ page, context, product }) => {
  await openField(page);
  const { job_id } = await ask(product, '@demo delay=1s rate=0\nEnded while frozen');
  await dropIn(page, 'Ended while frozen', 'running');
  const devtools = await context.newCDPSession(page);
  await devtools.send('Page.setWebLifecycleState', { state: 'frozen' });
  await reaches(product, job_id, 'succeeded');
  const { job_id: later } = await ask(product, '@demo delay=0 rate=0\nCame while frozen');
  await reaches(product, later, 'succeeded');
  await devtools.send('Page.setWebLifecycleState', { state: 'active' });
  await dropIn(page, 'Ended while frozen', 'succeeded', 5_000);
  await dropIn(page, 'Came while frozen', 'succeeded', 5_000);
  await expect(page.locator('[data-mode="live"]')).toBeVisible();
});

test('after a sleep the dead stream is not believed: it is opened anew, and clocks tell the server’s time', async ({
  page,
  product,
}) => {
  await page.clock.install();
  await openField(page);
  const { prompt_id, job_id } = await ask(product, numbered('Slept through', 400, 40));
  await dropIn(page, 'Slept through', 'running');
  // From here on the stream brings nothing any more, and nobody says so: the server stands still.
  product.web.kill('SIGSTOP');
  const reopened = page.waitForRequest((request) => request.url().includes('/api/mission/events'));
  await page.clock.fastForward('02:00');
  product.web.kill('SIGCONT');
  await reopened;
  await expect(page.locator('[data-mode="live"]')).toBeVisible({ timeout: 20_000 });
  await page.goto(`/mission?drop=${prompt_id}&dock=thread`);
  // The page's clock is two minutes ahead now; the answer has been running for seconds.
  await expect(thread(page)).toContainText(/Answering\D*\b\d{1,2} s/);
  await expect(page.getByText('clock off')).toBeVisible();
  await reaches(product, job_id, 'succeeded', 40_000);
  await dropIn(page, 'Slept through', 'succeeded');
});

test('a page restored by the back button is live again and knows what it missed', async ({ product }) => {
  // Playwright switches the back/forward cache off; people have it.
  const launch = browserLaunch();
  const browser = await chromium.launch({ ...launch, ignoreDefaultArgs: ['--disable-back-forward-cache'] });
  try {
    const page = await browser.newPage({ baseURL: product.origin });
    await openField(page);
    await page.evaluate(() => {
      window.addEventListener('pageshow', ({ persisted }) => {
        document.documentElement.dataset.restored = String(persisted);
      });
    });
    await page.goto(`${product.origin}/api/health`);
    const { job_id } = await ask(product, '@demo delay=0 rate=0\nMissed by the page behind');
    await reaches(product, job_id, 'succeeded');
    await page.goBack({ waitUntil: 'commit' });
    await expect(page.locator('html')).toHaveAttribute('data-restored', 'true');
    await dropIn(page, 'Missed by the page behind', 'succeeded', 5_000);
    await expect(page.locator('[data-mode="live"]')).toBeVisible();
    await ask(product, '@demo delay=0 rate=0\nComes after it is back');
    await dropIn(page, 'Comes after it is back', 'succeeded');
    await expect(drop(page, 'Comes after it is back')).toHaveCount(1);
  } finally {
    await browser.close();
  }
});
