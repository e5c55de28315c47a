// What a browser has to fetch before the field is alive, measured on the build that is served.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { runInNewContext } from 'node:vm';
import { gzip } from 'node:zlib';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { root } from '#tests/support/child-process.ts';

const folder = path.join(root, process.env.NEXT_DIST_DIR ?? '.next');
const limitKiB = 190;

const buildManifest = z.object({ rootMainFiles: z.array(z.string()) });
const pageManifests = z.record(z.string(), z.object({ entryJSFiles: z.record(z.string(), z.array(z.string())) }));

/** The scripts that the page's HTML names: the framework's and those of every layout and page around it. */
async function firstScripts(page: string): Promise<string[]> {
  const build = buildManifest.parse(JSON.parse(await readFile(path.join(folder, 'build-manifest.json'), 'utf8')));
  const source = await readFile(path.join(folder, `server/app${page}/page_client-reference-manifest.js`), 'utf8');
  const context: { __RSC_MANIFEST?: unknown } = {};
  runInNewContext(source, { globalThis: context });
  const entries = Object.values(pageManifests.parse(context.__RSC_MANIFEST)).flatMap(({ entryJSFiles }) =>
    Object.values(entryJSFiles).flat(),
  );
  return [...new Set([...build.rootMainFiles, ...entries])];
}

async function gzippedKiB(file: string): Promise<number> {
  const { length } = await promisify(gzip)(await readFile(path.join(folder, file)));
  return length / 1024;
}

it(`the field loads at most ${limitKiB} KiB of gzipped JavaScript before it is alive`, async () => {
  const files = await firstScripts('/mission');
  const sizes = await Promise.all(files.map(gzippedKiB));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  expect(files.length).toBeGreaterThan(5);
  expect(total, files.map((file, at) => `${sizes[at]?.toFixed(1)} ${file}`).join('\n')).toBeLessThanOrEqual(limitKiB);
});
