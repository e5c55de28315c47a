// The files of the embedded server: made once by initdb, with the password and the port remembered beside them.
import { randomBytes } from 'node:crypto';
import { chown, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { PostgresError, type Programs, startProgram } from './binaries.ts';

/** What initdb of the shipped programs makes; a folder of another major version cannot be opened by them. */
const majorVersion = '18';

export interface Cluster {
  /** PostgreSQL's own data folder. */
  readonly folder: string;
  readonly logFile: string;
  readonly password: string;
  readonly port: number;
}

/** Opens the cluster in `home`, making it at the first time. Throws PostgresError. */
export async function openCluster(home: string, programs: Programs, port: number | undefined): Promise<Cluster> {
  const folder = path.join(home, 'cluster');
  const logFile = path.join(home, 'postgres.log');
  const known = await readSecret(home);
  const version = await readFile(path.join(folder, 'PG_VERSION'), 'utf8').then(
    (text) => text.trim(),
    () => null,
  );
  if (version !== null && version !== majorVersion) {
    throw new PostgresError(
      `The data in ${folder} was made by PostgreSQL ${version}, and this copy brings ${majorVersion}. Use the copy that made it, or set DATABASE_URL.`,
    );
  }
  if (version !== null && !known)
    throw new PostgresError(`${path.join(home, 'secret.json')} is missing or unreadable.`);
  if (version !== null) await refuseForeignFiles(folder, programs);
  const password = known?.password ?? randomBytes(24).toString('hex');
  const chosen = await choosePort(port ?? known?.port);
  await writeSecret(home, { password, port: chosen });
  if (version === null) await initialise(folder, programs, password);
  return { folder, logFile, password, port: chosen };
}

interface Secret {
  readonly password: string;
  readonly port: number;
}

async function readSecret(home: string): Promise<Secret | null> {
  try {
    return JSON.parse(await readFile(path.join(home, 'secret.json'), 'utf8')) as Secret;
  } catch {
    // The first start, or a machine that lost power during it.
    return null;
  }
}

// Written beside and moved over: a crash in the middle must not lose the only copy of the password.
async function writeSecret(home: string, secret: Secret): Promise<void> {
  const file = path.join(home, 'secret.json');
  await writeFile(`${file}.new`, JSON.stringify(secret), { mode: 0o600 });
  await rename(`${file}.new`, file);
}

async function refuseForeignFiles(folder: string, { owner }: Programs): Promise<void> {
  const expected = owner?.uid ?? process.getuid?.();
  const { uid } = await stat(folder);
  if (expected !== undefined && uid !== expected) {
    throw new PostgresError(
      `The data in ${folder} belongs to user ${uid}, but PostgreSQL would run as user ${expected}. Start Asterion as the user that made it, or give it another folder with ASTERION_DATA_DIR.`,
    );
  }
}

async function initialise(folder: string, programs: Programs, password: string): Promise<void> {
  // No PG_VERSION means no cluster: what is there is the rest of an initdb that was interrupted.
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o700 });
  if (programs.owner) await chown(folder, programs.owner.uid, programs.owner.gid);
  const passwordFile = `${folder}.password`;
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  if (programs.owner) await chown(passwordFile, programs.owner.uid, programs.owner.gid);
  try {
    await runInitdb(folder, programs, passwordFile);
  } finally {
    await rm(passwordFile, { force: true });
  }
}

async function runInitdb(folder: string, programs: Programs, passwordFile: string): Promise<void> {
  const child = startProgram(
    programs,
    programs.initdb,
    [
      `--pgdata=${folder}`,
      '--username=asterion',
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      // The built-in provider sorts the same way on every machine, whatever locales are installed.
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let said = '';
  child.stdout?.on('data', (chunk) => {
    said += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    said += chunk;
  });
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new PostgresError(`The database could not be created in ${folder}: ${said.trim()}`);
}

/** The wanted port if it is free, else any free one. */
async function choosePort(wanted: number | undefined): Promise<number> {
  return (wanted !== undefined && (await tryPort(wanted))) || (await tryPort(0)) || 0;
}

function tryPort(port: number): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(0));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
