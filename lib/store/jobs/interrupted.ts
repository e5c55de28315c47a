// What calls have used that were stopped in the middle: the text never became an answer, but it was paid for.
import type { ModelCall } from '#lib/store/claims.ts';
import { type Database, run, type Statement } from '#lib/store/client.ts';

export interface InterruptedCall {
  readonly jobId: string;
  readonly claim: number;
  readonly ledger: ModelCall;
}

/** Adds ledger rows for claims of this worker that were cancelled or released. Others, and a repetition, are ignored. */
export async function chargeInterrupted(
  db: Database,
  workerId: string,
  calls: readonly InterruptedCall[],
): Promise<void> {
  if (calls.length === 0) return;
  await run(db, chargeStatement, [
    JSON.stringify(calls.map(({ jobId, claim, ledger }) => ({ job_id: jobId, claim, ledger }))),
    workerId,
  ]);
}

// Inserts only, and only beside an attempt that has ended without an answer; the job itself is not touched.
const chargeStatement: Statement = {
  name: 'charge_interrupted',
  text: `
insert into ledger (job_id, claim, attempt, org_id, created_by, provider, model, tokens_in, tokens_out, tokens_cached, cost_usd,
  latency_ms, first_token_ms, is_estimate)
select a.job_id, a.claim, a.attempt, j.org_id, j.created_by, l.provider, l.model, l."tokensIn", l."tokensOut", l."tokensCached", l."costUsd",
  round(l."latencyMs"), round(l."firstTokenMs"), l."isEstimate"
from jsonb_to_recordset($1::jsonb) as i(job_id uuid, claim int, ledger jsonb)
join job_attempt a on a.job_id = i.job_id and a.claim = i.claim and a.worker_id = $2 and a.outcome in ('cancelled', 'released')
join job j on j.id = i.job_id
cross join lateral jsonb_to_record(i.ledger) as l(provider text, model text, "tokensIn" int, "tokensOut" int, "tokensCached" int,
  "costUsd" double precision, "latencyMs" double precision, "firstTokenMs" double precision, "isEstimate" boolean)
where not exists (select 1 from ledger known where known.job_id = i.job_id and known.claim = i.claim)`,
};
