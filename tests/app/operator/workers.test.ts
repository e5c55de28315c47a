// Workers and pauses over HTTP: looked at, drained, held back and let go again.
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { POST as resume } from '#app/api/pauses/resume/route.ts';
import { GET as listPauses, POST as pause } from '#app/api/pauses/route.ts';
import { POST as drain } from '#app/api/workers/[id]/drain/route.ts';
import { POST as undrain } from '#app/api/workers/[id]/undrain/route.ts';
import { GET as listWorkers } from '#app/api/workers/route.ts';
import { type PauseList, pauseList, resumeAnswer } from '#lib/domain/operator/pause.ts';
import { workerList, workerRow } from '#lib/domain/operator/worker-row.ts';
import { parse } from '#lib/domain/wire/shape.ts';
import { registerWorker, retireWorker } from '#lib/store/workers.ts';
import { testDatabase } from '#tests/support/database.ts';
import { aWorker, claim, claimOne, emptyTables, loseLease, stranger, submitted } from '#tests/support/jobs.ts';
import { call, refused } from '../call.ts';

const database = testDatabase();
beforeEach(() => emptyTables(database.db));

const workers = async () => parse(workerList, await (await call(database.db, listWorkers)).json()).workers;
const post = (route: typeof drain, id: string) => call(database.db, route, { params: { id }, body: {} });
const pauses = async (response: Response | Promise<Response>): Promise<PauseList> =>
  parse(pauseList, await (await response).json());

describe('workers over HTTP', () => {
  it('are listed with what they hold, the living first; those long gone are not', async () => {
    const { db } = database;
    const ended = await aWorker(db);
    await retireWorker(db, ended);
    const silent = await aWorker(db);
    await loseLease(db, silent);
    const working = await aWorker(db);
    const mine = await submitted(db, { text: 'Name a river' });
    await claimOne(db, working);
    await submitted(db, { text: 'A secret of others' }, stranger);
    await claimOne(db, working);
    const found = await workers();
    expect(found.map(({ id, status }) => [id, status])).toEqual([
      [working, 'working'],
      [silent, 'silent'],
      [ended, 'ended'],
    ]);
    expect(found[0]).toMatchObject({ running: 2, slots: 16, version: null });
    expect(found[0]?.jobs).toMatchObject([
      { job_id: mine.job_id, prompt_id: mine.prompt_id, label: 'Name a river' },
      { prompt_id: null, label: '' },
    ]);
    await database.db.pool.query(`update worker set lease_until = db_now() - interval '2 hours' where id = $1`, [
      ended,
    ]);
    expect((await workers()).map(({ id }) => id)).toEqual([working, silent]);
  });

  it('one is drained and claims nothing, and claims again when that is taken back', async () => {
    const { db } = database;
    const id = await aWorker(db);
    await submitted(db);
    expect(parse(workerRow, await (await post(drain, id)).json()).status).toBe('draining');
    expect(await claim(db, id)).toEqual([]);
    expect(parse(workerRow, await (await post(drain, id)).json()).status).toBe('draining');
    expect(parse(workerRow, await (await post(undrain, id)).json()).status).toBe('working');
    expect(await claim(db, id)).toHaveLength(1);
  });

  it('one that is gone or was never there cannot be drained', async () => {
    const id = await aWorker(database.db);
    await retireWorker(database.db, id);
    expect((await refused(await post(drain, id))).status).toBe(409);
    expect((await refused(await post(undrain, id))).status).toBe(409);
    expect((await refused(await post(drain, randomUUID()))).status).toBe(404);
    expect((await refused(await post(drain, 'x'))).status).toBe(400);
  });
});

describe('pauses over HTTP', () => {
  it('hold a provider back together with the prompts that mean it, and end together', async () => {
    const { db } = database;
    const models = [{ id: 'demo/demo', label: 'Demo', provider: 'demo', is_demo: true }];
    const id = randomUUID();
    await registerWorker(db, {
      id,
      host: 'h',
      pid: 1,
      slots: 4,
      kinds: ['prompt'],
      models,
      version: '1.2.3',
      leaseMs: 60_000,
    });
    expect((await workers())[0]?.version).toBe('1.2.3');
    await submitted(db);
    const set = await pauses(call(db, pause, { body: { scopes: ['provider:demo'], for_s: 600, reason: 'a test' } }));
    expect(set.pauses.map(({ scope, reason }) => [scope, reason]).sort()).toEqual([
      ['lane:default', 'a test'],
      ['provider:demo', 'a test'],
    ]);
    expect(Date.parse(set.pauses[0]?.until ?? '')).toBeGreaterThan(Date.parse(set.now) + 590_000);
    expect(set.lanes).toEqual([{ lane: 'default', kind: 'prompt', waiting: 1, running: 0 }]);
    expect(await claim(db, id)).toEqual([]);
    const lifted = await call(db, resume, { body: { scopes: ['provider:demo'] } });
    expect(parse(resumeAnswer, await lifted.json()).resumed.sort()).toEqual(['lane:default', 'provider:demo']);
    expect((await pauses(call(db, listPauses))).pauses).toEqual([]);
    expect(await claim(db, id)).toHaveLength(1);
  });

  it('that cannot be meant are refused by name, and nothing is paused', async () => {
    const { db } = database;
    const fields = async (body: object) => (await refused(await call(db, pause, { body }))).fields;
    expect(await fields({ scopes: [] })).toEqual(['scopes']);
    expect(await fields({ scopes: ['everything'] })).toEqual(['scopes.0']);
    expect(await fields({ scopes: ['kind:dance'] })).toEqual(['scopes.0']);
    expect(await fields({ scopes: ['kind:prompt'], for_s: 0 })).toEqual(['for_s']);
    expect(await fields({ scopes: ['kind:prompt'], colour: 'red' })).toEqual(['colour']);
    expect((await refused(await call(db, resume, { body: {} }))).fields).toEqual(['scopes']);
    expect((await pauses(call(db, listPauses))).pauses).toEqual([]);
  });
});
