// A worker process whose prompts say what happens to them: `say`, `block MS`, `wait` (for an abort) or `deaf` (to it).
import type { JobKind } from '#lib/domain/job.ts';
import { readConversation } from '#lib/store/prompts/conversation.ts';
import type { Handler, HandlerResult } from '#worker/handlers/handler.ts';
import { runWorkerProcess } from '#worker/worker-process.ts';

const report = (event: string, jobId: string, why?: string): void => {
  process.stdout.write(`${JSON.stringify({ event, jobId, why })}\n`);
};

const handler: Handler = async ({ db, job, signal, write }) => {
  const [verb, argument] = ((await readConversation(db, job.id))?.text ?? '').split(' ');
  report('started', job.id);
  if (verb === 'block') {
    write('blocking');
    const until = Date.now() + Number(argument);
    while (Date.now() < until);
  }
  if (verb === 'wait') {
    write('half an answer');
    await new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => {
        report('aborted', job.id, String(signal.reason?.why));
        reject(signal.reason);
      });
    });
  }
  if (verb === 'deaf') await new Promise(() => undefined);
  report('answered', job.id);
  return answer(`answered by ${process.pid}`);
};

function answer(content: string): HandlerResult {
  const ledger = { provider: 'test', model: 'test', tokensIn: 1, tokensOut: 1, tokensCached: 0, latencyMs: 1 };
  return { content, model: 'test/test', ledger: { ...ledger, isEstimate: true } };
}

const handlers = new Map<JobKind, Handler>([['prompt', handler]]);
const limits = { jobLimitMs: 60_000, deafAfterMs: 1_000, retryScale: 0.01 };
process.exit(await runWorkerProcess({}, { graceMs: 1_000, limits, handlers }));
