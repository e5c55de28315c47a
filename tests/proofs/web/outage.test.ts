// The web process killed and started again, and a database that is away: said clearly, and good again by itself.
import { describe, expect, it } from 'vitest';
import { Line, type LiveMode } from '#lib/live/pipe/line.ts';
import { reached } from '#tests/proofs/support/facts.ts';
import { ask, nodeEnvironment, Watcher } from '#tests/proofs/support/http.ts';
import { startWorkers, stopWell } from '#tests/proofs/support/workers.ts';
import { testDatabase } from '#tests/support/database.ts';
import { eventually } from '#tests/support/eventually.ts';
import { countOf } from '#tests/support/jobs.ts';
import { databaseUrl, statement } from '#tests/support/server.ts';
import { startWebProcess } from '#tests/support/web-process.ts';

const database = testDatabase();

/** From another database of the server: lets nobody in and throws everybody out, as an outage does. */
async function letIn(allowed: boolean): Promise<void> {
  const name = new URL(database.url).pathname.slice(1);
  const admin = databaseUrl(database.url, 'postgres');
  await statement(admin, `alter database ${name} allow_connections ${allowed}`);
  if (!allowed)
    await statement(admin, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
}

describe('a web process that is killed and started again', () => {
  it('is live again within ten seconds, and what happened meanwhile is known', async () => {
    const { db, url } = database;
    const [worker] = await startWorkers(db, url, 1);
    const first = await startWebProcess(url);
    const watcher = new Watcher();
    const modes: LiveMode[] = [];
    const line = new Line(
      nodeEnvironment(first.origin),
      watcher,
      { ...watcher.handlers, onMode: (mode) => modes.push(mode) },
      { mayStream: true, mayPoll: () => true },
    );
    line.start();
    await eventually(() => modes.at(-1) === 'live');
    const { body } = await ask(first.origin, '/api/prompts', {
      text: '@demo delay=0 rate=30 tokens=60\nSpoken meanwhile',
    });
    await eventually(() => watcher.rows.get(String(body.prompt_id))?.state === 'running');
    first.kill('SIGKILL');
    await first.stopped;
    await eventually(() => modes.at(-1) === 'reconnecting', { withinMs: 30_000 });
    await reached(db, String(body.job_id), 'succeeded');
    // Not known yet, and no drop was blamed for the pipe.
    expect(watcher.rows.get(String(body.prompt_id))?.state).toBe('running');
    await startWebProcess(url, {}, first.port);
    const upAt = performance.now();
    await eventually(() => modes.at(-1) === 'live', { withinMs: 20_000 });
    expect(performance.now() - upAt).toBeLessThan(10_000);
    await eventually(() => watcher.rows.get(String(body.prompt_id))?.state === 'succeeded');
    line.stop();
    await stopWell(worker);
  }, 120_000);
});

describe('a database that is away for a while', () => {
  it('is said as 503 with a sentence, nothing is written, and the same request works once it is back', async () => {
    const { db, url } = database;
    const web = await startWebProcess(url);
    const request = { text: 'Keep this', prompt_id: crypto.randomUUID() };
    const prompts = await countOf(db, 'entity');
    await letIn(false);
    try {
      const refused = await ask(web.origin, '/api/prompts', request, { 'idempotency-key': request.prompt_id });
      expect(refused).toMatchObject({ status: 503, body: { status: 503 } });
      expect(String(refused.body.detail)).toMatch(/database/i);
      expect((await ask(web.origin, '/api/health')).status).toBe(503);
    } finally {
      await letIn(true);
    }
    const accepted = await eventually(async () => {
      const answer = await ask(web.origin, '/api/prompts', request, { 'idempotency-key': request.prompt_id });
      if (answer.status !== 202) throw new Error(`still ${answer.status}`);
      return answer;
    });
    expect(accepted.body.prompt_id).toBe(request.prompt_id);
    expect(await countOf(db, 'entity')).toBe(prompts + 1);
    await eventually(async () => (await ask(web.origin, '/api/health')).status === 200);
  }, 120_000);
});
