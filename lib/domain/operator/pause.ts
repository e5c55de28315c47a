// Pauses on the wire: kinds, models and providers whose jobs are not claimed for now.
import { jobKinds } from '../job.ts';
import * as z from '../wire/shape.ts';

export const pauseRow = z.object({
  /** `kind:prompt`, `lane:openai/gpt-5`, `provider:openai`. */
  scope: z.string(),
  /** Null until somebody resumes it. */
  until: z.nullable(z.string()),
  reason: z.string(),
  set_by: z.string(),
  created_at: z.string(),
});
export type PauseRow = z.infer<typeof pauseRow>;

/** How many jobs of a lane wait and run now. */
export const laneLoad = z.object({
  lane: z.string(),
  kind: z.enum(jobKinds),
  waiting: z.count(),
  running: z.count(),
});
export type LaneLoad = z.infer<typeof laneLoad>;

/** GET /api/pauses. `lanes`: those with live jobs, so that one sees what a pause would hold back. */
export const pauseList = z.object({ now: z.string(), pauses: z.array(pauseRow), lanes: z.array(laneLoad) });
export type PauseList = z.infer<typeof pauseList>;

/** POST /api/pauses/resume: what was paused and is no more. */
export const resumeAnswer = z.object({ resumed: z.array(z.string()) });
export type ResumeAnswer = z.infer<typeof resumeAnswer>;

const scopePattern = /^(kind|lane|provider):(.{1,200})$/;

export const scopeWords = 'kind:<kind>, lane:<provider/model> or provider:<provider>';

/** Null when the text names something that can be paused, else one sentence that says why not. */
export function scopeFault(text: string): string | null {
  const [, what, name] = scopePattern.exec(text) ?? [];
  if (what === undefined) return `It must be ${scopeWords}.`;
  if (what === 'kind' && !jobKinds.some((kind) => kind === name))
    return `There is no kind ${name}; the kinds are ${jobKinds.join(', ')}.`;
  return null;
}
