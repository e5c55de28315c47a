// Proof: what may pass is tried again, what will not is not, and a person's retry keeps the past.
import { localViewer } from '#lib/auth/viewer.ts';
import { retryJob } from '#lib/store/jobs/retry.ts';
import { readThread } from '#lib/store/prompts/thread.ts';
import { attemptsOf, type Proof, type ProofBench } from './bench.ts';

/** A fiftieth of the real waits: 5 s become 100 ms. */
const scale = 0.02;
const askedWaitMs = 20_000;

export const retry: Proof = {
  name: 'retry',
  promise: 'failures that may pass are tried again up to three times, others never, and waits are kept to',
  async show(bench) {
    const worker = await bench.worker({ ASTERION_RETRY_SCALE: String(scale) });
    const passing = await answerOf(bench, '@demo fail=500 times=2 delay=0 rate=0 reply="at last"\nTwice');
    bench.check(
      'a provider that fails twice is asked a third time',
      passing.attempts === 'failed/provider_5xx, failed/provider_5xx, succeeded',
      passing.attempts,
    );
    bench.check('and there is one answer', passing.answer === 'at last', passing.answer ?? 'none');

    const refused = await answerOf(bench, '@demo fail=400 delay=0 rate=0\nNever');
    bench.check('what no waiting mends is asked once', refused.attempts === 'failed/provider_4xx', refused.attempts);

    const broken = await answerOf(bench, '@demo fail=500 delay=0 rate=0\nAlways');
    bench.check(
      'a provider that always fails is given up after three attempts',
      broken.attempts === Array(3).fill('failed/provider_5xx').join(', '),
      broken.attempts,
    );
    bench.check(
      'with a reason for people and no answer',
      broken.message !== null && broken.answer === null,
      broken.message ?? 'no reason',
    );

    await waitIsKept(bench);
    await personRetries(bench, broken.id);
    await bench.stop(worker);
  },
};

async function answerOf(bench: ProofBench, text: string) {
  const { job_id, prompt_id } = await bench.submit(text);
  const job = await bench.ended(job_id);
  const turn = (await readThread(bench.db, localViewer, prompt_id))?.path[0];
  return { id: job_id, attempts: attemptsOf(job), answer: turn?.answer ?? null, message: job.error_message };
}

async function waitIsKept(bench: ProofBench): Promise<void> {
  const { job_id } = await bench.submit(
    `@demo fail=429 times=1 retry-after=${askedWaitMs / 1_000}s delay=0 rate=0\nPatience`,
  );
  const { attempts } = await bench.ended(job_id);
  const [first, second] = attempts;
  const waitedMs = Date.parse(second?.started_at ?? '') - Date.parse(first?.finished_at ?? '');
  const wantedMs = askedWaitMs * scale;
  bench.check(
    'the wait a provider asks for is kept to',
    waitedMs >= wantedMs,
    `asked for ${wantedMs} ms, waited ${waitedMs} ms`,
  );
}

async function personRetries(bench: ProofBench, oldId: string): Promise<void> {
  const outcomes = await Promise.all(
    [1, 2, 3].map(() => retryJob(bench.db, null, oldId, { options: { max_attempts: 1 } })),
  );
  const ids = new Set(outcomes.flatMap((outcome) => (outcome.ok ? [outcome.answer.job_id] : [])));
  bench.check('a person’s retry, clicked three times at once, is one new job', ids.size === 1, `${ids.size} new jobs`);
  const [old, next] = [await bench.job(oldId), await bench.ended([...ids][0] ?? oldId)];
  bench.check(
    'it supersedes the old one, which keeps its past',
    old.state === 'superseded' &&
      old.superseded_from === 'failed' &&
      old.superseded_by === next.job_id &&
      old.attempts.length === 3,
    `${old.state} from ${old.superseded_from}`,
  );
  bench.check(
    'and counts its attempts anew',
    next.attempt === 1 && next.max_attempts === 1,
    `attempt ${next.attempt} of ${next.max_attempts}`,
  );
}
