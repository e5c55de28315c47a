// Pauses: what is paused is not claimed, the later end stays, and what is over goes.
import { beforeEach, describe, expect, it } from 'vitest';
import { liftPauses, listPauses, prolongPause, pruneOverPauses, setPause } from '#lib/store/lanes/pauses.ts';
import { testDatabase } from '#tests/support/database.ts';
import { aWorker, claim, countOf, emptyTables, sql, submitted } from '#tests/support/jobs.ts';

const database = testDatabase();
beforeEach(() => emptyTables(database.db));

const why = { reason: 'test', setBy: 'test' };

describe('a pause', () => {
  it('keeps the jobs of its kind, lane or provider, and no others, from being claimed', async () => {
    const { db } = database;
    const workerId = await aWorker(db);
    await submitted(db, { options: { model: 'openai/gpt-5' } });
    const other = await submitted(db, { options: { model: 'openai/mini' } });
    await setPause(db, { scopes: ['lane:openai/gpt-5'], forMs: null, ...why });
    expect((await claim(db, workerId)).map(({ id }) => id)).toEqual([other.job_id]);
    await submitted(db);
    await setPause(db, { scopes: ['kind:prompt'], forMs: 60_000, ...why });
    expect(await claim(db, workerId)).toEqual([]);
    expect(await liftPauses(db, 'kind:prompt')).toEqual(['kind:prompt']);
    expect(await claim(db, workerId)).toHaveLength(1);
    expect(await liftPauses(db, null)).toEqual(['lane:openai/gpt-5']);
    expect(await claim(db, workerId)).toHaveLength(1);
  });

  it('of a provider that asks again is made longer, never shorter', async () => {
    const { db } = database;
    const endOf = async () => (await listPauses(db)).find(({ scope }) => scope === 'provider:p')?.until;
    await prolongPause(db, { scopes: ['provider:p'], forMs: 60_000, ...why });
    const first = await endOf();
    await prolongPause(db, { scopes: ['provider:p'], forMs: 1_000, ...why });
    expect(await endOf()).toBe(first);
    await prolongPause(db, { scopes: ['provider:p'], forMs: 600_000, ...why });
    expect(Date.parse((await endOf()) ?? '')).toBeGreaterThan(Date.parse(first ?? ''));
    await setPause(db, { scopes: ['provider:p'], forMs: null, ...why });
    await prolongPause(db, { scopes: ['provider:p'], forMs: 600_000, ...why });
    expect(await endOf()).toBeNull();
  });

  it('that is over holds nothing up, is not shown and is swept away; the next end is known', async () => {
    const { db } = database;
    const workerId = await aWorker(db);
    await submitted(db);
    await setPause(db, { scopes: ['kind:prompt'], forMs: 60_000, ...why });
    await setPause(db, { scopes: ['provider:p'], forMs: 90_000, ...why });
    await sql(db, `update pause set until = db_now() - interval '1 second' where scope = 'kind:prompt'`);
    expect(await claim(db, workerId)).toHaveLength(1);
    expect((await listPauses(db)).map(({ scope }) => scope)).toEqual(['provider:p']);
    const { over, nextInMs } = await pruneOverPauses(db);
    expect(over).toBe(1);
    expect(nextInMs).toBeGreaterThan(80_000);
    expect(await countOf(db, 'pause')).toBe(1);
  });

  it('that is not there has no end to wait for: a sweep must not spin', async () => {
    const { db } = database;
    expect(await pruneOverPauses(db)).toEqual({ over: 0, nextInMs: null });
    await setPause(db, { scopes: ['kind:prompt'], forMs: null, ...why });
    expect(await pruneOverPauses(db)).toEqual({ over: 0, nextInMs: null });
  });
});
