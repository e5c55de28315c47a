// What limited models are using now, counted from the rows themselves: running jobs, claims and model calls of the last minute.
import type { LaneLimit, LaneUse } from '#lib/domain/lanes/lane.ts';
import { type Connection, type Database, run, type Statement } from '#lib/store/client.ts';

/** One model's limit, and the lanes whose jobs ask that model. */
export interface Budget {
  readonly model: string;
  readonly lanes: readonly string[];
  readonly limit: LaneLimit;
}

/** A call of a model that was never asked before counts as this many tokens. */
const firstGuess = 1_000;

interface UseColumns {
  readonly model: string;
  readonly running: number;
  readonly requests: number;
  readonly tokens: number;
  readonly tokensPerCall: number | null;
  readonly requestFreeInMs: number | null;
  readonly tokensFreeInMs: number | null;
}

/** By model. */
export async function readUse(
  on: Database | Connection,
  budgets: readonly Budget[],
): Promise<ReadonlyMap<string, LaneUse>> {
  const rows = await run<UseColumns & Record<string, unknown>>(on, useStatement, [
    JSON.stringify(
      budgets.map(({ model, lanes, limit }) => ({
        model,
        lanes,
        counts_requests: limit.requestsPerMinute !== undefined,
        counts_tokens: limit.tokensPerMinute !== undefined,
      })),
    ),
  ]);
  return new Map(
    rows.map(({ model, tokensPerCall, ...use }) => [
      model,
      { ...use, tokensPerCall: Math.max(1, Math.ceil(tokensPerCall ?? firstGuess)) },
    ]),
  );
}

// Reads only. What a limit does not name is not counted. A claim's start is when the claim began, a call's tokens are
// known at its end; the usual size of a call comes from the last minute, else from the latest calls.
const useStatement: Statement = {
  name: 'lane_use',
  text: `
with budget as materialized (
  select b.model, array(select jsonb_array_elements_text(b.lanes)) as lanes, b.counts_requests, b.counts_tokens
  from jsonb_to_recordset($1::jsonb) as b(model text, lanes jsonb, counts_requests boolean, counts_tokens boolean)
)
select b.model, r.running, coalesce(q.requests, 0) as requests, coalesce(t.tokens, 0) as tokens, coalesce(t.per_call, u.per_call)::float8 as "tokensPerCall",
  q.free_in_ms as "requestFreeInMs", t.free_in_ms as "tokensFreeInMs"
from budget b
cross join lateral (
  select count(*) as running from job j where j.state = 'running' and j.lane = any(b.lanes)
) r
left join lateral (
  select count(*) as requests, greatest(0, extract(epoch from min(a.started_at) + interval '1 minute' - db_now()) * 1000)::float8 as free_in_ms
  from attempt a join job j on j.id = a.job_id where a.started_at > db_now() - interval '1 minute' and j.lane = any(b.lanes)
) q on b.counts_requests
left join lateral (
  select sum(l.tokens_in + l.tokens_out) as tokens, avg(l.tokens_in + l.tokens_out) as per_call,
    greatest(0, extract(epoch from min(l.created_at) + interval '1 minute' - db_now()) * 1000)::float8 as free_in_ms
  from ledger l where l.created_at > db_now() - interval '1 minute' and b.model in (l.provider || '/' || l.model, case when l.provider = 'demo' then 'demo' end)
) t on b.counts_tokens
left join lateral (
  select avg(l.tokens_in + l.tokens_out) as per_call from (select * from ledger order by id desc limit 200) l
  where b.model in (l.provider || '/' || l.model, case when l.provider = 'demo' then 'demo' end)
) u on b.counts_tokens`,
};
