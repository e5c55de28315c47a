// A server that outlived its supervisor (kill -9, power loss) is stopped cleanly before the next start.
import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { PostgresError } from './binaries.ts';
import { isRunning } from './folder-lock.ts';

const stopWithinMs = 20_000;

/**
 * Call only while holding the folder's lock: then a live server in it has no supervisor.
 * Resolves to true when one had to be stopped. Throws PostgresError if it does not go.
 */
export async function stopLeftover(cluster: string): Promise<boolean> {
  const pidFile = path.join(cluster, 'postmaster.pid');
  const [firstLine] = (await readFile(pidFile, 'utf8').catch(() => '')).split('\n');
  const pid = Number(firstLine);
  if (!Number.isInteger(pid) || pid <= 0) return false;
  if (!isRunning(pid) || !(await isServerOf(pid, cluster))) {
    // After a restart of the machine the number may be somebody else's, and PostgreSQL would refuse to start.
    await rm(pidFile, { force: true });
    return false;
  }
  // Fast shutdown, then (without waiting for anything) the immediate one: the log brings everything committed back.
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    process.kill(pid, signal);
    const until = Date.now() + stopWithinMs;
    while (isRunning(pid) && Date.now() < until) await wait(50);
    if (!isRunning(pid)) return true;
  }
  throw new PostgresError(
    `A PostgreSQL left by an earlier start (process ${pid}) does not stop. End it, then start again.`,
  );
}

async function isServerOf(pid: number, cluster: string): Promise<boolean> {
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(async () => {
    const asked = await promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
    return asked.stdout;
  });
  return commandLine.includes('postgres') && commandLine.includes(cluster);
}
