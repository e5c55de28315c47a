// Stores a written schedule, new or changed, and lets it be taken back.
import { useCallback } from 'react';
import type { useAct } from '#components/operator/frame/use-act.ts';
import type { ScheduleRow } from '#lib/domain/queue/schedule-row.ts';
import { changeSchedule, createSchedule, removeSchedule } from '#lib/live/operator/schedules-api.ts';
import { changeOf, type Draft, draftOf, wishOf } from './schedule-form-state.ts';
import { tickWords } from './tick-words.ts';

/** Rejects with what was refused, so that the form can say it by its fields. */
export function useSaveSchedule(
  run: ReturnType<typeof useAct>['run'],
): (draft: Draft, row: ScheduleRow | undefined) => Promise<void> {
  return useCallback(
    async (draft, row) => {
      const stored = await (row === undefined
        ? createSchedule(wishOf(draft))
        : changeSchedule(row.id, changeOf(draft, row)));
      const next = stored.next_tick_at === null ? 'never' : tickWords(stored.next_tick_at, stored.time_zone);
      await run({
        id: stored.id,
        act: () => Promise.resolve(),
        failed: 'It could not be taken back.',
        says: row === undefined ? `“${stored.name}” is set. First run: ${next}.` : `“${stored.name}” is changed.`,
        undo: () =>
          row === undefined ? removeSchedule(stored.id) : changeSchedule(stored.id, changeOf(draftOf(row), stored)),
      });
    },
    [run],
  );
}
