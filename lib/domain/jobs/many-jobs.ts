// Doing the same to many jobs on the wire: which ones, and how it went for each.
import * as z from '../wire/shape.ts';

/** `retry`: run the prompts of ended jobs again · `cancel`: stop · `cancel_waiting`: stop those that have not begun, and no other. */
export const manyActions = ['retry', 'cancel', 'cancel_waiting'] as const;
export type ManyAction = (typeof manyActions)[number];

/** Why a job was left as it was. */
export const manyRefusals = [
  'unknown_job',
  'still_live',
  'superseded',
  'not_a_prompt',
  'promoted',
  'already_ended',
  'already_begun',
] as const;
export type ManyRefusal = (typeof manyRefusals)[number];

/** Jobs of one request: its transactions are done one after the other within a request's time. */
export const mostJobsAtOnce = 200;

/** Of a retry, `new_job_id` is the job that runs now. */
const manyOutcome = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), job_id: z.string(), new_job_id: z.nullable(z.string()) }),
  z.object({ ok: z.literal(false), job_id: z.string(), code: z.enum(manyRefusals) }),
]);
export type ManyOutcome = z.infer<typeof manyOutcome>;

/** POST /api/jobs/bulk. In the order asked for; one that was left alone does not hold back the others. */
export const manyAnswer = z.object({ outcomes: z.array(manyOutcome) });
export type ManyAnswer = z.infer<typeof manyAnswer>;
