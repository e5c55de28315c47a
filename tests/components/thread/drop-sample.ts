// A drop for tests that look at words alone.
import type { FieldDrop } from '#lib/live/cache.ts';

export function sampleDrop(over: Partial<FieldDrop> = {}): FieldDrop {
  return {
    prompt_id: 'p1',
    job_id: 'j1',
    session_id: 's1',
    parent_id: null,
    root_id: 'p1',
    kind: 'prompt',
    label: 'Name five edge cases',
    state: 'queued',
    version: 1,
    attempt: 1,
    max_attempts: 3,
    claim: 0,
    priority: 50,
    model: null,
    answered_by: null,
    created_at: '2026-03-02T10:00:00.000Z',
    available_at: '2026-03-02T10:00:00.000Z',
    depends_on: [],
    started_at: null,
    finished_at: null,
    error_kind: null,
    error_message: null,
    response_id: null,
    answer_length: 0,
    seen_at: null,
    supersedes: null,
    ...over,
  };
}
