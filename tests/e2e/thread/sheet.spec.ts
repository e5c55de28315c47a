// On a phone the dock is a sheet from below: as tall as one pulls it, gone when pulled down, the field behind it.
import { expect, type Locator, type Page } from '@playwright/test';
import { test } from '#tests/support/product.ts';
import { drop, dropIn, emptyProduct, openField, openThread, send, thread } from '../field-page.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });
test.beforeEach(({ product }) => emptyProduct(product));

const grip = (page: Page): Locator => page.getByRole('separator', { name: 'Height of the sheet' });

async function topOf(locator: Locator): Promise<number> {
  const box = await locator.boundingBox();
  if (box === null) throw new Error('it is not on the page');
  return box.y;
}

/** Pulls the grip to a height of the page, in steps as a finger does. */
async function pull(page: Page, toY: number): Promise<void> {
  const box = await grip(page).boundingBox();
  if (box === null) throw new Error('there is no grip');
  const x = box.x + box.width / 2;
  await page.mouse.move(x, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(x, toY, { steps: 6 });
  await page.mouse.up();
}

test('it leaves the field in sight, grows and shrinks by keys and by finger, and closes when pulled down', async ({
  page,
}) => {
  await openField(page);
  await send(page, '@demo rate=0 delay=0\nRead me on the way');
  await dropIn(page, 'Read me on the way', 'succeeded');
  await openThread(page, 'Read me on the way');
  const usual = await topOf(grip(page));
  const fieldTop = await topOf(page.locator('#field'));
  expect(usual).toBeGreaterThan(fieldTop + 40);

  await grip(page).focus();
  await page.keyboard.press('ArrowUp');
  await expect(grip(page)).toHaveAttribute('aria-valuenow', '100');
  await expect.poll(() => topOf(grip(page))).toBeLessThan(fieldTop + 8);
  await page.keyboard.press('Home');
  await expect(grip(page)).toHaveAttribute('aria-valuenow', '50');
  await expect.poll(() => topOf(grip(page))).toBeGreaterThan(usual + 100);

  await pull(page, usual - 10);
  await expect(grip(page)).toHaveAttribute('aria-valuenow', '86');
  await expect(page.locator('#compose-text')).toBeVisible();

  await pull(page, 690);
  await expect(thread(page)).toBeHidden();
  await expect(drop(page, 'Read me on the way')).toBeVisible();
});
