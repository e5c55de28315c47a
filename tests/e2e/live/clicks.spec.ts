// Impatient hands: whatever is pressed twice happens once, and nothing that is written gets lost or lands elsewhere.
import { expect, type Locator, type Page } from '@playwright/test';
import { test } from '#tests/support/product.ts';
import { statement } from '#tests/support/server.ts';
import { compose, drop, dropIn, emptyProduct, openField, openThread, send, thread } from '../field-page.ts';
import { ask, reaches } from './witness.ts';

test.beforeEach(({ product }) => emptyProduct(product));

/** Paths of what the page asked to be done. */
function posts(page: Page, pattern: RegExp): string[] {
  const paths: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === 'POST' && pattern.test(pathname)) paths.push(pathname);
  });
  return paths;
}

/** On the very same button, however quickly it changes or goes. */
function doubleClick(within: Locator, name: string): Promise<void> {
  return within.getByRole('button', { name, exact: true }).evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
}

test('a double click on Stop is one stop, and one on Retry is one new run of the same drop', async ({
  page,
  product,
}) => {
  const { job_id } = await ask(product, '@demo delay=0 rate=20 tokens=2000\nPressed twice');
  await openField(page);
  await dropIn(page, 'Pressed twice', 'running');
  const dock = await openThread(page, 'Pressed twice');
  const asked = posts(page, /^\/api\/jobs\//);
  // Both clicks come before any answer.
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/jobs/*/*', async (route) => {
    await held;
    await route.continue();
  });
  await doubleClick(dock, 'Stop');
  answer();
  await dropIn(page, 'Pressed twice', 'cancelled', 5_000);
  expect(asked).toEqual([`/api/jobs/${job_id}/cancel`]);
  await expect(dock.getByText('Stopped here.')).toBeVisible();
  await statement(
    product.databaseUrl,
    `update entity set content = '@demo delay=0 rate=0 reply="again"' where kind = 'prompt'`,
  );
  await doubleClick(dock, 'Retry');
  await dropIn(page, 'Pressed twice', 'succeeded');
  expect(asked).toEqual([`/api/jobs/${job_id}/cancel`, `/api/jobs/${job_id}/retry`]);
  await expect(page.locator('button.drop')).toHaveCount(1);
  await expect(dock.getByRole('article')).toHaveCount(1);
  await expect(dock.getByRole('tab')).toHaveCount(2);
});

test('Enter pressed twice, and a click on Send after it, is one prompt', async ({ page }) => {
  await openField(page);
  const asked = posts(page, /^\/api\/prompts$/);
  await compose(page).fill('@demo delay=0 rate=0\nSent by hasty hands');
  await compose(page).press('Enter');
  await compose(page).press('Enter');
  await page.getByRole('button', { name: 'Send' }).click({ force: true });
  await dropIn(page, 'Sent by hasty hands', 'succeeded');
  expect(asked).toHaveLength(1);
  await expect(page.locator('button.drop')).toHaveCount(1);
});

test('what is typed while a submit is under way, and after it failed, belongs to the next prompt', async ({ page }) => {
  await openField(page);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/prompts', async (route) => {
    await held;
    await route.abort();
  });
  await send(page, '@demo delay=0 rate=0\nThe first that fails');
  await send(page, '@demo delay=0 rate=0\nThe second that fails');
  await compose(page).pressSequentially('Typed meanwhile');
  release();
  await dropIn(page, 'The first that fails', 'unsent');
  await dropIn(page, 'The second that fails', 'unsent');
  await expect(compose(page)).toHaveValue('Typed meanwhile');
  await page.unrouteAll();
  // Each failed text is its own drop’s and goes out as it was.
  for (const name of ['The first that fails', 'The second that fails']) {
    const posted = page.waitForRequest((request) => request.url().endsWith('/api/prompts'));
    await page.getByRole('button', { name: new RegExp(`Retry.*: ${name}`) }).click();
    expect((await posted).postDataJSON().text).toContain(name);
    await dropIn(page, name, 'succeeded');
  }
  await expect(page.locator('button.drop')).toHaveCount(2);
});

test('the words of an orphan can be copied, edited and sent again; the orphan stays', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openField(page);
  await send(page, '@demo fail=400 delay=0\nRefused as it was written');
  await dropIn(page, 'Refused as it was written', 'failed');
  const dock = await openThread(page, 'Refused as it was written');
  await dock.getByRole('button', { name: 'Copy prompt' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('Refused as it was written');
  await dock.getByRole('button', { name: 'Edit and send' }).click();
  await dock.getByLabel('Edited prompt').fill('@demo delay=0 rate=0\nWritten better');
  await dock.getByRole('button', { name: 'Send', exact: true }).click();
  await dropIn(page, 'Written better', 'succeeded');
  await expect(drop(page, 'Refused as it was written')).toHaveAttribute('data-state', 'failed');
  // Or as it is, by another model.
  const again = await openThread(page, 'Refused as it was written');
  const posted = page.waitForRequest((request) => request.url().endsWith('/retry'));
  await again.getByRole('button', { name: 'Another model…' }).click();
  await page.getByRole('menuitem').first().click();
  expect((await posted).postDataJSON()).toEqual({ options: { model: 'demo' } });
});

test('a drop, its row in the list and its thread say the same, from one row', async ({ page, product }) => {
  const { prompt_id, job_id } = await ask(product, '@demo delay=0 rate=20 tokens=200\nOne truth');
  await page.goto(`/mission?view=list&drop=${prompt_id}&dock=thread`);
  await dropIn(page, 'One truth', 'running');
  await expect(thread(page).getByRole('button', { name: 'Stop' })).toBeVisible();
  // At every change from here on, what the list shows as ended is not shown as running beside it.
  await page.evaluate((id) => {
    const lies: string[] = [];
    Object.assign(window, { lies });
    new MutationObserver(() => {
      const state = document.querySelector<HTMLElement>(`button.drop[data-prompt="${id}"]`)?.dataset.state;
      const stop = [...document.querySelectorAll('[role="log"] button')].some((one) => one.textContent === 'Stop');
      if (stop !== (state === 'running')) lies.push(`${state} with${stop ? '' : 'out'} Stop`);
    }).observe(document, { childList: true, subtree: true, attributes: true });
  }, prompt_id);
  await reaches(product, job_id, 'succeeded');
  await dropIn(page, 'One truth', 'succeeded');
  await expect(thread(page).getByRole('button', { name: 'Continue here' })).toBeVisible();
  expect(await page.evaluate(() => (window as unknown as { lies: string[] }).lies)).toEqual([]);
  // Its clock stands: what has ended does not count on.
  await expect(thread(page)).not.toContainText(/Answering/);
});
