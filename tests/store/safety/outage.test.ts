// An outage is waited for; a refusal, or a fault of our own, would be waited for in vain.
import { expect, it } from 'vitest';
import { closeDatabase, inTransaction, openDatabase, run } from '#lib/store/client.ts';
import { isOutage } from '#lib/store/outage.ts';
import { testDatabase } from '#tests/support/database.ts';
import { freePort } from '#tests/support/web-process.ts';

const database = testDatabase();
const look = { name: 'look', text: 'select 1 as one' };

async function errorOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}

it('a server that is not there is one, for a statement and for a transaction, and its cause is kept', async () => {
  const nowhere = openDatabase({ url: `postgresql://nobody@127.0.0.1:${await freePort()}/none` });
  for (const asked of [run(nowhere, look, []), inTransaction(nowhere, (tx) => run(tx, look, []))]) {
    const error = await errorOf(asked);
    expect(isOutage(error)).toBe(true);
    expect(error).toMatchObject({ cause: { code: 'ECONNREFUSED' } });
  }
  await closeDatabase(nowhere);
});

it('a connection that is ended in the middle is one', async () => {
  const { db } = database;
  const ended = await errorOf(
    inTransaction(db, async (tx) => {
      await run(tx, { name: 'end', text: 'select pg_terminate_backend(pg_backend_pid())' }, []);
    }),
  );
  expect(isOutage(ended)).toBe(true);
  expect(await run(db, look, [])).toEqual([{ one: 1 }]);
});

it('a refused statement is none', async () => {
  const refused = await errorOf(run(database.db, { name: 'wrong', text: 'select nothing' }, []));
  expect(refused).toBeInstanceOf(Error);
  expect(isOutage(refused)).toBe(false);
});

it('a fault of our own is none, also inside a transaction', async () => {
  const fault = await errorOf(
    inTransaction(database.db, () => {
      throw new Error('the statement gave no row');
    }),
  );
  expect(fault).toMatchObject({ message: 'the statement gave no row' });
  expect(isOutage(fault)).toBe(false);
});
