// Running a whole group of failed jobs again, some at a time, so that whoever asked can show how far it is.
import type { Viewer } from '#lib/auth/viewer.ts';
import type { FailureRetryAnswer } from '#lib/domain/failures/failure-group.ts';
import { type Database, run, type Statement } from '#lib/store/client.ts';
import { retryJob } from '#lib/store/jobs/retry.ts';

export interface GroupPart {
  readonly groupId: string;
  /** ISO 8601: failed at or after. */
  readonly since?: string | undefined;
  /** ISO 8601: failed at or before, so that what fails again meanwhile is not run a third time. */
  readonly until: string;
  /** From `next_cursor` of the part before. */
  readonly cursor?: string | undefined;
  /** Jobs of this part. */
  readonly limit: number;
}

/**
 * Retries the next jobs of the group, oldest failure first; each in a transaction of its own, so a part that breaks off
 * has done what it has done and can be asked for again. A null viewer is the operator.
 */
export async function retryFailures(
  db: Database,
  viewer: Viewer | null,
  { groupId, since, until, cursor, limit }: GroupPart,
): Promise<FailureRetryAnswer> {
  const [at, id] = cursor?.split('_') ?? [];
  const rows = await run<{ id: string; exact: string }>(db, partStatement, [
    groupId,
    viewer?.orgId ?? null,
    viewer?.userId ?? null,
    since ?? null,
    until,
    at ?? null,
    id ?? null,
    limit + 1,
  ]);
  const retried: { job_id: string; prompt_id: string }[] = [];
  const part = rows.slice(0, limit);
  for (const row of part) {
    const outcome = await retryJob(db, viewer, row.id, {});
    if (outcome.ok) retried.push({ job_id: outcome.answer.job_id, prompt_id: outcome.answer.prompt_id });
  }
  const last = rows.length > limit ? part.at(-1) : undefined;
  return {
    retried,
    left_alone: part.length - retried.length,
    next_cursor: last === undefined ? null : `${last.exact}_${last.id}`,
  };
}

/** How many a retry of the group would run again: the failed jobs of it that have a prompt. */
export async function countFailures(
  db: Database,
  viewer: Viewer | null,
  { groupId, since, until }: Omit<GroupPart, 'limit' | 'cursor'>,
): Promise<number> {
  const values = [groupId, viewer?.orgId ?? null, viewer?.userId ?? null, since ?? null, until];
  const [row] = await run<{ jobs: number }>(db, countStatement, values);
  return row?.jobs ?? 0;
}

// `until` comes from a clock that is told in milliseconds: what failed within its last one is meant too.
const ofGroup = `
from failure f join job j on j.id = f.job_id
where f.group_id = $1 and j.state = 'failed' and j.prompt_id is not null and ($2::bigint is null or j.org_id = $2)
  and ($3::bigint is null or j.created_by = $3) and ($4::timestamptz is null or j.finished_at >= $4)
  and j.finished_at < $5::timestamptz + interval '1 millisecond'`;

// The cursor carries microseconds: milliseconds would repeat or skip jobs that failed in the same one.
const partStatement: Statement = {
  name: 'failures_of_group',
  text: `
select j.id, (extract(epoch from j.finished_at) * 1000000)::bigint::text as exact ${ofGroup}
  and ($6::bigint is null or (j.finished_at, j.id) > (to_timestamp(0) + $6::bigint * interval '1 microsecond', $7::uuid))
order by j.finished_at, j.id limit $8`,
};

const countStatement: Statement = { name: 'count_failures_of_group', text: `select count(*) as jobs ${ofGroup}` };
