// Several tabs and browsers on one field: they all see the same, and none gets in another's way.
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { test } from '#tests/support/product.ts';
import { drop, dropIn, emptyProduct, openField, send } from './field-page.ts';
import { figure } from './live/witness.ts';

test.beforeEach(({ product }) => emptyProduct(product));

async function tab(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await openField(page);
  return page;
}

test('what one browser sends, another one shows running and settled', async ({ browser, product }) => {
  const [one, other] = [
    await browser.newContext({ baseURL: product.origin }),
    await browser.newContext({ baseURL: product.origin }),
  ];
  const [here, there] = [await tab(one), await tab(other)];
  await send(here, '@demo delay=0 rate=30 tokens=80\nSeen from both');
  await dropIn(there, 'Seen from both', 'running');
  await Promise.all([dropIn(here, 'Seen from both', 'succeeded'), dropIn(there, 'Seen from both', 'succeeded')]);
  await one.close();
  await other.close();
});

test('two tabs that send at the same moment each continue their own parent', async ({ context }) => {
  const [left, right] = [await tab(context), await tab(context)];
  for (const name of ['Left root', 'Right root']) {
    await send(left, `@demo delay=0 rate=0\n${name}`);
    await dropIn(left, name, 'succeeded');
    await dropIn(right, name, 'succeeded');
  }
  const parents = await Promise.all(
    ['Left root', 'Right root'].map((name) => drop(left, name).getAttribute('data-prompt')),
  );
  await drop(left, 'Left root').click();
  await drop(right, 'Right root').click();
  const requests = [left, right].map((page) =>
    page.waitForRequest((request) => request.url().endsWith('/api/prompts')),
  );
  await Promise.all([send(left, '@demo delay=0 rate=0\nLeft child'), send(right, '@demo delay=0 rate=0\nRight child')]);
  const sent = (await Promise.all(requests)).map((request) => request.postDataJSON().parent_id);
  expect(sent).toEqual(parents);
  for (const page of [left, right])
    for (const name of ['Left child', 'Right child']) await dropIn(page, name, 'succeeded');
});

test('twelve tabs of one browser all load and all update, over one stream', async ({ context, product }) => {
  test.setTimeout(240_000);
  const pages: Page[] = [];
  for (let at = 0; at < 12; at += 1) pages.push(await tab(context));
  const [first] = pages;
  if (first === undefined) throw new Error('no tab');
  await first.bringToFront();
  await send(first, '@demo delay=0 rate=40 tokens=40\nSeen by twelve');
  await Promise.all(pages.map((page) => dropIn(page, 'Seen by twelve', 'succeeded', 60_000)));
  // HTTP/1.1 gives a browser six connections: a stream for each tab would have stopped the seventh.
  await expect.poll(() => figure(product, 'streams')).toBe(1);
});

test('a tab that was offline says so, keeps what is written, and is live again when it is back', async ({
  page,
  context,
}) => {
  await openField(page);
  await context.setOffline(true);
  await expect(page.locator('[data-mode="offline"]')).toBeVisible({ timeout: 40_000 });
  await send(page, '@demo delay=0 rate=0\nWritten on the train');
  await dropIn(page, 'Written on the train', 'unsent');
  await context.setOffline(false);
  await expect(page.locator('[data-mode="live"]')).toBeVisible({ timeout: 20_000 });
  if ((await drop(page, 'Written on the train').getAttribute('data-state')) === 'unsent')
    await page.getByRole('button', { name: /Retry.*: Written on the train/ }).click();
  await dropIn(page, 'Written on the train', 'succeeded');
  await expect(page.locator('button.drop')).toHaveCount(1);
});
