// A drop for tests that look at words alone.
import type { FieldDrop } from '#lib/live/cache.ts';
import { aDropRow } from '#tests/domain/a-drop-row.ts';

export function sampleDrop({ local, ...over }: Partial<FieldDrop> = {}): FieldDrop {
  const at = '2026-03-02T10:00:00.000Z';
  const row = aDropRow({
    prompt_id: 'p1',
    job_id: 'j1',
    session_id: 's1',
    root_id: 'p1',
    label: 'Name five edge cases',
    created_at: at,
    available_at: at,
    ...over,
  });
  return local === undefined ? row : { ...row, local };
}
