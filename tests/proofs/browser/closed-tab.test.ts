// The browser killed in the middle of an answer: another one finds it still being spoken, and then whole.
import { type Browser, chromium, type Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answersOf, attemptsOf, doubledThings, reached } from '#tests/proofs/support/facts.ts';
import { speakerOf, startWorkers, stopWell } from '#tests/proofs/support/workers.ts';
import { browserLaunch } from '#tests/support/browser.ts';
import { testDatabase } from '#tests/support/database.ts';
import { eventually } from '#tests/support/eventually.ts';
import { sql } from '#tests/support/jobs.ts';
import { startWebProcess, type WebProcess } from '#tests/support/web-process.ts';

const database = testDatabase();
let web: WebProcess;
const open: Browser[] = [];
beforeAll(async () => {
  web = await startWebProcess(database.url);
});
afterAll(async () => {
  await Promise.all(open.map((browser) => browser.close()));
});

const drop = 'button.drop[aria-label*="Outlive the tab"]';

async function openPage(browser: Browser, path = '/mission'): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(web.origin + path);
  await page.locator('[data-mode="live"]').waitFor({ timeout: 30_000 });
  return page;
}

describe('a browser killed in the middle of an answer', () => {
  it('costs nothing: another one finds the answer running, its text so far, and then the whole', async () => {
    const { db, url } = database;
    const [worker] = await startWorkers(db, url, 1);
    const server = await chromium.launchServer(browserLaunch());
    const first = await openPage(await chromium.connect(server.wsEndpoint()));
    await first.locator('#compose-text').fill('@demo delay=0 rate=12 tokens=200\nOutlive the tab');
    await first.locator('#compose-text').press('Enter');
    await first.locator(`${drop}[data-state="running"]`).waitFor();
    const [row] = await sql<{ id: string; prompt_id: string }>(db, 'select id, prompt_id from job');
    const { id: jobId = '', prompt_id: promptId = '' } = row ?? {};
    await speakerOf(db, jobId);
    const gone = new Promise((resolve) => server.process().once('exit', resolve));
    server.process().kill('SIGKILL');
    await gone;
    const browser = await chromium.launch(browserLaunch());
    open.push(browser);
    const second = await openPage(browser, `/mission?drop=${promptId}&dock=thread`);
    await second.locator(`${drop}[data-state="running"]`).waitFor();
    const transcript = second.getByRole('log', { name: 'Transcript' });
    const shownLength = async () => (await transcript.textContent())?.length ?? 0;
    await eventually(async () => (await shownLength()) > 60);
    const early = await shownLength();
    await eventually(async () => (await shownLength()) > early + 40);
    await second.locator(`${drop}[data-state="succeeded"]`).waitFor({ timeout: 40_000 });
    await reached(db, jobId, 'succeeded');
    const [answer = ''] = await answersOf(db, promptId);
    expect(await attemptsOf(db, jobId)).toEqual([{ claim: 1, attempt: 1, outcome: 'succeeded', error_kind: null }]);
    expect(await doubledThings(db)).toEqual([]);
    // The page shows rendered markdown: compare the words and nothing else.
    await eventually(async () => expect(wordsOf((await transcript.textContent()) ?? '')).toContain(wordsOf(answer)));
    await stopWell(worker);
  }, 180_000);
});

function wordsOf(text: string): string {
  return text.replace(/[^\p{Letter}]+/gu, '').toLowerCase();
}
