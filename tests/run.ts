// Everything that must hold, from nothing: client, build, browser, then Vitest and Playwright. `npm test -- <file>` runs some.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { childEnvironment } from '#lib/config.ts';
import { generateClient } from '#prisma/generate.ts';
import { buildWeb, isBuildStale } from '#worker/start/build.ts';
import { root } from './support/child-process.ts';
import { ensureBrowser } from './support/install-browser.ts';

const only = process.argv.slice(2);
const startedAt = performance.now();
const seconds = () => Math.round((performance.now() - startedAt) / 1_000);
const reports = path.join(root, 'test-results/reports');

interface Result {
  readonly passed: number;
  readonly failed: number;
  /** Files with a failed test, as the tool takes them. */
  readonly failedFiles: readonly string[];
}

process.exitCode = await main();

async function main(): Promise<number> {
  await generateClient();
  if (await isBuildStale()) {
    console.log('Building the web part …');
    await buildWeb();
    console.log(`Built after ${seconds()} s.`);
  }
  console.log(`Browser: ${ensureBrowser()}`);
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  const [forPlaywright, forVitest] = [only.filter(isBrowserTest), only.filter((name) => !isBrowserTest(name))];
  const results: Result[] = [];
  if (only.length === 0 || forVitest.length > 0) results.push(await withSecondLook(vitest, forVitest));
  if (only.length === 0 || forPlaywright.length > 0) results.push(await withSecondLook(playwright, forPlaywright));
  const sum = (count: 'passed' | 'failed') => results.reduce((total, result) => total + result[count], 0);
  console.log(`${sum('failed') === 0 ? 'All tests passed' : 'Tests FAILED'} after ${seconds()} s.`);
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
  return sum('failed') === 0 ? 0 : 1;
}

/**
 * Process tests measure leases and kills in seconds; beside everything else on two cores one may come too late. What
 * fails is run once more alone, and it is said which: a promise that breaks alone is broken.
 */
async function withSecondLook(run: typeof vitest, files: readonly string[]): Promise<Result> {
  const first = await run(files, false);
  if (first.failed === 0 || first.failedFiles.length === 0) return first;
  console.log(`\nOnce more, alone: ${first.failedFiles.join(', ')}`);
  const alone = await run(first.failedFiles, true);
  if (alone.failed === 0) console.log(`Held only alone: ${first.failedFiles.join(', ')}`);
  return { passed: first.passed + first.failed - alone.failed, failed: alone.failed, failedFiles: alone.failedFiles };
}

async function vitest(files: readonly string[], alone: boolean): Promise<Result> {
  const report = path.join(reports, `vitest-${alone ? 'alone' : 'all'}.json`);
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const code = await tool('vitest/vitest.mjs', [...args, ...(alone ? ['--no-file-parallelism'] : []), ...files]);
  const shape = z.object({
    numPassedTests: z.number(),
    numFailedTests: z.number(),
    testResults: z.array(z.object({ name: z.string(), status: z.string() })),
  });
  const { numPassedTests, numFailedTests, testResults } = shape.parse(JSON.parse(readFileSync(report, 'utf8')));
  const failedFiles = testResults
    .filter(({ status }) => status === 'failed')
    .map(({ name }) => path.relative(root, name));
  // A hook, an unhandled rejection or a left process fails the run without a failed test.
  return { passed: numPassedTests, failed: code === 0 ? 0 : Math.max(1, numFailedTests), failedFiles };
}

async function playwright(files: readonly string[], alone: boolean): Promise<Result> {
  const report = path.join(reports, `playwright-${alone ? 'alone' : 'all'}.json`);
  const code = await tool('@playwright/test/cli.js', ['test', '--reporter=list,json', ...files], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
  });
  const suite = z.object({
    file: z.string(),
    specs: z.array(z.object({ ok: z.boolean() })),
    suites: z.array(z.unknown()).optional(),
  });
  const shape = z.object({ stats: z.object({ expected: z.number(), unexpected: z.number() }), suites: z.array(suite) });
  const { stats, suites } = shape.parse(JSON.parse(readFileSync(report, 'utf8')));
  const failedFiles = suites.filter((one) => !isGood(one)).map(({ file }) => `tests/e2e/${file}`);
  return { passed: stats.expected, failed: code === 0 ? 0 : Math.max(1, stats.unexpected), failedFiles };
}

/** Every spec of a suite of the browser report, nested ones too, went well. */
function isGood(suite: unknown): boolean {
  const { specs = [], suites = [] } = z
    .object({ specs: z.array(z.object({ ok: z.boolean() })).optional(), suites: z.array(z.unknown()).optional() })
    .parse(suite);
  return specs.every(({ ok }) => ok) && suites.every(isGood);
}

function isBrowserTest(name: string): boolean {
  return name.includes('e2e');
}

async function tool(
  script: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<number> {
  const child = spawn(process.execPath, [path.join(root, 'node_modules', script), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: childEnvironment(env),
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return code ?? 1;
}
