// Conversations are listed, named, pinned and put away by their owner; a thread can be taken away as a file.
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { PATCH as change } from '#app/api/sessions/[id]/route.ts';
import { GET as list } from '#app/api/sessions/route.ts';
import { GET as exportThread } from '#app/api/threads/[promptId]/export/route.ts';
import { type SessionList, sessionList, sessionRow } from '#lib/domain/prompts/session.ts';
import { threadAnswer } from '#lib/domain/thread.ts';
import * as shape from '#lib/domain/wire/shape.ts';
import { testDatabase } from '#tests/support/database.ts';
import { answered, countOf, emptyTables, stranger, submitted } from '#tests/support/jobs.ts';
import { call, refused } from '../call.ts';

const database = testDatabase();
beforeEach(() => emptyTables(database.db));

async function listed(query = ''): Promise<SessionList> {
  return shape.parse(sessionList, await (await call(database.db, list, { path: `/api/sessions${query}` })).json());
}
const patch = (id: string, body: object) => call(database.db, change, { method: 'PATCH', params: { id }, body });
const titles = ({ sessions }: SessionList) => sessions.map(({ title }) => title);

describe('a conversation', () => {
  it('is listed by its newest prompt, with what to open', async () => {
    const { db } = database;
    const first = await submitted(db, { text: 'First' });
    await submitted(db, { text: 'Second' });
    const reply = await submitted(db, { text: 'More of the first', parent_id: first.prompt_id });
    const { sessions } = await listed();
    expect(sessions.map(({ title, prompts, last_prompt_id }) => [title, prompts, last_prompt_id])).toEqual([
      ['First', 2, reply.prompt_id],
      ['Second', 1, expect.any(String)],
    ]);
  });

  it('is renamed, pinned to the front, and put away, each audited', async () => {
    const { db } = database;
    const { session_id } = await submitted(db, { text: 'First' });
    await submitted(db, { text: 'Second' });
    const audits = await countOf(db, 'audit');
    const row = shape.parse(sessionRow, await (await patch(session_id, { title: ' Rivers ', pinned: true })).json());
    expect(row).toMatchObject({ title: 'Rivers', prompts: 1 });
    expect(row.pinned_at).not.toBeNull();
    expect(titles(await listed())).toEqual(['Rivers', 'Second']);
    expect(titles(await listed('?q=rIV'))).toEqual(['Rivers']);
    await patch(session_id, { archived: true, pinned: false });
    expect(titles(await listed())).toEqual(['Second']);
    expect(titles(await listed('?archived=true'))).toEqual(['Rivers']);
    expect(await countOf(db, 'audit')).toBe(audits + 2);
  });

  it('is given once over the pages, pinned ones first', async () => {
    const { db } = database;
    for (let n = 0; n < 5; n += 1) await submitted(db, { text: `Number ${n}` });
    const { sessions } = await listed();
    await patch(sessions.at(-1)?.id ?? '', { pinned: true });
    const seen: string[] = [];
    let next: string | null = '';
    while (next !== null) {
      const page: SessionList = await listed(`?limit=2${next === '' ? '' : `&cursor=${next}`}`);
      seen.push(...titles(page));
      next = page.next_cursor;
    }
    expect(seen).toEqual(['Number 0', 'Number 4', 'Number 3', 'Number 2', 'Number 1']);
  });

  it('of somebody else is neither listed nor changed, and an empty change is refused', async () => {
    const { session_id } = await submitted(database.db, {}, stranger);
    expect(titles(await listed())).toEqual([]);
    expect((await refused(await patch(session_id, { pinned: true }))).status).toBe(404);
    expect((await refused(await patch(randomUUID(), { pinned: true }))).status).toBe(404);
    expect((await refused(await patch(session_id, {}))).status).toBe(422);
    expect((await refused(await patch(session_id, { title: '  ' }))).fields).toEqual(['title']);
    expect((await refused(await patch(session_id, { colour: 'red' }))).fields).toContain('colour');
  });
});

describe('a thread as a file', () => {
  const taken = (promptId: string, query = '') =>
    call(database.db, exportThread, { params: { promptId }, path: `/${query}` });

  it('is Markdown with prompts quoted and answers as they are', async () => {
    const { prompt_id } = await answered(database.db, { text: 'Name\nthree rivers' }, '- Elbe\n- Oder');
    const response = await taken(prompt_id);
    expect(response.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="thread-[0-9a-f]{8}\.md"$/);
    const text = await response.text();
    expect(text).toMatch(/^# Name\n/);
    expect(text).toContain('> Name\n> three rivers\n');
    expect(text).toContain('\n- Elbe\n- Oder\n');
    expect(text).toContain('≈ 8 tokens');
  });

  it('is JSON that reads like the thread itself', async () => {
    const { prompt_id } = await answered(database.db);
    const response = await taken(prompt_id, '?format=json');
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(shape.parse(threadAnswer, await response.json()).path).toHaveLength(1);
  });

  it('of somebody else is not found, and another format is refused', async () => {
    const { prompt_id } = await submitted(database.db, {}, stranger);
    expect((await refused(await taken(prompt_id))).status).toBe(404);
    expect((await refused(await taken(prompt_id, '?format=pdf'))).fields).toEqual(['format']);
  });
});
