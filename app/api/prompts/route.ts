// POST /api/prompts: a prompt becomes a durable job; who wants to waits for its answer.
import { Reply } from '#app/door/exchange.ts';
import { invalidInput } from '#app/door/input.ts';
import { submitPromptOperation } from '#app/door/operations.ts';
import { AppError, safeHeaders } from '#app/door/refusal.ts';
import { handle } from '#app/handle.ts';
import { openFeed } from '#lib/feed/feed.ts';
import { untilSettled } from '#lib/feed/until-settled.ts';
import { submitPrompt } from '#lib/store/jobs/submit.ts';
import { isOutage } from '#lib/store/outage.ts';
import { trace, traceNow } from '#lib/trace.ts';

export const POST = handle(submitPromptOperation, async ({ db, viewer, query, body, idempotencyKey, asked }) => {
  const startedAt = traceNow();
  const outcome = await submitPrompt(db, viewer, body, idempotencyKey);
  if (!outcome.ok) {
    const { code, field, message } = outcome;
    if (code === 'key_reused' || code === 'id_reused') throw new AppError(code, `${message}.`, [{ field, message }]);
    throw invalidInput([{ field, message }]);
  }
  const { answer, created } = outcome;
  if (created) trace({ name: 'submit', jobId: answer.job_id, startedAt, facts: { prompt_id: answer.prompt_id } });
  if (query.wait === 0) return answer;
  const patience = { waitMs: query.wait * 1_000, onGone: asked.onGone };
  const settled = await untilSettled(openFeed(db), db, viewer, answer, patience).catch((error: unknown) => {
    // It is stored, whatever becomes of the wait.
    if (isOutage(error)) return null;
    throw error;
  });
  if (settled === null) return answer;
  return new Reply(200, { ...safeHeaders, 'content-type': 'application/json' }, JSON.stringify(settled));
});
