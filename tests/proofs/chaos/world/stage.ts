// What every scenario is given: databases of its own on one server, its share of the jobs, and a voice.
import { migrate } from '#prisma/migrate.ts';
import { eventually } from '#tests/support/eventually.ts';
import { databaseUrl, statement } from '#tests/support/server.ts';
import { Ground } from './ground.ts';

/** One kind of trouble and what must hold under it. `run` resolves with the facts, or throws what was wrong. */
export interface Scenario {
  readonly name: string;
  readonly promise: string;
  /** A sentence when this machine cannot make the trouble; the scenario is then left out, and said to be. */
  readonly missing?: (() => Promise<string | null>) | undefined;
  readonly run: (stage: Stage) => Promise<string>;
}

export class Stage {
  private readonly ends: (() => Promise<unknown>)[] = [];

  constructor(
    private readonly server: string,
    private readonly template: string,
    /** Of the largest scenario; the others take a share. */
    readonly jobs: number,
    readonly say: (text: string) => void,
  ) {}

  /** `fraction` of the whole, within bounds that still prove something and still end. */
  share(fraction: number, least: number, most = 20_000): number {
    return Math.round(Math.min(most, Math.max(least, this.jobs * fraction)));
  }

  /** A fresh migrated database of its own; `env` goes to all its processes. */
  async ground(env: Readonly<Record<string, string>> = {}): Promise<Ground> {
    const name = `asterion_chaos_${crypto.randomUUID().replaceAll('-', '')}`;
    // Two copies of a template cannot be made at the same moment.
    await eventually(
      () => statement(this.server, `create database ${name} template ${this.template} strategy wal_log`),
      { withinMs: 30_000 },
    );
    this.atEnd(() => statement(this.server, `drop database if exists ${name} with (force)`));
    return this.groundOn(databaseUrl(this.server, name), env);
  }

  /** The same on a server that the scenario brings along. */
  groundOn(url: string, env: Readonly<Record<string, string>> = {}): Ground {
    const ground = new Ground(url, env);
    this.atEnd(() => ground.leave());
    return ground;
  }

  /** Done when the scenario is over, however it ended; the last added first. */
  atEnd(end: () => Promise<unknown>): void {
    this.ends.push(end);
  }

  async leave(): Promise<void> {
    for (const end of this.ends.splice(0).reverse()) await end();
  }
}

/** Makes the template that every ground is a copy of. */
export async function makeTemplate(server: string): Promise<string> {
  const template = `asterion_chaos_template_${process.pid}_${Date.now()}`;
  await statement(server, `create database ${template}`);
  await migrate(databaseUrl(server, template));
  return template;
}
