// What a list says of prompts beside their rows: what they used, what it cost, what people think of the answer.
import * as z from '../wire/shape.ts';
import { verdicts } from './verdict.ts';

/** All model calls of a prompt's current job together, and the latest verdict on its answer. */
export const promptFigures = z.object({
  prompt_id: z.string(),
  /** The figures are of this job: another one has others. */
  job_id: z.string(),
  tokens_in: z.int(),
  tokens_out: z.int(),
  /** Null when no price is known. */
  cost_usd: z.nullable(z.number()),
  /** The provider gave no counts: shown with ≈. */
  is_estimate: z.boolean(),
  verdict: z.nullable(z.enum(verdicts)),
});
export type PromptFigures = z.infer<typeof promptFigures>;

/** GET /api/prompts/figures. Prompts that have neither used anything nor been judged are left out. */
export const figuresAnswer = z.object({ figures: z.array(promptFigures) });
export type FiguresAnswer = z.infer<typeof figuresAnswer>;
