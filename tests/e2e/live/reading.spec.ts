// Reading in peace: text that grows moves neither the reader nor the map, and is told to a screen reader once, at its end.
import { expect } from '@playwright/test';
import { test } from '#tests/support/product.ts';
import { drop, dropIn, emptyProduct, openField, thread } from '../field-page.ts';
import { ask, canHide, hide, numbered, reaches, readSeen, seesMoreThan, watchWords } from './witness.ts';

test.beforeEach(({ product }) => emptyProduct(product));

test('who scrolls up the least bit is left in peace, and follows again when asked to', async ({ page, product }) => {
  const { prompt_id, job_id } = await ask(product, numbered('A long text to read', 3_000, 120));
  await watchWords(page);
  await page.goto(`/mission?drop=${prompt_id}&dock=thread`);
  const pane = thread(page).getByRole('log');
  await expect
    .poll(() => pane.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight), { timeout: 20_000 })
    .toBeGreaterThan(400);
  const fromEnd = () =>
    pane.evaluate(({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight);
  await expect.poll(fromEnd).toBeLessThan(40);
  await pane.hover();
  await page.mouse.wheel(0, -60);
  await expect(thread(page).getByRole('button', { name: 'Follow the answer' })).toBeVisible();
  const place = await pane.evaluate(({ scrollTop }) => scrollTop);
  await seesMoreThan(page, (await readSeen(page)).now + 150);
  expect(await pane.evaluate(({ scrollTop }) => scrollTop)).toBe(place);
  await thread(page).getByRole('button', { name: 'Follow the answer' }).click();
  await expect.poll(fromEnd).toBeLessThan(40);
  await thread(page).getByRole('button', { name: 'Stop' }).click();
  await reaches(product, job_id, 'cancelled');
});

test('a screen reader hears of an answer once, when it is ready, and never its words', async ({ page, product }) => {
  await openField(page);
  await page.evaluate(() => {
    const said: string[] = [];
    Object.assign(window, { said });
    new MutationObserver(() => {
      for (const region of document.querySelectorAll('[aria-live="polite"], [role="status"], [role="alert"]')) {
        const text = region.textContent?.trim() ?? '';
        if (text !== '' && said.at(-1) !== text) said.push(text);
      }
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
  const { prompt_id, job_id } = await ask(product, numbered('Told once', 60, 30));
  await dropIn(page, 'Told once', 'running');
  await drop(page, 'Told once').dblclick();
  const transcript = thread(page).getByRole('log');
  await expect(transcript).toHaveAttribute('aria-live', 'off');
  await reaches(product, job_id, 'succeeded');
  const said = () => page.evaluate(() => (window as unknown as { said: string[] }).said);
  await expect
    .poll(async () => (await said()).filter((text) => text.startsWith('Answer ready')))
    .toEqual(['Answer ready: Told once.']);
  expect((await said()).filter((text) => /\bw\d+/.test(text))).toEqual([]);
  expect(prompt_id).toBeTruthy();
});

test('the map stands still while its drops are answered: none moves, nothing is fitted anew', async ({
  page,
  product,
}) => {
  const asked = [];
  for (let nth = 0; nth < 6; nth += 1)
    asked.push(await ask(product, `@demo delay=${4_000 + nth * 400}ms rate=0\nAnswered in turn ${nth}`));
  await openField(page);
  await dropIn(page, 'Answered in turn 5', 'running');
  // Somewhere of the reader's own choosing.
  await page.mouse.move(640, 300);
  await page.mouse.wheel(0, -40);
  const places = () =>
    page.evaluate(() =>
      Object.fromEntries(
        [...document.querySelectorAll<HTMLElement>('button.drop')].map((one) => {
          const { x, y } = one.getBoundingClientRect();
          return [one.dataset.prompt ?? '', `${Math.round(x)} ${Math.round(y)}`];
        }),
      ),
    );
  let known: Record<string, string> = {};
  await expect
    .poll(async () => {
      const before = known;
      known = await places();
      return JSON.stringify(before) === JSON.stringify(known) && Object.keys(known).length === asked.length;
    })
    .toBe(true);
  for (const { job_id } of asked) await reaches(product, job_id, 'succeeded');
  await expect(page.getByRole('button', { name: /^6 ?New$/ })).toBeVisible();
  expect(await places()).toEqual(known);
});

test('in a hidden tab, which gets no frames, the text shown is the text that came', async ({ page, product }) => {
  await canHide(page);
  await watchWords(page);
  const { prompt_id, job_id } = await ask(product, numbered('Grows unseen', 300, 60));
  await page.goto(`/mission?drop=${prompt_id}&dock=thread`);
  await seesMoreThan(page, 5);
  await hide(page);
  const known = (await readSeen(page)).now;
  await seesMoreThan(page, known + 60);
  await reaches(product, job_id, 'succeeded');
  await expect.poll(async () => (await readSeen(page)).now).toBe(300);
  expect((await readSeen(page)).fault).toBeNull();
});
