// Millions of jobs in minutes: set-wise, without the log's triggers, indexes built afterwards; every CHECK and foreign key holds.
import pg from 'pg';

export interface Backlog {
  readonly ready: number;
  readonly finished: number;
}

const chunk = 500_000;

/** Seconds and size. Ready jobs are whole prompts with their texts; finished ones are maintenance jobs, which need none. */
export async function loadJobs(
  url: string,
  { ready, finished }: Backlog,
  note: (text: string) => void,
): Promise<Record<'seconds' | 'GB', number>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const startedAt = performance.now();
  try {
    // Checkpoints in the middle of a load only make it longer; the load itself is as durable as ever afterwards.
    await client.query('set synchronous_commit = off');
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(secondaryIndexes);
    await client.query('alter table job disable trigger user');
    for (const { name } of indexes) await client.query(`drop index ${name}`);
    for (let from = 0; from < finished; from += chunk) {
      await client.query(finishedJobs, [from, Math.min(finished, from + chunk) - 1]);
      note(`${Math.min(finished, from + chunk).toLocaleString('en')} finished jobs after ${secondsSince(startedAt)} s`);
    }
    for (let from = 0; from < ready; from += chunk) {
      const range = [from, Math.min(ready, from + chunk) - 1];
      await client.query(prompts, range);
      await client.query(readyJobs, range);
      note(`${Math.min(ready, from + chunk).toLocaleString('en')} ready jobs after ${secondsSince(startedAt)} s`);
    }
    for (const { definition } of indexes) await client.query(definition);
    await client.query('alter table job enable trigger user');
    note(`indexes after ${secondsSince(startedAt)} s`);
    await client.query('vacuum analyze job');
    await client.query('analyze entity');
    const { rows } = await client.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes');
    return { seconds: secondsSince(startedAt), GB: Number(rows[0]?.bytes) / 2 ** 30 };
  } finally {
    await client.end();
  }
}

const secondsSince = (startedAt: number): number => Math.round((performance.now() - startedAt) / 1_000);

// All that no constraint stands on.
const secondaryIndexes = `
select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
where i.indrelid = 'job'::regclass and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`;

// Ids in the order of time, as the product makes them; each kind of row has a prefix of its own.
const id = (prefix: string) => `('${prefix}-0000-7000-8000-' || lpad(to_hex(g), 12, '0'))::uuid`;

const finishedJobs = `
insert into job (id, kind, org_id, created_by, state, ready, attempt, claim, started_at, first_started_at, finished_at, available_at,
  created_at, updated_at, error_kind, error_message, version)
select ${id('01000000')}, 'maintenance', 1, 1, case when g % 20 = 0 then 'failed' else 'succeeded' end, false, 1, 1, at, at, at + interval '4 seconds', at,
  at, at, case when g % 20 = 0 then 'provider_5xx' end, case when g % 20 = 0 then 'The provider answered 503.' end, 3
from generate_series($1::bigint, $2::bigint) g cross join lateral (select now() - interval '90 days' + g * interval '0.8 seconds' as at) t`;

const prompts = `
insert into entity (id, kind, org_id, created_by, session_id, root_id, content, label, content_length, created_at)
select ${id('02000000')}, 'prompt', 1, 1, '02000000-0000-7000-8000-000000000000', ${id('02000000')}, 'How do tides work?', 'How do tides work?', 18, now()
from generate_series($1::bigint, $2::bigint) g`;

const readyJobs = `
insert into job (id, kind, org_id, created_by, session_id, prompt_id, options, available_at, created_at, updated_at)
select ${id('02000000')}, 'prompt', 1, 1, '02000000-0000-7000-8000-000000000000', ${id('02000000')}, '{"model":"demo"}', at, at, at
from generate_series($1::bigint, $2::bigint) g cross join lateral (select now() - interval '1 hour' + g * interval '3 milliseconds' as at) t`;
