// `npm run proofs [-- name…]`: the whole-system promises, each with real processes. `--help` lists them. `chaos` alone is the long one.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { generateClient } from '#prisma/generate.ts';
import { root } from '#tests/support/child-process.ts';
import { ensureBrowser } from '#tests/support/install-browser.ts';
import { buildWeb, isBuildStale } from '#worker/start/build.ts';

interface Proof {
  readonly name: string;
  /** Relative to the project. */
  readonly file: string;
  readonly promise: string;
}

process.exitCode = await main(process.argv.slice(2));

async function main(asked: readonly string[]): Promise<number> {
  if (asked[0] === 'chaos') return wholeChaos(asked.slice(1));
  const proofs = findProofs();
  if (asked.some((word) => word === '--help' || word === '-h')) return help(proofs);
  const unknown = asked.filter((name) => !proofs.some((proof) => proof.name === name));
  if (unknown.length > 0) {
    console.error(`There is no proof called ${unknown.join(', ')}. \`npm run proofs -- --help\` lists them.`);
    return 2;
  }
  const chosen = proofs.filter(({ name }) => asked.length === 0 || asked.includes(name));
  await generateClient();
  if (chosen.some(({ file }) => !file.includes('/worker/')) && (await isBuildStale())) {
    console.log('Building the web part …');
    await buildWeb();
  }
  if (chosen.some(({ file }) => file.includes('/browser/'))) console.log(`Browser: ${ensureBrowser()}`);
  // One file at a time: what is measured in seconds must not wait for another proof's processes.
  const args = ['run', '--no-file-parallelism', ...chosen.map(({ file }) => file)];
  const child = spawn(process.execPath, [path.join(root, 'node_modules/vitest/vitest.mjs'), ...args], {
    cwd: root,
    stdio: 'inherit',
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return code ?? 1;
}

/** At full size it is a command of its own: minutes long, with progress and a table. Beside other proofs its short form runs. */
async function wholeChaos(args: readonly string[]): Promise<number> {
  await generateClient();
  if (!args.includes('--help') && (await isBuildStale())) {
    console.log('Building the web part …');
    await buildWeb();
  }
  const { chaos } = await import('./chaos/command.ts');
  return chaos(args);
}

function findProofs(): Proof[] {
  const folder = path.join(root, 'tests/proofs');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .sort()
    .map((name) => ({
      name: path.basename(name, '.test.ts'),
      file: `tests/proofs/${name}`,
      promise: (readFileSync(path.join(folder, name), 'utf8').split('\n')[0] ?? '').replace(/^\/\/ /, ''),
    }));
}

function help(proofs: readonly Proof[]): number {
  console.log('npm run proofs [-- name…]   runs all, or the named ones\n');
  const width = Math.max(...proofs.map(({ name }) => name.length));
  for (const { name, promise } of proofs) console.log(`  ${name.padEnd(width)}  ${promise}`);
  return 0;
}
