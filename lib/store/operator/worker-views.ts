// The worker processes as an operator sees them: what they are, when they last beat, what they hold now.
import type { Viewer } from '#lib/auth/viewer.ts';
import type { WorkerJob, WorkerStatus, WorkerView } from '#lib/domain/operator/worker-row.ts';
import { type Database, parseInstant, run, type Statement } from '#lib/store/client.ts';

type StoredJob = Omit<WorkerJob, 'started_at'> & { readonly started_at: string | null };

interface WorkerColumns extends Omit<WorkerView, 'jobs' | 'version'> {
  readonly version: string;
  readonly jobs: readonly StoredJob[];
}

/**
 * The living workers, then those that went in the last hour; or the one named, however long it is gone. Texts of other
 * orgs are left out, their jobs are counted.
 */
export async function listWorkerViews(db: Database, viewer: Viewer, id?: string): Promise<WorkerView[]> {
  const rows = await run<WorkerColumns & Record<string, unknown>>(db, listStatement, [viewer.orgId, id ?? null]);
  return rows.map(({ version, jobs, ...worker }) => ({
    ...worker,
    version: version === '' ? null : version,
    jobs: jobs.map((job) => ({
      ...job,
      started_at: job.started_at === null ? null : parseInstant(job.started_at),
    })),
  }));
}

const status =
  `case when w.state = 'stopped' then 'ended' when w.lease_until <= db_now() then 'silent' when w.state = 'draining' then 'draining'
  else 'working' end` satisfies string;

const order: readonly WorkerStatus[] = ['working', 'draining', 'silent', 'ended'];

const listStatement: Statement = {
  name: 'list_worker_views',
  text: `
select w.id, w.host, w.pid, w.version, ${status} as status, w.slots, w.kinds, w.models, w.started_at, w.beat_at, w.lease_until,
  (select count(*) from job j where j.state = 'running' and j.worker_claim = w.id) as running,
  (select coalesce(jsonb_agg(jsonb_build_object('job_id', h.id, 'prompt_id', h.prompt_id, 'label', coalesce(h.label, ''), 'kind', h.kind,
    'attempt', h.attempt, 'started_at', h.started_at) order by h.started_at, h.id), '[]') from (
      select j.id, case when j.org_id = $1 then j.prompt_id end as prompt_id, case when j.org_id = $1 then p.label end as label, j.kind, j.attempt, j.started_at
      from job j left join entity p on p.id = j.prompt_id
      where j.state = 'running' and j.worker_claim = w.id order by j.started_at, j.id limit 50) h) as jobs
from worker w
where ($2::uuid is null and (w.lease_until > db_now() - interval '1 hour')) or w.id = $2
order by array_position(array['${order.join("', '")}'], ${status}), w.started_at desc, w.id limit 200`,
};
