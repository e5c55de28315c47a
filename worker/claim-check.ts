// Compares what runs here with what the database says: a cancel whose note was lost, and claims nobody works on.
import type { Log } from '#lib/log.ts';
import { findLostClaims, releaseJobs } from '#lib/store/claims.ts';
import type { Database } from '#lib/store/client.ts';
import { findStrayClaims } from '#lib/store/jobs/strays.ts';
import type { Membership } from './heartbeat/membership.ts';
import type { Slots } from './slots.ts';
import type { Settler } from './writes/settler.ts';

export interface ClaimCheckParts {
  readonly db: Database;
  readonly log: Log;
  readonly membership: Membership;
  readonly slots: Slots;
  readonly settler: Settler;
}

/** One comparison; safe at any time. Throws what the database throws. */
export async function checkClaims({ db, log, membership, slots, settler }: ClaimCheckParts): Promise<void> {
  const { workerId } = membership;
  if (!membership.holds(workerId)) return;
  // Taken before the statement: a claim that comes in meanwhile is not judged by an older view.
  const mine = slots.all().filter((claim) => claim.workerId === workerId);
  const claims = mine.map(({ job: { id: jobId, claim, attempt } }) => ({ jobId, claim, attempt }));
  const lost = new Set(await findLostClaims(db, workerId, claims));
  for (const claim of mine) if (lost.has(claim.job.id)) claim.stop('cancelled');

  // An outcome on its way to the database has left its slot but is not a stray.
  if (settler.pending > 0) return;
  const known = slots.all().map(({ job }) => job.id);
  const strays = await findStrayClaims(db, workerId, known);
  if (strays.length === 0) return;
  log.warn({ workerId, jobs: strays.map(({ jobId }) => jobId) }, 'claims without work handed back');
  await releaseJobs(db, workerId, strays);
}
