// Looking back in a real browser: failures by cause run again as one, jobs found by address, the ledger taken away as a file.
import { readFile } from 'node:fs/promises';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { type Product, test } from '#tests/support/product.ts';
import { emptyProduct } from './field-page.ts';

test.beforeEach(({ product }) => emptyProduct(product));

/** Sends prompts over HTTP; ids in their order. */
async function prompts(product: Product, texts: readonly string[]): Promise<string[]> {
  const answers = texts.map(async (text) => {
    const response = await fetch(`${product.origin}/api/prompts?wait=1`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text }),
    });
    const { job_id }: { job_id: string } = await response.json();
    return job_id;
  });
  return Promise.all(answers);
}

async function stateOf(product: Product, jobId: string): Promise<string> {
  const { state }: { state: string } = await (await fetch(`${product.origin}/api/jobs/${jobId}`)).json();
  return state;
}

async function open(page: Page, path: string, title: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
}

/** Nobody takes prompts from now on: what is run again waits, instead of failing once more. */
async function pause(product: Product): Promise<void> {
  const response = await fetch(`${product.origin}/api/pauses`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ scopes: ['kind:prompt'], reason: 'a test' }),
  });
  expect(response.status).toBe(200);
}

const refusing = (names: readonly string[]) => names.map((name) => `@demo fail=400 delay=0 rate=0\n${name}`);

test('a group of failures is explained, run again as one, and gone', async ({ page, product }) => {
  const ids = await prompts(product, refusing(['First of three', 'Second of three', 'Third of three']));
  for (const id of ids) await expect.poll(() => stateOf(product, id)).toBe('failed');
  await open(page, '/operator/failures', 'Failures');
  const group = page.getByRole('article');
  await expect(group).toHaveCount(1);
  await expect(group.getByRole('heading')).toContainText('3× The provider refused this request.');
  await group.getByRole('link', { name: 'Show them' }).click();
  await expect(page.locator('tr[data-state="failed"]')).toHaveCount(3);
  await page.goBack();
  await pause(product);
  await group.getByRole('button', { name: 'Retry these 3' }).click();
  const underWay = page.getByRole('list', { name: 'Under way' });
  await expect(underWay).toContainText('Retry 3 failed jobs');
  await underWay.getByRole('button', { name: 'Now', exact: true }).click();
  await expect(underWay).toContainText('3 jobs run again.');
  await expect(page.getByRole('heading', { name: 'Nothing failed in the last 24 hours' })).toBeVisible();
  for (const id of ids) expect(await stateOf(product, id)).toBe('superseded');
});

test('a retry of many is taken back: before it is sent wholly, afterwards what still waits', async ({
  page,
  product,
}) => {
  const ids = await prompts(product, refusing(['Back one', 'Back two']));
  for (const id of ids) await expect.poll(() => stateOf(product, id)).toBe('failed');
  await open(page, '/operator/failures', 'Failures');
  const retry = page.getByRole('button', { name: 'Retry these 2' });
  await retry.click();
  const underWay = page.getByRole('list', { name: 'Under way' });
  await underWay.getByRole('button', { name: 'Undo' }).click();
  await expect(underWay).toContainText('taken back; nothing happened');
  for (const id of ids) expect(await stateOf(product, id)).toBe('failed');
  await pause(product);
  await underWay.getByRole('button', { name: /^Close/ }).click();
  await retry.click();
  await underWay.getByRole('button', { name: 'Now', exact: true }).click();
  await underWay.getByRole('button', { name: 'Stop those still waiting' }).click();
  await expect(underWay).toContainText('2 jobs stopped before they began');
  await open(page, '/operator/jobs?state=cancelled', 'Jobs');
  await expect(page.locator('tr[data-state="cancelled"]')).toHaveCount(2);
});

test('filters are the address: they survive a reload, and are kept as a view', async ({ page, product }) => {
  await prompts(product, [...refusing(['Broken bridge']), '@demo delay=0 rate=0\nWhole bridge']);
  await open(page, '/operator/jobs', 'Jobs');
  await expect(page.locator('tr[data-job]')).toHaveCount(2);
  await page.getByLabel('State', { exact: true }).selectOption('failed');
  await page.getByLabel('Text', { exact: true }).fill('bridge');
  await expect(page).toHaveURL(/state=failed.*q=bridge/);
  await expect(page.locator('tr[data-job]')).toHaveCount(1);
  await page.reload();
  await expect(page.getByLabel('State', { exact: true })).toHaveValue('failed');
  await expect(page.getByLabel('Text', { exact: true })).toHaveValue('bridge');
  await expect(page.locator('tr[data-job]')).toHaveCount(1);
  await expect(page.getByRole('button', { name: /Copy the equivalent command/ })).toHaveAccessibleName(
    /list-jobs --state failed --text bridge/,
  );
  await page.getByRole('button', { name: 'Save this view' }).click();
  await page.getByLabel('Name of the view').fill('Bridges down');
  await page.keyboard.press('Enter');
  const views = page.getByRole('navigation', { name: 'Views' });
  await views.getByRole('button', { name: 'All jobs' }).click();
  await expect(page.locator('tr[data-job]')).toHaveCount(2);
  await page.reload();
  await views.getByRole('button', { name: 'Bridges down', exact: true }).click();
  await expect(page.locator('tr[data-job]')).toHaveCount(1);
  await views.getByRole('button', { name: 'Remove the view Bridges down' }).click();
  await expect(views.getByRole('button', { name: 'Bridges down', exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(views.getByRole('button', { name: 'Bridges down', exact: true })).toBeVisible();
});

test('marked jobs are run again with their exact count, and a job has its page', async ({ page, product }) => {
  await prompts(product, refusing(['Marked one', 'Marked two', 'Left alone']));
  await open(page, '/operator/jobs?state=failed', 'Jobs');
  await expect(page.locator('tr[data-job]')).toHaveCount(3);
  await page.getByRole('checkbox', { name: 'Select Marked one' }).check();
  await page.getByRole('checkbox', { name: 'Select Marked two' }).check();
  await expect(page.getByText('2 marked')).toBeVisible();
  await pause(product);
  await page.getByRole('button', { name: 'Retry 2', exact: true }).click();
  await page.getByRole('button', { name: 'Now', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Under way' })).toContainText('2 jobs run again.');
  await expect(page.locator('tr[data-job]')).toHaveCount(1);
  await page.getByRole('link', { name: 'Left alone' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Left alone' })).toBeVisible();
  await expect(page.getByText('Didn’t work after 1 of 3 attempts.')).toBeVisible();
  await expect(page.getByText('Request', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Retry', exact: true })).toBeVisible();
});

test('the ledger is added up and taken away as a file', async ({ page, product }) => {
  const [id = ''] = await prompts(product, ['=2+5 is a formula']);
  await expect.poll(() => stateOf(product, id)).toBe('succeeded');
  await open(page, '/operator/ledger', 'Ledger');
  await page.getByRole('button', { name: 'thread' }).click();
  await expect(page).toHaveURL(/by=thread/);
  await expect(page.getByRole('link', { name: '=2+5 is a formula' })).toBeVisible();
  await expect(page.getByText('≈ holds calls whose tokens were estimated here')).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'CSV by thread' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^ledger-by-thread-.*\.csv$/);
  const text = await readFile(await download.path(), 'utf8');
  expect(text.split('\r\n')[1]).toContain(",'=2+5 is a formula,1,");
});

async function faults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}

for (const colorScheme of ['dark', 'light'] as const) {
  test(`no page has a fault that axe finds or scrolls sideways at 320 px, ${colorScheme}`, async ({
    page,
    product,
  }) => {
    await page.emulateMedia({ colorScheme });
    const [id = ''] = await prompts(product, [
      ...refusing(['A failed one']),
      '@demo delay=0 rate=0\nA good one',
      '@demo hang\nA running one',
    ]);
    await expect.poll(() => stateOf(product, id)).toBe('failed');
    for (const path of [
      'jobs',
      'jobs?state=superseded',
      'failures',
      'failures?range=1h',
      'ledger?by=model',
      `jobs/${id}`,
    ]) {
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.goto(`/operator/${path}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('status', { name: /coming/ })).toHaveCount(0);
      expect.soft(await faults(page), path).toEqual([]);
      await page.setViewportSize({ width: 320, height: 640 });
      const overflow = await page.evaluate(() => {
        const main = document.querySelector('main');
        return Math.max(
          document.documentElement.scrollWidth - innerWidth,
          (main?.scrollWidth ?? 0) - (main?.clientWidth ?? 0),
        );
      });
      expect.soft([path, overflow]).toEqual([path, 0]);
    }
  });
}
