// Where jobs stand in the queue, at a cost that is bounded however long it is.
import type { Viewer } from '#lib/auth/viewer.ts';
import type { JobKind, JobState } from '#lib/domain/job.ts';
import { countedAhead, etaMs, type LaneSpeed, type QueueAnswer, type QueuePlace } from '#lib/domain/queue/place.ts';
import { type Database, run, type Statement } from '#lib/store/client.ts';
import { type LimitedLane, whyLimited } from '#lib/store/lanes/why-limited.ts';

interface PlaceColumns {
  readonly job_id: string;
  readonly prompt_id: string | null;
  readonly kind: JobKind;
  readonly lane: string;
  readonly state: JobState;
  readonly ready: boolean;
  readonly attempt: number;
  readonly available_at: string | null;
  readonly is_due: boolean;
  readonly waits_for: string[];
  readonly paused_scope: string | null;
  readonly paused_until: string | null;
  readonly paused_reason: string | null;
  readonly position: number | null;
  readonly slots: number;
}

/** Places of named jobs, those of the viewer only, oldest first. A null viewer is the operator. */
export async function readQueue(db: Database, viewer: Viewer | null, jobIds: readonly string[]): Promise<QueueAnswer> {
  const [[clock], rows, speeds] = await Promise.all([
    run<{ now: string; slots: number }>(db, clockStatement, []),
    run<PlaceColumns & Record<string, unknown>>(db, placeStatement, [
      viewer?.orgId ?? null,
      viewer?.userId ?? null,
      jobIds,
      countedAhead,
    ]),
    laneSpeeds(db),
  ]);
  const limits = await readLimits(db, rows);
  return {
    now: clock?.now ?? new Date().toISOString(),
    slots: clock?.slots ?? 0,
    places: rows.map((row) => placeOf(row, speeds, limits.get(row.lane))),
  };
}

/** By lane, of those whose jobs are ready. */
async function readLimits(db: Database, rows: readonly PlaceColumns[]): Promise<ReadonlyMap<string, LimitedLane>> {
  const lanes = [...new Set(rows.filter(({ ready }) => ready).map(({ lane }) => lane))];
  const limits = await Promise.all(lanes.map(async (lane) => ({ lane, limit: await whyLimited(db, lane) })));
  return new Map(limits.flatMap(({ lane, limit }) => (limit === null ? [] : [[lane, limit] as const])));
}

function placeOf(
  row: PlaceColumns,
  speeds: ReadonlyMap<string, LaneSpeed>,
  limit: LimitedLane | undefined,
): QueuePlace {
  const { job_id, prompt_id, state } = row;
  const still = { position: null, ahead: null, ahead_is_more: false, eta_ms: null, until: null, waits_for: [] };
  const place = (reason: QueuePlace['reason'], detail: string, more: Partial<QueuePlace> = {}): QueuePlace => ({
    job_id,
    prompt_id,
    state,
    reason,
    detail,
    ...still,
    ...more,
  });
  if (state === 'running') return place('running', 'It is being answered.');
  if (state !== 'queued') return place('ended', 'It waits for nothing: it has ended.');
  if (row.waits_for.length > 0)
    return place('dependency', dependencyWords(row.waits_for.length), { waits_for: row.waits_for });
  if (!row.ready && !row.is_due && row.available_at !== null)
    return row.attempt > 1
      ? place('backoff', `It is tried again later, as attempt ${row.attempt}.`, { until: row.available_at })
      : place('scheduled', 'It is planned for later.', { until: row.available_at });
  if (row.paused_scope !== null)
    return place('paused', pauseWords(row.paused_scope, row.paused_reason ?? ''), { until: row.paused_until });
  const counted = row.position ?? countedAhead + 1;
  const turn = { position: counted, ahead: counted - 1, ahead_is_more: row.position === null && row.ready };
  if (row.slots === 0) return place('no_worker', 'No worker that takes it has reported lately.', turn);
  if (limit !== undefined && row.ready) return place('limited', limit.message, { ...turn, until: limit.until });
  const eta = turn.ahead_is_more ? null : etaMs(counted, row.slots, speeds.get(row.lane));
  return place('turn', turnWords(turn.ahead, turn.ahead_is_more), { ...turn, eta_ms: eta });
}

function dependencyWords(count: number): string {
  return count === 1 ? 'It waits for another answer.' : `It waits for ${count} other answers.`;
}

function pauseWords(scope: string, reason: string): string {
  const [what = '', ...name] = scope.split(':');
  const subject =
    what === 'kind' ? `Every ${name.join(':')}` : what === 'lane' ? name.join(':') : `All of ${name.join(':')}`;
  return `${subject} is paused${reason === '' ? '' : `: ${reason}`}`;
}

function turnWords(ahead: number, isMore: boolean): string {
  if (isMore) return `More than ${ahead.toLocaleString('en')} go first.`;
  return ahead === 0 ? 'It is next.' : ahead === 1 ? 'One goes first.' : `${ahead.toLocaleString('en')} go first.`;
}

const clockStatement: Statement = {
  name: 'queue_clock',
  text: `
select db_now() as now, (select coalesce(sum(slots), 0) from worker where state = 'active' and lease_until > db_now()) as slots`,
};

// The order of a claim: over all lanes and kinds that are open, by (rank, available_at, id). Of each lane at most $4 rows
// are walked, in the claimable index's own order and no further than the last job that was asked for: a job that is not
// among the first $4 is told so instead of being counted for.
const placeStatement: Statement = {
  name: 'read_queue_places',
  text: `
with wanted as materialized (
  select j.* from job j where j.id = any($3::uuid[]) and ($1::bigint is null or j.org_id = $1 and j.created_by = $2::bigint)
), last as materialized (
  select rank, available_at, id from wanted where state = 'queued' and ready order by rank desc, available_at desc, id desc limit 1
), open_lane as materialized (
  select l.name from lane l where exists (select 1 from last) and not exists (select 1 from pause p
    where p.scope in ('lane:' || l.name, 'provider:' || split_part(l.name, '/', 1)) and p.until > db_now())
), ahead as materialized (
  select head.id, row_number() over (order by head.rank, head.available_at, head.id) as position
  from open_lane l cross join last cross join lateral (
    select j.id, j.rank, j.available_at from job j
    where j.state = 'queued' and j.ready and j.lane = l.name and (j.rank, j.available_at, j.id) <= (last.rank, last.available_at, last.id)
      and not exists (select 1 from pause p where p.scope = 'kind:' || j.kind and p.until > db_now())
    order by j.rank, j.available_at, j.id limit $4 + 1
  ) head
)
select w.id as job_id, w.prompt_id, w.kind, w.lane, w.state, w.ready, w.attempt, w.available_at, w.available_at <= db_now() as is_due,
  array(select d from unnest(w.depends_on) d left join job dj on dj.id = d
    where w.state = 'queued' and not w.ready and coalesce(dj.superseded_from, dj.state) is distinct from 'succeeded') as waits_for,
  hold.scope as paused_scope, hold.until as paused_until, hold.reason as paused_reason,
  case when a.position <= $4 + 1 then a.position end as position,
  (select coalesce(sum(k.slots), 0) from worker k where k.state = 'active' and k.lease_until > db_now() and w.kind = any(k.kinds)) as slots
from wanted w left join ahead a on a.id = w.id left join lateral (
  select p.scope, p.until, p.reason from pause p
  where p.scope in ('kind:' || w.kind, 'lane:' || w.lane, 'provider:' || split_part(w.lane, '/', 1)) and p.until > db_now()
  order by p.until desc limit 1
) hold on w.state = 'queued'
order by w.created_at, w.id`,
};

interface SpeedColumns extends LaneSpeed {
  readonly lane: string;
}

/** What a lane's jobs took lately changes slowly: asked once in this time, whoever wants to know. */
const speedsLastMs = 5_000;
const known = new WeakMap<
  Database,
  { readonly at: number; readonly speeds: Promise<ReadonlyMap<string, LaneSpeed>> }
>();

function laneSpeeds(db: Database): Promise<ReadonlyMap<string, LaneSpeed>> {
  const last = known.get(db);
  if (last !== undefined && performance.now() - last.at < speedsLastMs) return last.speeds;
  const speeds = run<SpeedColumns & Record<string, unknown>>(db, speedStatement, []).then(
    (rows) => new Map(rows.map(({ lane, ...speed }) => [lane, speed])),
  );
  known.set(db, { at: performance.now(), speeds });
  speeds.catch(() => known.delete(db));
  return speeds;
}

// The newest 1,000 model calls by their primary key, of these the last 50 of each lane: no index of its own, and the same
// cost whatever the history.
const speedStatement: Statement = {
  name: 'read_lane_speeds',
  text: `
select lane, count(*) as samples, percentile_cont(0.5) within group (order by ms)::float8 as "medianMs",
  percentile_cont(0.9) within group (order by ms)::float8 as "highMs", percentile_cont(0.1) within group (order by ms)::float8 as "lowMs"
from (
  select j.lane, greatest(1, extract(epoch from j.finished_at - j.started_at) * 1000) as ms,
    row_number() over (partition by j.lane order by l.id desc) as nth
  from (select id, job_id from ledger order by id desc limit 1000) l join job j on j.id = l.job_id
  where coalesce(j.superseded_from, j.state) = 'succeeded'
) recent where nth <= 50 group by lane`,
};
