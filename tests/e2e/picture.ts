// Paints the README's pictures: a lively field with several threads in both themes, and the operator's overview. `tsx tests/e2e/picture.ts`, after a build.
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { migrate } from '#prisma/migrate.ts';
import { browserLaunch } from '#tests/support/browser.ts';
import { killAll, root } from '#tests/support/child-process.ts';
import { eventually } from '#tests/support/eventually.ts';
import { databaseUrl, openServer, statement } from '#tests/support/server.ts';
import { startWebProcess } from '#tests/support/web-process.ts';
import { startWorkerProcess } from '#tests/support/worker-process.ts';

interface Asked {
  readonly text: string;
  readonly how?: string;
  readonly next?: readonly Asked[];
}

const answer = [
  '## The short version',
  '',
  'A lease is a promise with an end. Whoever holds it may write; whoever finds it over may take the job, and **only one of the two writes counts**.',
  '',
  '1. The claim raises a number on the row.',
  '2. Each write names that number.',
  '3. A late writer names an old one, matches no row, and changes nothing.',
  '',
  '```sql',
  "update job set state = 'succeeded', finished_at = now()",
  "where id = $1 and state = 'running' and claim = $2;",
  '```',
  '',
  '| who | names claim | rows |',
  '|---|---|---|',
  '| the new holder | 2 | 1 |',
  '| the late one | 1 | 0 |',
].join('\\n');

const field: readonly Asked[] = [
  {
    text: 'How does a lease keep two workers from one job?',
    how: `reply="${answer}"`,
    next: [
      { text: 'What if the clock of the worker is wrong?', next: [{ text: 'Show it as a table of cases' }] },
      { text: 'Compare it with a lock held in the session', next: [{ text: 'Which one survives a pooler?' }] },
      { text: 'Write the test that would catch a late writer' },
    ],
  },
  {
    text: 'Plan a week of walks along the Elbe',
    next: [{ text: 'Make the third day shorter' }, { text: 'Where does one sleep in Wehlen?' }],
  },
  { text: 'Summarise the minutes of Tuesday in five lines', next: [{ text: 'And now as an e-mail to the board' }] },
  { text: 'Name five edge cases of the import', how: 'fail=400' },
  { text: 'Explain backpressure to somebody who cooks', next: [{ text: 'Shorter, and without the soup' }] },
  { text: 'Draft the release notes for the spring version' },
  { text: 'Find the mistake in this query plan', how: 'rate=12 tokens=400' },
  { text: 'Translate the safety sheet into plain English', how: 'rate=9 tokens=400' },
];

/** Its refusal holds up everything that its provider is asked, so it comes last. */
const limited: Asked = { text: 'Which of these names is easiest to say?', how: 'fail=429 retry-after=14m' };

process.exitCode = await main();

async function main(): Promise<number> {
  const server = await openServer();
  const url = databaseUrl(server.url, 'asterion_picture');
  await statement(server.url, 'create database asterion_picture');
  await migrate(url);
  startWorkerProcess(url, { ASTERION_RETRY_SCALE: '1' });
  const { origin } = await startWebProcess(url);
  const browser = await chromium.launch(browserLaunch());
  try {
    const roots: string[] = [];
    for (const asked of field) roots.push(await submit(origin, asked, null));
    await eventually(() => isSettled(url), { withinMs: 60_000 });
    await submit(origin, limited, null);
    await eventually(() => isPaused(url), { withinMs: 20_000 });
    await dress(url, roots);
    await mkdir(path.join(root, 'docs'), { recursive: true });
    for (const theme of ['dark', 'light'] as const) await paint(browser, origin, roots[0] ?? '', theme);
    await paintOverview(browser, origin);
  } finally {
    await browser.close();
    await killAll();
    await server.stop();
  }
  return 0;
}

async function submit(origin: string, { text, how, next = [] }: Asked, parentId: string | null): Promise<string> {
  const response = await fetch(`${origin}/api/prompts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text: `@demo delay=0 ${how ?? 'rate=0'}\n${text}`, parent_id: parentId }),
  });
  const { prompt_id } = (await response.json()) as { prompt_id: string };
  for (const asked of next) await submit(origin, asked, prompt_id);
  return prompt_id;
}

/** Some of it is of yesterday and seen; what steered the demo model is not part of what was asked. */
async function dress(url: string, roots: readonly string[]): Promise<void> {
  const older = roots.slice(1, 5).map((id) => `'${id}'`);
  await statement(url, `update entity set created_at = created_at - interval '1 day' where root_id in (${older})`);
  await statement(
    url,
    `update entity set content = regexp_replace(content, '^@demo[^\n]*\n', ''), seen_at = case when label ~ 'board|soup' then null else now() end
     where kind = 'prompt'`,
  );
}

/** The provider was left alone; that it is so is not part of the picture. */
async function isPaused(url: string): Promise<boolean> {
  const { rowCount } = await statement(url, 'delete from pause');
  return (rowCount ?? 0) > 0;
}

/** Only the two slow answers are still open. */
async function isSettled(url: string): Promise<boolean> {
  const { rows } = await statement(url, `select count(*)::int as open from job where state in ('queued', 'running')`);
  return rows[0]?.open <= 2;
}

async function paint(browser: Browser, origin: string, id: string, colorScheme: 'dark' | 'light'): Promise<void> {
  const context = await browser.newContext({ baseURL: origin, colorScheme, viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(`/mission?drop=${id}&dock=thread`);
  await page.locator('[data-mode="live"]').waitFor();
  await page.getByRole('button', { name: 'Fit the field' }).click();
  await page.getByRole('log', { name: 'Transcript' }).getByRole('table').first().waitFor();
  await showTop(page);
  await page.screenshot({ path: path.join(root, 'docs', `field-${colorScheme}.png`) });
  await context.close();
}

async function paintOverview(browser: Browser, origin: string): Promise<void> {
  const context = await browser.newContext({
    baseURL: origin,
    colorScheme: 'light',
    viewport: { width: 1280, height: 720 },
  });
  const page = await context.newPage();
  await page.goto('/operator');
  await page.locator('[data-mode="live"]').waitFor();
  await page.getByRole('region', { name: 'Standing still' }).waitFor();
  await page.screenshot({ path: path.join(root, 'docs', 'operator-light.png') });
  await context.close();
}

/** Highlighting has come and no gesture is in its middle; what turns for ever goes on turning. */
async function showTop(page: Page): Promise<void> {
  await page.locator('pre code span').first().waitFor();
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
        .map(({ finished }) => finished),
    ),
  );
}
