// A PostgreSQL for one scenario, durable as the product runs it, that may be stopped hard and started again on the same port.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { migrate } from '#prisma/migrate.ts';
import { type RunningPostgres, startPostgres } from '#prisma/postgres.ts';
import type { Stage } from './stage.ts';

export class OwnServer {
  private constructor(
    private readonly dataDir: string,
    private readonly settings: Readonly<Record<string, string>>,
    private postgres: RunningPostgres,
  ) {}

  /** In `folder`, or in a temporary one; stopped and removed when the scenario is over. */
  static async start(
    stage: Stage,
    { folder, settings = {} }: { folder?: string; settings?: Readonly<Record<string, string>> } = {},
  ): Promise<OwnServer> {
    const dataDir = await mkdtemp(path.join(folder ?? tmpdir(), 'asterion-chaos-'));
    await chmod(dataDir, 0o755);
    const server = new OwnServer(dataDir, settings, await startPostgres({ dataDir, settings }));
    stage.atEnd(async () => {
      await server.postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    });
    await migrate(server.url);
    return server;
  }

  get url(): string {
    return this.postgres.url;
  }

  /** Like `pg_ctl stop -m immediate`: no farewell to anybody, recovery at the next start. */
  async stopHard(): Promise<void> {
    process.kill(this.postgres.pid, 'SIGQUIT');
    await this.postgres.ended;
  }

  /** Resolves when it has ended by itself, or after `ms`; true when it has. */
  async endedWithin(ms: number): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), ms);
    });
    const ended = await Promise.race([this.postgres.ended.then(() => true), late]);
    clearTimeout(timer);
    return ended;
  }

  /** The same server on the same port. */
  async startAgain(): Promise<void> {
    await this.postgres.stop();
    const { port } = new URL(this.url);
    this.postgres = await startPostgres({ dataDir: this.dataDir, port: Number(port), settings: this.settings });
    if (new URL(this.url).port !== port) throw new Error(`port ${port} was taken meanwhile`);
  }
}
