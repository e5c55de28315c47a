// One process at a time works in a data folder; a lock left by a killed one is recognised and taken over.
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Somebody alive holds the folder; `message` is for a person. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError';
}

interface Holder {
  readonly pid: number;
  /** Tells a process from a later one that was given the same number. */
  readonly born: string;
}

/** Takes the folder for this process and resolves to the way to give it back. Throws FolderInUseError. */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const file = path.join(folder, 'in-use.json');
  const me: Holder = { pid: process.pid, born: await birthOf(process.pid) };
  for (let tries = 1; ; tries += 1) {
    try {
      await writeFile(file, JSON.stringify(me), { flag: 'wx' });
      return () => rm(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || tries > 3) throw error;
    }
    const holder = await readHolder(file);
    if (holder && (await isAlive(holder))) {
      throw new FolderInUseError(
        `The data folder ${folder} is in use by a running Asterion (process ${holder.pid}). Stop that one first, or give this one another folder with ASTERION_DATA_DIR.`,
      );
    }
    await rm(file, { force: true });
  }
}

async function readHolder(file: string): Promise<Holder | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Holder;
  } catch {
    // Gone meanwhile, or written half by a machine that lost power: nobody holds it.
    return null;
  }
}

async function isAlive(holder: Holder): Promise<boolean> {
  return holder.pid !== process.pid && isRunning(holder.pid) && (await birthOf(holder.pid)) === holder.born;
}

/** True while a process with this number exists, whoever owns it. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

// Ticks since boot at which the process started; empty where there is no /proc, and then the number alone decides.
async function birthOf(pid: number): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}
