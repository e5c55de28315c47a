// What people say of an answer: verdicts with notes and their history, and how firm the answer is.
import { expect } from '@playwright/test';
import { test } from '#tests/support/product.ts';
import { dropIn, emptyProduct, openField, openThread, send } from '../field-page.ts';

test.beforeEach(({ product }) => emptyProduct(product));

test('a verdict with a later note is one entry, a changed mind is another', async ({ page }) => {
  await openField(page, '?view=map');
  await send(page, '@demo rate=0 delay=0\nJudge this answer');
  await dropIn(page, 'Judge this answer', 'succeeded');
  const dock = await openThread(page, 'Judge this answer');
  await dock.getByRole('button', { name: 'Not good' }).click();
  await dock.getByRole('textbox', { name: 'Note to the verdict' }).fill('It guesses.');
  await dock.getByRole('button', { name: 'Save note' }).click();
  await expect(dock).toContainText('It guesses.');
  await dock.getByRole('button', { name: 'History' }).click();
  const history = dock.getByRole('list', { name: 'Verdicts, newest first' });
  await expect(history.getByRole('listitem')).toHaveCount(1);
  await dock.getByRole('button', { name: 'Good', exact: true }).click();
  await dock.getByRole('button', { name: 'History' }).click();
  await expect(history.getByRole('listitem')).toHaveCount(2);
  await expect(history.getByRole('listitem').first()).toContainText('Good');
  await page.reload();
  await expect(dock.getByRole('button', { name: 'Good', exact: true })).toHaveAttribute('aria-pressed', 'true');
});

test('an answer is promoted, keeps its place against a newer run, and is demoted again', async ({ page }) => {
  await openField(page, '?view=map');
  await send(page, '@demo rate=0 delay=0\nPromote this answer');
  await dropIn(page, 'Promote this answer', 'succeeded');
  const dock = await openThread(page, 'Promote this answer');
  const choose = async (choice: string) => {
    await dock.getByRole('button', { name: 'More about this answer' }).click();
    await page.getByRole('menuitem', { name: choice }).click();
  };
  await choose('Promote to canonical');
  await expect(dock.getByText('Canonical answer')).toBeVisible();
  await choose('Demote to working');
  await expect(dock.getByText('Working answer')).toBeVisible();
  await choose('Demote to draft');
  await expect(dock.getByText('Working answer')).toHaveCount(0);
});
