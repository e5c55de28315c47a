// /api/pauses: what is kept from being claimed, and who waits because of it.
import { listPausesOperation, pauseOperation } from '#app/door/operations/operator.ts';
import { handle } from '#app/handle.ts';
import type { Viewer } from '#lib/auth/viewer.ts';
import type { PauseList } from '#lib/domain/operator/pause.ts';
import type { Database } from '#lib/store/client.ts';
import { readLaneLoads } from '#lib/store/lanes/load.ts';
import { listPauses, pauseRowOf } from '#lib/store/lanes/pauses.ts';
import { pauseScopes } from '#lib/store/lanes/pausing.ts';
import { readHealth } from '#lib/store/stats.ts';

export const GET = handle(listPausesOperation, ({ db, viewer }) => pausesOf(db, viewer));

export const POST = handle(pauseOperation, async ({ db, viewer, body: { scopes, for_s, reason } }) => {
  const forMs = for_s == null ? null : for_s * 1_000;
  await pauseScopes(db, { scopes, forMs, reason: reason || 'paused by an operator', setBy: 'operator' });
  return pausesOf(db, viewer);
});

async function pausesOf(db: Database, viewer: Viewer): Promise<PauseList> {
  const [{ now }, pauses, lanes] = await Promise.all([readHealth(db), listPauses(db), readLaneLoads(db, viewer)]);
  return { now, pauses: pauses.map(pauseRowOf), lanes };
}
