// What a person may ask of an answer: a verdict with a note, a step up, a step down.
import { z } from 'zod';
import { stateClasses, verdicts } from './verdict.ts';

const noteLimit = 2_000;

/** POST /api/responses/:id/verdict. */
export const verdictRequest = z.strictObject({
  verdict: z.enum(verdicts, `verdict must be one of ${verdicts.join(', ')}`),
  note: z
    .string({ error: 'note must be text' })
    .trim()
    .max(noteLimit, `note is longer than ${noteLimit.toLocaleString('en')} characters`)
    .refine((text) => !text.includes('\u0000') && text.isWellFormed(), 'note holds characters that cannot be stored')
    .default(''),
});
export type VerdictRequest = z.infer<typeof verdictRequest>;

const wantedClass = z.enum(stateClasses, `to must be one of ${stateClasses.join(', ')}`).optional();

/** POST /api/prompts/:id/promote. Without `to` one step up. `confirm` lets it take the place of an earlier promoted answer. */
export const promoteRequest = z.strictObject({
  to: wantedClass,
  confirm: z.boolean({ error: 'confirm must be true or false' }).optional(),
});

/** POST /api/prompts/:id/demote. Without `to` one step down. */
export const demoteRequest = z.strictObject({ to: wantedClass });
