// The models a person can choose from, as GET /api/models tells them.
import * as z from './wire/shape.ts';

export const modelChoice = z.object({
  /** provider/model, or `demo`. */
  id: z.string(),
  label: z.string(),
  provider: z.string(),
  /** Answers by itself without any model behind it; the UI says so. */
  is_demo: z.boolean(),
});
export type ModelChoice = z.infer<typeof modelChoice>;

/** `default` is what a prompt without a model gets. Before any worker was ever seen the list holds the demo model alone. */
export const modelsAnswer = z.object({ default: z.string(), models: z.array(modelChoice) });
export type ModelsAnswer = z.infer<typeof modelsAnswer>;
