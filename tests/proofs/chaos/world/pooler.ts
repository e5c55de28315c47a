// PgBouncer in transaction mode before a database: found, or installed where that is allowed, and run as nobody special.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventually } from '#tests/support/eventually.ts';
import { freePort } from '#tests/support/web-process.ts';
import type { Stage } from './stage.ts';

const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin', '/usr/local/sbin'];
let installing: boolean | undefined;

function findPooler(): string | undefined {
  return folders
    .map((folder) => path.join(folder, 'pgbouncer'))
    .find((file) => spawnSync(file, ['--version'], { stdio: 'ignore' }).status === 0);
}

/** Null when there is a PgBouncer (root installs Debian's package first), else a sentence that says what is missing. */
export async function poolerMissing(): Promise<string | null> {
  if (findPooler() !== undefined) return null;
  if (process.getuid?.() === 0 && installing === undefined) {
    installing = true;
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    for (const args of [['update'], ['install', '--yes', '--no-install-recommends', 'pgbouncer']])
      spawnSync('apt-get', args, { stdio: 'ignore', timeout: 180_000, env });
  }
  return findPooler() === undefined
    ? 'there is no pgbouncer on this machine; install it (Debian: apt-get install pgbouncer)'
    : null;
}

export class Pooler {
  private child: ChildProcess | undefined;

  private constructor(
    readonly url: string,
    private readonly configFile: string,
    private readonly port: number,
  ) {}

  /** Before the database of `url`, with few connections of its own, until the scenario is over. */
  static async start(stage: Stage, url: string): Promise<Pooler> {
    const target = new URL(url);
    const port = await freePort();
    const folder = await mkdtemp(path.join(tmpdir(), 'asterion-pooler-'));
    // As root it runs as another user, who has to get in.
    await chmod(folder, 0o755);
    const configFile = path.join(folder, 'pgbouncer.ini');
    const name = target.pathname.slice(1);
    await writeFile(configFile, configOf(target, name, port), { mode: 0o644 });
    const pooled = new URL(url);
    pooled.host = `127.0.0.1:${port}`;
    const pooler = new Pooler(pooled.href, configFile, port);
    stage.atEnd(async () => {
      await pooler.kill();
      await rm(folder, { recursive: true, force: true });
    });
    await pooler.run();
    return pooler;
  }

  /** SIGKILL: every connection through it breaks. */
  async kill(): Promise<void> {
    const child = this.child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  /** Starts it (again) and resolves when it takes connections. */
  async run(): Promise<void> {
    const file = findPooler();
    if (file === undefined) throw new Error('there is no pgbouncer');
    const asNobody = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
    this.child = spawn(file, [...asNobody, '-q', this.configFile], { stdio: 'ignore' });
    await eventually(() => takesConnections(this.port), { withinMs: 10_000 });
  }
}

function configOf({ hostname, port, username, password }: URL, name: string, listenPort: number): string {
  return `[databases]
${name} = host=${hostname} port=${port} dbname=${name} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 8
max_client_conn = 200
server_reset_query =
`;
}

function takesConnections(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
