// What a step of an answer's class, or a verdict on it, is answered with: the outcome, or its refusal.
import type { ClassAnswer, VerdictAnswer } from '#lib/domain/prompts/verdict.ts';
import type { ClassOutcome } from '#lib/store/prompts/promote.ts';
import type { VerdictOutcome } from '#lib/store/prompts/verdict.ts';
import { AppError, notFound } from './refusal.ts';

/** Throws AppError. */
export function classOf(outcome: ClassOutcome): ClassAnswer {
  if (outcome.ok) return outcome.answer;
  if (outcome.code === 'unknown_prompt') return notFound('prompt', 'id');
  if (outcome.code === 'not_settled')
    throw new AppError('not_settled', 'Only an answer that is there can be promoted or demoted.');
  const message = 'confirm must be true to take the place of an earlier promoted answer';
  throw new AppError('promoted', 'An earlier answer of this prompt is promoted. Send confirm: true to replace it.', [
    { field: 'confirm', message },
  ]);
}

/** Throws AppError. */
export function verdictOf(outcome: VerdictOutcome): VerdictAnswer {
  if (outcome.ok) return outcome.answer;
  if (outcome.code === 'unknown_response') return notFound('response', 'id');
  throw new AppError('not_settled', 'This is a prompt. Verdicts are given on its answer, by the id of the response.');
}
