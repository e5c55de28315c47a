// POST /api/prompts/bulk: many prompts become durable jobs in one transaction.
import { invalidInput, judge } from '#app/door/input.ts';
import { submitBulkOperation } from '#app/door/operations/prompts.ts';
import { AppError } from '#app/door/refusal.ts';
import { handle } from '#app/handle.ts';
import type { FieldFault } from '#lib/domain/problem.ts';
import { type SubmitRequest, submitRequest } from '#lib/domain/prompt.ts';
import type { BulkAnswer, BulkResult } from '#lib/domain/prompts/bulk.ts';
import type { SubmitOutcome } from '#lib/store/jobs/submit.ts';
import { submitBulk } from '#lib/store/prompts/bulk.ts';
import { isTracing, trace, traceNow } from '#lib/trace.ts';

export const POST = handle(submitBulkOperation, async ({ db, viewer, body }) => {
  const results: BulkResult[] = [];
  const usable: { readonly index: number; readonly request: SubmitRequest }[] = [];
  for (const [index, prompt] of body.prompts.entries()) {
    const judged = judge(submitRequest, prompt, placeOf(index));
    if (judged.ok) usable.push({ index, request: judged.data });
    else results.push({ index, ok: false, code: 'invalid_input', errors: judged.faults });
  }
  if (body.all_or_nothing) refuseAll(results);
  const items = usable.map(({ request }) => ({ viewer, request, key: undefined }));
  const startedAt = traceNow();
  const outcomes = items.length === 0 ? [] : await submitBulk(db, items, body.all_or_nothing);
  for (const [at, outcome] of outcomes.entries()) results.push(resultOf(usable[at]?.index ?? at, outcome));
  for (const result of isTracing() ? results : [])
    if (result.ok && result.created) {
      const facts = { prompt_id: result.prompt_id, batch: items.length };
      trace({ name: 'submit', jobId: result.job_id, startedAt, facts });
    }
  if (body.all_or_nothing) refuseAll(results);
  return answerOf(results.sort((a, b) => a.index - b.index));
});

const placeOf = (index: number) => `prompts.${index}`;

function resultOf(index: number, outcome: SubmitOutcome): BulkResult {
  if (outcome.ok) return { index, ok: true, created: outcome.created, ...outcome.answer };
  const { code, field, message } = outcome;
  const errors = [{ field: `${placeOf(index)}.${field}`, message }];
  return { index, ok: false, code: code === 'id_reused' ? code : 'invalid_input', errors };
}

/** Nothing was stored: the request as a whole is refused, by its first reason. */
function refuseAll(results: readonly BulkResult[]): void {
  const refused = results.filter((result) => !result.ok);
  const [first] = refused;
  if (first === undefined) return;
  const errors: FieldFault[] = refused.flatMap((result) => result.errors);
  if (first.code === 'invalid_input') throw invalidInput(errors);
  throw new AppError(first.code, `${first.errors[0]?.message ?? 'A prompt was refused'}. Nothing was stored.`, errors);
}

function answerOf(results: BulkResult[]): BulkAnswer {
  const created = results.filter((result) => result.ok && result.created).length;
  const refused = results.filter((result) => !result.ok).length;
  return { results, created, repeated: results.length - created - refused, refused };
}
