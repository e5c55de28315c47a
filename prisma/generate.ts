// Makes the typed client from schema.prisma when it is missing or older than its source; needs no network.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { childEnvironment } from '#lib/config.ts';

const here = path.dirname(fileURLToPath(import.meta.url));
const schemaFile = path.join(here, 'schema.prisma');
const stampFile = path.join(here, 'generated', '.made-from');
const require = createRequire(import.meta.url);

/** Generates if needed. Resolves to true when it did; a current client costs one small file read. */
export async function generateClient(): Promise<boolean> {
  const wanted = await fingerprint();
  const made = await readFile(stampFile, 'utf8').catch(() => '');
  if (made === wanted) return false;
  await promisify(execFile)(
    process.execPath,
    [require.resolve('prisma/build/index.js'), 'generate', '--schema', schemaFile],
    {
      cwd: path.dirname(here),
      // `generate` runs no schema engine, but without a path to one it wants to download it: any existing file will do.
      env: childEnvironment({ PRISMA_SCHEMA_ENGINE_BINARY: schemaFile, PRISMA_HIDE_UPDATE_MESSAGE: '1', CI: '1' }),
    },
  );
  await writeFile(stampFile, wanted);
  return true;
}

async function fingerprint(): Promise<string> {
  const { version } = require('prisma/package.json') as { version: string };
  return createHash('sha256')
    .update(version)
    .update(await readFile(schemaFile))
    .digest('hex');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await generateClient();
