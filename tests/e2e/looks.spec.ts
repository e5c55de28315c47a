// Both themes, every view, a phone and reduced motion: nothing that a person who sees or moves differently stumbles over.
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { test } from '#tests/support/product.ts';
import { compose, drop, dropIn, emptyProduct, openField, openThread, send } from './field-page.ts';

test.beforeEach(({ product }) => emptyProduct(product));

async function fill(page: Page): Promise<void> {
  await send(page, '@demo delay=0 rate=0\nA settled drop');
  await send(page, '@demo fail=400 delay=0\nAn orphaned drop');
  await send(page, '@demo hang\nA running drop');
  await dropIn(page, 'A settled drop', 'succeeded');
  await dropIn(page, 'An orphaned drop', 'failed');
  await dropIn(page, 'A running drop', 'running');
}

async function faults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}

for (const colorScheme of ['dark', 'light'] as const) {
  test(`map, list and thread have no fault that axe finds, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await openField(page);
    expect.soft(await faults(page), 'empty').toEqual([]);
    await fill(page);
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
    expect.soft(await faults(page), 'map').toEqual([]);
    await openField(page, '?view=list');
    await expect(page.getByRole('treegrid')).toBeVisible();
    expect.soft(await faults(page), 'list').toEqual([]);
    await openThread(page, 'An orphaned drop');
    expect.soft(await faults(page), 'thread').toEqual([]);
  });
}

test('a phone shows the list and the compose bar without scrolling sideways', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openField(page);
  await fill(page);
  await expect(page.getByRole('treegrid')).toBeVisible();
  await expect(compose(page)).toBeInViewport();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  await openThread(page, 'A settled drop');
  await expect(page.getByRole('button', { name: 'Close thread' })).toBeInViewport();
});

test('with reduced motion nothing moves for ever', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openField(page);
  await fill(page);
  await expect(drop(page, 'A running drop')).toBeVisible();
  const endless = await page.evaluate(() =>
    document
      .getAnimations()
      .filter((animation) => animation.playState === 'running')
      .filter((animation) => animation.effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY)
      .map((animation) => (animation instanceof CSSAnimation ? animation.animationName : animation.id)),
  );
  expect(endless).toEqual([]);
});
