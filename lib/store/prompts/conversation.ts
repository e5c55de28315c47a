// What a model is told: the prompt and the path of turns that leads to it.
import { type Database, run, type Statement } from '#lib/store/client.ts';
import { createBatcher } from '#lib/store/jobs/batcher.ts';

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

interface PathRow {
  readonly job_id: string;
  readonly id: string;
  readonly content: string;
  readonly answer: string | null;
}

type Read = (jobId: string) => Promise<Conversation | null>;
const readers = new WeakMap<Database, Read>();

/**
 * Null when the job has no prompt. A failed answer never enters; a stopped one does, as far as it came: it was
 * continued on purpose. Jobs that are claimed together share a statement.
 */
export function readConversation(db: Database, jobId: string): Promise<Conversation | null> {
  let read = readers.get(db);
  if (read === undefined) {
    read = createBatcher((jobIds: readonly string[]) => readConversations(db, jobIds), { most: 100, lanes: 4 });
    readers.set(db, read);
  }
  return read(jobId);
}

async function readConversations(db: Database, jobIds: readonly string[]): Promise<(Conversation | null)[]> {
  const paths = new Map<string, PathRow[]>();
  for (const row of await run<PathRow & Record<string, unknown>>(db, pathStatement, [jobIds])) {
    const path = paths.get(row.job_id);
    if (path) path.push(row);
    else paths.set(row.job_id, [row]);
  }
  return jobIds.map((jobId) => conversationOf(paths.get(jobId) ?? []));
}

function conversationOf([prompt, ...ancestors]: readonly PathRow[]): Conversation | null {
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
  select j.id as job_id, p.id, p.parent_id, p.continues_id, p.content, null::uuid as answered_id, 0 as depth
  from job j join entity p on p.id = j.prompt_id where j.id = any(array(select unnest($1::uuid[])))
  union all
  select path.job_id, p.id, p.parent_id, p.continues_id, p.content, path.continues_id, path.depth + 1
  from path join entity p on p.id = path.parent_id
)
select path.job_id, path.id, path.content, case when path.depth > 0 then coalesce(
    (select r.content from entity r where r.id = path.answered_id),
    (select r.content from job j join entity r on r.id = j.response_id where j.prompt_id = path.id and j.state = 'succeeded'),
    (select a.output from job j join job_attempt a on a.job_id = j.id where j.prompt_id = path.id and j.state = 'cancelled' order by a.claim desc limit 1)
  ) end as answer
from path order by path.job_id, path.depth`,
};
