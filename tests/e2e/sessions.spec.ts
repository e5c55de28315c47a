// Conversations: found, named, pinned, archived and opened; links that lead nowhere say so.
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { test } from '#tests/support/product.ts';
import { compose, drop, dropIn, emptyProduct, openField, send, thread } from './field-page.ts';

test.beforeEach(({ product }) => emptyProduct(product));

async function begin(page: Page, label: string): Promise<void> {
  await send(page, `@demo delay=0 rate=0\n${label}`);
  await dropIn(page, label, 'succeeded');
}
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Conversations' });

test('a conversation is renamed, pinned, archived with an undo, and opened as a filter', async ({ page }) => {
  await openField(page, '?view=list');
  await begin(page, 'Rivers');
  await begin(page, 'Lakes');
  await page.getByRole('button', { name: 'Conversations' }).click();
  await sheet(page).getByRole('button', { name: 'Rename: Rivers' }).click();
  await page.keyboard.type('Long rivers');
  await page.keyboard.press('Enter');
  await sheet(page).getByRole('button', { name: 'Pin: Long rivers' }).click();
  await expect(sheet(page).getByRole('listitem').first()).toContainText('Long rivers');
  await sheet(page).getByRole('button', { name: 'Archive: Lakes' }).click();
  await expect(sheet(page).getByText('Lakes', { exact: true })).toBeHidden();
  await sheet(page).getByLabel('Archived').check();
  await expect(sheet(page).getByText('Lakes', { exact: true })).toBeVisible();
  await sheet(page).getByRole('button', { name: 'Restore: Lakes' }).click();
  await sheet(page).getByLabel('Archived').uncheck();
  await sheet(page).getByRole('searchbox', { name: 'Search conversations' }).fill('long');
  await expect(sheet(page).getByText('Lakes', { exact: true })).toBeHidden();
  expect.soft((await new AxeBuilder({ page }).analyze()).violations.map(({ id }) => id)).toEqual([]);
  await sheet(page).getByText('Long rivers').click();
  await expect(page.getByRole('button', { name: 'Conversation: Long rivers' })).toBeVisible();
  await expect(drop(page, 'Lakes')).toBeHidden();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Conversation: Long rivers' })).toBeVisible();
  await begin(page, 'Begun elsewhere');
  await expect(drop(page, 'Lakes')).toBeVisible();
});

test('without any conversation the sheet says how one begins', async ({ page }) => {
  await openField(page, '?view=list&sheet=conversations');
  await expect(sheet(page).getByText('No conversation yet.')).toBeVisible();
  await sheet(page).getByRole('button', { name: 'New conversation' }).click();
  await expect(compose(page)).toBeFocused();
});

test('a link to an unknown prompt or conversation says so and leads back', async ({ page }) => {
  await openField(page, '?view=list');
  await begin(page, 'Known');
  const unknown = '00000000-0000-4000-8000-000000000000';
  await openField(page, `?view=list&drop=${unknown}&dock=thread`);
  await expect(thread(page).getByText('This prompt is not here.')).toBeVisible();
  await thread(page).getByRole('button', { name: 'Back to the field' }).click();
  await expect(thread(page)).toBeHidden();
  await openField(page, `?view=list&session=${unknown}`);
  await expect(page.getByText('This conversation is not here.')).toBeVisible();
  await page.getByRole('button', { name: 'Show everything' }).click();
  await expect(drop(page, 'Known')).toBeVisible();
});
