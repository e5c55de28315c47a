// What one does with the turns of a thread: versions, attempts, long answers, passages, copies, files.
import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { test } from '#tests/support/product.ts';
import { compose, dropIn, emptyProduct, openField, openThread, send } from '../field-page.ts';

test.beforeEach(({ product }) => emptyProduct(product));

test('an edited reply becomes a version beside the first, and both can be reached', async ({ page }) => {
  await openField(page, '?view=map');
  await send(page, '@demo rate=0 delay=0\nA root to answer');
  await dropIn(page, 'A root to answer', 'succeeded');
  const dock = await openThread(page, 'A root to answer');
  await dock.getByRole('button', { name: 'Continue here' }).click();
  await send(page, '@demo rate=0 delay=0\nThe first reply');
  await expect(dock.getByRole('article', { name: /The first reply/ })).toContainText('Continue here', {
    timeout: 20_000,
  });
  await dock
    .getByRole('article', { name: /The first reply/ })
    .getByRole('button', { name: 'Edit and send' })
    .click();
  const editor = dock.getByRole('textbox', { name: 'Edited prompt' });
  await editor.fill('@demo rate=0 delay=0\nThe second reply');
  await dock.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(dock.getByRole('article', { name: /The second reply/ })).toBeVisible();
  const versions = dock.getByRole('group', { name: 'Versions of this turn' });
  await expect(versions).toContainText('2 / 2', { timeout: 20_000 });
  await versions.getByRole('button', { name: 'Previous version' }).click();
  await expect(dock.getByRole('article', { name: /The first reply/ })).toBeVisible();
  await expect(versions).toContainText('1 / 2');
});

test('a stopped answer keeps what had arrived, also as an earlier attempt after it ran again', async ({ page }) => {
  await openField(page, '?view=map');
  await send(page, '@demo delay=0 rate=15 tokens=300\nCut this short');
  await dropIn(page, 'Cut this short', 'running');
  const dock = await openThread(page, 'Cut this short');
  const answer = dock.locator('.markdown').first();
  await expect.poll(async () => (await answer.textContent())?.length ?? 0, { timeout: 20_000 }).toBeGreaterThan(60);
  await dock.getByRole('button', { name: 'Stop' }).click();
  await expect(dock).toContainText('Stopped here. The text above is what had arrived.', { timeout: 40_000 });
  const arrived = (await answer.textContent()) ?? '';
  expect(arrived.length).toBeGreaterThan(60);
  await page.reload();
  await expect(answer).toContainText(arrived.slice(0, 50));

  await dock.getByRole('button', { name: 'Retry', exact: true }).click();
  const tabs = dock.getByRole('tablist', { name: 'Attempts, newest first' });
  await expect(tabs.getByRole('tab').first()).toContainText('Attempt 2', { timeout: 20_000 });
  await tabs.getByRole('tab', { name: /Attempt 1/ }).click();
  await expect(answer).toContainText(arrived.slice(0, 50));
  await expect(dock).toContainText('Stopped.');
});

test('an answer runs again with a model that is chosen, as a newer attempt of the same prompt', async ({ page }) => {
  await openField(page, '?view=map');
  await send(page, '@demo rate=0 delay=0\nAsk another model');
  await dropIn(page, 'Ask another model', 'succeeded');
  const dock = await openThread(page, 'Ask another model');
  await dock.getByRole('button', { name: 'Run again with another model' }).click();
  await page.getByRole('menuitem').first().click();
  await expect(dock.getByRole('tab').first()).toContainText('Attempt 2', { timeout: 20_000 });
  await expect(dock.getByRole('article')).toHaveCount(1);
});

test('a long answer folds at 24 lines, and what was opened stays open', async ({ page }) => {
  await openField(page, '?view=map');
  await send(page, '@demo rate=0 delay=0 tokens=1500\nA very long answer');
  await dropIn(page, 'A very long answer', 'succeeded');
  const dock = await openThread(page, 'A very long answer');
  const more = dock.getByRole('button', { name: /^Show all \d+ lines$/ });
  await more.click();
  await expect(dock.getByRole('button', { name: 'Show less' })).toBeVisible();
  await page.reload();
  await expect(dock.getByRole('button', { name: 'Show less' })).toBeVisible();
  await dock.getByRole('button', { name: 'Show less' }).click();
  await expect(more).toBeVisible();
});

test('a passage is taken up by the next prompt', async ({ page }) => {
  await openField(page, '?view=map');
  await send(page, '@demo rate=0 delay=0 reply="Herons stand still. Then they strike."\nOf herons');
  await dropIn(page, 'Of herons', 'succeeded');
  const dock = await openThread(page, 'Of herons');
  await dock.locator('[data-answer] p').first().selectText();
  await dock.getByRole('button', { name: 'Continue from this' }).click();
  await expect(page.getByLabel('Passage it continues from')).toContainText('Herons stand still.');
  await expect(compose(page)).toBeFocused();
  await send(page, '@demo rate=0 delay=0\nWhy do they?');
  await expect(dock.getByRole('article', { name: /Herons stand still|Why do they/ }).last()).toContainText(
    'Herons stand still',
    {
      timeout: 20_000,
    },
  );
});

test('answers are copied as text, markdown and link; a thread is saved as a file', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openField(page, '?view=map');
  await send(page, '@demo rate=0 delay=0 reply="A **bold** word"\nTo be copied');
  await dropIn(page, 'To be copied', 'succeeded');
  const dock = await openThread(page, 'To be copied');
  const copied = async (choice: string) => {
    await dock.getByRole('button', { name: 'Copy answer' }).click();
    await page.getByRole('menuitem', { name: choice, exact: true }).click();
    return page.evaluate(() => navigator.clipboard.readText());
  };
  expect(await copied('Copy as markdown')).toBe('A **bold** word');
  expect((await copied('Copy as text')).trim()).toBe('A bold word');
  expect(await copied('Copy link')).toContain('dock=thread');

  for (const [choice, part] of [
    ['Save as markdown', 'A **bold** word'],
    ['Save as JSON', '"To be copied'],
  ] as const) {
    const download = page.waitForEvent('download');
    await dock.getByRole('button', { name: 'More about this thread' }).click();
    await page.getByRole('menuitem', { name: choice }).click();
    expect(await readFile(await (await download).path(), 'utf8')).toContain(
      choice.endsWith('JSON') ? 'To be copied' : part,
    );
  }
});
