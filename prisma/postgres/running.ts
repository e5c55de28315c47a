// Finds the embedded server that a running Asterion has started, for commands beside it.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { productDatabase } from './own-database.ts';

const secretShape = z.object({ password: z.string() });

/** The URL of the product's database on the server that runs in `<dataDir>/postgres`, or null when none takes connections there. */
export async function runningPostgresUrl(dataDir: string): Promise<string | null> {
  const home = path.resolve(dataDir, 'postgres');
  try {
    // The server's own file: line 4 is its port, line 8 its state. It is gone when the server is.
    const lines = (await readFile(path.join(home, 'cluster', 'postmaster.pid'), 'utf8')).split('\n');
    if (lines[7]?.trim() !== 'ready') return null;
    const { password } = secretShape.parse(JSON.parse(await readFile(path.join(home, 'secret.json'), 'utf8')));
    return `postgresql://asterion:${password}@127.0.0.1:${Number(lines[3])}/${productDatabase}`;
  } catch {
    // No folder, no file, or files of another user: nothing of ours runs there.
    return null;
  }
}
