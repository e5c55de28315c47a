// A database that is away is one sentence for whoever types a command, not a stack of calls.
import { expect, it } from 'vitest';
import { freePort } from '#tests/support/web-process.ts';
import { runAsterion } from './command-line.ts';

it.each([[['list-jobs', '--json']], [['doctor']], [['run-worker', '--once']]])(
  'asterion %j says that the database cannot be reached',
  { timeout: 20_000 },
  async (args) => {
    const { code, stdout, stderr } = await runAsterion(`postgresql://nobody@127.0.0.1:${await freePort()}/none`, args);
    expect(stderr).toMatch(/^The database cannot be reached: connect ECONNREFUSED [^\n]+\n$/);
    expect([code, stdout]).toEqual([1, '']);
  },
);
