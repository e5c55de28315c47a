// A statement that changes many jobs costs by their number, not by its square, whatever the session did before.
import pg from 'pg';
import { beforeEach, expect, it } from 'vitest';
import { testDatabase } from '#tests/support/database.ts';
import { emptyTables, submitted } from '#tests/support/jobs.ts';

const database = testDatabase();
beforeEach(() => emptyTables(database.db));

it('an update of many jobs compares each old row with its own new row alone', async () => {
  for (let at = 0; at < 40; at += 1) await submitted(database.db);
  const client = new pg.Client({ connectionString: database.url });
  const plans: string[] = [];
  client.on('notice', ({ message }) => plans.push(message ?? ''));
  await client.connect();
  try {
    // What the triggers run is explained too, with the rows that each step has gone through.
    await client.query(`load 'auto_explain'`);
    await client.query(`set client_min_messages = log; set auto_explain.log_min_duration = 0; set auto_explain.log_analyze = on;
      set auto_explain.log_nested_statements = on; set auto_explain.log_timing = off`);
    // The plans that the session keeps from now on are made for one row.
    await client.query('update job set version = version + 1 where id = (select id from job limit 1)');
    plans.length = 0;
    await client.query('update job set version = version + 1');
  } finally {
    await client.end();
  }
  const pairings = plans.filter((plan) => plan.includes('old_rows'));
  expect(pairings).toHaveLength(2);
  for (const plan of pairings) expect(mostRowsCompared(plan), plan).toBeLessThanOrEqual(40);
});

/** Rows that a plan's busiest step has gone through, over all its loops, kept or thrown away. */
function mostRowsCompared(plan: string): number {
  const steps = [...plan.matchAll(/actual rows=([\d.]+) loops=(\d+)/g)].map(
    ([, rows, loops]) => Number(rows) * Number(loops),
  );
  const removed = [...plan.matchAll(/Rows Removed by (?:Join )?Filter: (\d+)/g)].map(([, rows]) => Number(rows));
  return Math.max(...steps, ...removed);
}
