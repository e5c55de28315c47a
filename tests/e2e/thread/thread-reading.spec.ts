// A thread while it is read: where it opens, what Escape ends, what an attempt left behind, and a prompt that was put away.
import { expect } from '@playwright/test';
import { test } from '#tests/support/product.ts';
import { drop, dropIn, emptyProduct, openField, openThread, send, thread } from '../field-page.ts';

test.beforeEach(({ product }) => emptyProduct(product));

test('a waiting turn with others below it opens where it begins, not at the end of its thread', async ({
  page,
  request,
}) => {
  const ask = async (text: string, parent?: string) => {
    const answer = await request.post('/api/prompts', { data: { text, parent_id: parent } });
    return String((await answer.json()).prompt_id);
  };
  let parent = await ask('@demo hang\nA root that takes its time');
  const ids: string[] = [];
  for (let turn = 1; turn <= 12; turn++) {
    parent = await ask(`Turn number ${turn}`, parent);
    ids.push(parent);
  }
  await page.goto(`/mission?drop=${ids[4]}&dock=thread`);
  const turn = thread(page).getByRole('article', { name: /Turn number 5$/ });
  await expect(turn).toBeInViewport();
  const top = async () => (await turn.boundingBox())?.y ?? Number.POSITIVE_INFINITY;
  await expect.poll(top).toBeLessThan(140);
});

test('Escape ends the editing of a prompt and leaves its thread open', async ({ page }) => {
  await openField(page, '?view=map');
  await send(page, '@demo rate=0 delay=0\nKeep me open');
  await dropIn(page, 'Keep me open', 'succeeded');
  const dock = await openThread(page, 'Keep me open');
  const edit = dock.getByRole('button', { name: 'Edit and send' });
  await edit.click();
  await page.keyboard.type(' for long');
  await expect(dock.getByRole('textbox', { name: 'Edited prompt' })).toHaveValue(/Keep me open for long$/);
  await dock.getByRole('textbox', { name: 'Edited prompt' }).press('Escape');
  await expect(dock).toBeVisible();
  await expect(edit).toBeFocused();
});

test('the text of an attempt that ended is said to be a part, while the next one is waited for', async ({ page }) => {
  await openField(page, '?view=map');
  await send(page, '@demo delay=0 rate=400 tokens=80 fail=cut\nCut in the middle');
  await expect(drop(page, 'Cut in the middle')).toHaveAttribute('data-attempt', /./, { timeout: 20_000 });
  const dock = await openThread(page, 'Cut in the middle');
  await expect(dock).toContainText('This much arrived before the last attempt ended.');
  // The row of tabs is one stop of the Tab key; arrows lead through it.
  await dock.getByRole('tab', { selected: true }).focus();
  await page.keyboard.press('End');
  await expect(dock.getByRole('tab', { name: /Attempt 1/ })).toBeFocused();
  await expect(dock).toContainText('This much arrived before it ended.');
});

test('the trace of a prompt that was put away is still there', async ({ page, request }) => {
  await openField(page, '?view=map');
  await send(page, '@demo rate=0 delay=0\nPut me away');
  const id = await (await dropIn(page, 'Put me away', 'succeeded')).getAttribute('data-prompt');
  await request.post('/api/prompts/archive', { data: { prompt_ids: [id] } });
  await page.goto(`/mission?drop=${id}&dock=trace`);
  await expect(page.getByRole('region', { name: 'Trace' })).toContainText('Attempts', { timeout: 20_000 });
});
