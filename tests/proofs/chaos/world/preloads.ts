// What is loaded before a process of the product to make it die at a statement or believe in a wrong time.
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { type RealProcess, root } from '#tests/support/child-process.ts';

/** Where a process dies: at which statement, and how far that has come. */
export interface Point {
  readonly statement: string;
  readonly when: 'before' | 'answered' | 'committed';
  readonly nth?: number;
}

const comesThereWithinMs = 60_000;
const folder = path.join(root, 'tests/proofs/chaos/preload');

/** The setting that makes a process kill itself at the point. */
export function doomAt({ statement, when, nth = 1 }: Point): Record<string, string> {
  return preload('kill-point.mjs', { statement, when, nth: String(nth) });
}

/** Resolves when it died by its own signal at its kill point, and throws when it ended otherwise or lives on: then nothing was proved. */
export async function diesThere(doomed: RealProcess): Promise<void> {
  const late = wait(comesThereWithinMs, undefined, { ref: false }).then(() => {
    throw new Error('the process never came to its kill point');
  });
  const { signal, code } = await Promise.race([doomed.stopped, late]);
  if (signal === 'SIGKILL' && doomed.logs().includes('kill point: ')) return;
  throw new Error(
    `the process ended (${signal ?? code}) elsewhere than at its kill point:\n${doomed.logs().slice(-2_000)}`,
  );
}

const libraries = ['/usr/lib', '/usr/local/lib', '/usr/lib64'];

/** The setting that moves a process's wall clock by hours, and by what means: libfaketime, which moves it for every thread, else `Date` alone. */
export function clockMovedBy(hours: number): { readonly env: Record<string, string>; readonly means: string } {
  const library = findFaketime();
  if (library === undefined)
    return { env: preload('shift-clock.mjs', { ms: String(hours * 3_600_000) }), means: 'a moved Date' };
  const FAKETIME = `${hours < 0 ? '-' : '+'}${Math.abs(hours)}h`;
  return { env: { LD_PRELOAD: library, FAKETIME, FAKETIME_DONT_FAKE_MONOTONIC: '1' }, means: 'libfaketime' };
}

function findFaketime(): string | undefined {
  const places = libraries.flatMap((place) => [place, ...subfolders(place)]);
  return places.map((place) => path.join(place, 'faketime/libfaketime.so.1')).find((file) => existsSync(file));
}

function subfolders(place: string): string[] {
  if (!existsSync(place)) return [];
  return readdirSync(place)
    .filter((name) => name.endsWith('-linux-gnu'))
    .map((name) => path.join(place, name));
}

function preload(file: string, query: Readonly<Record<string, string>>): Record<string, string> {
  return { NODE_OPTIONS: `--import ${pathToFileURL(path.join(folder, file)).href}?${new URLSearchParams(query)}` };
}
