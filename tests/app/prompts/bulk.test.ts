// Many prompts in one request: stored together, answered one by one, in order.
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { POST as submitBulk } from '#app/api/prompts/bulk/route.ts';
import { bulkAnswer } from '#lib/domain/prompts/bulk.ts';
import { parse } from '#lib/domain/wire/shape.ts';
import { testDatabase } from '#tests/support/database.ts';
import { countOf, emptyTables, sql, stranger, submitted } from '#tests/support/jobs.ts';
import { call, refused } from '../call.ts';

const database = testDatabase();
beforeEach(() => emptyTables(database.db));

const send = (body: object) => call(database.db, submitBulk, { body });
async function accepted(body: object) {
  const response = await send(body);
  expect(response.status).toBe(202);
  return parse(bulkAnswer, await response.json());
}

describe('POST /api/prompts/bulk', () => {
  it('stores a thousand prompts in one transaction and answers in order', async () => {
    const prompts = Array.from({ length: 1_000 }, (_, n) => ({ text: `Prompt ${n}`, prompt_id: randomUUID() }));
    const { results, created } = await accepted({ prompts });
    expect(created).toBe(1_000);
    expect(results.map((result) => result.ok && result.prompt_id)).toEqual(prompts.map(({ prompt_id }) => prompt_id));
    expect(await sql(database.db, 'select count(distinct xmin::text) as transactions from job')).toEqual([
      { transactions: 1 },
    ]);
  });

  it('refuses an item that cannot be used by its own fields, and stores the others', async () => {
    const {
      results,
      created,
      refused: count,
    } = await accepted({
      prompts: [{ text: 'One' }, { text: '' }, 7, { text: 'Four', parent_id: randomUUID() }, { text: 'Five' }],
    });
    expect([created, count]).toEqual([2, 3]);
    expect(results.map((result) => (result.ok ? 'ok' : result.errors.map(({ field }) => field).join()))).toEqual([
      'ok',
      'prompts.1.text',
      'prompts.2',
      'prompts.3.parent_id',
      'ok',
    ]);
    expect(await countOf(database.db, 'job')).toBe(2);
  });

  it('with all_or_nothing stores nothing when one is refused, by its form or by what it names', async () => {
    const form = await refused(await send({ prompts: [{ text: 'One' }, { text: '' }], all_or_nothing: true }));
    expect([form.status, form.fields]).toEqual([422, ['prompts.1.text']]);
    const prompts = [{ text: 'One' }, { text: 'Two', depends_on: [randomUUID()] }];
    const name = await refused(await send({ prompts, all_or_nothing: true }));
    expect([name.status, name.fields]).toEqual([422, ['prompts.1.depends_on']]);
    for (const table of ['entity', 'job', 'session', 'event', 'audit'])
      expect([table, await countOf(database.db, table)]).toEqual([table, 0]);
  });

  it('sent twice is one set of prompts', async () => {
    const prompts = [
      { text: 'One', prompt_id: randomUUID() },
      { text: 'Two', prompt_id: randomUUID() },
    ];
    const first = await accepted({ prompts });
    const second = await accepted({ prompts });
    expect(second).toMatchObject({ created: 0, repeated: 2 });
    expect(second.results.map((result) => result.ok && result.job_id)).toEqual(
      first.results.map((result) => result.ok && result.job_id),
    );
    const both = await Promise.all([accepted({ prompts }), accepted({ prompts })]);
    expect(both.map(({ repeated }) => repeated)).toEqual([2, 2]);
    expect(await countOf(database.db, 'job')).toBe(2);
  });

  it('takes an id that was given twice as one prompt, and with another text as reused', async () => {
    const id = randomUUID();
    const { results } = await accepted({
      prompts: [
        { text: 'One', prompt_id: id },
        { text: 'One', prompt_id: id },
        { text: 'Another', prompt_id: id },
      ],
    });
    expect(results.map((result) => (result.ok ? result.created : result.code))).toEqual([true, false, 'id_reused']);
  });

  it('lets a prompt continue an earlier one of the same request', async () => {
    const [root, middle, leaf] = [randomUUID(), randomUUID(), randomUUID()];
    const { created, results } = await accepted({
      prompts: [
        { text: 'Root', prompt_id: root },
        { text: 'Middle', prompt_id: middle, parent_id: root },
        { text: 'Leaf', prompt_id: leaf, parent_id: middle },
      ],
    });
    expect(created).toBe(3);
    expect(new Set(results.map((result) => result.ok && result.session_id)).size).toBe(1);
    expect(await sql(database.db, 'select distinct root_id from entity')).toEqual([{ root_id: root }]);
  });

  it('never lets a prompt continue somebody else’s', async () => {
    const theirs = await submitted(database.db, {}, stranger);
    const { results } = await accepted({ prompts: [{ text: 'Mine', parent_id: theirs.prompt_id }] });
    expect(results[0]?.ok).toBe(false);
  });

  it('refuses an empty list, more than a thousand, unknown fields, and more than 8 MiB', async () => {
    const ask = async (body: object | string) => {
      const { status, fields } = await refused(await call(database.db, submitBulk, { method: 'POST', body }));
      return [status, ...fields];
    };
    expect(await ask({ prompts: [] })).toEqual([422, 'prompts']);
    expect(await ask({ prompts: Array.from({ length: 1_001 }, () => ({ text: 'x' })) })).toEqual([422, 'prompts']);
    expect(await ask({ prompts: [{ text: 'x' }], colour: 'red' })).toEqual([422, 'colour']);
    expect(await ask(`{"prompts":[{"text":"${'x'.repeat(8 * 1024 * 1024)}"}]}`)).toEqual([413, 'body']);
  });

  it('takes a body between 1 and 8 MiB', async () => {
    const prompts = Array.from({ length: 12 }, () => ({ text: 'x'.repeat(190_000) }));
    expect((await accepted({ prompts })).created).toBe(12);
  });
});
