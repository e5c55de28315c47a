// Proof: the more urgent goes first, equals go by age, and a ceiling holds.
import type { Proof, ProofBench } from './bench.ts';
import { asterion } from './process.ts';

const wanted = [80, 50, 10, 50, 0, 100, 10, 50];

export const priorityQueue: Proof = {
  name: 'priority-queue',
  promise: 'jobs are claimed by priority, then age, and a worker’s priority ceiling holds',
  async show(bench) {
    const jobs: { id: string; priority: number; at: number }[] = [];
    for (const [at, priority] of wanted.entries()) {
      const { job_id } = await bench.submit(`@demo delay=0 rate=0 tokens=3\nNumber ${at}`, { priority });
      jobs.push({ id: job_id, priority, at });
    }
    await runOnce(bench, ['--concurrency', '1']);
    const started = await Promise.all(
      jobs.map(async (job) => ({ ...job, startedAt: (await bench.ended(job.id)).attempts[0]?.started_at ?? '' })),
    );
    const actual = [...started].sort((a, b) => (a.startedAt < b.startedAt ? -1 : 1));
    const expected = [...jobs].sort((a, b) => a.priority - b.priority || a.at - b.at);
    const words = (list: readonly { priority: number; at: number }[]) =>
      list.map(({ priority, at }) => `${priority}#${at}`).join(' ');
    bench.check(
      'one slot works through them by priority, then age',
      words(actual) === words(expected),
      `began as ${words(actual)}`,
    );

    const urgent = await bench.submit('@demo delay=0 rate=0 tokens=3\nUrgent', { priority: 10 });
    const later = await bench.submit('@demo delay=0 rate=0 tokens=3\nLater', { priority: 60 });
    await runOnce(bench, ['--priority-ceiling', '50']);
    const [first, second] = [await bench.job(urgent.job_id), await bench.job(later.job_id)];
    bench.check('a worker with ceiling 50 answers priority 10', first.state === 'succeeded', first.state);
    bench.check(
      'and leaves priority 60 alone',
      second.state === 'queued' && second.attempts.length === 0,
      second.state,
    );
    await runOnce(bench, ['--batch-size', '1']);
    bench.check('which a worker without a ceiling takes', (await bench.job(later.job_id)).state === 'succeeded');
  },
};

async function runOnce(bench: ProofBench, args: readonly string[]): Promise<void> {
  const worker = asterion(bench.url, ['run-worker', '--once', ...args]);
  const code = await worker.ended;
  if (code !== 0)
    bench.check('run-worker --once ends without a fault', false, `exit code ${code}: ${worker.errors().slice(-300)}`);
}
