// GET /api/models: what the living workers can call. The web process itself knows no model.
import { readModelsOperation } from '#app/door/operations.ts';
import { handle } from '#app/handle.ts';
import { readConfig } from '#lib/config.ts';
import type { ModelChoice } from '#lib/domain/model-choice.ts';
import { listWorkers } from '#lib/store/workers.ts';

const demo: ModelChoice = { id: 'demo', label: 'Demo model', provider: 'demo', is_demo: true };

export const GET = handle(readModelsOperation, async ({ db }) => {
  const workers = await listWorkers(db);
  const alive = workers.filter(({ isAlive }) => isAlive);
  // Between two workers (a restart) the last one's models are still the best answer.
  const offered = (alive.length > 0 ? alive : workers.slice(0, 1)).flatMap(({ models }) => models);
  const models = [...new Map([...offered, demo].map((model) => [model.id, model])).values()];
  // A worker lists its default first.
  return { default: readConfig().ASTERION_DEFAULT_MODEL ?? models[0]?.id ?? demo.id, models };
});
