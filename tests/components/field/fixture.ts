// Rows for tests of the field: one plain row, and histories that fast-check invents.
import fc from 'fast-check';
import type { FieldDrop } from '#lib/live/cache.ts';

export const startMs = Date.parse('2026-03-02T08:00:00.000Z');

export function drop(change: Partial<FieldDrop> = {}): FieldDrop {
  const promptId = change.prompt_id ?? 'p1';
  return {
    prompt_id: promptId,
    job_id: `job-${promptId}`,
    session_id: 's1',
    parent_id: null,
    root_id: promptId,
    kind: 'prompt',
    label: 'Sketch the state machine',
    state: 'succeeded',
    version: 1,
    attempt: 1,
    max_attempts: 3,
    claim: 1,
    priority: 50,
    model: null,
    answered_by: 'demo/demo',
    created_at: new Date(startMs).toISOString(),
    available_at: new Date(startMs).toISOString(),
    depends_on: [],
    started_at: null,
    finished_at: null,
    error_kind: null,
    error_message: null,
    response_id: null,
    answer_length: 0,
    seen_at: new Date(startMs).toISOString(),
    supersedes: null,
    ...change,
  };
}

/** A history in creation order: each prompt starts a thread or continues any earlier prompt; hours may pass between. */
export const history = fc
  .array(fc.record({ parent: fc.option(fc.nat(), { freq: 3 }), gapMs: fc.integer({ min: 1, max: 9 * 3_600_000 }) }), {
    minLength: 1,
    maxLength: 90,
  })
  .map((steps) => {
    const rows: FieldDrop[] = [];
    let atMs = startMs;
    for (const [index, step] of steps.entries()) {
      atMs += step.gapMs;
      const parent = step.parent === null || rows.length === 0 ? undefined : rows[step.parent % rows.length];
      const id = `p${String(index).padStart(3, '0')}`;
      rows.push(
        drop({
          prompt_id: id,
          parent_id: parent?.prompt_id ?? null,
          root_id: parent?.root_id ?? id,
          created_at: new Date(atMs).toISOString(),
        }),
      );
    }
    return rows;
  });
