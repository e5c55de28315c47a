// Whatever is sent, the answer says which field is wrong, and nothing is written.
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { POST as cancel } from '#app/api/jobs/[id]/cancel/route.ts';
import { GET as readOutput } from '#app/api/jobs/[id]/output/route.ts';
import { POST as retry } from '#app/api/jobs/[id]/retry/route.ts';
import { GET as readJob } from '#app/api/jobs/[id]/route.ts';
import { GET as listJobs } from '#app/api/jobs/route.ts';
import { GET as readRecent } from '#app/api/mission/recent/route.ts';
import { POST as submit } from '#app/api/prompts/route.ts';
import { GET as readThread } from '#app/api/threads/[promptId]/route.ts';
import { submitAnswer } from '#lib/domain/prompts/submit-answer.ts';
import { parse } from '#lib/domain/wire/shape.ts';
import { testDatabase } from '#tests/support/database.ts';
import { countOf, emptyTables, stranger, submitted } from '#tests/support/jobs.ts';
import { call, refused } from './call.ts';

const database = testDatabase();
beforeEach(() => emptyTables(database.db));

async function expectNothingWritten(): Promise<void> {
  for (const table of ['entity', 'job', 'session', 'edge', 'event', 'audit'])
    expect([table, await countOf(database.db, table)]).toEqual([table, 0]);
}

const text = 'Name three rivers';
const bytes = (...parts: (string | number[])[]) =>
  new Uint8Array(parts.flatMap((part) => (typeof part === 'string' ? [...new TextEncoder().encode(part)] : part)));

describe('POST /api/prompts refuses and writes nothing', () => {
  const cases: [what: string, body: string | Uint8Array<ArrayBuffer> | object, status: number, field: string][] = [
    ['an empty text', { text: '' }, 422, 'text'],
    ['a text of spaces', { text: ' \n\t ' }, 422, 'text'],
    ['no text', {}, 422, 'text'],
    ['no body at all', '', 422, 'text'],
    ['a text longer than 200,000 characters', { text: 'x'.repeat(200_001) }, 422, 'text'],
    ['a text with a NUL', { text: 'a\u0000b' }, 422, 'text'],
    ['a text with half a surrogate pair', '{"text":"a\\ud800b"}', 422, 'text'],
    ['a number as text', { text: 7 }, 422, 'text'],
    ['a list as text', { text: ['a'] }, 422, 'text'],
    ['an unknown field', { text, colour: 'red' }, 422, 'colour'],
    ['an unknown option', { text, options: { temperature: 1 } }, 422, 'options.temperature'],
    ['a __proto__ field', `{"text":"a","__proto__":{"x":1}}`, 422, '__proto__'],
    ['a parent that is no UUID', { text, parent_id: 'abc' }, 422, 'parent_id'],
    ['a parent that does not exist', { text, parent_id: randomUUID() }, 422, 'parent_id'],
    ['a session that does not exist', { text, session_id: randomUUID() }, 422, 'session_id'],
    ['a dependency that does not exist', { text, depends_on: [randomUUID()] }, 422, 'depends_on'],
    ['a priority out of range', { text, priority: 101 }, 422, 'priority'],
    ['a priority as text', { text, priority: '5' }, 422, 'priority'],
    ['a schedule without a zone', { text, scheduled_for: '2026-12-01T10:00:00' }, 422, 'scheduled_for'],
    ['too many attempts', { text, options: { max_attempts: 99 } }, 422, 'options.max_attempts'],
    ['a prompt_id that is no UUID', { text, prompt_id: '1' }, 422, 'prompt_id'],
    ['a list', [1, 2], 422, 'body'],
    ['null', 'null', 422, 'body'],
    ['a string', '"text"', 422, 'body'],
    ['broken JSON', '{"text":', 400, 'body'],
    ['invalid UTF-8', bytes('{"text":"a', [0xff, 0xfe], 'b"}'), 400, 'body'],
    ['an overlong NUL', bytes('{"text":"a', [0xc0, 0x80], 'b"}'), 400, 'body'],
    ['more than 1 MiB', `{"text":"${'x'.repeat(1024 * 1024)}"}`, 413, 'body'],
    ['1 MB of unknown fields', `{"text":"a"${',"k":1'.repeat(3)},"${'n'.repeat(1_000_000)}":1}`, 422, 'k'],
    ['1 MB of nesting', `{"text":${'['.repeat(500_000)}${']'.repeat(500_000)}}`, 422, 'text'],
  ];
  it.each(cases)('%s', async (_what, body, status, field) => {
    const answer = await refused(await call(database.db, submit, { method: 'POST', body }));
    expect(answer.fields).toContain(field);
    expect(answer.status).toBe(status);
    expect(answer.problem.status).toBe(status);
    expect(JSON.stringify(answer.problem).length).toBeLessThan(8_000);
    await expectNothingWritten();
  });

  it('a body that is not said to be JSON', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      const headers = { 'content-type': type };
      const answer = await refused(await call(database.db, submit, { body: { text }, headers }));
      expect([answer.status, answer.fields]).toEqual([415, ['Content-Type']]);
    }
    await expectNothingWritten();
  });

  it('an Idempotency-Key that is empty or too long', async () => {
    for (const key of ['', 'k'.repeat(201)]) {
      const headers = { 'idempotency-key': key };
      const answer = await refused(await call(database.db, submit, { body: { text }, headers }));
      expect([answer.status, answer.fields]).toEqual([422, ['Idempotency-Key']]);
    }
    await expectNothingWritten();
  });

  it('a parent of another org, with the same words as one that does not exist', async () => {
    const foreign = await submitted(database.db, {}, stranger);
    const jobs = await countOf(database.db, 'job');
    const asked = async (parent_id: string) => refused(await call(database.db, submit, { body: { text, parent_id } }));
    const [theirs, nobodys] = [await asked(foreign.prompt_id), await asked(randomUUID())];
    expect({ ...theirs.problem, request_id: '' }).toEqual({ ...nobodys.problem, request_id: '' });
    expect(await countOf(database.db, 'job')).toBe(jobs);
  });

  it('names every wrong field at once', async () => {
    const body = { text: '', priority: 'high', extra: 1 };
    const { fields } = await refused(await call(database.db, submit, { body }));
    expect(fields.sort()).toEqual(['extra', 'priority', 'text']);
  });
});

describe('a repeated submit', () => {
  const send = (body: object, key?: string) =>
    call(database.db, submit, { body, headers: key === undefined ? {} : { 'idempotency-key': key } });

  it('with the same key and body gets the first answer', async () => {
    const first = parse(submitAnswer, await (await send({ text }, 'one')).json());
    const second = await send({ text }, 'one');
    expect(second.status).toBe(202);
    expect(parse(submitAnswer, await second.json())).toEqual(first);
    expect(await countOf(database.db, 'job')).toBe(1);
  });

  it('fifty times at once is one job', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, async () => (await send({ text }, 'storm')).json()));
    expect(new Set(answers.map((answer) => parse(submitAnswer, answer).job_id)).size).toBe(1);
    expect(await countOf(database.db, 'job')).toBe(1);
  });

  it('with the same key and another body is 409 and names the key', async () => {
    await send({ text }, 'two');
    const answer = await refused(await send({ text: 'another' }, 'two'));
    expect([answer.status, answer.fields]).toEqual([409, ['Idempotency-Key']]);
    expect(answer.problem.type).toBe('urn:asterion:problem:key_reused');
    expect(await countOf(database.db, 'job')).toBe(1);
  });

  it('with the same prompt_id and another body is 409 and names the id', async () => {
    const prompt_id = randomUUID();
    await send({ text, prompt_id });
    expect((await send({ text, prompt_id })).status).toBe(202);
    const answer = await refused(await send({ text: 'another', prompt_id }));
    expect([answer.status, answer.fields]).toEqual([409, ['prompt_id']]);
  });
});

describe('an id in the address', () => {
  const routes = { readJob, readOutput, cancel, retry, readThread };
  const ask = (handler: typeof readJob, name: string, id: string) =>
    call(database.db, handler, {
      params: { [name]: id },
      ...(handler === cancel || handler === retry ? { body: {} } : {}),
    });

  it.each(Object.entries(routes))('%s: malformed is 400, unknown and foreign are 404 alike', async (route, handler) => {
    const name = route === 'readThread' ? 'promptId' : 'id';
    const foreign = await submitted(database.db, {}, stranger);
    const malformed = await refused(await ask(handler, name, '../../etc/passwd'));
    expect([malformed.status, malformed.fields]).toEqual([400, [name]]);
    const unknown = await refused(await ask(handler, name, randomUUID()));
    const theirs = await refused(await ask(handler, name, name === 'id' ? foreign.job_id : foreign.prompt_id));
    expect([unknown.status, theirs.status]).toEqual([404, 404]);
    expect(theirs.problem.detail).toBe(unknown.problem.detail);
  });
});

describe('a query', () => {
  it('that cannot be meant is refused by name', async () => {
    const asked = async (handler: typeof listJobs, path: string) => {
      const { status, fields } = await refused(await call(database.db, handler, { path }));
      return [status, ...fields];
    };
    expect(await asked(readRecent, '/api/mission/recent?since=abc')).toEqual([422, 'since']);
    expect(await asked(listJobs, '/api/jobs?state=done')).toEqual([422, 'state']);
    expect(await asked(listJobs, '/api/jobs?limit=0')).toEqual([422, 'limit']);
    expect(await asked(listJobs, '/api/jobs?limit=x')).toEqual([422, 'limit']);
    expect(await asked(listJobs, "/api/jobs?cursor='--")).toEqual([422, 'cursor']);
    expect(await asked(listJobs, '/api/jobs?page=2')).toEqual([422, 'page']);
  });
});
