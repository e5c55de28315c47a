// The list as a peer of the map: a tree by keys, sorting and filters in the address, finds in answers, many at once.
import AxeBuilder from '@axe-core/playwright';
import { expect, type Locator, type Page } from '@playwright/test';
import { test } from '#tests/support/product.ts';
import { statement } from '#tests/support/server.ts';
import { compose, drop, dropIn, emptyProduct, openField, send, thread } from './field-page.ts';

test.beforeEach(({ product }) => emptyProduct(product));

const row = (page: Page, label: string): Locator => page.getByRole('row').filter({ hasText: label });

/** Sends and waits for the answer, each in a thread of its own. */
async function answer(page: Page, label: string, reply = 'Done.'): Promise<void> {
  await send(page, `@demo delay=0 rate=0 reply="${reply}"\n${label}`);
  await dropIn(page, label, 'succeeded');
}

test('a thread folds and unfolds by keys, and rows say where they are', async ({ page }) => {
  await openField(page, '?view=list');
  await answer(page, 'A root');
  await row(page, 'A root').click();
  await answer(page, 'A reply');
  await page.keyboard.press('Escape');
  const root = row(page, 'A root');
  await expect(root).toHaveAttribute('aria-expanded', 'true');
  await expect(row(page, 'A reply')).toHaveAttribute('aria-level', '3');
  await root.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(root).toHaveAttribute('aria-expanded', 'false');
  await expect(row(page, 'A reply')).toBeHidden();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(row(page, 'A reply')).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(root).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(row(page, 'Today')).toBeFocused();
  await page.keyboard.press('End');
  await expect(root).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(thread(page)).toBeVisible();
});

test('sorting and filters stand in the address: reload and another tab show the same', async ({ page, context }) => {
  await openField(page, '?view=list');
  await answer(page, 'Beta');
  await answer(page, 'Alpha');
  await send(page, '@demo delay=0 fail=400\nGamma');
  await dropIn(page, 'Gamma', 'failed');
  await page.getByRole('columnheader', { name: 'Prompt' }).getByRole('button').click();
  await expect(page.getByRole('columnheader', { name: 'Prompt' })).toHaveAttribute('aria-sort', 'ascending');
  const labels = () => page.locator('.list-label').allTextContents();
  expect(await labels()).toEqual(['Alpha', 'Beta', 'Gamma']);
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await page.getByRole('dialog', { name: 'Filters' }).getByLabel('State').selectOption({ label: 'New' });
  await page.keyboard.press('Escape');
  await expect(page.getByText('2 of 3')).toBeVisible();
  await page.reload();
  await expect(page.getByText('2 of 3')).toBeVisible();
  expect(await labels()).toEqual(['Alpha', 'Beta']);
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(other.getByText('2 of 3')).toBeVisible();
});

test('words of an answer are found and shown, and nothing found says what to do', async ({ page }) => {
  await openField(page, '?view=list');
  await answer(page, 'Where does it go', 'The narwhal swims north.');
  await answer(page, 'Something else');
  await page.keyboard.press('Escape');
  await page.getByRole('searchbox', { name: 'Search prompts' }).fill('narwhal');
  await expect(page.locator('.list-snippet mark')).toHaveText('narwhal');
  await expect(row(page, 'Something else')).toBeHidden();
  await expect(row(page, 'Where does it go').locator('.list-tokens')).not.toBeEmpty();
  await page.getByRole('searchbox', { name: 'Search prompts' }).fill('walrus');
  await expect(page.getByText('No prompt or answer holds “walrus”.')).toBeVisible();
  await page.getByRole('button', { name: 'Show everything' }).click();
  await expect(row(page, 'Something else')).toBeVisible();
});

test('many are picked by keys and pointer, and put away with an exact count, an undo and a way back', async ({
  page,
}) => {
  await openField(page, '?view=list');
  for (const label of ['One', 'Two', 'Three']) await answer(page, label);
  await row(page, 'Three').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(page.getByText('2 selected')).toBeVisible();
  await row(page, 'One').click({ modifiers: ['Control'] });
  await expect(page.getByText('3 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Archive 3' }).click();
  await expect(page.getByText('Archived 3 prompts.')).toBeVisible();
  await expect(drop(page, 'One')).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(drop(page, 'One')).toBeVisible();
  await row(page, 'Two').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Archive' }).click();
  await expect(drop(page, 'Two')).toBeHidden();
  // Closing the page sends what the notice still held back.
  await page.goto('/mission?view=list&archived=yes');
  await expect(row(page, 'Two')).toBeVisible();
  await page.getByRole('button', { name: 'Restore: Two' }).click();
  await expect(row(page, 'Two')).toBeHidden();
  await page.getByRole('button', { name: 'Show everything' }).click();
  await expect(row(page, 'Two')).toBeVisible();
});

test('the archive, a filter and the phone have no fault that axe finds', async ({ page }) => {
  await openField(page, '?view=list');
  await answer(page, 'Seen by axe');
  const faults = async () => (await new AxeBuilder({ page }).analyze()).violations.map(({ id }) => id);
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  expect.soft(await faults(), 'filters').toEqual([]);
  await openField(page, '?view=list&q=axe&sort=cost-desc');
  expect.soft(await faults(), 'found').toEqual([]);
  await page.setViewportSize({ width: 320, height: 640 });
  expect.soft(await faults(), 'phone').toEqual([]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});

test('five thousand prompts are gone through to the end and narrowed while one types', async ({ page, product }) => {
  await openField(page, '?view=list');
  await answer(page, 'The first of many');
  await statement(product.databaseUrl, manyMore);
  await openField(page, '?view=list');
  await expect(page.getByRole('treegrid')).toHaveAttribute('aria-rowcount', /^[45]\d{3}$/, { timeout: 20_000 });
  await page.locator('.list-row').first().focus();
  await page.keyboard.press('End');
  await expect(page.locator('.list-row').last()).toBeFocused();
  const search = page.getByRole('searchbox', { name: 'Search prompts' });
  await search.focus();
  await page.keyboard.type('many number 4');
  await expect(search).toHaveValue('many number 4');
  await expect(page.locator('.list-row').first()).toContainText('many number 4');
  await expect(compose(page)).toBeVisible();
});

const manyMore = `
with made as (
  insert into entity (id, kind, org_id, created_by, session_id, root_id, content, label, content_length, created_at, seen_at)
  select id, 'prompt', 1, 1, (select id from session limit 1), id, 'One of many number ' || n, 'One of many number ' || n, 20,
    now() - n * interval '2 minutes', now()
  from (select gen_random_uuid() as id, n from generate_series(1, 4999) n) g returning id, created_at, session_id
)
insert into job (id, kind, org_id, created_by, session_id, prompt_id, state, ready, error_kind, error_message, created_at, started_at, finished_at)
select gen_random_uuid(), 'prompt', 1, 1, session_id, id, 'failed', false, 'provider_5xx', 'It was down', created_at, created_at, created_at + interval '3 seconds' from made`;
