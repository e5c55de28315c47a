// What a model is told: the prompt and the path of turns that leads to it.
import { type Database, run, type Statement } from '#lib/store/client.ts';

export interface Turn {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

/** `history` runs root → parent: each prompt once with the answer that was continued; a turn without an answer is left out. */
export interface Conversation {
  readonly promptId: string;
  readonly text: string;
  readonly history: readonly Turn[];
}

/** Null when the job has no prompt. A failed answer never enters; a stopped one does, as far as it came: it was continued on purpose. */
export async function readConversation(db: Database, jobId: string): Promise<Conversation | null> {
  const rows = await run<{ id: string; depth: number; content: string; answer: string | null }>(db, pathStatement, [
    jobId,
  ]);
  const [prompt, ...ancestors] = rows;
  if (prompt === undefined) return null;
  const history = ancestors.reverse().flatMap(({ content, answer }): Turn[] =>
    answer === null || answer === ''
      ? []
      : [
          { role: 'user', content },
          { role: 'assistant', content: answer },
        ],
  );
  return { promptId: prompt.id, text: prompt.content, history };
}

// An ancestor's answer is the one its child continued; else its current response; else the text of a stopped attempt.
const pathStatement: Statement = {
  name: 'read_conversation',
  text: `
with recursive path as (
  select p.id, p.parent_id, p.continues_id, p.content, null::uuid as answered_id, 0 as depth
  from job j join entity p on p.id = j.prompt_id where j.id = $1
  union all
  select p.id, p.parent_id, p.continues_id, p.content, path.continues_id, path.depth + 1
  from path join entity p on p.id = path.parent_id
)
select path.id, path.depth, path.content, case when path.depth > 0 then coalesce(
    (select r.content from entity r where r.id = path.answered_id),
    (select r.content from job j join entity r on r.id = j.response_id where j.prompt_id = path.id and j.state = 'succeeded'),
    (select a.output from job j join job_attempt a on a.job_id = j.id where j.prompt_id = path.id and j.state = 'cancelled' order by a.claim desc limit 1)
  ) end as answer
from path order by path.depth`,
};
