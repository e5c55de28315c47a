// The statements that race: claim, settle, release, reclaim. Every ending write is fenced by (state, worker, claim, attempt).

import type { FailureKind } from '#lib/domain/failure.ts';
import type { JobKind } from '#lib/domain/job.ts';
import type { ExecutionOptions } from '#lib/domain/prompt.ts';
import { cancelDependants, wakeDependants } from '#lib/store/jobs/dependants.ts';
import { bestFirst, claimable, claimSql, looksOf, most, within } from '#lib/store/lanes/claim-sql.ts';
import { Floors, type Taken } from '#lib/store/lanes/floors.ts';
import { type Database, inTransaction, run, type Statement } from './client.ts';
import { channels } from './notifier.ts';

/** One claim: what a worker may work on, and the fence its writes must carry. */
export interface ClaimedJob {
  readonly id: string;
  readonly kind: JobKind;
  readonly promptId: string | null;
  readonly sessionId: string | null;
  readonly orgId: number;
  readonly createdBy: number;
  readonly attempt: number;
  readonly maxAttempts: number;
  readonly claim: number;
  readonly options: ExecutionOptions;
  readonly priority: number;
  /** The model asked for, or `default`. */
  readonly lane: string;
  /** The whole text of a prompt that continues nothing, unless it is long: then there is no conversation left to read. */
  readonly rootText: string | null;
}

/** Names one claim of one job. */
export interface ClaimRef {
  readonly jobId: string;
  readonly claim: number;
  readonly attempt: number;
}

/** One model call for the ledger; latencies in milliseconds, cost in US dollars. */
export interface ModelCall {
  readonly provider: string;
  readonly model: string;
  readonly tokensIn: number;
  readonly tokensOut: number;
  readonly tokensCached: number;
  readonly costUsd?: number | undefined;
  readonly latencyMs: number;
  readonly firstTokenMs?: number | undefined;
  readonly isEstimate: boolean;
}

/** How a claim ended. `output` is the text received so far, kept and shown as partial. */
export type Outcome = ClaimRef & { readonly ledger?: ModelCall | undefined } & (
    | { readonly type: 'succeeded'; readonly content: string; readonly model: string }
    | {
        readonly type: 'failed';
        readonly kind: FailureKind;
        readonly message: string;
        readonly output?: string | undefined;
      }
    | {
        readonly type: 'retry';
        readonly kind: FailureKind;
        readonly message: string;
        readonly delayMs: number;
        readonly output?: string | undefined;
      }
  );

export interface ClaimRequest {
  readonly workerId: string;
  readonly kinds: readonly JobKind[];
  /** Only jobs with priority ≤ this. */
  readonly priorityCeiling: number;
  /** Free slots: no claimed job may wait behind another. */
  readonly limit: number;
}

/** A row of a claim statement. `leftOver`: heads were locked that were not taken. */
export interface ClaimColumns extends ClaimedJob, Taken {
  readonly leftOver: boolean;
}

/**
 * Claims up to `limit` ready jobs for a worker whose lease is alive, best first over all lanes that are open.
 * What it returns is all that may be run.
 */
export async function claimJobs(
  db: Database,
  { workerId, kinds, priorityCeiling, limit }: ClaimRequest,
  floors: Floors = new Floors(),
): Promise<ClaimedJob[]> {
  const looks = floors.looks();
  const values = [workerId, kinds, priorityCeiling, limit, JSON.stringify(looks)];
  const rows = await run<ClaimColumns & Record<string, unknown>>(db, claimStatement, values);
  floors.note(looks, rows, limit);
  return claimedOf(db, rows);
}

/** What a claim statement took, told to whoever must know. */
export function claimedOf(db: Database, rows: readonly ClaimColumns[]): ClaimedJob[] {
  if (rows.length > 0) db.notifier.note(channels.event);
  // Rows that were locked only to be compared hid from other claimers for a moment: they look again.
  if (rows[0]?.leftOver) db.notifier.note(channels.ready);
  return rows.map(({ leftOver: _, rank: _rank, availableAt: _at, ...job }) => job);
}

// Touches: of each open lane the first queued and ready rows (from the claimer's floors on) in the claimable index's own order, locked FOR UPDATE,
// those locked by another claim skipped; of these the best over all lanes. A late claimer sees nothing.
// A worker whose lease is over gets nothing: its jobs would be reclaimed at once.
const claimStatement: Statement = {
  name: 'claim_jobs',
  text: claimSql({
    lanes: 'lane l',
    between: `look as materialized (
  select l.name as lane, r.rank_from, r.at_from, r.rank_to from open_lane l cross join ${looksOf('$5', 'l.name')}
),`,
    heads: `select head.* from look cross join lateral (
    select j.id, j.rank, j.available_at from job j
    where j.lane = look.lane and ${within('look')} and ${claimable}
    ${bestFirst} ${most} for update skip locked
  ) head`,
    picked: `select id from locked order by rank, available_at, id limit ${most}`,
  }),
};

/**
 * Writes how claims ended, with everything that belongs to it, in one transaction.
 * @returns the ids whose write took effect; any other claim was lost (reclaimed, cancelled) and its result is dropped.
 */
export async function settleJobs(db: Database, workerId: string, outcomes: readonly Outcome[]): Promise<Set<string>> {
  const won = await inTransaction(db, async (tx) => {
    const rows = await run<{ id: string; type: Outcome['type'] }>(tx, settleStatement, [
      JSON.stringify(outcomes.map(settleInput)),
      workerId,
    ]);
    const idsOf = (type: Outcome['type']) => rows.filter((row) => row.type === type).map(({ id }) => id);
    const [succeeded, failed] = [idsOf('succeeded'), idsOf('failed')];
    if (succeeded.length > 0) await wakeDependants(tx, succeeded);
    if (failed.length > 0) await cancelDependants(tx, failed);
    return rows.map(({ id }) => id);
  });
  db.notifier.note(channels.event);
  return new Set(won);
}

function settleInput(outcome: Outcome) {
  const { jobId, claim, attempt, type, ledger } = outcome;
  const fence = { job_id: jobId, claim, attempt, type, ledger: ledger ?? null };
  if (type === 'succeeded')
    return { ...fence, content: outcome.content, content_length: outcome.content.length, model: outcome.model };
  return {
    ...fence,
    kind: outcome.kind,
    message: outcome.message,
    output: outcome.output ?? null,
    delay_ms: type === 'retry' ? outcome.delayMs : 0,
  };
}

// Touches: rows still held by exactly this claim, in id order, so that two settles hardly ever wait for each other in a
// ring. A late finisher's rows are not found, so nothing of its result is written: all else comes from the rows that the
// update gives back. The response's id derives from (prompt, job): should the fence ever fail, the second insert collides.
const settleStatement: Statement = {
  name: 'settle_jobs',
  text: `
with input as materialized (
  select * from jsonb_to_recordset($1::jsonb) as i(job_id uuid, claim int, attempt smallint, type text, content text, content_length int,
    model text, kind text, message text, output text, delay_ms double precision, ledger jsonb) order by job_id
), settled as (
  update job j set worker_claim = null, claimed_at = null, version = j.version + 1, updated_at = db_now(), error_kind = i.kind, error_message = i.message,
    state = case i.type when 'retry' then 'queued' else i.type end,
    ready = i.type = 'retry' and i.delay_ms <= 0,
    attempt = j.attempt + case i.type when 'retry' then 1 else 0 end,
    available_at = case i.type when 'retry' then db_now() + make_interval(secs => i.delay_ms / 1000) else j.available_at end,
    finished_at = case i.type when 'retry' then null else db_now() end,
    response_id = case when i.type = 'succeeded' and j.prompt_id is not null then
      overlay(overlay(md5(j.prompt_id::text || j.id::text) placing '8' from 13) placing 'a' from 17)::uuid end
  from input i
  where j.id = i.job_id and j.state = 'running' and j.worker_claim = $2 and j.claim = i.claim and j.attempt = i.attempt
  returning j.id, j.claim, i.attempt, j.prompt_id, j.session_id, j.org_id, j.created_by, j.started_at, j.response_id, j.available_at as retry_at,
    i.type, i.content, i.content_length, i.model, i.kind, i.message, i.output, i.ledger
), response as (
  insert into entity (id, kind, org_id, created_by, session_id, parent_id, root_id, content, content_length, model)
  select s.response_id, 'response', s.org_id, s.created_by, s.session_id, s.prompt_id, p.root_id, s.content, s.content_length, s.model
  from settled s join entity p on p.id = s.prompt_id where s.response_id is not null
), flows as (
  insert into edge (from_id, to_id, type) select prompt_id, response_id, 'flows-to' from settled where response_id is not null
), audited as (
  insert into audit (org_id, actor, action, subject_kind, subject_id, after)
  select org_id, 'worker:' || $2, 'respond', 'response', response_id, jsonb_build_object('job_id', id, 'prompt_id', prompt_id)
  from settled where response_id is not null
), charged as (
  insert into ledger (job_id, claim, attempt, org_id, created_by, provider, model, tokens_in, tokens_out, tokens_cached, cost_usd,
    latency_ms, first_token_ms, is_estimate)
  select s.id, s.claim, s.attempt, s.org_id, s.created_by, l.provider, l.model, l."tokensIn", l."tokensOut", l."tokensCached", l."costUsd",
    round(l."latencyMs"), round(l."firstTokenMs"), l."isEstimate"
  from settled s cross join lateral jsonb_to_record(s.ledger) as l(provider text, model text, "tokensIn" int, "tokensOut" int, "tokensCached" int,
    "costUsd" double precision, "latencyMs" double precision, "firstTokenMs" double precision, "isEstimate" boolean)
  where jsonb_typeof(s.ledger) = 'object'
), tried as (
  insert into job_attempt (job_id, claim, attempt, worker_id, started_at, first_output_at, finished_at, outcome, error_kind, error_message, retry_at, output)
  select id, claim, attempt, $2, started_at, started_at + make_interval(secs => (ledger ->> 'firstTokenMs')::double precision / 1000), db_now(),
    case when type = 'succeeded' then 'succeeded' else 'failed' end, kind, message, case when type = 'retry' then retry_at end, output from settled
)
select id, type from settled`,
};

/** Lets go of claims without losing an attempt (shutdown, or a result that cannot be written). Claims that are no longer this worker's are left alone. */
export async function releaseJobs(db: Database, workerId: string, claims: readonly ClaimRef[]): Promise<void> {
  if (claims.length === 0) return;
  await run(db, releaseStatement, [
    JSON.stringify(claims.map(({ jobId, claim, attempt }) => ({ job_id: jobId, claim, attempt }))),
    workerId,
  ]);
  db.notifier.note(channels.ready);
  db.notifier.note(channels.event);
}

// Touches: rows still held by exactly this claim. available_at stays, so the job keeps its place in the order.
const releaseStatement: Statement = {
  name: 'release_jobs',
  text: `
with held as materialized (
  select j.id, j.claim, j.attempt, j.claimed_at from jsonb_to_recordset($1::jsonb) as i(job_id uuid, claim int, attempt smallint)
  join job j on j.id = i.job_id
  where j.state = 'running' and j.worker_claim = $2 and j.claim = i.claim and j.attempt = i.attempt order by j.id for update of j
), tried as (
  insert into job_attempt (job_id, claim, attempt, worker_id, started_at, finished_at, outcome)
  select id, claim, attempt, $2, claimed_at, db_now(), 'released' from held
  on conflict (job_id, claim) do update set finished_at = excluded.finished_at, outcome = excluded.outcome
)
update job j set state = 'queued', ready = true, worker_claim = null, claimed_at = null, version = version + 1, updated_at = db_now()
from held where j.id = held.id`,
};

/** Which of these claims are no longer this worker's (cancelled, reclaimed): their work must stop. */
export async function findLostClaims(db: Database, workerId: string, claims: readonly ClaimRef[]): Promise<string[]> {
  if (claims.length === 0) return [];
  const rows = await run<{ id: string }>(db, lostStatement, [
    JSON.stringify(claims.map(({ jobId, claim }) => ({ job_id: jobId, claim }))),
    workerId,
  ]);
  return rows.map(({ id }) => id);
}

const lostStatement: Statement = {
  name: 'find_lost_claims',
  text: `
select i.job_id as id from jsonb_to_recordset($1::jsonb) as i(job_id uuid, claim int)
where not exists (select 1 from job j where j.id = i.job_id and j.state = 'running' and j.worker_claim = $2 and j.claim = i.claim)`,
};
