// The operator pages in a real browser: what they say is what the tables hold, what they do is done, and the keyboard is enough.
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { test } from '#tests/support/product.ts';
import { statement } from '#tests/support/server.ts';
import { dropIn, emptyProduct, openField, send } from './field-page.ts';

test.beforeEach(async ({ product }) => {
  await emptyProduct(product);
  await statement(product.databaseUrl, 'truncate schedule cascade');
});

async function open(page: Page, path: string, title: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page.locator('[data-mode="live"]')).toBeVisible({ timeout: 20_000 });
}

const tile = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });

async function faults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}

test('the keys lead from the field to the operator pages and back', async ({ page }) => {
  await openField(page);
  await page.locator('#field').focus();
  await page.keyboard.press('g');
  await page.keyboard.press('o');
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  await page.keyboard.press('4');
  await expect(page.getByRole('heading', { level: 1, name: 'Workers' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('A command').fill('schedules');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Schedules' })).toBeVisible();
  await expect(page).toHaveTitle(/Schedules/);
  await page.keyboard.press('g');
  await page.keyboard.press('f');
  await expect(page).toHaveURL(/\/mission/);
});

test('the overview counts what the tables hold, and follows it', async ({ page }) => {
  await openField(page);
  await send(page, '@demo delay=0 rate=0\nReady one');
  await send(page, '@demo fail=400 delay=0\nBroken one');
  await send(page, '@demo hang\nLong one');
  await dropIn(page, 'Ready one', 'succeeded');
  await dropIn(page, 'Broken one', 'failed');
  await dropIn(page, 'Long one', 'running');
  await open(page, '/operator', 'Overview');
  await expect(page).toHaveTitle(/^\(1\) Overview/);
  await expect(tile(page, 'Answering')).toContainText('1');
  await expect(tile(page, 'Ready')).toContainText('1');
  await expect(tile(page, 'Didn’t work')).toContainText('1');
  await expect(tile(page, 'Waiting')).toContainText('nothing waits');
  await expect(page.getByRole('img', { name: /Last hour\. 2 ended · 1 didn’t work, 50.%/ })).toBeVisible();
  await expect(page.getByText('Nothing needs a hand.')).toBeVisible();
  const cancelled = await page.evaluate(async () => {
    const { jobs } = await (await fetch('/api/jobs?state=running')).json();
    return (
      await fetch(`/api/jobs/${jobs[0].job_id}/cancel`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      })
    ).status;
  });
  expect(cancelled).toBe(200);
  await expect(tile(page, 'Stopped')).toContainText('1');
  await expect(tile(page, 'Answering')).toContainText('0');
});

test('a worker is drained and claims again; the drain is taken back by the undo key', async ({ page }) => {
  await open(page, '/operator/workers', 'Workers');
  const card = page.locator('[data-worker]').first();
  await expect(card).toHaveAttribute('data-status', 'working');
  const other = await page.context().newPage();
  await open(other, '/operator/workers', 'Workers');
  await card.getByRole('button', { name: /^Drain / }).press('Enter');
  // Sooner than the other tab would have looked by itself.
  await expect(other.locator('[data-worker]').first()).toHaveAttribute('data-status', 'draining', { timeout: 2_500 });
  await other.close();
  await expect(card).toHaveAttribute('data-status', 'draining');
  await expect(card.getByRole('button', { name: /claim again/ })).toBeFocused();
  await expect(page.getByText('claims nothing more; nothing runs there.')).toBeVisible();
  await page.keyboard.press('u');
  await expect(card).toHaveAttribute('data-status', 'working');
  await card.getByRole('button', { name: /^Drain / }).click();
  await card.getByRole('button', { name: /claim again/ }).click();
  await expect(card).toHaveAttribute('data-status', 'working');
});

test('a pause says what will wait, holds prompts back, and is resumed', async ({ page }) => {
  await open(page, '/operator/workers', 'Workers');
  await page.getByRole('button', { name: 'Pause…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Pause' });
  await expect(dialog.getByText('0 waiting prompts will keep waiting')).toBeVisible();
  await dialog.getByLabel('Why').fill('maintenance');
  await expect(dialog.getByRole('button', { name: /pause kind:prompt --reason maintenance/ })).toBeVisible();
  await dialog.getByRole('button', { name: 'Pause', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('until resumed · maintenance')).toBeVisible();
  const waiting = await page.request.post('/api/prompts', { data: { text: 'Wait for me' } });
  expect(waiting.status()).toBe(202);
  await open(page, '/operator', 'Overview');
  await expect(tile(page, 'Waiting')).toContainText('1');
  await page.getByRole('button', { name: 'Resume: All prompts' }).click();
  await expect(tile(page, 'Waiting')).toContainText('nothing waits');
});

test('old jobs are counted and archived, after a moment in which that can be taken back', async ({ page, product }) => {
  await openField(page);
  await send(page, '@demo delay=0 rate=0\nLong ago');
  await dropIn(page, 'Long ago', 'succeeded');
  await statement(product.databaseUrl, 'alter table job disable trigger user');
  await statement(product.databaseUrl, `update job set finished_at = finished_at - interval '100 days'`);
  await statement(product.databaseUrl, 'alter table job enable trigger user');
  await open(page, '/operator', 'Overview');
  const panel = page.getByRole('region', { name: 'Old jobs' });
  await panel.getByRole('button', { name: 'Archive 1' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('taken back; nothing happened')).toBeVisible();
  await panel.getByRole('button', { name: 'Archive 1' }).click();
  await page.getByRole('button', { name: 'Now', exact: true }).click();
  await expect(page.getByText('1 job archived.')).toBeVisible();
  await expect(panel.getByText('none')).toBeVisible();
});

test('a schedule is written, paused, changed and removed by keyboard alone', async ({ page }) => {
  await open(page, '/operator/schedules', 'Schedules');
  await expect(page.getByText('Nothing is sent by the clock yet')).toBeVisible();
  await page.getByRole('button', { name: 'New schedule' }).press('Enter');
  await expect(page.getByRole('dialog', { name: 'New schedule' })).toBeVisible();
  await expect(page.getByLabel('Name')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Give it a name.')).toBeVisible();
  await page.keyboard.type('Morning');
  await page.keyboard.press('Tab');
  await page.keyboard.type('What is new?');
  await page.getByLabel('Cron expression').focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('often');
  await expect(page.getByText('This is no cron expression.')).toBeVisible();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('30 6 * * 1-5');
  const preview = page.getByRole('region', { name: 'What this means' });
  await expect(preview).toContainText('At 06:30, Monday to Friday');
  await expect(preview.getByRole('listitem')).toHaveCount(3);
  await page.keyboard.press('Enter');
  const card = page.locator('[data-schedule]');
  await expect(card).toContainText('At 06:30, Monday to Friday');
  await expect(card).toContainText('Has not run yet');

  await card.getByRole('button', { name: 'Pause Morning' }).press('Enter');
  await expect(card).toHaveAttribute('data-paused', 'true');
  await card.getByRole('button', { name: 'Resume Morning' }).press('Enter');
  await expect(card).toHaveAttribute('data-paused', 'false');

  await card.getByRole('button', { name: 'Change Morning' }).press('Enter');
  await expect(page).toHaveURL(/edit=/);
  await page.getByLabel('Name').fill('Dawn');
  await page.keyboard.press('Enter');
  await expect(card).toContainText('Dawn');

  await card.getByRole('button', { name: 'Remove Dawn' }).press('Enter');
  await expect(card).toBeHidden();
  await page.keyboard.press('u');
  await expect(card).toBeVisible();
  await card.getByRole('button', { name: 'Remove Dawn' }).press('Enter');
  await expect(card).toBeHidden();
  await expect
    .poll(async () => (await (await page.request.get('/api/schedules')).json()).schedules.length, { timeout: 12_000 })
    .toBe(0);
});

test('the dialogs have no fault that axe finds, in both themes', async ({ page }) => {
  await open(page, '/operator/workers', 'Workers');
  await page.getByRole('button', { name: 'Pause…' }).click();
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    expect.soft(await faults(page), `pause, ${colorScheme}`).toEqual([]);
  }
  await open(page, '/operator/schedules?new=1', 'Schedules');
  await page.getByRole('button', { name: 'Create schedule' }).click();
  await expect(page.getByText('Give it a name.')).toBeVisible();
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    expect.soft(await faults(page), `form, ${colorScheme}`).toEqual([]);
  }
});

test('a command is copied whole, and a reclaim says what it found', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, '/operator', 'Overview');
  await page.getByRole('button', { name: /reclaim-stuck-jobs/ }).press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeAttached();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('npm run asterion -- reclaim-stuck-jobs');
  await page.getByRole('button', { name: 'Reclaim now' }).click();
  await expect(page.getByText('Nothing to reclaim: every running job has a living worker.')).toBeVisible();
});

test('at 320 pixels nothing has to be scrolled sideways', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.request.post('/api/schedules', { data: { name: 'Morning', cron: '0 7 * * *', text: 'What is new?' } });
  for (const [path, title] of [
    ['/operator', 'Overview'],
    ['/operator/workers', 'Workers'],
    ['/operator/schedules', 'Schedules'],
  ] as const) {
    await open(page, path, title);
    const widest = await page.evaluate(() => {
      const main = document.querySelector('main');
      const isInside = (element: Element) => element.closest('.operator-scroll') !== null;
      return [...(main?.querySelectorAll('*') ?? [])]
        .filter((element) => !isInside(element))
        .reduce((most, element) => Math.max(most, element.getBoundingClientRect().right), 0);
    });
    expect(widest, path).toBeLessThanOrEqual(320);
  }
});
