// The migrations this copy of the product brings, by name, in order.
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export async function knownMigrations(): Promise<string[]> {
  const folder = path.join(path.dirname(fileURLToPath(import.meta.url)), 'migrations');
  const entries = await readdir(folder, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}
