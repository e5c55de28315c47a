// What comes back for a prompt that was taken: its ids, before any model is asked.
import { jobStates } from '../job.ts';
import * as z from '../wire/shape.ts';

export const submitAnswer = z.object({
  prompt_id: z.string(),
  job_id: z.string(),
  session_id: z.string(),
  state: z.enum(jobStates),
});
export type SubmitAnswer = z.infer<typeof submitAnswer>;
