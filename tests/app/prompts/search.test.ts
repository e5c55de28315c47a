// What was said is found again: in prompts and answers, old and new, by its owner only.
import { beforeEach, describe, expect, it } from 'vitest';
import { GET as search } from '#app/api/search/route.ts';
import { type SearchAnswer, searchAnswer } from '#lib/domain/prompts/search.ts';
import * as shape from '#lib/domain/wire/shape.ts';
import { archiveJobs } from '#lib/store/jobs/archive.ts';
import { readThread } from '#lib/store/prompts/thread.ts';
import { testDatabase } from '#tests/support/database.ts';
import { answered, emptyTables, jobRow, sql, stranger, submitted, viewer } from '#tests/support/jobs.ts';
import { call, refused } from '../call.ts';

const database = testDatabase();
beforeEach(async () => {
  await emptyTables(database.db);
  await sql(database.db, 'truncate job_archive');
});

const ask = (query: Record<string, string>) =>
  call(database.db, search, { path: `/api/search?${new URLSearchParams(query)}` });
async function find(query: Record<string, string>): Promise<SearchAnswer> {
  const response = await ask(query);
  expect(response.status).toBe(200);
  return shape.parse(searchAnswer, await response.json());
}
const labels = ({ hits }: SearchAnswer) => hits.map(({ row }) => row.label);
const marked = ({ hits }: SearchAnswer) =>
  hits.flatMap(({ snippets }) =>
    snippets.map((found) => [found.in, ...found.ranges.map(({ start, end }) => found.text.slice(start, end))]),
  );

describe('a search', () => {
  it('finds words in prompts and in answers, in any case and at the beginning of longer ones', async () => {
    await answered(database.db, { text: 'Name three rivers' }, 'The Elbe flows through Dresden.');
    await submitted(database.db, { text: 'What is a lease?' });
    expect(labels(await find({ q: 'RIVER' }))).toEqual(['Name three rivers']);
    expect(labels(await find({ q: 'dresd' }))).toEqual(['Name three rivers']);
    expect(labels(await find({ q: 'elbe lease' }))).toEqual([]);
    expect(labels(await find({ q: 'nothing' }))).toEqual([]);
  });

  it('shows where, as plain text with ranges, whatever the text holds', async () => {
    await answered(
      database.db,
      { text: 'About <b>rivers</b> & 🌊 rivers' },
      'No <script> here: River \u0001Elbe\u0002.',
    );
    const found = await find({ q: 'river' });
    expect(marked(found)).toEqual([
      ['prompt', 'rivers', 'rivers'],
      ['answer', 'River'],
    ]);
    expect(found.hits[0]?.snippets[0]?.text).toContain('<b>rivers</b> & 🌊');
    expect(found.hits[0]?.snippets[1]?.text).toContain('River Elbe');
  });

  it('takes text in quotes as a phrase, and any other sign as nothing', async () => {
    await submitted(database.db, { text: 'red river valley' });
    await submitted(database.db, { text: 'river of red water' });
    expect(labels(await find({ q: '"red river"' }))).toEqual(['red river valley']);
    expect(labels(await find({ q: 'red water' }))).toEqual(['river of red water']);
    for (const q of ["'", "\\ ' : * & | ! ( ) <->", '!!!', "it's", '"', '""', "river' & !red", 'a:*b'])
      expect((await ask({ q })).status).toBe(200);
    expect(labels(await find({ q: "river & ! '" }))).toHaveLength(2);
  });

  it('finds a part of a path, an address or a dotted name', async () => {
    await submitted(database.db, { text: 'See lib/store/claims.ts, https://example.com/a?b=c and snake_case.' });
    for (const q of ['claims', 'store/claims.ts', 'example.com', 'case', 'snake_case', '"lib/store"'])
      expect([q, labels(await find({ q })).length]).toEqual([q, 1]);
  });

  it('filters by state, model and time, also without words', async () => {
    const { db } = database;
    await answered(db, { text: 'River one', options: { model: 'demo' } });
    await submitted(db, { text: 'River two', options: { model: 'openai/gpt-5' } });
    expect(labels(await find({ q: 'river', state: 'queued' }))).toEqual(['River two']);
    expect(labels(await find({ q: 'river', model: 'demo' }))).toEqual(['River one']);
    expect(labels(await find({ state: 'succeeded' }))).toEqual(['River one']);
    expect(labels(await find({ since: '2999-01-01T00:00:00Z' }))).toEqual([]);
    expect(labels(await find({}))).toEqual(['River two', 'River one']);
    expect(labels(await find({ sort: 'oldest' }))).toEqual(['River one', 'River two']);
  });

  it.each(['newest', 'oldest', 'relevance'])('by %s gives every prompt once over its pages', async (sort) => {
    for (let n = 0; n < 7; n += 1) await submitted(database.db, { text: `River ${'river '.repeat(n)}number ${n}` });
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: SearchAnswer = await find({ q: 'river', sort, limit: '3', ...(cursor === '' ? {} : { cursor }) });
      seen.push(...labels(page));
      cursor = page.next_cursor;
    }
    expect(new Set(seen).size).toBe(7);
    expect(seen).toHaveLength(7);
  });

  it('is its viewer’s own', async () => {
    await submitted(database.db, { text: 'A foreign river' }, stranger);
    expect((await find({ q: 'river' })).hits).toEqual([]);
    expect((await find({})).hits).toEqual([]);
  });

  it('finds what was archived, and its thread reads as before', async () => {
    const { db } = database;
    const { prompt_id, job_id } = await answered(db, { text: 'An old river' }, 'The Oder');
    const child = await answered(db, { text: 'And another', parent_id: prompt_id }, 'The Rhine');
    const before = await readThread(db, viewer, child.prompt_id);
    expect(await archiveJobs(db, '2999-01-01T00:00:00Z')).toBe(2);
    await expect(jobRow(db, job_id)).rejects.toThrow('no job');
    const found = await find({ q: 'oder' });
    expect(found.hits.map(({ row, is_archived }) => [row.label, row.state, is_archived])).toEqual([
      ['An old river', 'succeeded', true],
    ]);
    expect(labels(await find({ state: 'succeeded' }))).toHaveLength(2);
    const after = await readThread(db, viewer, child.prompt_id);
    expect(after?.path).toEqual(before?.path);
    expect(after?.path).toHaveLength(2);
  });

  it('goes on where an archived answer ended', async () => {
    const { db } = database;
    const { prompt_id } = await answered(db, {}, 'The Oder');
    await archiveJobs(db, '2999-01-01T00:00:00Z');
    await submitted(db, { text: 'Go on', parent_id: prompt_id });
    expect(
      await sql(db, `select r.content from entity p join entity r on r.id = p.continues_id where p.content = 'Go on'`),
    ).toEqual([{ content: 'The Oder' }]);
  });

  it('uses its index', async () => {
    const { db } = database;
    await sql(
      db,
      `insert into search_entry (entity_id, org_id, created_by, document)
       select gen_random_uuid(), 1, 1, search_document('word' || n || ' and more of it') from generate_series(1, 20000) n`,
    );
    await sql(db, 'vacuum analyze search_entry');
    const plan = await sql<{ 'QUERY PLAN': string }>(
      db,
      `explain select entity_id from search_entry where document @@ 'word77:*'::tsquery`,
    );
    expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toContain('search_entry_words');
    await sql(db, 'truncate search_entry');
  });

  it('takes the longest texts, of which the first 100,000 characters are searched', async () => {
    const many = Array.from({ length: 28_000 }, (_, n) => `w${n}`).join(' ');
    await submitted(database.db, { text: many });
    expect((await find({ q: 'w15000' })).hits).toHaveLength(1);
    expect((await find({ q: 'w27999' })).hits).toHaveLength(0);
  });

  it('that cannot be meant is refused by name', async () => {
    const fields = async (query: Record<string, string>) => (await refused(await ask(query))).fields;
    expect(await fields({ q: 'x'.repeat(501) })).toEqual(['q']);
    expect(await fields({ q: 'a\u0000b' })).toEqual(['q']);
    expect(await fields({ sort: 'best' })).toEqual(['sort']);
    expect(await fields({ cursor: 'x' })).toEqual(['cursor']);
    expect(await fields({ since: 'yesterday' })).toEqual(['since']);
    expect(await fields({ state: 'done' })).toEqual(['state']);
  });
});
