// Everything but LISTEN and beats through PgBouncer in transaction mode, which is itself killed in the middle.
import { ask } from '#tests/proofs/support/http.ts';
import { type Ground, patient, stopWell } from '../world/ground.ts';
import { Pooler, poolerMissing } from '../world/pooler.ts';
import type { Scenario } from '../world/stage.ts';

const perRequest = 100;

export const pooler: Scenario = {
  name: 'pooler',
  promise: 'web and workers live behind PgBouncer in transaction mode, and outlive it',
  missing: poolerMissing,
  async run(stage) {
    const jobs = stage.share(0.05, 400);
    const ground = await stage.ground();
    const pool = await Pooler.start(stage, ground.url);
    const env = {
      DATABASE_URL: pool.url,
      DIRECT_URL: ground.url,
      ASTERION_HEARTBEAT_MS: '1000',
      ASTERION_LEASE_MS: '8000',
    };
    const web = await ground.web(env);
    const workers = [ground.worker(env), ground.worker(env)];
    for (let from = 0; from < jobs; from += perRequest) await submitBulk(ground, web.origin, from);
    await ground.reached(['succeeded'], jobs / 3);
    await pool.kill();
    await pool.run();
    stage.say('pgbouncer killed and started again');
    await ground.drained(120_000);
    const health = await ask(web.origin, '/api/health');
    if (health.status !== 200) throw new Error(`health says ${health.status} ${JSON.stringify(health.body)}`);
    await stopWell(...workers, web);
    await ground.expectAllAnswered();
    const lost = await ground.count(`select count(*) as n from job_attempt where outcome in ('lost', 'failed')`);
    return `${jobs} jobs submitted, worked and settled through a pool of 8 connections, which was killed once; ${lost} attempts lost by it`;
  },
};

async function submitBulk(ground: Ground, origin: string, from: number): Promise<void> {
  const prompts = Array.from({ length: perRequest }, (_, at) => ({
    text: `@demo delay=20ms rate=0 reply="answer ${from + at}"\nquestion ${from + at}`,
    options: patient,
  }));
  const { status, body } = await ask(origin, '/api/prompts/bulk', { prompts });
  const results = body.results as { prompt_id?: string }[] | undefined;
  if (status >= 300 || results === undefined)
    throw new Error(`bulk said ${status} ${JSON.stringify(body).slice(0, 300)}`);
  for (const { prompt_id } of results) if (prompt_id !== undefined) ground.accepted.add(prompt_id);
}
