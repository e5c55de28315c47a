// Proof: a living worker keeps its jobs however long they take, a dead one loses them within its lease, a late one changes nothing.
import { countOnce } from '#lib/store/checks/once.ts';
import { attemptsOf, type Proof, type ProofBench } from './bench.ts';
import type { ProofProcess } from './process.ts';

const leaseMs = 4_000;
const sweepMs = 5_000;
const lease = { ASTERION_HEARTBEAT_MS: '400', ASTERION_LEASE_MS: String(leaseMs) };
const aLongAnswer = '@demo delay=0 rate=10 tokens=80\nTake your time';
const anAnswer = '@demo delay=0 rate=20 tokens=40\nTake some time';
/** For the next sweep after the lease, the answer itself, and a busy machine. */
const patienceMs = 45_000;

export const heartbeat: Proof = {
  name: 'heartbeat',
  promise: 'a job belongs to its worker while that shows signs of life, and to another one soon after it does not',
  async show(bench) {
    const workers = [await bench.worker(lease), await bench.worker(lease)];
    await livingKeepsIt(bench);
    await killedLosesIt(bench, workers);
    const [left] = workers.filter(({ pid }) => pid !== 0);
    await frozenChangesNothing(bench, left);
  },
};

async function livingKeepsIt(bench: ProofBench): Promise<void> {
  const { job_id } = await bench.submit(aLongAnswer);
  await bench.claimedBy(job_id);
  const firstBeat = (await bench.job(job_id)).running_heartbeat_at ?? '';
  await bench.until(
    'a beat has come',
    leaseMs * 2,
    async () => ((await bench.job(job_id)).running_heartbeat_at ?? '') > firstBeat,
  );
  bench.check('beats come while it works', true);
  const job = await bench.ended(job_id);
  const ranMs = Date.parse(job.finished_at ?? '') - Date.parse(job.started_at ?? '');
  bench.check(
    'a job that takes longer than the lease stays with its living worker',
    ranMs > leaseMs && attemptsOf(job) === 'succeeded',
    `ran ${ranMs} ms with a lease of ${leaseMs} ms: ${attemptsOf(job)}`,
  );
}

async function killedLosesIt(bench: ProofBench, workers: ProofProcess[]): Promise<void> {
  const { job_id } = await bench.submit(anAnswer);
  const owner = await bench.claimedBy(job_id);
  const at = workers.findIndex(({ pid }) => pid === owner);
  const killed = workers[at];
  const killedAt = performance.now();
  killed?.send('SIGKILL');
  await killed?.ended;
  workers.splice(at, 1);
  await bench.until('another worker has taken it over', patienceMs, async () => (await bench.job(job_id)).claim === 2);
  const tookMs = performance.now() - killedAt;
  bench.check(
    'a killed worker’s job is claimed again within its lease and a sweep',
    tookMs < leaseMs + sweepMs * 1.2 + 5_000,
    `after ${Math.round(tookMs)} ms`,
  );
  const job = await bench.ended(job_id, patienceMs);
  bench.check(
    'by another worker, as the next attempt',
    attemptsOf(job) === 'lost/worker_crash, succeeded',
    attemptsOf(job),
  );
}

/** Stopped past its lease with a whole answer at hand, then continued: its result must be dropped. */
async function frozenChangesNothing(bench: ProofBench, frozen: ProofProcess | undefined): Promise<void> {
  const { job_id } = await bench.submit(anAnswer);
  await bench.claimedBy(job_id);
  frozen?.send('SIGSTOP');
  const other = await bench.worker(lease);
  const before = await bench.ended(job_id, patienceMs);
  bench.check(
    'a stopped worker’s job is answered by another',
    attemptsOf(before) === 'lost/worker_crash, succeeded',
    attemptsOf(before),
  );
  frozen?.send('SIGCONT');
  // Ending gracefully it writes whatever it still wants to write.
  frozen?.send('SIGTERM');
  const code = await frozen?.ended;
  const after = await bench.job(job_id);
  bench.check(
    'continued, it ends well and changes nothing',
    code === 0 && after.version === before.version && attemptsOf(after) === attemptsOf(before),
    `version ${before.version} → ${after.version}, exit code ${code}`,
  );
  const once = await countOnce(bench.db);
  bench.check(
    'every answer is there once',
    once.notOnce === 0 && once.unearned === 0,
    `${once.succeeded} answers, ${once.claims} claims`,
  );
  await bench.stop(other);
}
