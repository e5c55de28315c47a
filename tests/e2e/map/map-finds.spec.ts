// On the map what one looks for comes into sight, and what one reads stays in it.
import { expect, type Page } from '@playwright/test';
import { type Product, test } from '#tests/support/product.ts';
import { compose, drop, dropIn, emptyProduct, openField, send, thread } from '../field-page.ts';

test.beforeEach(({ product }) => emptyProduct(product));

async function submitMany(product: Product, texts: readonly string[]): Promise<void> {
  const response = await fetch(`${product.origin}/api/prompts/bulk`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ prompts: texts.map((text) => ({ text })) }),
  });
  expect(response.status).toBe(202);
}

async function boxOf(page: Page, selector: string) {
  const box = await page.locator(selector).first().boundingBox();
  if (box === null) throw new Error(`${selector} is not on the page`);
  return box;
}

test('a search leads to what is out of sight, counts it, and goes from one to the next', async ({ page, product }) => {
  const texts = Array.from({ length: 90 }, (_, index) =>
    index === 2 || index === 40
      ? `@demo rate=0 delay=0\nThe heron of day ${index}`
      : `@demo rate=0 delay=0\nNumber ${index}`,
  );
  await submitMany(product, texts);
  await openField(page, '?view=map');
  await dropIn(page, 'Number 89', 'succeeded', 40_000);
  await expect(drop(page, 'The heron of day 2')).toHaveCount(0);

  await page.keyboard.press('/');
  await page.keyboard.type('heron');
  const found = page.getByRole('toolbar', { name: 'What was found' });
  await expect(found.getByRole('status')).toContainText('2 matches');
  await expect(page.locator('.drop[aria-label*="heron"]').first()).toBeInViewport();

  await page.keyboard.press('Enter');
  await expect(found.getByRole('status')).toContainText(/[12] of 2/);
  const first = await found.getByRole('status').textContent();
  await page.keyboard.press('Enter');
  await expect(found.getByRole('status')).not.toHaveText(first ?? '');
  await page.keyboard.press('Shift+Enter');
  await expect(found.getByRole('status')).toHaveText(first ?? '');
  await expect(page.locator('.map-words[data-plate]')).toContainText('The heron of day');
  await found.getByRole('button', { name: 'Open' }).click();
  await expect(thread(page)).toContainText('The heron of day');

  await page.locator('#search').fill('no such words anywhere');
  await expect(found.getByRole('status')).toHaveText('Nothing matches');
  await expect(page.locator('.map-seat').first()).toBeAttached();
  await found.getByRole('button', { name: 'Show everything' }).click();
  await expect(found).toHaveCount(0);
  await expect(page.locator('#search')).toHaveValue('');
});

test('a drop at the right edge stays in sight when the dock opens beside it', async ({ page, product }) => {
  await submitMany(
    product,
    Array.from({ length: 12 }, (_, index) => `@demo rate=0 delay=0\nNumber ${index}`),
  );
  await openField(page, '?view=map');
  await dropIn(page, 'Number 5', 'succeeded', 30_000);
  const drops = await page.locator('.map .drop').all();
  let edge = { x: 0, y: 0 };
  for (const one of drops) {
    const box = await one.boundingBox();
    if (box !== null && box.x > edge.x && box.x < 1_180) edge = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }
  await page.mouse.dblclick(edge.x, edge.y);
  await expect(thread(page)).toBeVisible();
  const dock = await boxOf(page, 'aside');
  const selected = page.locator('.drop[data-selected]');
  await expect
    .poll(async () => {
      const box = await selected.boundingBox();
      return box === null ? Number.POSITIVE_INFINITY : box.x + box.width - dock.x;
    })
    .toBeLessThan(0);
});

test('words of new drops never lie under the buttons', async ({ page }) => {
  await openField(page, '?view=map');
  for (let count = 0; count < 8; count++) await send(page, `@demo fail=400\nEdge ${count}`);
  await dropIn(page, 'Edge 7', 'failed', 30_000);
  await page.mouse.move(400, 300);
  const newest = page.locator('.map-seat', { has: drop(page, 'Edge 7') }).locator('.drop-chip');
  await expect(newest).toBeVisible();
  const buttons = await boxOf(page, '.map-controls');
  await expect
    .poll(async () => {
      const box = await newest.boundingBox();
      return box === null ? Number.POSITIVE_INFINITY : box.x + box.width - buttons.x;
    })
    .toBeLessThan(0);
});

test('the card of a drop opens it, continues it, and tells its place in the line', async ({ page }) => {
  await openField(page, '?view=map');
  await send(page, '@demo rate=0 delay=0\nA card to read');
  const read = await dropIn(page, 'A card to read', 'succeeded');
  await read.click();
  await page.getByRole('button', { name: 'Continue: A card to read' }).click();
  await expect(compose(page)).toBeFocused();
  await expect(page.getByText('Continues:')).toBeVisible();
  await page.getByRole('button', { name: 'Open: A card to read' }).click();
  await expect(thread(page)).toContainText('A card to read');
  await page.keyboard.press('Escape');
});

test('what waits says the place that the server counted', async ({ page, product }) => {
  await submitMany(
    product,
    Array.from({ length: 20 }, (_, index) => `@demo hang\nHeld ${index}`),
  );
  await openField(page, '?view=map');
  const waiting = page.locator('.drop[data-state="queued"]').last();
  await expect(waiting).toBeVisible({ timeout: 20_000 });
  await waiting.hover();
  await expect(page.locator('.map-words[data-plate]')).toContainText(/in line/);
});

test('a drop that is focused or scrolled to out of sight moves neither bar nor pane', async ({ page, product }) => {
  await submitMany(
    product,
    Array.from({ length: 40 }, (_, index) => `@demo rate=0 delay=0 fail=400\nNumber ${index}`),
  );
  await openField(page, '?view=map');
  await dropIn(page, 'Number 39', 'failed', 40_000);
  const scrolled = await page.evaluate(() => {
    for (const drop of document.querySelectorAll<HTMLElement>('.map .drop')) {
      drop.focus();
      drop.scrollIntoView({ block: 'end', inline: 'end' });
    }
    return [...document.querySelectorAll('*')]
      .filter(({ scrollLeft, scrollTop }) => scrollLeft !== 0 || scrollTop !== 0)
      .map(({ className }) => String(className));
  });
  expect(scrolled).toEqual([]);
});
