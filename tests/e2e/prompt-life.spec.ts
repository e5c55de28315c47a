// The life of a prompt as it is seen: dropped at once, streamed, settled, continued, stopped, failed and tried again.
import { expect } from '@playwright/test';
import { test } from '#tests/support/product.ts';
import { statement } from '#tests/support/server.ts';
import { compose, drop, dropIn, emptyProduct, openField, openThread, send, thread } from './field-page.ts';

test.beforeEach(async ({ page, product }) => {
  await emptyProduct(product);
  await openField(page);
});

test('a prompt is a drop at once, streams its text, and settles', async ({ page }) => {
  await send(page, '@demo delay=400ms rate=25 tokens=80\nDescribe a lighthouse');
  await expect(drop(page, 'Describe a lighthouse')).toBeVisible({ timeout: 1_000 });
  await dropIn(page, 'Describe a lighthouse', 'running');
  const dock = await openThread(page, 'Describe a lighthouse');
  const transcript = dock.getByRole('log');
  await expect(transcript).toContainText(/\w{3,} \w{3,}/);
  const early = (await transcript.innerText()).length;
  await expect.poll(async () => (await transcript.innerText()).length).toBeGreaterThan(early + 40);
  await dropIn(page, 'Describe a lighthouse', 'succeeded');
  await expect(dock.getByRole('button', { name: 'Continue here' })).toBeVisible();
});

test('sending more while others run makes each a drop of its own', async ({ page }) => {
  for (const name of ['First river', 'Second river', 'Third river'])
    await send(page, `@demo delay=200ms rate=40 tokens=80\n${name}`);
  await expect(page.locator('button.drop')).toHaveCount(3);
  for (const name of ['First river', 'Second river', 'Third river']) await dropIn(page, name, 'succeeded');
});

test('continuing an answer names its parent in the chip and grows its thread', async ({ page }) => {
  await send(page, '@demo delay=0 rate=0\nName a mountain');
  const parent = await dropIn(page, 'Name a mountain', 'succeeded');
  const parentId = await parent.getAttribute('data-prompt');
  await parent.click();
  await expect(page.getByText('Continues: Name a mountain')).toBeVisible();
  const answered = page.waitForResponse((response) => response.url().endsWith('/api/prompts'));
  await send(page, '@demo delay=0 rate=0\nHow high is it');
  expect((await answered).request().postDataJSON().parent_id).toBe(parentId);
  await dropIn(page, 'How high is it', 'succeeded');
  const dock = await openThread(page, 'How high is it');
  await expect(dock.getByText('2 turns')).toBeVisible();
  await expect(dock.getByRole('article')).toHaveCount(2);
});

test('a thread shows markdown and highlighted code', async ({ page }) => {
  const reply =
    '# Plan\\n\\n- one\\n- **two**\\n\\n```ts\\nconst answer: number = 42;\\n```\\n\\n| a | b |\\n|---|---|\\n| 1 | 2 |';
  await send(page, `@demo delay=0 rate=0 reply="${reply}"\nShow me a plan`);
  await dropIn(page, 'Show me a plan', 'succeeded');
  const dock = await openThread(page, 'Show me a plan');
  await expect(dock.getByRole('heading', { name: 'Plan', exact: true })).toBeVisible();
  await expect(dock.getByRole('listitem')).toHaveCount(2);
  await expect(dock.getByRole('table')).toBeVisible();
  await expect(dock.locator('pre code')).toContainText('const answer: number = 42;');
  // Highlighting comes lazily: the code is then split into coloured pieces.
  await expect(dock.locator('pre code span').first()).toBeVisible();
});

test('a running answer is stopped at once and keeps what it had said', async ({ page }) => {
  await send(page, '@demo delay=0 rate=20 tokens=2000\nTalk for a long time');
  await dropIn(page, 'Talk for a long time', 'running');
  const dock = await openThread(page, 'Talk for a long time');
  const transcript = dock.getByRole('log');
  await expect.poll(async () => (await transcript.innerText()).length).toBeGreaterThan(120);
  await dock.getByRole('button', { name: 'Stop' }).click();
  await dropIn(page, 'Talk for a long time', 'cancelled', 5_000);
  await expect(dock.getByText('Stopped here.')).toBeVisible();
  expect((await transcript.innerText()).length).toBeGreaterThan(120);
});

test('an orphan says why in a sentence, and its chip runs it again', async ({ page, product }) => {
  await send(page, '@demo fail=400 delay=0\nA refused prompt');
  const orphan = await dropIn(page, 'A refused prompt', 'failed');
  await expect(orphan).toHaveClass(/is-orphan/);
  const job = await orphan.getAttribute('data-job');
  await statement(
    product.databaseUrl,
    `update entity set content = '@demo delay=0 rate=0 reply="mended"' where kind = 'prompt'`,
  );
  await page.getByRole('button', { name: 'Retry: A refused prompt' }).click();
  const settled = await dropIn(page, 'A refused prompt', 'succeeded');
  await expect(page.locator('button.drop')).toHaveCount(1);
  expect(await settled.getAttribute('data-job')).not.toBe(job);
  const dock = await openThread(page, 'A refused prompt');
  await expect(dock.getByText('mended', { exact: true })).toBeVisible();
});

test('a reload in the middle shows the text so far and goes on without a gap', async ({ page }) => {
  await send(page, '@demo delay=0 rate=25 tokens=200\nRead this twice');
  await dropIn(page, 'Read this twice', 'running');
  await openThread(page, 'Read this twice');
  const transcript = thread(page).getByRole('log');
  await expect.poll(async () => (await transcript.innerText()).length).toBeGreaterThan(200);
  const before = await transcript.innerText();
  await page.reload();
  await expect(thread(page)).toBeVisible();
  // The first words that were there are there again, and it is still running.
  const words =
    before
      .split('\n')
      .find((line) => line.length > 40)
      ?.slice(0, 40) ?? '';
  await expect(transcript).toContainText(words);
  await dropIn(page, 'Read this twice', 'succeeded', 30_000);
});

test('the list shows the same drops and does the same with them', async ({ page }) => {
  await send(page, '@demo fail=400 delay=0\nIn the list');
  await dropIn(page, 'In the list', 'failed');
  await page.getByRole('button', { name: 'List', exact: true }).click();
  await expect(page).toHaveURL(/view=list/);
  const grid = page.getByRole('treegrid');
  await expect(grid).toBeVisible();
  await expect(grid.locator('button.drop')).toHaveAttribute('data-state', 'failed');
  await expect(compose(page)).toBeEditable();
});
