// Words are added behind the log: none is missed, none waits for a long transaction, and who searches finds at once.
import { beforeEach, describe, expect, it } from 'vitest';
import { archiveJobs } from '#lib/store/jobs/archive.ts';
import { searchPrompts } from '#lib/store/prompts/search.ts';
import { addSearchEntries } from '#lib/store/search/entries.ts';
import { eventually, testDatabase } from '#tests/support/database.ts';
import { answered, countOf, emptyTables, sql, submitted, viewer } from '#tests/support/jobs.ts';
import { endWorkers, startWorker } from '#tests/worker/support/worker-run.ts';

const database = testDatabase();
beforeEach(async () => {
  await emptyTables(database.db);
  await sql(database.db, `truncate search_entry, job_archive`);
  await sql(database.db, `update search_place set epoch = '', snapshot = '', filled_to = null`);
});

const find = async (text: string) => {
  const { hits } = await searchPrompts(database.db, viewer, { text, sort: 'newest', limit: 50 });
  return hits.map(({ row }) => row.label);
};
const catchUp = async (limit = 100) => {
  for (;;) if (!(await addSearchEntries(database.db, limit)).more) return;
};

describe('the words of prompts and answers', () => {
  it('are found at once by who searches, although no submit and no settle added them', async () => {
    const { db } = database;
    await catchUp();
    await answered(db, { text: 'Name three rivers' }, 'The Elbe, among others');
    expect(await countOf(db, 'search_entry')).toBe(0);
    expect(await find('rivers')).toEqual(['Name three rivers']);
    expect(await find('elbe')).toEqual(['Name three rivers']);
    expect(await countOf(db, 'search_entry')).toBe(2);
  });

  it('are added by a worker within about a second, whoever looks', async () => {
    const { db, url } = database;
    const usage = {
      provider: 'm',
      model: 'm',
      tokensIn: 1,
      tokensOut: 1,
      tokensCached: 0,
      latencyMs: 1,
      isEstimate: true,
    };
    startWorker(url, async () => ({ content: 'said', model: 'm/m', ledger: usage }));
    await submitted(db, { text: 'something to find' });
    await eventually(async () => (await countOf(db, 'search_entry')) === 2, { withinMs: 4_000 });
    await endWorkers();
  });

  it('of prompts whose jobs are archived stay found, also those from before there was a log', async () => {
    const { db } = database;
    await answered(db, { text: 'an old matter' });
    await archiveJobs(db, new Date(Date.now() + 60_000).toISOString());
    await sql(db, 'truncate event');
    for (let at = 0; at < 3; at += 1) await submitted(db, { text: `a newer matter ${at}` });
    // Pages smaller than what there is: the filling goes on where it was.
    await catchUp(1);
    expect((await find('matter')).length).toBe(4);
    expect(await addSearchEntries(db, 1)).toEqual({ added: 0, more: false });
  });

  it('are not missed when transactions commit in another order than they began, and wait for no other', async () => {
    const { db } = database;
    await catchUp();
    const late = await db.pool.connect();
    await late.query('begin');
    await late.query('select pg_current_xact_id()');
    const first = await submitted(db, { text: 'committed early' });
    await catchUp();
    expect(await find('early')).toEqual(['committed early']);
    // What began before is written and committed after: with a mark of ids it would be skipped.
    await late.query(
      `with e as (insert into entity (id, kind, org_id, created_by, session_id, root_id, content, label)
         values ('00000000-0000-4000-8000-000000000001', 'prompt', 1, 1, $1, '00000000-0000-4000-8000-000000000001', 'committed late', 'committed late') returning id)
       insert into job (id, kind, org_id, created_by, session_id, prompt_id) select '00000000-0000-4000-8000-000000000002', 'prompt', 1, 1, $1, id from e`,
      [first.session_id],
    );
    await catchUp();
    await late.query('commit');
    late.release();
    expect(await find('late')).toEqual(['committed late']);
    expect((await find('committed')).length).toBe(2);
  });

  it('are added once, whoever adds at the same time', async () => {
    const { db } = database;
    for (let at = 0; at < 12; at += 1) await submitted(db, { text: `word number ${at}` });
    await Promise.all(Array.from({ length: 6 }, () => catchUp(5)));
    await catchUp();
    expect(await countOf(db, 'search_entry')).toBe(12);
    expect((await find('word')).length).toBe(12);
  });

  it('cost an idle worker no write', async () => {
    const { db } = database;
    await submitted(db);
    await catchUp();
    const before = await sql(db, 'select xmin::text as version from search_place');
    await catchUp();
    expect(await sql(db, 'select xmin::text as version from search_place')).toEqual(before);
  });
});
