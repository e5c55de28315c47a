// A person puts prompts away and brings them back; nothing at work is lost from sight; links open for the whole org.
import { beforeEach, describe, expect, it } from 'vitest';
import { POST as archive } from '#app/api/prompts/archive/route.ts';
import { GET as figures } from '#app/api/prompts/figures/route.ts';
import { POST as restore } from '#app/api/prompts/restore/route.ts';
import { GET as search } from '#app/api/search/route.ts';
import { GET as readSession } from '#app/api/sessions/[id]/route.ts';
import { archiveAnswer, restoreAnswer } from '#lib/domain/prompts/archive.ts';
import { figuresAnswer } from '#lib/domain/prompts/figures.ts';
import { searchAnswer } from '#lib/domain/prompts/search.ts';
import * as shape from '#lib/domain/wire/shape.ts';
import { currentCursor } from '#lib/store/events.ts';
import { readField } from '#lib/store/field.ts';
import { retryJob } from '#lib/store/jobs/retry.ts';
import { archivePrompts } from '#lib/store/prompts/list/archive.ts';
import { searchPrompts } from '#lib/store/prompts/search.ts';
import { readThread } from '#lib/store/prompts/thread.ts';
import { giveVerdict } from '#lib/store/prompts/verdict.ts';
import { testDatabase } from '#tests/support/database.ts';
import { answered, countOf, emptyTables, stranger, submitted, viewer } from '#tests/support/jobs.ts';
import { call, refused } from '../call.ts';

const database = testDatabase();
beforeEach(() => emptyTables(database.db));

const colleague = { orgId: viewer.orgId, userId: viewer.userId + 1 };
const post = async (ids: readonly string[]) =>
  shape.parse(archiveAnswer, await (await call(database.db, archive, { body: { prompt_ids: ids } })).json());
const shown = async () => (await readField(database.db, viewer)).rows.map(({ label }) => label);
const found = async (query: string) =>
  shape
    .parse(searchAnswer, await (await call(database.db, search, { path: `/api/search${query}` })).json())
    .hits.map(({ row }) => row.label);

describe('an archived prompt', () => {
  it('leaves the field with what continues it, is told to other tabs, audited, and found by search', async () => {
    const { db } = database;
    const root = await answered(db, { text: 'Rivers of Asia' });
    const reply = await answered(db, { text: 'Longer rivers', parent_id: root.prompt_id });
    await answered(db, { text: 'Lakes' });
    const since = await currentCursor(db);
    const audits = await countOf(db, 'audit');
    expect((await post([root.prompt_id])).archived.sort()).toEqual([root.prompt_id, reply.prompt_id].sort());
    expect(await shown()).toEqual(['Lakes']);
    const { rows } = await readField(db, viewer, { since });
    // A cursor may read again what was known: other databases of the server hold its horizon back.
    const changed = rows.filter(({ label }) => label !== 'Lakes');
    expect(changed.map(({ label, archived_at }) => [label, typeof archived_at])).toEqual([
      ['Rivers of Asia', 'string'],
      ['Longer rivers', 'string'],
    ]);
    expect(await countOf(db, 'audit')).toBe(audits + 2);
    expect(await found('?q=rivers&sort=oldest')).toEqual(['Rivers of Asia', 'Longer rivers']);
    expect(await found('?archived=true')).toEqual(['Longer rivers', 'Rivers of Asia']);
    expect(await found('?archived=false')).toEqual(['Lakes']);
    expect(await post([root.prompt_id])).toEqual({ archived: [], kept: [] });
  });

  it('comes back whole, by whichever of its prompts is named', async () => {
    const { db } = database;
    const root = await answered(db, { text: 'Root' });
    const reply = await answered(db, { text: 'Reply', parent_id: root.prompt_id });
    await post([root.prompt_id]);
    const back = await call(db, restore, { body: { prompt_ids: [reply.prompt_id] } });
    expect(shape.parse(restoreAnswer, await back.json()).restored).toHaveLength(2);
    expect(await shown()).toEqual(['Root', 'Reply']);
    expect((await readField(db, viewer)).rows.every((row) => !('archived_at' in row))).toBe(true);
  });

  it('comes back when it is run again', async () => {
    const { db } = database;
    const { prompt_id, job_id } = await answered(db, { text: 'Again' });
    await post([prompt_id]);
    expect((await retryJob(db, viewer, job_id, {})).ok).toBe(true);
    expect(await shown()).toEqual(['Again']);
  });

  it('never hides work: a branch with something waiting or running in it is kept', async () => {
    const { db } = database;
    const root = await answered(db, { text: 'Root' });
    await submitted(db, { text: 'Still waiting', parent_id: root.prompt_id });
    const other = await answered(db, { text: 'Other' });
    expect(await post([root.prompt_id, other.prompt_id])).toEqual({
      archived: [other.prompt_id],
      kept: [root.prompt_id],
    });
    expect(await shown()).toEqual(['Root', 'Still waiting']);
  });

  it('is put away by its owner alone; nonsense is refused by name', async () => {
    const { db } = database;
    const { prompt_id } = await answered(db, { text: 'Mine' });
    for (const other of [stranger, colleague])
      expect(await archivePrompts(db, other, [prompt_id])).toEqual({ archived: [], kept: [] });
    expect(await shown()).toEqual(['Mine']);
    const { status, fields } = await refused(await call(db, archive, { body: { prompt_ids: ['x'] } }));
    expect([status, fields]).toEqual([422, ['prompt_ids.0']]);
  });
});

describe('figures', () => {
  it('are read for the prompts in sight or for all, with the latest verdict; the unused are left out', async () => {
    const { db } = database;
    const { prompt_id, job_id } = await answered(db, { text: 'Counted' });
    const waiting = await submitted(db, { text: 'Nothing yet' });
    const read = async (query: string) =>
      shape.parse(figuresAnswer, await (await call(db, figures, { path: `/api/prompts/figures${query}` })).json())
        .figures;
    const expected = {
      prompt_id,
      job_id,
      tokens_in: 3,
      tokens_out: 5,
      cost_usd: null,
      is_estimate: true,
      verdict: null,
    };
    expect(await read(`?prompt_ids=${prompt_id},${waiting.prompt_id}`)).toEqual([expected]);
    const { rows } = await readField(db, viewer);
    await giveVerdict(db, viewer, rows[0]?.response_id ?? '', { verdict: 'reject', note: '' });
    await giveVerdict(db, viewer, rows[0]?.response_id ?? '', { verdict: 'accept', note: '' });
    expect(await read('')).toEqual([{ ...expected, verdict: 'accept' }]);
    expect(await found('?verdict=accept')).toEqual(['Counted']);
    expect(await found('?verdict=reject')).toEqual([]);
    expect(await found('?verdict=none')).toEqual([]);
  });
});

describe('an address', () => {
  it('of a thread or a conversation opens for everybody in the org, and for nobody else', async () => {
    const { db } = database;
    const { prompt_id, session_id } = await answered(db, { text: 'Shared' });
    expect((await readThread(db, colleague, prompt_id))?.path.map(({ text }) => text)).toEqual(['Shared']);
    expect(await readThread(db, stranger, prompt_id)).toBeNull();
    const of = (as: typeof viewer) =>
      searchPrompts(db, as, { text: '', sort: 'newest', session_id, limit: 10 }).then(({ hits }) => hits.length);
    expect([await of(colleague), await of(stranger)]).toEqual([1, 0]);
    expect((await searchPrompts(db, colleague, { text: 'shared', sort: 'newest', limit: 10 })).hits).toEqual([]);
    expect((await (await call(db, readSession, { params: { id: session_id } })).json()).title).toBe('Shared');
    const unknown = await call(db, readSession, { params: { id: prompt_id } });
    expect((await refused(unknown)).status).toBe(404);
  });

  it('with a day range finds what was sent in it', async () => {
    const { db } = database;
    await answered(db, { text: 'Now' });
    const soon = new Date(Date.now() + 60_000).toISOString();
    expect(await found(`?until=${encodeURIComponent(soon)}`)).toEqual(['Now']);
    expect(await found(`?since=${encodeURIComponent(soon)}`)).toEqual([]);
  });
});
