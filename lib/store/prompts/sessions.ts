// A viewer's conversations: listed, named, pinned, put away.
import type { Viewer } from '#lib/auth/viewer.ts';
import type { SessionList, SessionRow } from '#lib/domain/prompts/session.ts';
import { type Database, run, type Statement } from '#lib/store/client.ts';

export interface SessionFilter {
  readonly archived: boolean;
  /** Part of the title, any case. */
  readonly title?: string | undefined;
  readonly limit: number;
  /** From `next_cursor` of the page before. */
  readonly cursor?: string | undefined;
}

/** Pinned ones first, then by their newest prompt. Reads all the viewer's prompts once: by an index, in one pass. */
export async function listSessions(db: Database, viewer: Viewer, filter: SessionFilter): Promise<SessionList> {
  const [pinned = null, at = null, id = null] = filter.cursor?.split('_') ?? [];
  const rows = await run<SessionRow & { exact: string }>(db, listStatement, [
    viewer.orgId,
    viewer.userId,
    filter.archived,
    filter.title ?? null,
    pinned === null ? null : Number(pinned),
    at,
    id,
    filter.limit + 1,
    null,
  ]);
  const page = rows.slice(0, filter.limit);
  const last = rows.length > filter.limit ? page.at(-1) : undefined;
  return {
    sessions: page.map(({ exact: _, ...session }) => session),
    next_cursor: last === undefined ? null : `${last.pinned_at === null ? 0 : 1}_${last.exact}_${last.id}`,
  };
}

export interface SessionChange {
  readonly title?: string | undefined;
  readonly pinned?: boolean | undefined;
  readonly archived?: boolean | undefined;
}

/** Changes what is given; null when the session is not the viewer's. */
export async function changeSession(
  db: Database,
  viewer: Viewer,
  id: string,
  { title, pinned, archived }: SessionChange,
): Promise<SessionRow | null> {
  const changed = await run(db, changeStatement, [
    id,
    viewer.orgId,
    viewer.userId,
    title ?? null,
    pinned ?? null,
    archived ?? null,
    `user:${viewer.userId}`,
  ]);
  return changed.length === 0 ? null : readSession(db, viewer, id);
}

/** One conversation; null when there is none like it in the viewer's org. */
export async function readSession(db: Database, viewer: Viewer, id: string): Promise<SessionRow | null> {
  const [row] = await run<SessionRow & { exact: string }>(db, listStatement, [
    viewer.orgId,
    viewer.userId,
    null,
    null,
    null,
    null,
    null,
    1,
    id,
  ]);
  if (row === undefined) return null;
  const { exact: _, ...session } = row;
  return session;
}

const listStatement: Statement = {
  name: 'list_sessions',
  text: `
with activity as materialized (
  select session_id, count(*) as prompts, max(created_at) as last_at, (array_agg(id order by created_at desc, id desc))[1] as last_id
  from entity where kind = 'prompt' and org_id = $1 and ($9::uuid is not null or created_by = $2) and ($9::uuid is null or session_id = $9) group by session_id
), busy as materialized (
  select session_id, count(*) as running from job where state = 'running' group by session_id
), known as (
  select s.*, coalesce(a.prompts, 0) as prompts, coalesce(a.last_at, s.created_at) as last_at, a.last_id, (s.pinned_at is not null)::int as pinned
  from session s left join activity a on a.session_id = s.id
  where s.org_id = $1 and ($9::uuid is not null or s.created_by = $2) and ($9::uuid is null or s.id = $9)
    and ($3::boolean is null or (s.archived_at is not null) = $3) and ($4::text is null or strpos(lower(s.title), lower($4)) > 0)
)
select k.id, k.title, k.created_at, k.pinned_at, k.archived_at, k.last_at as last_prompt_at, k.last_id as last_prompt_id, k.prompts,
  coalesce(b.running, 0) as running, (extract(epoch from k.last_at) * 1000000)::bigint::text as exact
from known k left join busy b on b.session_id = k.id
where $5::int is null or (k.pinned, k.last_at, k.id) < ($5::int, to_timestamp(0) + $6::bigint * interval '1 microsecond', $7::uuid)
order by k.pinned desc, k.last_at desc, k.id desc limit $8`,
};

const changeStatement: Statement = {
  name: 'change_session',
  text: `
with old as materialized (
  select * from session where id = $1 and org_id = $2 and created_by = $3 for update
), audited as (
  insert into audit (org_id, actor, action, subject_kind, subject_id, before, after)
  select org_id, $7, 'change', 'session', id,
    jsonb_build_object('title', title, 'pinned', pinned_at is not null, 'archived', archived_at is not null),
    jsonb_build_object('title', coalesce($4, title), 'pinned', coalesce($5, pinned_at is not null), 'archived', coalesce($6, archived_at is not null))
  from old
)
update session s set title = coalesce($4, s.title), updated_at = db_now(),
  pinned_at = case when $5 then coalesce(s.pinned_at, db_now()) when not $5 then null else s.pinned_at end,
  archived_at = case when $6 then coalesce(s.archived_at, db_now()) when not $6 then null else s.archived_at end
from old where s.id = old.id returning s.id`,
};
