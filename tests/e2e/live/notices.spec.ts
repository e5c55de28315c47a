// What a person hears of while looking elsewhere: one notice for each answer nobody has seen, and a count that never sleeps.
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { test } from '#tests/support/product.ts';
import { drop, dropIn, emptyProduct, openField, thread } from '../field-page.ts';
import { ask, canHide, hide, reaches } from './witness.ts';

test.beforeEach(({ product }) => emptyProduct(product));

/** A tab that can be hidden, in a browser that has been told yes or was not asked yet; its notices are kept, not shown. */
async function tab(context: BrowserContext, permission: 'granted' | 'default', query = ''): Promise<Page> {
  const page = await context.newPage();
  await canHide(page);
  await page.addInitScript((said) => {
    const notices: { title: string; body: string; tag: string }[] = [];
    const asked = { times: 0 };
    class Kept {
      static permission = said;
      static requestPermission() {
        asked.times += 1;
        return Promise.resolve('granted');
      }
      onclick = null;
      constructor(title: string, { body = '', tag = '' }: NotificationOptions) {
        notices.push({ title, body, tag });
      }
      close() {}
    }
    Object.assign(window, { Notification: Kept, notices, asked });
  }, permission);
  await openField(page, query);
  return page;
}

interface Kept {
  readonly notices: { title: string; body: string; tag: string }[];
  readonly asked: { times: number };
}
const noticesOf = (page: Page) => page.evaluate(() => (window as unknown as Kept).notices);
const allNotices = async (pages: readonly Page[]) => (await Promise.all(pages.map(noticesOf))).flat();

test('of four hidden tabs one gives one notice for each prompt that ended, tagged by its job', async ({
  context,
  product,
}) => {
  const pages: Page[] = [];
  for (let at = 0; at < 4; at += 1) pages.push(await tab(context, 'granted'));
  for (const page of pages) await hide(page);
  const good = await ask(product, '@demo delay=200ms rate=0\nAnswered while away');
  const bad = await ask(product, '@demo delay=200ms fail=400\nRefused while away');
  await expect.poll(async () => (await allNotices(pages)).length, { timeout: 15_000 }).toBe(2);
  // A third one, so that whatever else the first two would have caused has had its time.
  const last = await ask(product, '@demo delay=200ms rate=0\nThe last one');
  await expect.poll(async () => (await allNotices(pages)).length, { timeout: 15_000 }).toBeGreaterThan(2);
  const told = await allNotices(pages);
  expect(told.map(({ tag }) => tag).sort()).toEqual([good.job_id, bad.job_id, last.job_id].sort());
  expect(told.find(({ tag }) => tag === bad.job_id)?.title).toBe('Didn’t work');
  expect((await Promise.all(pages.map(noticesOf))).filter((own) => own.length > 0)).toHaveLength(1);
});

test('an answer seen in another tab gives no notice', async ({ context, product }) => {
  const leader = await tab(context, 'granted');
  await hide(leader);
  const reader = await tab(context, 'granted');
  const seen = await ask(product, '@demo delay=1500ms rate=0\nRead at once');
  await reader.goto(`/mission?drop=${seen.prompt_id}&dock=thread`);
  await expect(thread(reader).getByRole('button', { name: 'Continue here' })).toBeVisible({ timeout: 15_000 });
  await expect(drop(reader, 'Read at once')).not.toHaveClass(/is-unread/, { timeout: 10_000 });
  const missed = await ask(product, '@demo delay=200ms rate=0\nRead by nobody');
  await expect
    .poll(async () => (await noticesOf(leader)).map(({ tag }) => tag), { timeout: 15_000 })
    .toEqual([missed.job_id]);
});

test('an answer that ended while the page was hidden is told of although its event comes after the return', async ({
  context,
  product,
}) => {
  const page = await tab(context, 'granted');
  const { job_id } = await ask(product, '@demo delay=1s rate=0\nEnded while away');
  await dropIn(page, 'Ended while away', 'running');
  await hide(page);
  // The machine sleeps: nothing reaches the page until it is looked at again.
  await context.setOffline(true);
  await reaches(product, job_id, 'succeeded');
  // Well before the return, whatever the two clocks think of each other.
  const later = await ask(product, '@demo delay=1s rate=0\nEnds a second later');
  await reaches(product, later.job_id, 'succeeded');
  await hide(page, false);
  await context.setOffline(false);
  await dropIn(page, 'Ended while away', 'succeeded');
  await expect.poll(async () => (await noticesOf(page)).map(({ tag }) => tag), { timeout: 10_000 }).toContain(job_id);
});

test('what ends before the eyes of its reader gives no notice', async ({ context, product }) => {
  const page = await tab(context, 'granted');
  const seen = await ask(product, '@demo delay=500ms rate=0\nIn plain sight');
  await dropIn(page, 'In plain sight', 'succeeded');
  await hide(page);
  const away = await ask(product, '@demo delay=200ms rate=0\nOut of sight');
  await expect.poll(async () => (await noticesOf(page)).length, { timeout: 15_000 }).toBeGreaterThan(0);
  const tags = (await noticesOf(page)).map(({ tag }) => tag);
  expect(tags).toEqual([away.job_id]);
  expect(tags).not.toContain(seen.job_id);
});

test('the browser is asked for notices only by a press, after an answer came to nobody', async ({
  context,
  product,
}) => {
  const page = await tab(context, 'default');
  const asked = () => page.evaluate(() => (window as unknown as Kept).asked.times);
  await hide(page);
  const { job_id } = await ask(product, '@demo delay=200ms rate=0\nCame to nobody');
  await reaches(product, job_id, 'succeeded');
  await expect(page).toHaveTitle(/^\(1\) /);
  await hide(page, false);
  const yes = page.getByRole('button', { name: 'Tell me' });
  await expect(yes).toBeVisible();
  expect(await asked()).toBe(0);
  await yes.click();
  expect(await asked()).toBe(1);
});

test('a hidden tab counts what waits in its title at once and goes back when it is seen', async ({
  context,
  product,
}) => {
  const page = await tab(context, 'granted');
  await hide(page);
  const asked = await Promise.all(
    ['One', 'Two'].map((name) => ask(product, `@demo delay=100ms rate=0\n${name} of two answers`)),
  );
  await expect(page).toHaveTitle(/^\(2\) /, { timeout: 10_000 });
  await expect(page.locator('link[data-unread]')).toHaveCount(1);
  await hide(page, false);
  await page.goto(`/mission?drop=${asked[0]?.prompt_id}&dock=thread`);
  await expect(page).toHaveTitle(/^\(1\) /, { timeout: 10_000 });
});
