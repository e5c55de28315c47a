// Every page there is, in both themes, at twice the size and on the narrowest phone: nothing overlaps, overflows or hinders.
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { root } from '#tests/support/child-process.ts';
import { type Product, test } from '#tests/support/product.ts';
import { compose, emptyProduct, openField } from '../field-page.ts';
import { ask, reaches } from '../live/witness.ts';

test.beforeEach(({ product }) => emptyProduct(product));

/** Addresses of all pages, from their files; the root only leads to the field. */
async function pages(): Promise<string[]> {
  const files = await readdir(path.join(root, 'app'), { recursive: true });
  return files
    .filter((file) => path.basename(file) === 'page.tsx' && file !== 'page.tsx' && !file.includes('['))
    .map((file) => `/${path.dirname(file)}`)
    .sort();
}

/** Something of every state. */
async function fill(product: Product): Promise<{ prompt_id: string }> {
  const asked = [
    [
      '@demo delay=0 rate=0\nAn answered prompt with a name that is longer than the narrowest phone is wide',
      'succeeded',
    ],
    ['@demo delay=0 fail=400\nA prompt that did not work', 'failed'],
    ['@demo delay=0 fail=500\nA prompt that is tried again', 'queued'],
    ['@demo hang\nA prompt that is being answered', 'running'],
  ] as const;
  const answers = await Promise.all(asked.map(([text]) => ask(product, text)));
  const [first] = answers;
  if (first === undefined) throw new Error('nothing was asked');
  await reaches(product, first.job_id, 'succeeded');
  await reaches(product, answers[1]?.job_id ?? '', 'failed');
  await reaches(product, answers[3]?.job_id ?? '', 'running');
  return first;
}

/** Every place a person can be at, with the address that leads there. */
async function places(product: Product): Promise<[string, string][]> {
  const { prompt_id } = await fill(product);
  return [
    ...(await pages()).map((address): [string, string] => [address, address]),
    ['the list', '/mission?view=list'],
    ['a thread', `/mission?view=list&drop=${prompt_id}&dock=thread`],
    ['a trace', `/mission?view=list&drop=${prompt_id}&dock=trace`],
  ];
}

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.locator('main, [role="main"]').first()).toBeVisible();
  await expect(page.getByRole('status', { name: /Loading/ })).toHaveCount(0);
  await expect(page.locator('.animate-pulse.space-y-4')).toHaveCount(0);
}

async function faults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}

/** What stands out to the side, and controls in sight that something else lies over; before a sheet only its own. */
function crowded(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) found.push(`${scrollWidth - clientWidth} px wider than the screen`);
    // A dialog, or the dock where it covers the page as a sheet: what lies behind it is out of reach on purpose.
    const sheets = document.querySelectorAll(
      'dialog[open], [role="dialog"], section[aria-label="Thread"], section[aria-label="Trace"]',
    );
    const before = innerWidth < 1_000 ? ([...sheets].at(-1) ?? document) : document;
    const controls = before.querySelectorAll<HTMLElement>('button, a[href], input, textarea, select, summary');
    for (const one of controls) {
      const over = whatCovers(one);
      if (over !== null) found.push(`${nameOf(one)} lies under ${over}`);
    }
    return found;

    function whatCovers(one: HTMLElement): string | null {
      const { left, top, width, height } = one.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      // The map is a plane of its own: its drops lie under what stands before it, and it can be moved.
      const isFree = one.closest('.map-seats, .map-seat, [inert]') !== null;
      const isShown = one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && width > 2;
      if (isFree || !isShown || isOutside(x, y) || isClipped(one, x, y)) return null;
      const hit = document.elementFromPoint(x, y);
      if (hit === null) return 'nothing';
      return one.contains(hit) || hit.contains(one) || hit.closest('label')?.contains(one) ? null : nameOf(hit);
    }
    function isOutside(x: number, y: number): boolean {
      return x < 0 || y < 0 || x >= innerWidth || y >= innerHeight;
    }
    function isClipped(one: Element, x: number, y: number): boolean {
      for (let box = one.parentElement; box !== null; box = box.parentElement) {
        if (getComputedStyle(box).overflow === 'visible') continue;
        const { left, right, top, bottom } = box.getBoundingClientRect();
        if (x < left || x > right || y < top || y > bottom) return true;
      }
      return false;
    }
    function nameOf(one: Element): string {
      const words = one.getAttribute('aria-label') ?? one.textContent?.trim().slice(0, 40) ?? '';
      return `${one.tagName.toLowerCase()} “${words}” .${one.getAttribute('class')?.slice(0, 60) ?? ''}`;
    }
  });
}

for (const colorScheme of ['dark', 'light'] as const)
  test(`no page has a fault that axe finds, ${colorScheme}`, async ({ page, product }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await fill(product);
    for (const address of await pages()) {
      await open(page, address);
      expect.soft(await faults(page), address).toEqual([]);
    }
  });

for (const [what, width, height] of [
  ['on a phone of 320 pixels', 320, 640],
  // 1280 × 800 at twice the size leaves half the pixels of the page's own measure.
  ['at 200 %', 640, 400],
] as const)
  test(`every page can be used ${what}: nothing overlaps, nothing scrolls sideways`, async ({ browser, product }) => {
    const context = await browser.newContext({
      baseURL: product.origin,
      viewport: { width, height },
      deviceScaleFactor: 2,
      reducedMotion: 'reduce',
    });
    try {
      const page = await context.newPage();
      for (const [name, address] of await places(product)) {
        await open(page, address);
        await expect.soft(async () => expect(await crowded(page), name).toEqual([])).toPass({ timeout: 5_000 });
      }
      await openField(page);
      await expect(compose(page)).toBeInViewport();
      await page.keyboard.press('Control+k');
      await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeInViewport();
      expect.soft(await crowded(page), 'palette').toEqual([]);
    } finally {
      await context.close();
    }
  });
