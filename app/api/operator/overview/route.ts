// GET /api/operator/overview: how the installation is doing.
import { readOverviewOperation } from '#app/door/operations/operator.ts';
import { handle } from '#app/handle.ts';
import { feedFigures } from '#lib/feed/feed.ts';
import { readOverview } from '#lib/store/operator/overview.ts';

export const GET = handle(readOverviewOperation, async ({ db, viewer }) => {
  const { streams, lagMs } = feedFigures();
  return { ...(await readOverview(db, viewer)), streams, event_lag_ms: lagMs };
});
