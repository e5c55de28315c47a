// Two watchers of one busy field, one by stream and one by polling, end with the same picture: that of the tables.
import { beforeAll, describe, expect, it } from 'vitest';
import { pollSource } from '#lib/live/pipe/poll-source.ts';
import { sseSource } from '#lib/live/pipe/sse-source.ts';
import { readField } from '#lib/store/field.ts';
import { ask, nodeEnvironment, Watcher } from '#tests/proofs/support/http.ts';
import { startWorkers, stopWell } from '#tests/proofs/support/workers.ts';
import { testDatabase } from '#tests/support/database.ts';
import { eventually } from '#tests/support/eventually.ts';
import { sql, viewer } from '#tests/support/jobs.ts';
import { startWebProcess, type WebProcess } from '#tests/support/web-process.ts';

const database = testDatabase();
let web: WebProcess;
beforeAll(async () => {
  web = await startWebProcess(database.url);
});

/** What comes of each: every way in which a prompt can go. */
const prompts = [
  '@demo delay=0 rate=0\nAt once',
  '@demo delay=300ms rate=40 tokens=60\nIn a while',
  '@demo fail=500 times=2 delay=0\nOn the third try',
  '@demo fail=400 delay=0\nNever',
  '@demo fail=429 delay=0 retry-after=1s\nToo often',
  '@demo hang\nUntil stopped',
];

async function submitAll(): Promise<string[]> {
  const jobs: string[] = [];
  for (let round = 0; round < 5; round += 1)
    for (const text of prompts) {
      const { status, body } = await ask(web.origin, '/api/prompts', { text: `${text} (${round})` });
      expect(status).toBe(202);
      jobs.push(String(body.job_id));
    }
  return jobs;
}

describe('polling and the stream', () => {
  it('bring the same rows, versions only forward, and both agree with the tables', async () => {
    const { db, url } = database;
    const env = nodeEnvironment(web.origin);
    const [streamed, polled] = [new Watcher(), new Watcher()];
    const sources = [sseSource(env, streamed), pollSource(env, polled)] as const;
    sources[0].start(streamed.handlers);
    sources[1].start(polled.handlers);
    const [worker] = await startWorkers(db, url, 1);
    const jobs = await submitAll();
    const hanging = jobs.filter((_, at) => at % prompts.length === prompts.length - 1);
    for (const id of hanging) {
      await eventually(async () => (await ask(web.origin, `/api/jobs/${id}`)).body.state === 'running');
      expect((await ask(web.origin, `/api/jobs/${id}/cancel`, {})).status).toBe(200);
    }
    await eventually(
      async () => (await sql(db, `select 1 from job where state in ('queued', 'running')`)).length === 0,
      { withinMs: 60_000 },
    );
    const truth = new Map((await readField(db, viewer)).rows.map((row) => [row.prompt_id, row]));
    await eventually(() => expect(streamed.rows).toEqual(truth));
    await eventually(() => expect(polled.rows).toEqual(truth));
    for (const { taken, down } of [streamed, polled]) {
      expect(down).toBeUndefined();
      for (const versions of taken.values()) expect(versions).toEqual([...new Set(versions)].sort((a, b) => a - b));
    }
    // A poll may miss what came and went between two looks; it never sees what the stream did not.
    for (const [id, versions] of polled.taken) expect(streamed.taken.get(id)).toEqual(expect.arrayContaining(versions));
    expectWholeTexts(streamed);
    expectWholeTexts(polled);
    for (const source of sources) source.stop();
    await stopWell(worker);
  }, 120_000);
});

/** No text has a hole: every piece that came fitted the one before. */
function expectWholeTexts({ texts }: Watcher): void {
  expect([...texts.values()].filter((text) => text.includes('[gap of'))).toEqual([]);
}
