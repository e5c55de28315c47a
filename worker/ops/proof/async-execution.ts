// Proof: the server owns the job. Whoever submitted it may be killed, and nothing waits for a model to submit.
import { localViewer } from '#lib/auth/viewer.ts';
import { listJobs } from '#lib/store/jobs/list/list-jobs.ts';
import { readOutput } from '#lib/store/output.ts';
import { readThread } from '#lib/store/prompts/thread.ts';
import type { Proof, ProofBench } from './bench.ts';
import { asterion } from './process.ts';

const promptText = '@demo delay=0 rate=25 tokens=75\nWho finishes when the asker is gone?';

export const asyncExecution: Proof = {
  name: 'async-execution',
  promise: 'a prompt is stored before anybody works on it, and is answered though its client is killed',
  async show(bench) {
    const client = asterion(bench.url, ['ask', '--model', 'demo', promptText]);
    await bench.until('the prompt is stored', 60_000, async () => (await listJobs(bench.db, null)).jobs.length === 1);
    const [stored] = (await listJobs(bench.db, null)).jobs;
    if (stored?.prompt_id == null) throw new Error('a stored job has no prompt');
    bench.check('without any worker the prompt is stored and queued', stored.state === 'queued', stored.state);
    const worker = await bench.worker();
    const seen = await textOf(bench, stored.job_id, 20);
    client.send('SIGKILL');
    const code = await client.ended;
    const atDeath = await bench.job(stored.job_id);
    bench.check(
      'the client is killed in the middle of the answer',
      code === null && atDeath.state === 'running',
      `${seen.length} characters were there`,
    );
    await submitBesides(bench);
    const job = await bench.ended(stored.job_id);
    const turn = (await readThread(bench.db, localViewer, stored.prompt_id))?.path[0];
    bench.check(
      'the answer is there all the same',
      job.state === 'succeeded' && (turn?.answer?.length ?? 0) > seen.length,
      `${turn?.answer?.length ?? 0} characters`,
    );
    bench.check('it took one attempt', job.attempts.length === 1, `${job.attempts.length}`);
    const states = job.events.map(({ state }) => state).join(' → ');
    bench.check('the log tells its life in order', states === 'queued → running → succeeded', states);
    await bench.stop(worker);
  },
};

async function textOf(bench: ProofBench, jobId: string, least: number): Promise<string> {
  let text = '';
  await bench.until('the model has said something', 60_000, async () => {
    text = (await readOutput(bench.db, localViewer, jobId, 0))?.text ?? '';
    return text.length >= least;
  });
  return text;
}

/** A submit that waited for the model would take the five seconds that the model is silent. */
async function submitBesides(bench: ProofBench): Promise<void> {
  const startedAt = performance.now();
  const { job_id } = await bench.submit('@demo delay=5s rate=0 tokens=5\nSlow');
  const tookMs = performance.now() - startedAt;
  const { state } = await bench.job(job_id);
  bench.check(
    'submitting does not wait for a model that is silent for 5 s',
    tookMs < 2_500 && state !== 'succeeded',
    `${Math.round(tookMs)} ms`,
  );
}
