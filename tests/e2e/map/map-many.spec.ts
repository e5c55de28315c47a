// Several drops at once on the map: a rectangle around them, exact counts, one undo; and the menu of one.
import { expect } from '@playwright/test';
import { test } from '#tests/support/product.ts';
import { compose, drop, dropIn, emptyProduct, openField, send, thread } from '../field-page.ts';

test.beforeEach(({ product }) => emptyProduct(product));

test('a rectangle picks drops, and running them again can be taken back', async ({ page }) => {
  await openField(page, '?view=map');
  for (const name of ['Pick one', 'Pick two', 'Pick three']) await send(page, `@demo fail=400\n${name}`);
  for (const name of ['Pick one', 'Pick two', 'Pick three']) await dropIn(page, name, 'failed', 30_000);
  await page.keyboard.down('Shift');
  await page.mouse.move(20, 90);
  await page.mouse.down();
  await page.mouse.move(600, 400, { steps: 4 });
  await page.mouse.move(1_150, 600, { steps: 4 });
  await page.mouse.up();
  await page.keyboard.up('Shift');
  const bar = page.getByRole('toolbar', { name: 'Selection' });
  await expect(bar.getByRole('status')).toHaveText('3 selected');

  await bar.getByRole('button', { name: 'Retry 3' }).click();
  await expect(drop(page, 'Pick two')).toHaveClass(/is-retrying/);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(drop(page, 'Pick two')).toHaveClass(/is-orphan/);
  await expect(drop(page, 'Pick two')).not.toHaveClass(/is-retrying/);
  await page.keyboard.press('Escape');
  await expect(bar).toHaveCount(0);
});

test('running ones are stopped together, at once and exactly those', async ({ page }) => {
  await openField(page, '?view=map');
  await send(page, '@demo hang\nStop me first');
  await send(page, '@demo hang\nStop me second');
  await send(page, '@demo rate=0 delay=0\nDone already');
  await dropIn(page, 'Done already', 'succeeded');
  await dropIn(page, 'Stop me second', 'running');
  await drop(page, 'Done already').click();
  await page.keyboard.press('Control+a');
  const bar = page.getByRole('toolbar', { name: 'Selection' });
  await expect(bar.getByRole('status')).toHaveText('3 selected');
  await bar.getByRole('button', { name: 'Stop 2' }).click();
  await dropIn(page, 'Stop me first', 'cancelled', 40_000);
  await dropIn(page, 'Stop me second', 'cancelled', 40_000);
  await expect(drop(page, 'Done already')).toHaveAttribute('data-state', 'succeeded');
});

test('the menu opens by the second button and by keys, and does what it says', async ({ page }) => {
  await openField(page, '?view=map');
  await send(page, '@demo rate=0 delay=0\nA menu for this');
  const target = await dropIn(page, 'A menu for this', 'succeeded');
  await target.click({ button: 'right' });
  await page.getByRole('menuitem', { name: /^Continue/ }).click();
  await expect(compose(page)).toBeFocused();
  await expect(page.getByText('Continues:')).toBeVisible();
  await target.focus();
  await page.keyboard.press('Shift+F10');
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await target.focus();
  await page.keyboard.press('Enter');
  await expect(thread(page)).toBeVisible();
});

test('the overview leads through a long field by one press, and can be put away', async ({ page, product }) => {
  const prompts = Array.from({ length: 170 }, (_, index) => ({ text: `@demo rate=0 delay=0\nPlace ${index}` }));
  await fetch(`${product.origin}/api/prompts/bulk`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ prompts }),
  });
  await openField(page, '?view=map');
  await dropIn(page, 'Place 169', 'succeeded', 60_000);
  const overview = page.locator('.map-overview');
  await expect(overview).toBeVisible();
  const frame = page.locator('.map-overview-frame');
  const before = await frame.boundingBox();
  const box = await overview.boundingBox();
  if (box === null || before === null) throw new Error('no overview');
  await page.mouse.click(box.x + 12, box.y + 4);
  await expect.poll(async () => (await frame.boundingBox())?.y ?? 0).toBeLessThan(before.y);
  await page.getByRole('button', { name: 'Show the overview' }).click();
  await expect(overview).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Show the overview' })).toHaveAttribute('aria-pressed', 'false');
  await expect(overview).toHaveCount(0);
});
