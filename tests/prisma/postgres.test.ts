// The embedded server: one process a folder, and nothing that a crash leaves keeps the next start from working.
import { spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ownDatabase } from '#prisma/postgres/own-database.ts';
import { runningPostgresUrl } from '#prisma/postgres/running.ts';
import { type RunningPostgres, startPostgres } from '#prisma/postgres.ts';
import { eventually } from '#tests/support/eventually.ts';
import { statement } from '#tests/support/server.ts';

let dataDir: string;
const running = new Set<RunningPostgres>();

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'asterion-embedded-'));
  await chmod(dataDir, 0o755);
});
afterEach(async () => {
  for (const server of running) await server.stop();
  running.clear();
  await rm(dataDir, { recursive: true, force: true });
});

async function start(folder = dataDir): Promise<RunningPostgres> {
  const server = await startPostgres({ dataDir: folder, settings: { fsync: 'off' } });
  running.add(server);
  return server;
}

const lockFile = () => path.join(dataDir, 'postgres', 'in-use.json');

describe('the embedded server', () => {
  it('keeps its data, password and port over a restart', async () => {
    const first = await start();
    await statement(first.url, 'CREATE TABLE kept AS SELECT 7 AS n');
    await first.stop();
    const second = await start();
    expect(second.url).toBe(first.url);
    expect((await statement(second.url, 'SELECT n FROM kept')).rows).toEqual([{ n: 7 }]);
  });

  it('listens on loopback only, speaks UTF-8, and keeps its secret from other users', async () => {
    const { url } = await start();
    const { rows } = await statement(
      url,
      `SELECT current_setting('listen_addresses') AS addresses, current_setting('server_encoding') AS encoding,
              current_setting('synchronous_commit') AS commit, upper('é') AS upper`,
    );
    expect(rows).toEqual([{ addresses: '127.0.0.1', encoding: 'UTF8', commit: 'on', upper: 'É' }]);
    expect((await stat(path.join(dataDir, 'postgres', 'secret.json'))).mode & 0o077).toBe(0);
    const anyone = new URL(url);
    anyone.password = 'guess';
    await expect(statement(anyone.href, 'SELECT 1')).rejects.toThrow('password authentication failed');
  });

  it('is refused to a second start of the same folder, with what to do', async () => {
    await start();
    const other = spawnSync(process.execPath, ['--import', 'tsx', '-e', startAgain(dataDir)], { encoding: 'utf8' });
    expect(other.stdout).toContain('is in use by a running Asterion');
    expect(other.stdout).toContain('ASTERION_DATA_DIR');
  });

  it('that outlived its killed supervisor is stopped cleanly, and nothing committed is lost', async () => {
    const first = await start();
    running.delete(first);
    await statement(first.url, 'CREATE TABLE kept AS SELECT 8 AS n');
    await writeFile(lockFile(), JSON.stringify({ pid: 2 ** 22 + 1, born: '1' }));
    const second = await start();
    expect(second.foundLeftover).toBe(true);
    expect(second.pid).not.toBe(first.pid);
    expect((await statement(second.url, 'SELECT n FROM kept')).rows).toEqual([{ n: 8 }]);
  });

  it('starts after a kill -9 of everything', async () => {
    const first = await start();
    running.delete(first);
    await statement(first.url, 'CREATE TABLE kept AS SELECT 9 AS n');
    process.kill(first.pid, 'SIGKILL');
    await first.ended;
    await rm(lockFile());
    const second = await start();
    expect((await statement(second.url, 'SELECT n FROM kept')).rows).toEqual([{ n: 9 }]);
  });

  it('starts although its old process number now belongs to something else', async () => {
    const first = await start();
    await first.stop();
    running.delete(first);
    const pidFile = path.join(dataDir, 'postgres', 'cluster', 'postmaster.pid');
    await writeFile(pidFile, `${process.pid}\n${path.dirname(pidFile)}\n`);
    expect((await start()).foundLeftover).toBe(false);
  });

  it('moves to another port when its own is taken meanwhile', async () => {
    const first = await start();
    await first.stop();
    running.delete(first);
    const squatter = createServer();
    await new Promise<void>((resolve) => squatter.listen(Number(new URL(first.url).port), '127.0.0.1', resolve));
    const second = await start();
    expect(new URL(second.url).port).not.toBe(new URL(first.url).port);
    squatter.close();
  });

  it('is made anew when the first start was cut off in the middle', async () => {
    const cluster = path.join(dataDir, 'postgres', 'cluster');
    await mkdir(path.join(cluster, 'base'), { recursive: true });
    await start();
    expect((await readFile(path.join(cluster, 'PG_VERSION'), 'utf8')).trim()).toBe('18');
  });

  it('says which version made its data when that is another one', async () => {
    await mkdir(path.join(dataDir, 'postgres', 'cluster'), { recursive: true });
    await writeFile(path.join(dataDir, 'postgres', 'cluster', 'PG_VERSION'), '15\n');
    await expect(start()).rejects.toThrow('was made by PostgreSQL 15');
  });

  it.runIf(process.getuid?.() === 0)('started by root works in a folder that its account may not enter', async () => {
    const closed = path.join(dataDir, 'closed');
    await mkdir(closed, { mode: 0o700 });
    const { url } = await start(path.join(closed, 'data'));
    expect((await statement(url, 'SELECT 1 AS n')).rows).toEqual([{ n: 1 }]);
  });

  it('is found by commands beside it while it runs, and only then', async () => {
    const server = await start();
    const url = await ownDatabase(server.url);
    expect(await runningPostgresUrl(dataDir)).toBe(url);
    await server.stop();
    await eventually(async () => expect(await runningPostgresUrl(dataDir)).toBeNull());
  });
});

const startAgain = (folder: string) => `
  import('#prisma/postgres.ts').then(({ startPostgres }) => startPostgres({ dataDir: ${JSON.stringify(folder)} }))
    .then(() => console.log('started'), (error) => console.log(error.message));
`;
