// Proof: whoever does what at the same moment, each job is claimed, answered and paid for once.
import { localViewer } from '#lib/auth/viewer.ts';
import { countOnce } from '#lib/store/checks/once.ts';
import { cancelJob } from '#lib/store/jobs/cancel.ts';
import { submitAll } from '#lib/store/jobs/submit.ts';
import type { Proof, ProofBench } from './bench.ts';

const workers = 4;
const jobs = 400;
const perBatch = 100;
const twins = 20;
const cancelled = 60;
/** This is about claims: four processes on a small machine must not lose a lease to its pauses. */
const patient = { ASTERION_HEARTBEAT_MS: '5000', ASTERION_LEASE_MS: '120000', ASTERION_WORKER_CONCURRENCY: '4' };

export const concurrentSafety: Proof = {
  name: 'concurrent-safety',
  promise: `${workers} workers over ${jobs} jobs, twins of one submit, and cancels against answers: each thing happens once`,
  async show(bench) {
    const processes = await Promise.all(Array.from({ length: workers }, () => bench.worker(patient)));
    await submitTwins(bench);
    for (let from = 0; from < jobs; from += perBatch) await submitBatch(bench, perBatch, 'rate=0 tokens=3');
    await allEnded(bench);
    const once = await countOnce(bench.db);
    bench.check(`all ${jobs + 1} jobs succeeded`, once.succeeded === jobs + 1, `${once.succeeded}`);
    bench.check(
      'each was claimed once',
      once.claims === jobs + 1 && once.overlapping === 0,
      `${once.claims} claims by ${once.workers} workers`,
    );
    bench.check('several workers raced for them', once.workers >= 2, `${once.workers} workers`);
    bench.check(
      'each has one response, one edge, one successful attempt, one model call',
      once.notOnce === 0 && once.unearned === 0,
      `${once.notOnce} have not`,
    );
    await cancelAgainstAnswers(bench);
    await bench.stop(...processes);
  },
};

async function submitTwins(bench: ProofBench): Promise<void> {
  const answers = await Promise.all(
    Array.from({ length: twins }, () => bench.submit('@demo delay=0 rate=0 tokens=3\nTwin', {}, 'one key')),
  );
  const ids = new Set(answers.map(({ job_id }) => job_id));
  bench.check(`${twins} submits with one idempotency key at once are one job`, ids.size === 1, `${ids.size} jobs`);
}

async function submitBatch(bench: ProofBench, count: number, how: string): Promise<string[]> {
  const items = Array.from({ length: count }, (_, at) => ({
    viewer: localViewer,
    request: { text: `@demo delay=0 ${how}\nQuestion ${at}`, options: { model: 'demo' } },
    key: undefined,
  }));
  return (await submitAll(bench.db, items)).flatMap((outcome) => (outcome.ok ? [outcome.answer.job_id] : []));
}

async function allEnded(bench: ProofBench): Promise<void> {
  await bench.until('every job has ended', 90_000, async () => (await countOnce(bench.db)).open === 0);
}

/** Each cancel meets its job queued, running, or at the very moment it ends: both sides must agree how it ended. */
async function cancelAgainstAnswers(bench: ProofBench): Promise<void> {
  const ids = await submitBatch(bench, cancelled, 'rate=200 tokens=10');
  const outcomes = await Promise.all(ids.map((id) => cancelJob(bench.db, null, id)));
  await allEnded(bench);
  const states = await Promise.all(ids.map(async (id) => bench.job(id)));
  const agreed = states.filter(({ state }, at) => (outcomes[at]?.ok ? state === 'cancelled' : state === 'succeeded'));
  bench.check(
    'a cancel that was confirmed holds, one that came too late says so',
    agreed.length === ids.length,
    `${states.filter(({ state }) => state === 'cancelled').length} cancelled of ${ids.length}`,
  );
  const torn = states.filter(({ state, response_id }) => (state === 'succeeded') !== (response_id !== null));
  const once = await countOnce(bench.db);
  bench.check('no cancelled job has an answer', torn.length === 0 && once.unearned === 0, `${torn.length} have`);
}
