// Short ways to put a store test's scene together: a viewer, a worker, a submitted prompt, a claim.
import { randomUUID } from 'node:crypto';
import type { Viewer } from '#lib/auth/viewer.ts';
import type { SubmitRequest } from '#lib/domain/prompt.ts';
import type { SubmitAnswer } from '#lib/domain/prompts/submit-answer.ts';
import { type ClaimedJob, claimJobs, type ModelCall, type Outcome, settleJobs } from '#lib/store/claims.ts';
import { type Database, run } from '#lib/store/client.ts';
import { submitPrompt } from '#lib/store/jobs/submit.ts';
import { registerWorker } from '#lib/store/workers.ts';

export const viewer: Viewer = { orgId: 1, userId: 1 };
export const stranger: Viewer = { orgId: 2, userId: 1 };

export const modelCall: ModelCall = {
  provider: 'demo',
  model: 'demo',
  tokensIn: 3,
  tokensOut: 5,
  tokensCached: 0,
  latencyMs: 12.6,
  firstTokenMs: 4.2,
  isEstimate: true,
};

/** Registers a worker with a living lease. */
export async function aWorker(db: Database, leaseMs = 60_000): Promise<string> {
  const id = randomUUID();
  await registerWorker(db, { id, host: 'test', pid: 1, slots: 16, kinds: ['prompt'], models: [], leaseMs });
  return id;
}

/** Submits and expects to be accepted. */
export async function submitted(
  db: Database,
  request: Partial<SubmitRequest> = {},
  as: Viewer = viewer,
): Promise<SubmitAnswer> {
  const outcome = await submitPrompt(db, as, { text: 'Name three rivers', ...request });
  if (!outcome.ok) throw new Error(`refused: ${outcome.message}`);
  return outcome.answer;
}

export function claim(db: Database, workerId: string, limit = 100): Promise<ClaimedJob[]> {
  return claimJobs(db, { workerId, kinds: ['prompt'], priorityCeiling: 100, limit });
}

/** Claims and expects exactly one. */
export async function claimOne(db: Database, workerId: string): Promise<ClaimedJob> {
  const [job, ...others] = await claim(db, workerId);
  if (job === undefined || others.length > 0)
    throw new Error(`expected one claimable job, got ${job ? 1 + others.length : 0}`);
  return job;
}

export function success({ id, claim: claimed, attempt }: ClaimedJob, content = 'Elbe, Oder, Rhine'): Outcome {
  return { jobId: id, claim: claimed, attempt, type: 'succeeded', content, model: 'demo', ledger: modelCall };
}

/** Submits, claims with a worker of its own, settles: a prompt with its answer. */
export async function answered(
  db: Database,
  request: Partial<SubmitRequest> = {},
  content?: string,
): Promise<SubmitAnswer> {
  const answer = await submitted(db, request);
  const workerId = await aWorker(db);
  const job = (await claim(db, workerId)).find(({ id }) => id === answer.job_id);
  if (job === undefined) throw new Error('the submitted job was not claimable');
  await settleJobs(db, workerId, [success(job, content)]);
  return answer;
}

/** The lease of a worker ran out a moment ago. */
export async function loseLease(db: Database, workerId: string): Promise<void> {
  await sql(db, `update worker set lease_until = db_now() - interval '1 millisecond' where id = '${workerId}'`);
}

/** Plain SQL for looking at what stands in the tables, or for making a scene that no store function makes. */
export function sql<Row extends Record<string, unknown>>(
  db: Database,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  return run<Row>({ client: db.pool, prepares: false }, { name: 'test', text }, values);
}

export async function jobRow(db: Database, id: string): Promise<Record<string, unknown>> {
  const [row] = await sql(db, 'select * from job where id = $1', [id]);
  if (row === undefined) throw new Error(`no job ${id}`);
  return row;
}

/** How many rows a table holds. */
export async function countOf(db: Database, table: string): Promise<number> {
  const [row] = await sql<{ count: number }>(db, `select count(*) as count from ${table}`);
  return row?.count ?? 0;
}

/** Back to an empty product, as migrated. */
export async function emptyTables(db: Database): Promise<void> {
  await sql(
    db,
    'truncate job, entity, edge, session, event, job_attempt, ledger, audit, worker, output_chunk, pause cascade',
  );
}
