// What prompts used and what people think of their answers, read for the lines in sight and not carried by every row.
import type { Viewer } from '#lib/auth/viewer.ts';
import type { PromptFigures } from '#lib/domain/prompts/figures.ts';
import { type Database, run, type Statement } from '#lib/store/client.ts';

/** As many as a field holds. */
const mostPrompts = 5_000;

/** Of the named prompts, or without names of the viewer's newest; prompts without any figure are left out. */
export async function readFigures(
  db: Database,
  viewer: Viewer,
  promptIds: readonly string[] | null,
): Promise<PromptFigures[]> {
  return run<PromptFigures & Record<string, unknown>>(db, promptIds === null ? wholeStatement : namedStatement, [
    viewer.orgId,
    viewer.userId,
    promptIds ?? mostPrompts,
  ]);
}

// The ledger and the verdicts are asked job by job, each by its index: nothing is summed that is not shown.
const figures = (prompts: string) => `
select p.id as prompt_id, j.id as job_id, l.tokens_in, l.tokens_out, l.cost_usd, l.is_estimate, v.verdict
from (${prompts}) p join job j on j.prompt_id = p.id and j.state <> 'superseded'
cross join lateral (
  select count(*) as calls, coalesce(sum(tokens_in), 0)::int as tokens_in, coalesce(sum(tokens_out), 0)::int as tokens_out,
    sum(cost_usd) as cost_usd, coalesce(bool_or(is_estimate), false) as is_estimate
  from ledger where job_id = j.id
) l left join lateral (
  select verdict from verdict where response_id = j.response_id order by id desc limit 1
) v on true
where l.calls > 0 or v.verdict is not null`;

const mine = `select id from entity where kind = 'prompt' and org_id = $1 and created_by = $2`;

const namedStatement: Statement = {
  name: 'read_figures',
  text: figures(`${mine} and id = any($3::uuid[])`),
};

const wholeStatement: Statement = {
  name: 'read_all_figures',
  text: figures(`${mine} order by created_at desc, id desc limit $3`),
};
