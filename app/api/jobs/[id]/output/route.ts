// GET /api/jobs/:id/output: the text of the current claim from an offset on, for a browser that polls.
import { readOutputOperation } from '#app/door/operations.ts';
import { notFound } from '#app/door/refusal.ts';
import { handle } from '#app/handle.ts';
import { readOutput } from '#lib/store/output.ts';

export const GET = handle(readOutputOperation, async ({ db, viewer, id, query }) => {
  const output = (await readOutput(db, viewer, id, query.from)) ?? notFound('job', 'id');
  const { promptId, claim, from, text, state } = output;
  return { job_id: id, prompt_id: promptId, claim, from, text, state };
});
