// Claiming while models have limits: what a limit allows is counted and taken under one lock a model.
import type { JobKind } from '#lib/domain/job.ts';
import { type LaneAliases, type LaneLimit, limitOf, modelOfLane, noLimit, roomOf } from '#lib/domain/lanes/lane.ts';
import type { ClaimedJob, ClaimRequest } from '#lib/store/claims.ts';
import { type Connection, type Database, inTransaction, run, type Statement } from '#lib/store/client.ts';
import { claimFrom, type OpenLane } from './claim-from.ts';
import { looksOf, within } from './claim-sql.ts';
import { Floors, type Look } from './floors.ts';
import { type Budget, readUse } from './use.ts';

/** The limits a worker keeps, and what its lanes without a model's name ask. */
export interface LaneRules {
  readonly limits: readonly LaneLimit[];
  readonly aliases: LaneAliases;
}

export interface LimitedClaim {
  readonly jobs: ClaimedJob[];
  /** A limit that kept jobs back has room again after this many ms; null when none did, or only an ending call makes room. */
  readonly againInMs: number | null;
}

interface LaneRow extends Record<string, unknown> {
  readonly name: string;
  readonly hasWork: boolean;
}

/**
 * Like claimJobs, and no model exceeds its limit, however many workers claim at once. Lanes without a limit never wait
 * for one that has. For workers with limits alone: without any, claimJobs does the same in one statement.
 */
export async function claimWithin(
  db: Database,
  request: ClaimRequest,
  rules: LaneRules,
  floors: Floors = new Floors(),
): Promise<LimitedClaim> {
  const looks = floors.looks();
  const lanes = await run<LaneRow>(db, lanesStatement, [
    request.kinds satisfies readonly JobKind[],
    JSON.stringify(looks),
  ]);
  const withWork = lanes.filter(({ hasWork }) => hasWork).map(({ name }) => name);
  if (withWork.length === 0) {
    floors.note(looks, [], request.limit);
    return { jobs: [], againInMs: null };
  }
  const budgets = budgetsOf(lanes, withWork, rules);
  const free = withWork
    .filter((lane) => !budgets.some((budget) => budget.lanes.includes(lane)))
    .map((name): OpenLane => ({ name, budget: null, room: noLimit }));
  if (budgets.length === 0) return { jobs: await claimFrom(db, db, request, free, { floors, looks }), againInMs: null };
  return inTransaction(db, (tx) => claimUnderLocks(db, tx, request, { free, budgets, withWork, floors, looks }));
}

interface Scene {
  readonly free: readonly OpenLane[];
  readonly budgets: readonly Budget[];
  readonly withWork: readonly string[];
  readonly floors: Floors;
  readonly looks: readonly Look[];
}

async function claimUnderLocks(
  db: Database,
  tx: Connection,
  request: ClaimRequest,
  { free, budgets, withWork, floors, looks }: Scene,
): Promise<LimitedClaim> {
  // One at a time for each model, in one order for all: whoever comes next counts in a statement of its own, which sees
  // what this one has claimed. The locks end with the transaction, at a pooler too.
  await run(tx, lockStatement, [budgets.map(({ model }) => model).sort()]);
  const use = await readUse(tx, budgets);
  const open: OpenLane[] = [...free];
  let againInMs: number | null = null;
  for (const { model, lanes, limit } of budgets) {
    const used = use.get(model);
    if (used === undefined) throw new Error('the use of a limited model could not be counted');
    const { room, freeInMs } = roomOf(limit, used);
    if (room > 0)
      open.push(...lanes.filter((lane) => withWork.includes(lane)).map((name) => ({ name, budget: model, room })));
    else if (freeInMs !== null) againInMs = Math.min(freeInMs, againInMs ?? freeInMs);
  }
  const jobs = open.length === 0 ? [] : await claimFrom(db, tx, request, open, { floors, looks });
  return { jobs, againInMs };
}

/** The limited models that have work waiting, each with all lanes that ask it. */
function budgetsOf(lanes: readonly LaneRow[], withWork: readonly string[], { limits, aliases }: LaneRules): Budget[] {
  const models = new Set(withWork.map((lane) => modelOfLane(lane, aliases)));
  return [...models].flatMap((model) => {
    const limit = limitOf(model, limits);
    if (limit === undefined) return [];
    const asking = lanes.filter(({ name }) => modelOfLane(name, aliases) === model).map(({ name }) => name);
    return [{ model, limit, lanes: asking }];
  });
}

// A look into the claimable index a lane, from the floors on.
const lanesStatement: Statement = {
  name: 'lanes_with_work',
  text: `
select l.name, exists (select 1 from ${looksOf('$2', 'l.name')}
  and exists (select 1 from job j where j.state = 'queued' and j.ready and j.lane = l.name and ${within('r')} and j.kind = any($1::text[]))) as "hasWork"
from lane l`,
};

const lockStatement: Statement = {
  name: 'lock_limited_models',
  text: `select pg_advisory_xact_lock(7311, hashtext(m)) from unnest($1::text[]) with ordinality as u(m, at) order by at`,
};
