// The field as a person uses it: short words for what the browser tests do on the mission page.
import { expect, type Locator, type Page } from '@playwright/test';
import type { Product } from '#tests/support/product.ts';
import { statement } from '#tests/support/server.ts';

/** Back to a product nobody has used yet; its worker stays. */
export async function emptyProduct({ databaseUrl }: Product): Promise<void> {
  await statement(
    databaseUrl,
    'truncate job, entity, edge, session, event, job_attempt, ledger, audit, output_chunk, pause cascade',
  );
}

/** Opens the mission page and resolves when it is alive and live. */
export async function openField(page: Page, query = ''): Promise<void> {
  await page.goto(`/mission${query}`);
  await expect(page.locator('[data-mode="live"]')).toBeVisible({ timeout: 20_000 });
}

export function compose(page: Page): Locator {
  return page.locator('#compose-text');
}

/** Types a prompt into the compose bar and sends it by the key. */
export async function send(page: Page, text: string): Promise<void> {
  await compose(page).fill(text);
  await compose(page).press('Enter');
  await expect(compose(page)).toHaveValue('');
}

/** The drop of the prompt with this label, in the map or in the list. */
export function drop(page: Page, label: string): Locator {
  return page.locator(`button.drop[aria-label*="${label}"]`);
}

/** The drop with the label, once it is in this state. */
export async function dropIn(page: Page, label: string, state: string, timeout = 20_000): Promise<Locator> {
  const found = drop(page, label);
  await expect(found).toHaveAttribute('data-state', state, { timeout });
  return found;
}

export function thread(page: Page): Locator {
  return page.getByRole('region', { name: 'Thread' });
}

/** Opens the thread of a drop by its address, as a link does. */
export async function openThread(page: Page, label: string): Promise<Locator> {
  const id = await drop(page, label).getAttribute('data-prompt');
  await page.goto(`/mission?drop=${id}&dock=thread`);
  await expect(thread(page)).toBeVisible();
  return thread(page);
}
