// Builds the web part when it is missing or older than its sources; `npm run build` builds always.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { childEnvironment } from '#lib/config.ts';
import { generateClient } from '#prisma/generate.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = path.join(root, '.next');
const stampFile = path.join(folder, 'made-from');
const sources = ['app', 'components', 'lib', 'prisma/schema.prisma', 'public', 'next.config.mjs'];
// Not tsconfig.json: Next writes to it while it builds.
const settings = ['postcss.config.mjs', 'package.json', 'package-lock.json'];

/** The build failed; `message` holds what Next said. */
export class BuildError extends Error {
  override readonly name = 'BuildError';
}

/** True when what the web process would serve is missing or was made from other sources. Reads every source, some 20 ms. */
export async function isBuildStale(): Promise<boolean> {
  const [made, buildId, wanted] = await Promise.all([
    readFile(stampFile, 'utf8').catch(() => ''),
    readFile(path.join(folder, 'BUILD_ID'), 'utf8').catch(() => ''),
    fingerprint(),
  ]);
  return buildId === '' || made !== wanted;
}

/** Runs `next build`; about a minute on a small machine. Throws BuildError. */
export async function buildWeb(signal?: AbortSignal): Promise<void> {
  await generateClient();
  const wanted = await fingerprint();
  const child = spawn(process.execPath, [path.join(root, 'node_modules/next/dist/bin/next'), 'build'], {
    cwd: root,
    // NEXT_DIST_DIR is for builds beside this one; this one is what the product serves.
    env: childEnvironment({ NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', NEXT_DIST_DIR: undefined }),
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(signal ? { signal } : {}),
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-20_000);
    });
  }
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new BuildError(`The web part could not be built:\n${said.trim()}`);
  await writeFile(stampFile, wanted);
}

async function fingerprint(): Promise<string> {
  const files = (await Promise.all([...sources, ...settings].map(filesUnder))).flat().sort();
  const contents = await Promise.all(files.map((file) => readFile(path.join(root, file))));
  const hash = createHash('sha256');
  for (const [at, content] of contents.entries()) hash.update(`${files[at]}\0${content.length}\0`).update(content);
  return hash.digest('hex');
}

async function filesUnder(name: string): Promise<string[]> {
  try {
    const entries = await readdir(path.join(root, name), { withFileTypes: true, recursive: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return [];
    if (code === 'ENOTDIR') return [name];
    throw error;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.exitCode = await buildWeb().then(
    () => 0,
    (error: Error) => {
      console.error(error.message);
      return 1;
    },
  );
}
