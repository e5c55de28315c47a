// What must be true of the tables at any instant, whatever dies: read in one snapshot, so it may be asked in the middle of everything.
import type { Database } from '#lib/store/client.ts';

export interface Broken {
  readonly promise: string;
  readonly count: number;
  readonly examples: readonly string[];
}

const outcome = `coalesce(j.superseded_from, j.state)`;
const ownerAlive = `exists (select 1 from worker w where w.id = j.worker_claim and w.lease_until > db_now())`;

/** Each query finds the rows that break the promise it is named by. `$1` holds the prompts whose submit was acknowledged. */
const promises: Readonly<Record<string, string>> = {
  'an accepted prompt has exactly one current job': `
    select a.id from unnest($1::uuid[]) a(id) where 1 <> (select count(*) from job j where j.prompt_id = a.id and j.state <> 'superseded')`,
  'a prompt has exactly one current job': `
    select p.id from entity p where p.kind = 'prompt' and 1 <> (select count(*) from job j where j.prompt_id = p.id and j.state <> 'superseded')`,
  'a success has exactly one response, edge, successful attempt, model call and audit entry': `
    select j.id from job j where ${outcome} = 'succeeded' and (
      (select count(*) from entity r where r.id = j.response_id and r.kind = 'response' and r.parent_id = j.prompt_id),
      (select count(*) from edge e where e.from_id = j.prompt_id and e.to_id = j.response_id and e.type = 'flows-to'),
      (select count(*) from attempt a where a.job_id = j.id and a.outcome = 'succeeded'),
      (select count(*) from ledger l where l.job_id = j.id and l.claim = j.claim),
      (select count(*) from audit u where u.subject_id = j.response_id and u.action = 'respond')
    ) is distinct from (1::bigint, 1::bigint, 1::bigint, 1::bigint, 1::bigint)`,
  'no response without its success, and none twice': `
    select r.id from entity r left join (select j.response_id, count(*) filter (where ${outcome} = 'succeeded') as successes
      from job j where j.response_id is not null group by 1) s on s.response_id = r.id
    where r.kind = 'response' and coalesce(s.successes, 0) <> 1`,
  'no edge to a response that is not there': `
    select e.to_id as id from edge e where e.type = 'flows-to' and not exists (select 1 from entity r where r.id = e.to_id and r.parent_id = e.from_id)`,
  'an answer is the answer to its own prompt': `
    select r.id from entity p join entity r on r.parent_id = p.id and r.kind = 'response'
    where p.content like '@demo%question %' and r.content <> 'answer ' || substring(p.content from 'question (\\d+)')`,
  'a job runs exactly while a claim holds it': `
    select j.id from job j where (j.state = 'running') <> (j.worker_claim is not null and j.claimed_at is not null)
      or j.finished_at is not null and (j.worker_claim is not null or j.ready)`,
  'an attempt is open exactly while its claim runs, and belongs to the worker that holds it': `
    select a.job_id as id from attempt a join job j on j.id = a.job_id
    where (a.finished_at is null) <> (j.state = 'running' and j.claim = a.claim and j.worker_claim = a.worker_id)`,
  'a claim has exactly one attempt row': `
    select j.id from job j where j.claim <> (select count(*) from attempt a where a.job_id = j.id)`,
  'attempts are within the budget, and only failures and deaths spend them': `
    select j.id from job j cross join lateral (select count(*) as spent from attempt a where a.job_id = j.id and a.outcome in ('failed', 'lost')) s
    where j.attempt > j.max_attempts or j.attempt <> s.spent + case when ${outcome} = 'failed' then 0 else 1 end`,
  'no two attempts of a job overlap': `
    select a.job_id as id from attempt a join attempt b on b.job_id = a.job_id and b.claim = a.claim + 1
    where a.finished_at is null or b.started_at < a.finished_at`,
  'nothing begins before it is due': `
    select j.id from job j join attempt a on a.job_id = j.id left join attempt p on p.job_id = a.job_id and p.claim = a.claim - 1
    where a.started_at < j.scheduled_for or a.started_at < p.retry_at`,
  'a row that has not ended is met by exactly one rule of recovery': `
    select id from (select j.id,
      (j.state = 'queued' and j.ready and exists (select 1 from lane l where l.name = j.lane))::int
      + (j.state = 'queued' and not j.ready and j.available_at < 'infinity')::int
      + (j.state = 'queued' and not j.ready and j.available_at = 'infinity' and exists (select 1 from unnest(j.depends_on) d join job dj on dj.id = d
          where coalesce(dj.superseded_from, dj.state) not in ('failed', 'cancelled')))::int
      + (j.state = 'running' and ${ownerAlive})::int + (j.state = 'running' and not ${ownerAlive})::int as rules
      from job j where j.finished_at is null) met where rules <> 1`,
  // A prompt's versions go on from the job that was superseded to the one that supersedes it: a viewer never sees one go back.
  'every version has exactly one event': `
    select j.id from job j left join job s on s.id = j.supersedes
    left join (select e.job_id, count(*) as events, min(e.version) as oldest, max(e.version) as newest, count(distinct e.version) as versions
      from event e group by 1) e on e.job_id = j.id
    where (e.oldest, e.newest, e.events, e.versions)
      is distinct from (coalesce(s.version, 0) + 1, j.version, j.version - coalesce(s.version, 0), j.version - coalesce(s.version, 0))`,
  'the events of a job tell legal moves that end in its state': `
    select job_id as id from (select e.job_id, e.state as now, j.state as final, j.version = e.version as is_last,
        lag(e.state) over (partition by e.job_id order by e.version) as before
      from event e join job j on j.id = e.job_id) t
    where before <> now and not job_may_move(before, now) or before is null and now <> 'queued' or is_last and now <> final`,
  'a ledger row belongs to an attempt, and an attempt has at most one': `
    select l.job_id as id from ledger l left join attempt a on (a.job_id, a.claim, a.attempt) = (l.job_id, l.claim, l.attempt)
    group by l.job_id, l.claim having count(*) <> 1 or count(a.job_id) <> 1`,
  'streamed text has no gap and no overlap, and its answer begins with it': `
    select c.job_id as id from (select o.*, lag(o.starts_at + length(o.content), 1, 0) over (partition by o.job_id, o.claim order by o.starts_at) as expected
      from output_chunk o) c where c.starts_at <> c.expected
    union all
    select j.id from job j join entity r on r.id = j.response_id
      join (select job_id, claim, string_agg(content, '' order by starts_at) as text from output_chunk group by 1, 2) o on o.job_id = j.id and o.claim = j.claim
    where left(r.content, length(o.text)) <> o.text`,
  'text is stored for claims that were made, and no others': `
    select o.job_id as id from output_chunk o where not exists (select 1 from attempt a where a.job_id = o.job_id and a.claim = o.claim)`,
  'every time is the database’s, in order': `
    select j.id from job j where not (j.created_at <= coalesce(j.first_started_at, j.created_at) and coalesce(j.first_started_at, j.created_at) <= coalesce(j.finished_at, now()))
      or least(j.created_at, j.updated_at, j.claimed_at, j.started_at) < now() - interval '50 minutes' or greatest(j.created_at, j.updated_at, j.claimed_at, j.started_at, j.finished_at) > now()
    union all
    select a.job_id from attempt a where a.started_at > coalesce(a.finished_at, now()) or a.started_at < now() - interval '50 minutes' or a.finished_at > now()`,
};

export const promiseCount = Object.keys(promises).length;

/** Every promise that does not hold in one snapshot of the tables; `accepted`: ids of prompts whose submit was acknowledged. */
export async function brokenPromises(db: Database, accepted: Iterable<string>): Promise<Broken[]> {
  const ids = [...accepted];
  const broken: Broken[] = [];
  const client = await db.pool.connect();
  let fault: Error | undefined;
  try {
    // Thousands of rows came a moment ago: without figures of them these questions would be planned for empty tables.
    await client.query('analyze');
    await client.query('begin isolation level repeatable read');
    // The view as a table of this session, which hides it: under an old snapshot each look into it goes past every dead row.
    await client.query('create temp table attempt on commit drop as select * from public.attempt');
    await client.query('create index on attempt (job_id, claim)');
    await client.query('analyze attempt');
    for (const [promise, text] of Object.entries(promises)) {
      const { rows } = await client.query<{ id: string }>(text, text.includes('$1') ? [ids] : []);
      if (rows.length > 0) broken.push({ promise, count: rows.length, examples: rows.slice(0, 3).map(({ id }) => id) });
    }
    await client.query('rollback');
  } catch (error) {
    fault = error as Error;
    throw error;
  } finally {
    // A connection that broke in here is not one to ask again.
    client.release(fault);
  }
  return broken;
}
