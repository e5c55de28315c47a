// A page owns nothing: reloaded, left and come back to in the middle of an answer it shows all of it, once.
import { expect } from '@playwright/test';
import { test } from '#tests/support/product.ts';
import { compose, drop, dropIn, emptyProduct, openField, send, thread } from '../field-page.ts';
import { ask, numbered, reaches, readSeen, seesMoreThan, watchWords } from './witness.ts';

test.beforeEach(({ product }) => emptyProduct(product));

test('an answer reloaded three times in its middle shows at once what there was, and goes on without gap or repeat', async ({
  page,
  product,
}) => {
  const { prompt_id, job_id } = await ask(product, numbered('Read me four times', 900, 60));
  const posts: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && !request.url().endsWith('/seen')) posts.push(request.url());
  });
  await watchWords(page);
  await page.goto(`/mission?drop=${prompt_id}&dock=thread`);
  let known = 0;
  for (let round = 0; round < 3; round += 1) {
    await seesMoreThan(page, known + 10);
    known = (await readSeen(page)).now;
    await page.reload();
    await seesMoreThan(page, 0);
    const seen = await readSeen(page);
    expect(seen.fault).toBeNull();
    expect(seen.first, 'the first picture holds everything that was there').toBeGreaterThanOrEqual(known);
    await expect(thread(page).getByRole('article')).toHaveCount(1);
    await expect(thread(page).getByRole('button', { name: 'Stop' })).toBeVisible();
    await expect(thread(page).getByRole('button', { name: 'Retry' })).toHaveCount(0);
  }
  await reaches(product, job_id, 'succeeded');
  await expect.poll(async () => (await readSeen(page)).now, { timeout: 20_000 }).toBe(900);
  expect((await readSeen(page)).fault).toBeNull();
  await dropIn(page, 'Read me four times', 'succeeded');
  await expect(drop(page, 'Read me four times')).toHaveAttribute('data-job', job_id);
  expect(posts, 'reloading asks for nothing to be done').toEqual([]);
});

test('coming back to an answer from another thread finds its text so far, its clock and Stop at once', async ({
  page,
  product,
}) => {
  const [long, other] = [
    await ask(product, numbered('The long one', 2_000, 40)),
    await ask(product, numbered('Another thread', 30, 0)),
  ];
  await reaches(product, other.job_id, 'succeeded');
  await watchWords(page);
  await page.goto(`/mission?view=list&drop=${long.prompt_id}&dock=thread`);
  await seesMoreThan(page, 20);
  const before = (await readSeen(page)).now;
  await drop(page, 'Another thread').click();
  await expect(thread(page).getByRole('article', { name: /Another thread/ })).toBeVisible();
  // Nothing of the running answer lands in the thread that is open now.
  await expect(thread(page).locator('.markdown')).toContainText('w30');
  const there = await thread(page).locator('.markdown').innerText();
  await page.evaluate(() =>
    Object.assign((window as unknown as { seen: object }).seen, { first: 0, now: 0, fault: null }),
  );
  await drop(page, 'The long one').click();
  await expect(thread(page).getByRole('button', { name: 'Stop' })).toBeVisible({ timeout: 2_000 });
  await expect(thread(page)).toContainText(/Answering\D*\b\d{1,2} s/);
  await seesMoreThan(page, before);
  const seen = await readSeen(page);
  expect(there.trim().split(/\s+/).at(-1)).toBe('w30');
  expect(seen.fault).toBeNull();
  expect(seen.first).toBeGreaterThanOrEqual(before);
  // A stream that was picked up again is stopped like any other, and writes nothing more.
  await thread(page).getByRole('button', { name: 'Stop' }).click();
  await dropIn(page, 'The long one', 'cancelled', 5_000);
  await reaches(product, long.job_id, 'cancelled');
  await expect(thread(page).getByText('Stopped here.')).toBeVisible();
  const kept = (await readSeen(page)).now;
  await page.reload();
  await seesMoreThan(page, 0);
  expect((await readSeen(page)).now).toBe(kept);
});

test('a prompt sent and left at once is there, once, for whoever comes back', async ({ page, product }) => {
  await openField(page);
  await compose(page).fill('@demo delay=500ms rate=0\nSent and left');
  await compose(page).press('Enter');
  await page.goto('about:blank');
  await openField(page);
  await dropIn(page, 'Sent and left', 'succeeded');
  await expect(page.locator('button.drop')).toHaveCount(1);

  // And when the page went before its request did: the next page sends it, under the same id.
  await page.route('**/api/prompts', () => {});
  await compose(page).fill('@demo delay=0 rate=0\nLeft before it was sent');
  await compose(page).press('Enter');
  await expect(drop(page, 'Left before it was sent')).toBeVisible();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.reload();
  await dropIn(page, 'Left before it was sent', 'succeeded');
  await expect(page.locator('button.drop')).toHaveCount(2);
  const { origin } = product;
  const jobs = await (await fetch(`${origin}/api/jobs`)).json();
  expect(jobs.jobs).toHaveLength(2);
});

test('how the next prompt is sent is still so after a reload', async ({ page }) => {
  await openField(page);
  const options = page.locator('button[aria-haspopup="dialog"]').filter({ has: page.locator('svg') });
  await options.last().click();
  await page.getByLabel('Attempts').fill('5');
  await page.getByText('Urgent', { exact: true }).click();
  await page.reload();
  await options.last().click();
  await expect(page.getByLabel('Attempts')).toHaveValue('5');
  await expect(page.getByRole('radio', { name: 'Urgent' })).toBeChecked();
  await page.keyboard.press('Escape');
  const posted = page.waitForRequest((request) => request.url().endsWith('/api/prompts'));
  await send(page, '@demo delay=0 rate=0\nWith the choice');
  expect((await posted).postDataJSON()).toMatchObject({ options: { max_attempts: 5 }, priority: 10 });
});
