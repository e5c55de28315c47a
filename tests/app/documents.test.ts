// The OpenAPI document and the routes tell the same story, and every answer is what its schema says.
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { POST as cancel } from '#app/api/jobs/[id]/cancel/route.ts';
import { GET as readOutput } from '#app/api/jobs/[id]/output/route.ts';
import { POST as retry } from '#app/api/jobs/[id]/retry/route.ts';
import { GET as readJob } from '#app/api/jobs/[id]/route.ts';
import { GET as readDocument } from '#app/api/openapi.json/route.ts';
import { documented } from '#app/door/openapi.ts';
import { cancelAnswer, jobDetails, outputAnswer } from '#lib/domain/job-details.ts';
import { submitAnswer } from '#lib/domain/prompts/submit-answer.ts';
import { parse } from '#lib/domain/wire/shape.ts';
import { testDatabase } from '#tests/support/database.ts';
import { answered, emptyTables, submitted } from '#tests/support/jobs.ts';
import { call, refused } from './call.ts';

const database = testDatabase();
beforeEach(() => emptyTables(database.db));

const root = path.join(import.meta.dirname, '../..');
const routeModule = z.record(z.string(), z.unknown());

/** Addresses of all route files, in OpenAPI form, with the methods they export. */
async function routes(): Promise<string[]> {
  const files = await readdir(path.join(root, 'app/api'), { recursive: true });
  const found = await Promise.all(
    files
      .filter((file) => path.basename(file) === 'route.ts' && !file.includes('[...'))
      .map(async (file) => {
        const exported = Object.keys(routeModule.parse(await import(path.join(root, 'app/api', file))));
        const address = `/api/${path.dirname(file).replaceAll(/\[(\w+)\]/g, '{$1}')}`;
        return exported
          .filter((name) => ['GET', 'POST', 'PATCH', 'DELETE'].includes(name))
          .map((name) => `${name} ${address}`);
      }),
  );
  return found.flat().sort();
}

describe('the OpenAPI document', () => {
  const shape = z.object({
    openapi: z.literal('3.1.0'),
    paths: z.record(z.string(), z.record(z.string(), z.object({ operationId: z.string() }).loose())),
  });

  it('holds every route file and nothing else', async () => {
    const { paths } = shape.parse(await (await call(database.db, readDocument)).json());
    const said = Object.entries(paths).flatMap(([address, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${address}`),
    );
    expect(said.sort()).toEqual(await routes());
    const ids = Object.values(paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId));
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('says the limits that are checked', async () => {
    const text = await (await call(database.db, readDocument)).text();
    expect(text).toContain('Idempotency-Key');
    expect(text).toContain('Last-Event-ID');
    expect(text).toContain('"additionalProperties":false');
  });
});

describe('every documented GET without an id', () => {
  it.each(
    documented().filter(
      ({ method, path, isStream, media }) => method === 'get' && !path.includes('{') && !isStream && !media,
    ),
  )('$path answers as its schema says', async ({ path: address, answer }) => {
    await answered(database.db);
    const file = path.join(root, 'app', address, 'route.ts');
    const { GET } = routeModule.parse(await import(file));
    const response = await call(database.db, GET as typeof readDocument, { path: address });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(response.headers.get('cache-control')).toBe('no-store');
    parse(answer, await response.json());
  });
});

describe('a job over HTTP', () => {
  it('is read in full after it was worked', async () => {
    const { job_id: id } = await answered(database.db);
    const details = parse(jobDetails, await (await call(database.db, readJob, { params: { id } })).json());
    expect(details).toMatchObject({ job_id: id, state: 'succeeded' });
    expect(details.attempts).toHaveLength(1);
    expect(details.events.length).toBeGreaterThanOrEqual(2);
    expect(details.ledger).toHaveLength(1);
    const output = await call(database.db, readOutput, { params: { id }, path: '/?from=3' });
    expect(parse(outputAnswer, await output.json())).toMatchObject({ job_id: id, from: 3, state: 'succeeded' });
  });

  it('is cancelled once, and again without harm; an ended one is 409', async () => {
    const { job_id: id } = await submitted(database.db);
    const stop = () => call(database.db, cancel, { params: { id }, method: 'POST' });
    expect(parse(cancelAnswer, await (await stop()).json())).toEqual({
      job_id: id,
      state: 'cancelled',
      already: false,
    });
    expect(parse(cancelAnswer, await (await stop()).json()).already).toBe(true);
    const done = await answered(database.db);
    const late = await refused(await call(database.db, cancel, { params: { id: done.job_id }, body: {} }));
    expect([late.status, late.problem.type]).toEqual([409, 'urn:asterion:problem:already_ended']);
  });

  it('is retried into a new job; a live one is 409', async () => {
    const { job_id: id, prompt_id } = await submitted(database.db);
    const again = (body: object) => call(database.db, retry, { params: { id }, body });
    expect((await refused(await again({}))).problem.type).toBe('urn:asterion:problem:still_live');
    await call(database.db, cancel, { params: { id }, body: {} });
    const retried = await again({});
    expect(retried.status).toBe(202);
    const answer = parse(submitAnswer, await retried.json());
    expect(answer.prompt_id).toBe(prompt_id);
    expect(answer.job_id).not.toBe(id);
    expect((await refused(await again({ text: '' }))).fields).toEqual(['text']);
  });
});
