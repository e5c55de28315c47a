// Prisma's own schema engine, compiled to WebAssembly, bound to a database through node-postgres; needs no download.
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { PrismaPg } from '@prisma/adapter-pg';
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  type SqlDriverAdapter,
} from '@prisma/driver-adapter-utils';
import type { MigrationList, SchemaEngine } from '@prisma/schema-engine-wasm';
import pg from 'pg';

const here = path.dirname(fileURLToPath(import.meta.url));
const migrationsFolder = path.join(here, 'migrations');

export const noFilters = { externalTables: [], externalEnums: [] };

/** A migration could not be applied; `message` is for a person, `cause` is the server's own error. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

export interface BoundEngine {
  readonly engine: SchemaEngine;
  readonly migrations: MigrationList;
  /** The server's first error, which the engine itself reports only in passing. */
  readonly firstError: () => Error | undefined;
}

/** Opens the engine on `url`, runs `work`, and frees the engine and its connections whatever happens. */
export async function withEngine<T>(url: string, work: (bound: BoundEngine) => Promise<T>): Promise<T> {
  const { SchemaEngine: Engine } = await loadEngine();
  const migrations = await readMigrations();
  const scripts = new Set(migrations.migrationDirectories.map(({ migrationFile }) => contentOf(migrationFile.content)));
  const factory = new WholeScripts(url, scripts);
  const engine = await Engine.new(
    { datamodels: [['schema.prisma', await readSchema()]] },
    () => undefined,
    bindMigrationAwareSqlAdapterFactory(factory),
  );
  try {
    return await work({ engine, migrations, firstError: () => factory.firstError });
  } catch (error) {
    const panic = panics.pop();
    throw panic === undefined ? error : new MigrationError(`The migration engine failed: ${panic}`, { cause: error });
  } finally {
    engine.free();
    await factory.close();
  }
}

/** The schema page as text. */
export function readSchema(): Promise<string> {
  return readFile(path.join(here, 'schema.prisma'), 'utf8');
}

type EngineModule = typeof import('@prisma/schema-engine-wasm');
const panics: string[] = [];
let loaded: Promise<EngineModule> | undefined;

// The package's own entry needs a bundler that can import .wasm files; this is what such a bundler would write.
function loadEngine(): Promise<EngineModule> {
  loaded ??= (async () => {
    const glue = (await import('@prisma/schema-engine-wasm/schema_engine_bg')) as unknown as EngineModule & {
      __wbg_set_wasm(exports: WebAssembly.Exports): void;
    };
    const file = createRequire(import.meta.url)
      .resolve('@prisma/schema-engine-wasm')
      .replace(/schema_engine\.js$/, 'schema_engine_bg.wasm');
    const { instance } = await WebAssembly.instantiate(await readFile(file), {
      './schema_engine_bg.js': glue as unknown as WebAssembly.ModuleImports,
    });
    // Where the engine leaves its last words when it panics.
    Object.assign(globalThis, {
      PRISMA_WASM_PANIC_REGISTRY: { set_message: (message: string) => panics.push(message) },
    });
    glue.__wbg_set_wasm(instance.exports);
    (instance.exports.__wbindgen_start as () => void)();
    return glue;
  })();
  return loaded;
}

async function readMigrations(): Promise<MigrationList> {
  const entries = await readdir(migrationsFolder, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return {
    baseDir: migrationsFolder,
    lockfile: {
      path: 'migration_lock.toml',
      content: await readFile(path.join(migrationsFolder, 'migration_lock.toml'), 'utf8'),
    },
    shadowDbInitScript: '',
    migrationDirectories: await Promise.all(
      folders.sort().map(async (folder) => ({
        path: folder,
        migrationFile: {
          path: 'migration.sql',
          content: {
            tag: 'ok' as const,
            value: await readFile(path.join(migrationsFolder, folder, 'migration.sql'), 'utf8'),
          },
        },
      })),
    ),
  };
}

function contentOf(content: { tag: 'ok'; value: string } | { tag: 'error'; error?: string }): string {
  return content.tag === 'ok' ? content.value : '';
}

// The stock adapter cuts a script at every semicolon, inside function bodies too. Sent whole, the server parses it,
// and runs all of it as one transaction. "Done" is written in that same transaction: a migration without its finish
// time is one that changed nothing, so it may simply run again.
const markDone = `
;UPDATE "_prisma_migrations" SET finished_at = now() WHERE finished_at IS NULL AND rolled_back_at IS NULL`;

type Adapter = Awaited<ReturnType<PrismaPg['connect']>>;

class WholeScripts extends PrismaPg {
  firstError: Error | undefined;
  readonly #url: string;
  readonly #scripts: ReadonlySet<string>;
  readonly #open = new Set<SqlDriverAdapter>();

  constructor(url: string, scripts: ReadonlySet<string>) {
    super({ connectionString: url, max: 2, application_name: 'asterion migrate' });
    this.#url = url;
    this.#scripts = scripts;
  }

  override async connect() {
    return this.#whole(await super.connect(), true);
  }

  override async connectToShadowDb() {
    const name = `asterion_shadow_${crypto.randomUUID().replaceAll('-', '')}`;
    await onServer(this.#url, `CREATE DATABASE ${name}`);
    const shadowUrl = new URL(this.#url);
    shadowUrl.pathname = `/${name}`;
    const adapter = this.#whole(await new PrismaPg({ connectionString: shadowUrl.href, max: 2 }).connect(), false);
    const dispose = adapter.dispose.bind(adapter);
    adapter.dispose = async () => {
      await dispose();
      await onServer(this.#url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    };
    return adapter;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#open].map((adapter) => adapter.dispose()));
  }

  #whole(adapter: Adapter, isTarget: boolean) {
    this.#open.add(adapter);
    const dispose = adapter.dispose.bind(adapter);
    adapter.dispose = async () => {
      if (this.#open.delete(adapter)) await dispose();
    };
    readInternalChars(adapter);
    adapter.executeScript = async (script) => {
      try {
        await adapter.underlyingDriver().query(isTarget && this.#scripts.has(script) ? script + markDone : script);
      } catch (error) {
        this.firstError ??= error as Error;
        throw error;
      }
    };
    return adapter;
  }
}

const internalChar = 18;
const text = 25;

// The adapter refuses PostgreSQL's internal one-byte "char", which the catalogs are full of: it is let through as text
// and named Character in the answer. The engine asks one thing at a time, so the last answer is the one at hand.
function readInternalChars(adapter: Adapter): void {
  const pool = adapter.underlyingDriver();
  const query = pool.query.bind(pool) as (...given: unknown[]) => Promise<pg.QueryResult>;
  let fields: pg.FieldDef[] = [];
  Object.assign(pool, {
    query: async (...given: unknown[]) => {
      const result = await query(...given);
      fields = (result.fields ?? []).map((field) => ({ ...field }));
      for (const field of result.fields ?? []) if (field.dataTypeID === internalChar) field.dataTypeID = text;
      return result;
    },
  });
  const queryRaw = adapter.queryRaw.bind(adapter);
  adapter.queryRaw = async (asked) => {
    const answer = await queryRaw(asked);
    const columnTypes = answer.columnTypes.map((type, at) =>
      fields[at]?.dataTypeID === internalChar ? ColumnTypeEnum.Character : type,
    );
    return { ...answer, columnTypes };
  };
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
