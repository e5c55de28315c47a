// Writing is never disturbed, and everything can be done without a mouse.
import { expect } from '@playwright/test';
import { test } from '#tests/support/product.ts';
import { compose, drop, dropIn, emptyProduct, openField, send, thread } from './field-page.ts';

test.beforeEach(async ({ page, product }) => {
  await emptyProduct(product);
  await openField(page);
});

test('every character typed stays while twenty events arrive', async ({ page, product }) => {
  const text = 'Every single character of this sentence has to stay where I put it.';
  await compose(page).focus();
  const answers = Array.from({ length: 10 }, (_, at) =>
    page.request.post(`${product.origin}/api/prompts`, { data: { text: `@demo delay=100ms rate=0\nEvent ${at}` } }),
  );
  await compose(page).pressSequentially(text, { delay: 25 });
  for (const answer of await Promise.all(answers)) expect(answer.status()).toBe(202);
  // The map shows only what is in view; the count knows all.
  await expect(page.getByRole('button', { name: /^10 ?New$/ })).toBeVisible();
  await expect(compose(page)).toHaveValue(text);
  await expect(compose(page)).toBeFocused();
});

test('the Enter that confirms a conversion of an input method sends nothing', async ({ page }) => {
  await compose(page).fill('にほん');
  for (const init of [
    { key: 'Enter', isComposing: true },
    { key: 'Enter', keyCode: 229 },
  ])
    await compose(page).dispatchEvent('keydown', { bubbles: true, ...init });
  await expect(compose(page)).toHaveValue('にほん');
  await expect(page.locator('button.drop')).toHaveCount(0);
});

test('a draft survives a reload, and an emptied one stays empty', async ({ page }) => {
  await compose(page).fill('Not finished yet');
  await page.reload();
  await expect(compose(page)).toHaveValue('Not finished yet');
  await compose(page).fill('');
  await page.reload();
  await expect(compose(page)).toHaveValue('');
});

test('submit, stop, retry and open need no mouse', async ({ page }) => {
  await page.keyboard.press('c');
  await expect(compose(page)).toBeFocused();
  await page.keyboard.type('@demo delay=0 rate=15 tokens=1000');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('Without a mouse');
  await page.keyboard.press('Enter');
  await dropIn(page, 'Without a mouse', 'running');
  await compose(page).blur();
  await page.keyboard.press('g');
  await page.keyboard.press('f');
  await page.keyboard.press('End');
  await page.keyboard.press('x');
  await dropIn(page, 'Without a mouse', 'cancelled');
  await page.keyboard.press('Enter');
  await expect(thread(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(thread(page)).toBeHidden();
  await expect(drop(page, 'Without a mouse')).toBeVisible();
});

test('the key r runs an orphan again', async ({ page }) => {
  await send(page, '@demo fail=400 delay=0\nFails each time');
  const orphan = await dropIn(page, 'Fails each time', 'failed');
  const job = await orphan.getAttribute('data-job');
  await orphan.focus();
  await page.keyboard.press('r');
  await expect.poll(() => drop(page, 'Fails each time').getAttribute('data-job')).not.toBe(job);
  await dropIn(page, 'Fails each time', 'failed');
});
