// A person's first minute: an empty field, four chips, and each of them does what it says.
import { expect } from '@playwright/test';
import { test } from '#tests/support/product.ts';
import { drop, dropIn, emptyProduct, openField } from './field-page.ts';

test.beforeEach(({ product }) => emptyProduct(product));

test('an empty field offers four ways to begin, and each does what it says', async ({ page }) => {
  await openField(page);
  await expect(page.locator('button.drop')).toHaveCount(0);
  const chips = ['Try a slow answer', 'Try one that fails', 'Try one that recovers', 'Try a long stream'];
  for (const name of chips) await expect(page.getByRole('button', { name })).toBeVisible();
  for (const name of chips) await page.getByRole('button', { name }).click();
  await expect(page.locator('button.drop')).toHaveCount(4);
  await dropIn(page, 'Ask for something the provider refuses', 'failed');
  await expect(drop(page, 'Tell the story of one drop')).toHaveAttribute('data-state', 'running');
  await dropIn(page, 'Name three ways to keep a promise', 'succeeded', 30_000);
  await dropIn(page, 'Describe how a slow river', 'succeeded', 40_000);
  await dropIn(page, 'Tell the story of one drop', 'succeeded', 40_000);
});

for (const view of ['map', 'list'] as const)
  test(`the ${view} greets a first visitor on a phone: one pale drop, centred, everything in sight`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await openField(page, `?view=${view}`);
    const welcome = page.locator('.field-empty');
    const [drawing, title] = await Promise.all([
      welcome.locator('svg').boundingBox(),
      welcome.getByText('Nothing here yet').boundingBox(),
    ]);
    if (drawing === null || title === null) throw new Error('there is no welcome');
    expect(drawing.width).toBeLessThan(120);
    expect(Math.abs(drawing.x + drawing.width / 2 - 195)).toBeLessThan(4);
    expect(Math.abs(title.x + title.width / 2 - 195)).toBeLessThan(4);
    await expect(page.getByRole('button', { name: 'Try a long stream' })).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('searchbox', { name: 'Search prompts' })).toBeInViewport({ ratio: 1 });
  });

test('the root address leads to the field', async ({ page }) => {
  await page.goto('/');
  await expect(page).toHaveURL(/\/mission/);
});

test('who starts typing at once loses no letter', async ({ page }) => {
  await openField(page);
  await page.keyboard.type('Why is the sky blue?');
  await expect(page.getByPlaceholder(/Ask something/)).toHaveValue('Why is the sky blue?');
});
