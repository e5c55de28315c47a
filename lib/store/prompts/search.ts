// Finds prompts by what they and their answers say, wherever their jobs lie.
import type { Viewer } from '#lib/auth/viewer.ts';
import type { JobState } from '#lib/domain/job.ts';
import { parseSearch, type SearchAnswer, type SearchHit, type SearchSort } from '#lib/domain/prompts/search.ts';
import type { VerdictWord } from '#lib/domain/prompts/verdict.ts';
import { type Database, run, type Statement } from '#lib/store/client.ts';
import { type Readable, readDrops } from '#lib/store/field.ts';
import { addSearchEntries } from '#lib/store/search/entries.ts';
import { readArchivedDrops } from './archived.ts';
import { readSnippets } from './snippets.ts';

export interface Search {
  /** Empty: the filters alone. */
  readonly text: string;
  readonly sort: SearchSort;
  readonly state?: JobState | undefined;
  /** provider/model that was asked for or that answered. */
  readonly model?: string | undefined;
  /** ISO 8601: prompts sent at or after. */
  readonly since?: string | undefined;
  /** ISO 8601: prompts sent before. */
  readonly until?: string | undefined;
  /** Only this conversation; its address opens for everybody in the org, so all of it is found whoever asks. */
  readonly session_id?: string | undefined;
  /** The latest on the current answer; `none`: it has an answer nobody has judged. */
  readonly verdict?: VerdictWord | 'none' | undefined;
  /** True: only what a person has put away. False: only what they have not. */
  readonly archived?: boolean | undefined;
  readonly limit: number;
  /** From `next_cursor` of the page before, with the same search. */
  readonly cursor?: string | undefined;
}

interface Found {
  readonly id: string;
  readonly exact: string;
  readonly matches: string[] | null;
}

/** Entities whose words a search adds before it looks; beyond that it does not wait. */
const mostCaughtUp = 1_000;

/** Each prompt once. With a text that holds no word nothing is found. */
export async function searchPrompts(db: Database, viewer: Viewer, search: Search): Promise<SearchAnswer> {
  const query = search.text.trim() === '' ? null : await queryOf(db, search.text);
  if (query === '') return { hits: [], next_cursor: null };
  // Who searches for what was just said finds it: the worker's sweep may be a second behind.
  if (query !== null) await addSearchEntries(db, mostCaughtUp);
  const sort = query === null && search.sort === 'relevance' ? 'newest' : search.sort;
  const { at, after, offset } = placeOf(search.cursor, sort);
  const statement = statements[query === null ? 'filter' : 'match'][sort];
  const found = await run<Found & Record<string, unknown>>(db, statement, [
    viewer.orgId,
    viewer.userId,
    query,
    ...filtersOf(search),
    at,
    after,
    offset,
    search.limit + 1,
  ]);
  const page = found.slice(0, search.limit);
  const last = found.length > search.limit ? page.at(-1) : undefined;
  const next = sort === 'relevance' ? `o_${offset + search.limit}` : `${last?.exact}_${last?.id}`;
  const readable = { orgId: viewer.orgId, userId: search.session_id === undefined ? viewer.userId : null };
  return { hits: await hitsOf(db, readable, page, query), next_cursor: last === undefined ? null : next };
}

/** A cursor of another sort than this starts at the front. */
function placeOf(
  cursor: string | undefined,
  sort: SearchSort,
): { readonly at: string | null; readonly after: string | null; readonly offset: number } {
  const [first, second] = cursor?.split('_') ?? [];
  const front = { at: null, after: null, offset: 0 };
  if (first === undefined || second === undefined || (first === 'o') !== (sort === 'relevance')) return front;
  return first === 'o' ? { ...front, offset: Number(second) } : { ...front, at: first, after: second };
}

/** In the order of the statements' parameters. */
function filtersOf({ state, model, since, until, session_id, verdict, archived }: Search) {
  return [state, model, since, until, session_id, verdict, archived].map((value) => value ?? null);
}

async function hitsOf(
  db: Database,
  viewer: Readable,
  page: readonly Found[],
  query: string | null,
): Promise<SearchHit[]> {
  const ids = page.map(({ id }) => id);
  const live = new Map((await readDrops(db, viewer, ids)).map((row) => [row.prompt_id, row]));
  const [past, snippets] = await Promise.all([
    readArchivedDrops(
      db,
      viewer,
      ids.filter((id) => !live.has(id)),
    ),
    query === null ? new Map<string, never[]>() : readSnippets(db, page, query),
  ]);
  const archived = new Map(past.map((row) => [row.prompt_id, row]));
  return ids.flatMap((id) => {
    const row = live.get(id) ?? archived.get(id);
    return row === undefined ? [] : [{ row, is_archived: !live.has(id), snippets: snippets.get(id) ?? [] }];
  });
}

/** PostgreSQL's own form of the search, so that words are cut as the index cuts them; empty without a word. */
async function queryOf(db: Database, text: string): Promise<string> {
  const { words, phrases } = parseSearch(text);
  const [row] = await run<{ query: string | null }>(db, queryStatement, [words, phrases]);
  return row?.query ?? '';
}

// A quoted lexeme is taken as it is; inside it only quotes and backslashes mean something.
const queryStatement: Statement = {
  name: 'search_query',
  text: `
select string_agg(part, ' & ') as query from (
  select '''' || replace(replace(lexeme, '\\', '\\\\'), '''', '''''') || ''':*' as part from unnest(search_document($1))
  union all
  select '(' || phrase || ')' from (select phraseto_tsquery('simple', translate(p, '<>/\\_=@&?#:.-', '             '))::text as phrase from unnest($2::text[]) p) quoted where phrase <> ''
) parts`,
};

/** Matches looked at when they are weighed: the newest, so that a word which is everywhere costs no more than this. */
const mostWeighed = 500;

const currentJob = `
cross join lateral (
  select j.state, j.options ->> 'model' as asked, j.response_id from job j where j.prompt_id = p.id and j.state <> 'superseded'
  union all
  select a.details ->> 'state', a.details -> 'options' ->> 'model', (a.details ->> 'response_id')::uuid from job_archive a
  where a.prompt_id = p.id and a.details ->> 'state' <> 'superseded'
  limit 1
) j left join entity r on r.id = j.response_id
left join lateral (select verdict from verdict where response_id = j.response_id order by id desc limit 1) v on $9::text is not null`;

const filters = `
($4::text is null or j.state = $4) and ($5::text is null or j.asked = $5 or r.model = $5) and ($6::timestamptz is null or p.created_at >= $6)
  and ($7::timestamptz is null or p.created_at < $7) and ($8::uuid is null or p.session_id = $8)
  and ($9::text is null or j.state = 'succeeded' and coalesce(v.verdict, 'none') = $9)
  and ($10::boolean is null or (p.archived_at is not null) = $10)`;

// Instants travel as whole microseconds: milliseconds would repeat or skip prompts of the same one.
const exact = `(extract(epoch from p.created_at) * 1000000)::bigint::text as exact`;
const beyond = (comparison: '<' | '>') => `
($11::bigint is null or (p.created_at, p.id) ${comparison} (to_timestamp(0) + $11::bigint * interval '1 microsecond', $12::uuid))`;
const page = (order: 'asc' | 'desc') => `order by p.created_at ${order}, p.id ${order} offset $13 limit $14`;

const matched = `
with matched as materialized (
  select case e.kind when 'prompt' then e.id else e.parent_id end as prompt_id, array_agg(e.id order by e.kind, e.id desc) as matches
  from search_entry s join entity e on e.id = s.entity_id
  where s.document @@ $3::tsquery and s.org_id = $1 and ($8::uuid is not null or s.created_by = $2)
  group by 1
)`;
const inTime = (comparison: '<' | '>', order: 'asc' | 'desc') => `
${matched}
select p.id, ${exact}, m.matches from matched m join entity p on p.id = m.prompt_id ${currentJob}
where ${filters} and ${beyond(comparison)} ${page(order)}`;

const byWeight = `
${matched}, newest as materialized (
  select p.id, p.created_at, ${exact}, m.matches from matched m join entity p on p.id = m.prompt_id ${currentJob}
  where ${filters} and ($11::bigint is null or $12::uuid is null) order by p.created_at desc, p.id desc limit ${mostWeighed}
)
select p.id, p.exact, p.matches from newest p
cross join lateral (select max(ts_rank(s.document, $3::tsquery)) as weight from search_entry s where s.entity_id = any(p.matches)) w
order by w.weight desc, p.created_at desc, p.id desc offset $13 limit $14`;

const filtered = (comparison: '<' | '>', order: 'asc' | 'desc') => `
select p.id, ${exact}, null as matches from entity p ${currentJob}
where p.kind = 'prompt' and p.org_id = $1 and ($8::uuid is not null or p.created_by = $2) and $3::text is null and ${filters} and ${beyond(comparison)} ${page(order)}`;

const statements: Record<'match' | 'filter', Record<SearchSort, Statement>> = {
  match: {
    newest: { name: 'search_newest', text: inTime('<', 'desc') },
    oldest: { name: 'search_oldest', text: inTime('>', 'asc') },
    relevance: { name: 'search_relevance', text: byWeight },
  },
  filter: {
    newest: { name: 'filter_newest', text: filtered('<', 'desc') },
    oldest: { name: 'filter_oldest', text: filtered('>', 'asc') },
    relevance: { name: 'filter_newest', text: filtered('<', 'desc') },
  },
};
