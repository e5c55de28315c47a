// Everything that must hold, from nothing: client, build, browser, then Vitest and Playwright. `npm test -- <file>` runs some.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { generateClient } from '#prisma/generate.ts';
import { buildWeb, isBuildStale } from '#worker/start/build.ts';
import { root } from './support/child-process.ts';
import { ensureBrowser } from './support/install-browser.ts';

const only = process.argv.slice(2);
const startedAt = performance.now();
const seconds = () => Math.round((performance.now() - startedAt) / 1_000);

process.exitCode = await main();

async function main(): Promise<number> {
  await generateClient();
  if (await isBuildStale()) {
    console.log('Building the web part …');
    await buildWeb();
    console.log(`Built after ${seconds()} s.`);
  }
  console.log(`Browser: ${ensureBrowser()}`);
  const [forPlaywright, forVitest] = [only.filter(isBrowserTest), only.filter((name) => !isBrowserTest(name))];
  const codes: number[] = [];
  if (only.length === 0 || forVitest.length > 0) codes.push(await run('vitest/vitest.mjs', ['run', ...forVitest]));
  if (hasBrowserTests() && (only.length === 0 || forPlaywright.length > 0)) {
    codes.push(await run('@playwright/test/cli.js', ['test', ...forPlaywright]));
  }
  const isGood = codes.every((code) => code === 0);
  console.log(`${isGood ? 'All tests passed' : 'Tests FAILED'} after ${seconds()} s.`);
  return isGood ? 0 : 1;
}

function isBrowserTest(name: string): boolean {
  return name.includes('e2e');
}

function hasBrowserTests(): boolean {
  const folder = path.join(root, 'tests/e2e');
  return (
    existsSync(folder) &&
    readdirSync(folder, { recursive: true }).some((name) => /\.(spec|test)\.tsx?$/.test(String(name)))
  );
}

async function run(tool: string, args: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, [path.join(root, 'node_modules', tool), ...args], {
    cwd: root,
    stdio: 'inherit',
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return code ?? 1;
}
