// POST /api/prompts: a prompt becomes a durable job.
import { invalidInput } from '#app/door/input.ts';
import { submitPromptOperation } from '#app/door/operations.ts';
import { AppError } from '#app/door/refusal.ts';
import { handle } from '#app/handle.ts';
import { submitPrompt } from '#lib/store/jobs/submit.ts';

export const POST = handle(submitPromptOperation, async ({ db, viewer, body, idempotencyKey }) => {
  const outcome = await submitPrompt(db, viewer, body, idempotencyKey);
  if (outcome.ok) return outcome.answer;
  const { code, field, message } = outcome;
  if (code === 'key_reused' || code === 'id_reused') throw new AppError(code, `${message}.`, [{ field, message }]);
  throw invalidInput([{ field, message }]);
});
