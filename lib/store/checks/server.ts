// What the server itself says about its health: clock, connections, snapshots that hold vacuum up, dead rows.
import type { ServerFacts, Snapshot, TableHealth } from '#lib/domain/operator/facts.ts';
import { type Database, run } from '#lib/store/client.ts';

export async function readServer(db: Database): Promise<ServerFacts> {
  const [row] = await run<ServerFacts & Record<string, unknown>>(
    db,
    {
      name: 'check_server',
      text: `
select current_setting('server_version') as version, current_setting('server_version_num')::int as "versionNumber", clock_timestamp() as now,
  pg_is_in_recovery() as "isStandby", (select count(*) from pg_stat_activity where backend_type = 'client backend') as connections,
  current_setting('max_connections')::int as "maxConnections"`,
    },
    [],
  );
  if (row === undefined) throw new Error('the server said nothing about itself');
  return row;
}

/** Everything that holds vacuum up for longer than `olderThanMs`, the oldest first: sessions, prepared transactions, replication slots. */
export function readOldSnapshots(db: Database, olderThanMs: number): Promise<Snapshot[]> {
  return run<Snapshot & Record<string, unknown>>(
    db,
    {
      name: 'check_snapshots',
      text: `
select * from (
  select 'session ' || pid || ' (' || coalesce(nullif(application_name, ''), 'no name') || ')' as what,
    extract(epoch from clock_timestamp() - xact_start)::float8 * 1000 as "ageMs", coalesce(state, '') || ': ' || left(regexp_replace(query, '\\s+', ' ', 'g'), 80) as doing
  from pg_stat_activity where backend_xmin is not null and xact_start is not null and pid <> pg_backend_pid() and backend_type <> 'autovacuum worker'
  union all
  select 'prepared transaction ' || gid, extract(epoch from clock_timestamp() - prepared)::float8 * 1000, 'waits for COMMIT PREPARED' from pg_prepared_xacts
) s where "ageMs" > $1 order by "ageMs" desc limit 20`,
    },
    [olderThanMs],
  );
}

/** The product's tables with more dead rows than a fifth of the living and than ten thousand. */
export function readDeadRows(db: Database): Promise<TableHealth[]> {
  return run<TableHealth & Record<string, unknown>>(
    db,
    {
      name: 'check_dead_rows',
      text: `
select relname as "table", n_live_tup as live, n_dead_tup as dead, greatest(last_vacuum, last_autovacuum) as "lastVacuum"
from pg_stat_user_tables where schemaname = current_schema() and n_dead_tup > 10000 and n_dead_tup > n_live_tup / 5 order by n_dead_tup desc`,
    },
    [],
  );
}

/** One thing of the schema, in PostgreSQL's own words. */
export interface CatalogEntry {
  readonly kind: string;
  readonly name: string;
  readonly definition: string;
}

/** Columns, indexes, constraints, triggers and functions as they are. Two databases of one migration history answer the same. */
export function readCatalog(db: Database): Promise<CatalogEntry[]> {
  return run<CatalogEntry & Record<string, unknown>>(
    db,
    {
      name: 'check_catalog',
      text: `
select 'column' as kind, table_name || '.' || column_name as name, data_type || ' ' || is_nullable || ' ' || coalesce(column_default, '') as definition
from information_schema.columns where table_schema = current_schema() and table_name <> '_prisma_migrations'
union all
select 'index', c.relname, pg_get_indexdef(i.indexrelid) || case when i.indisvalid then '' else ' (invalid)' end
from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
where c.relnamespace = current_schema()::regnamespace and t.relname <> '_prisma_migrations'
union all
select 'constraint', t.relname || '.' || o.conname, pg_get_constraintdef(o.oid)
from pg_constraint o join pg_class t on t.oid = o.conrelid where o.connamespace = current_schema()::regnamespace and o.contype <> 'n' and t.relname <> '_prisma_migrations'
union all
select 'trigger', t.relname || '.' || g.tgname, pg_get_triggerdef(g.oid) || case when g.tgenabled = 'O' then '' else ' (disabled)' end
from pg_trigger g join pg_class t on t.oid = g.tgrelid where not g.tgisinternal and t.relnamespace = current_schema()::regnamespace
union all
select 'function', p.proname, md5(p.prosrc) from pg_proc p where p.pronamespace = current_schema()::regnamespace
  and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')
order by 1, 2`,
    },
    [],
  );
}

/** The names of migrations this database has had, and whether each was finished; null when it was never migrated. */
export async function readMigrations(db: Database): Promise<{ name: string; isFinished: boolean }[] | null> {
  const [table] = await run<{ there: boolean }>(
    db,
    { name: 'check_migration_table', text: `select to_regclass('_prisma_migrations') is not null as there` },
    [],
  );
  if (!table?.there) return null;
  return run<{ name: string; isFinished: boolean }>(
    db,
    {
      name: 'check_migrations',
      text: `
select migration_name as name, finished_at is not null as "isFinished" from _prisma_migrations where rolled_back_at is null order by 1`,
    },
    [],
  );
}
