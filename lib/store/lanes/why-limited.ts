// Why the jobs of a lane are kept back by a limit of its model, as the living workers keep it.
import { aliasesOf, explainLimit, type LaneLimit, limitOf, modelOfLane, roomOf } from '#lib/domain/lanes/lane.ts';
import { type Database, run, type Statement } from '#lib/store/client.ts';
import type { WorkerModel } from '#lib/store/workers.ts';
import { readUse } from './use.ts';

export interface LimitedLane {
  readonly model: string;
  /** One sentence. */
  readonly message: string;
  /** When time alone makes room again; null when a running call has to end first. */
  readonly until: string | null;
}

interface Scene {
  readonly now: string;
  readonly lanes: string[];
  readonly limits: LaneLimit[] | null;
  readonly models: WorkerModel[] | null;
}

/** Null when no limit keeps the lane's jobs back now. */
export async function whyLimited(db: Database, lane: string): Promise<LimitedLane | null> {
  const [scene] = await run<Scene & Record<string, unknown>>(db, sceneStatement, []);
  if (scene === undefined) return null;
  const aliases = aliasesOf(scene.models ?? []);
  const model = modelOfLane(lane, aliases);
  const limit = limitOf(model, scene.limits ?? []);
  if (limit === undefined) return null;
  const lanes = scene.lanes.filter((name) => modelOfLane(name, aliases) === model);
  const use = (await readUse(db, [{ model, lanes, limit }])).get(model);
  if (use === undefined) return null;
  const { full, freeInMs } = roomOf(limit, use);
  if (full === null) return null;
  const used = full === 'concurrency' ? `${use.running} run` : `${use[full]} ${full} in the last minute`;
  const until = freeInMs === null ? null : new Date(Date.parse(scene.now) + freeInMs).toISOString();
  return { model, message: `${model} is at its limit: ${explainLimit(limit)}; ${used}.`, until };
}

// The settings of the worker that started last: workers of one installation share them.
const sceneStatement: Statement = {
  name: 'limits_scene',
  text: `
select db_now() as now, array(select name from lane) as lanes, w.limits, w.models
from (select 1) one left join lateral (
  select limits, models from worker where state = 'active' and lease_until > db_now() order by started_at desc limit 1
) w on true`,
};
