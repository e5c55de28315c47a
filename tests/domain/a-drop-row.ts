// A drop's row for tests: a queued prompt unless told otherwise.
import { type DropRow, dropRow } from '#lib/domain/drop.ts';
import { parse } from '#lib/domain/wire/shape.ts';

export function aDropRow(changes: Partial<DropRow> = {}): DropRow {
  return parse(dropRow, {
    prompt_id: '00000000-0000-4000-8000-000000000001',
    job_id: '00000000-0000-4000-8000-000000000002',
    session_id: '00000000-0000-4000-8000-000000000003',
    parent_id: null,
    root_id: '00000000-0000-4000-8000-000000000001',
    kind: 'prompt',
    label: 'Name a river',
    state: 'queued',
    version: 1,
    attempt: 1,
    max_attempts: 3,
    claim: 0,
    priority: 50,
    model: null,
    answered_by: null,
    created_at: '2026-01-01T00:00:00.000Z',
    available_at: '2026-01-01T00:00:00.000Z',
    depends_on: [],
    started_at: null,
    finished_at: null,
    error_kind: null,
    error_message: null,
    response_id: null,
    answer_length: 0,
    seen_at: null,
    supersedes: null,
    ...changes,
  });
}
