// Claims that the database says a worker holds and that the worker knows nothing about.
import type { ClaimRef } from '#lib/store/claims.ts';
import { type Database, run } from '#lib/store/client.ts';

/**
 * Running jobs of this worker that are not in `known`: a claim whose answer was lost with its connection. Nobody works
 * on them, and the worker's beats would keep them for ever. Claims younger than `olderThanMs` are left out: their answer may be on its way.
 */
export function findStrayClaims(
  db: Database,
  workerId: string,
  known: readonly string[],
  olderThanMs = 5_000,
): Promise<ClaimRef[]> {
  return run<ClaimRef & Record<string, unknown>>(
    db,
    {
      name: 'find_stray_claims',
      text: `
select id as "jobId", claim, attempt from job
where state = 'running' and worker_claim = $1 and id <> all($2::uuid[])
  and claimed_at <= db_now() - make_interval(secs => $3::float8 / 1000)`,
    },
    [workerId, known, olderThanMs],
  );
}
