// How a job ended, for a caller that waited for it.
import { failureKinds } from '../failure.ts';
import { jobStates } from '../job.ts';
import { threadUsage } from '../thread.ts';
import * as z from '../wire/shape.ts';

/** POST /api/prompts?wait=N, when it ended in time. `superseded`: a newer run, `superseded_by`, has taken its place. */
export const settledAnswer = z.object({
  prompt_id: z.string(),
  job_id: z.string(),
  session_id: z.string(),
  state: z.enum(jobStates),
  response: z.nullable(z.object({ id: z.string(), text: z.string(), model: z.nullable(z.string()) })),
  /** What had come before it failed or was stopped. */
  partial: z.nullable(z.string()),
  error_kind: z.nullable(z.enum(failureKinds)),
  error_message: z.nullable(z.string()),
  superseded_by: z.nullable(z.string()),
  usage: z.nullable(threadUsage),
});
export type SettledAnswer = z.infer<typeof settledAnswer>;
