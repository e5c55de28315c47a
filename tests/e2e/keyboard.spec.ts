// A whole round without a mouse: submit, stop, retry, open, verdict, trace, palette.
import AxeBuilder from '@axe-core/playwright';
import { expect } from '@playwright/test';
import { test } from '#tests/support/product.ts';
import { compose, dropIn, emptyProduct, openField, send, thread } from './field-page.ts';

test.beforeEach(({ product }) => emptyProduct(product));

test('a prompt is sent, stopped, run again, opened and judged by keys alone', async ({ page }) => {
  await openField(page, '?view=list');
  await page.keyboard.press('c');
  await expect(compose(page)).toBeFocused();
  await page.keyboard.type('@demo hang');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('Walk by keys');
  await page.keyboard.press('Enter');
  await dropIn(page, 'Walk by keys', 'running');

  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  await expect(palette.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('Walk by');
  await expect(palette.getByRole('option', { name: /Walk by keys/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(thread(page)).toBeVisible();
  await expect(palette).toBeHidden();

  await page.keyboard.press('Control+k');
  await page.keyboard.type('Stop');
  await page.keyboard.press('Enter');
  await dropIn(page, 'Walk by keys', 'cancelled', 40_000);
  await expect(thread(page).getByRole('button', { name: 'Retry' })).toBeVisible();

  // Another answer, one that comes: edited and sent beside the first.
  await compose(page).focus();
  await page.keyboard.type('@demo delay=0 rate=0');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('Answer at once');
  await page.keyboard.press('Enter');
  await expect(thread(page).getByRole('button', { name: 'Good', exact: true })).toBeVisible({ timeout: 20_000 });

  await thread(page).getByRole('button', { name: 'Good', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(thread(page).getByRole('button', { name: 'Good', exact: true })).toHaveAttribute('aria-pressed', 'true');

  await page.keyboard.press('t');
  await expect(page.getByRole('region', { name: 'Trace' })).toBeVisible();
  await page.keyboard.press('t');
  await expect(thread(page)).toBeVisible();
});

test('a promoted answer is only replaced after a question', async ({ page }) => {
  await openField(page, '?view=list');
  await send(page, '@demo delay=0 rate=0\nKeep this answer');
  const settled = await dropIn(page, 'Keep this answer', 'succeeded');
  const id = await settled.getAttribute('data-prompt');
  await page.goto(`/mission?drop=${id}&dock=thread`);
  await thread(page).getByRole('button', { name: 'More about this answer' }).click();
  await page.getByRole('menuitem', { name: 'Promote to canonical' }).click();
  await expect(thread(page).getByText('Canonical answer')).toBeVisible();
  await thread(page).getByRole('button', { name: 'Run again', exact: true }).click();
  await expect(page.getByText('The answer of this prompt is promoted.')).toBeVisible();
  await page.getByRole('listitem').getByRole('button', { name: 'Run again' }).click();
  await expect(thread(page).getByRole('tab', { name: 'Attempt 2' })).toBeVisible();
});

test('a passage of an answer goes with the next prompt as a quote', async ({ page }) => {
  await openField(page);
  await send(page, '@demo delay=0 rate=0 reply="A lease is a promise with an end."\nWhat is a lease?');
  const settled = await dropIn(page, 'What is a lease?', 'succeeded');
  const id = await settled.getAttribute('data-prompt');
  await page.goto(`/mission?drop=${id}&dock=thread`);
  const words = thread(page).locator(`[data-answer="${id}"] p`).first();
  await words.selectText();
  await page.getByRole('button', { name: 'Continue from this' }).click();
  await expect(page.getByLabel('Passage it continues from')).toHaveText('A lease is a promise with an end.');
  await page.reload();
  await expect(page.getByLabel('Passage it continues from')).toBeVisible();
  await send(page, 'Whose promise?');
  await expect(page.getByLabel('Passage it continues from')).toBeHidden();
  await expect(thread(page).getByText('> A lease is a promise with an end.')).toBeVisible();
});

test('the address alone brings back what was shown: back, reload and share', async ({ page, context }) => {
  await openField(page);
  await send(page, '@demo delay=0 rate=0\nShared by its address');
  await dropIn(page, 'Shared by its address', 'succeeded');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'List' }).click();
  await expect(page.getByRole('treegrid')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('treegrid')).toBeHidden();
  await page.goForward();
  await expect(page.getByRole('treegrid')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('treegrid')).toBeVisible();
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(other.getByRole('treegrid')).toBeVisible();
});

for (const colorScheme of ['dark', 'light'] as const) {
  test(`trace, palette and slash menu have no fault that axe finds, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await openField(page, '?view=list');
    await send(page, '@demo fail=400 delay=0\nTraced');
    const failed = await dropIn(page, 'Traced', 'failed');
    const faults = async () => (await new AxeBuilder({ page }).analyze()).violations.map(({ id }) => id);
    await page.goto(`/mission?view=list&drop=${await failed.getAttribute('data-prompt')}&dock=trace`);
    await expect(page.getByRole('button', { name: 'Copy as text for a bug report' })).toBeVisible();
    expect.soft(await faults(), 'trace').toEqual([]);
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible();
    expect.soft(await faults(), 'palette').toEqual([]);
    await page.keyboard.press('Escape');
    await compose(page).fill('/');
    await expect(page.getByRole('listbox', { name: 'Commands' })).toBeVisible();
    expect.soft(await faults(), 'slash').toEqual([]);
  });
}
