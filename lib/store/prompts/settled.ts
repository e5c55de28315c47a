// How one job ended, in one look.
import type { Viewer } from '#lib/auth/viewer.ts';
import type { SettledAnswer } from '#lib/domain/prompts/settled.ts';
import { type Database, run, type Statement } from '#lib/store/client.ts';
import { usageSums } from './turn-columns.ts';

type Columns = Omit<SettledAnswer, 'response' | 'usage'> & {
  readonly response_id: string | null;
  readonly text: string | null;
  readonly model: string | null;
  readonly usage: NonNullable<SettledAnswer['usage']> & { readonly calls: number };
};

/** Null while it is queued or running, and when it is not the viewer's. */
export async function readSettled(db: Database, viewer: Viewer, jobId: string): Promise<SettledAnswer | null> {
  const [row] = await run<Columns>(db, settledStatement, [jobId, viewer.orgId, viewer.userId]);
  if (row === undefined) return null;
  const { response_id: id, text, model, usage, ...ended } = row;
  const { calls, ...sums } = usage;
  return {
    ...ended,
    response: id === null || text === null ? null : { id, text, model },
    usage: calls === 0 ? null : sums,
  };
}

const settledStatement: Statement = {
  name: 'read_settled',
  text: `
select j.prompt_id, j.id as job_id, j.session_id, j.state, r.id as response_id, r.content as text, r.model, j.error_kind, j.error_message, j.superseded_by,
  case when r.id is null then (select a.output from job_attempt a where a.job_id = j.id order by a.claim desc limit 1) end as partial,
  (select ${usageSums} from ledger l where l.job_id = j.id) as usage
from job j left join entity r on r.id = j.response_id
where j.id = $1 and j.org_id = $2 and j.created_by = $3 and j.prompt_id is not null and j.state not in ('queued', 'running')`,
};
