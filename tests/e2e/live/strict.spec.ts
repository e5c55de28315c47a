// React's strict mode runs every effect twice, in the development build only: still one stream, one request, one drop.
import { expect } from '@playwright/test';
import { test } from '#tests/support/product.ts';
import { startWebProcess } from '#tests/support/web-process.ts';
import { dropIn, emptyProduct, openField, send } from '../field-page.ts';
import { ask, figure } from './witness.ts';

test.beforeEach(({ product }) => emptyProduct(product));

test('with every effect run twice there is one stream, and one request for one prompt', async ({
  browser,
  product,
}) => {
  // It compiles the page first.
  test.setTimeout(240_000);
  const web = await startWebProcess(product.databaseUrl, { NODE_ENV: 'development' });
  const context = await browser.newContext({ baseURL: web.origin });
  try {
    const dev = { ...product, origin: web.origin };
    const page = await context.newPage();
    const asked: string[] = [];
    let [open, most] = [0, 0];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (request.method() === 'POST') asked.push(pathname);
      if (pathname === '/api/mission/events') most = Math.max(most, ++open);
    });
    const isOver = (request: { url(): string }) => {
      if (request.url().includes('/api/mission/events')) open -= 1;
    };
    page.on('requestfinished', isOver);
    page.on('requestfailed', isOver);
    // One effect of the page asks for this lock: twice asked tells that effects really run twice here.
    await page.addInitScript(() => {
      const asks: string[] = [];
      const request = navigator.locks.request.bind(navigator.locks);
      Object.assign(window, { asks });
      Object.assign(navigator.locks, {
        request: (name: string, ...rest: [LockOptions, LockGrantedCallback<unknown>]) => {
          asks.push(name);
          return request(name, ...rest);
        },
      });
    });
    await page.goto('/mission', { timeout: 120_000 });
    await openField(page);
    const asks = await page.evaluate(() => (window as unknown as { asks: string[] }).asks);
    expect(asks.filter((name) => name === 'asterion-notices')).toHaveLength(2);
    await send(page, '@demo delay=0 rate=0\nSent in strict mode');
    await dropIn(page, 'Sent in strict mode', 'succeeded');
    await ask(dev, '@demo delay=0 rate=0\nSeen in strict mode');
    await dropIn(page, 'Seen in strict mode', 'succeeded');
    expect(asked.filter((path) => path === '/api/prompts')).toHaveLength(1);
    expect([open, most]).toEqual([1, 1]);
    expect(await figure(dev, 'streams')).toBe(1);
    await expect(page.locator('button.drop')).toHaveCount(2);
  } finally {
    await context.close();
    web.kill('SIGTERM');
    await web.stopped;
  }
});
