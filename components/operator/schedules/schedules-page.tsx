// The schedules page: prompts that are sent again and again, made, changed, paused, resumed and removed.
'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { counted } from '#components/operator/frame/figure-words.ts';
import { PageHeader } from '#components/operator/frame/page-header.tsx';
import { EmptyState, FailedState, faultWords, LoadingState } from '#components/operator/frame/page-states.tsx';
import { useAct } from '#components/operator/frame/use-act.ts';
import { operatorKey, useLiveQuery } from '#components/operator/frame/use-live-query.ts';
import { Button } from '#components/ui/button.tsx';
import { notify } from '#components/ui/toast.ts';
import { useUrlState } from '#components/ui/use-url-state.ts';
import type { ScheduleRow } from '#lib/domain/queue/schedule-row.ts';
import { readSchedules, setSchedulePaused } from '#lib/live/operator/schedules-api.ts';
import { useServerNow } from '#lib/live/use-field.ts';
import { heldRemovals, holdRemoval } from './held-removals.ts';
import { ScheduleCard } from './schedule-card.tsx';
import { ScheduleForm } from './schedule-form.tsx';
import { useSaveSchedule } from './use-save-schedule.ts';

/** `new=1` opens an empty form, with `text` in it; `edit` one schedule's. So other pages can lead here, and Back closes it. */
const shape = { new: ['1'], edit: 'text', text: 'text' } as const;
const none: ReadonlySet<string> = new Set();

export function SchedulesPage() {
  const { data, error, refresh } = useLiveQuery(['schedules'], readSchedules);
  const [url, setUrl] = useUrlState(shape);
  const nowMs = useServerNow(true);
  const client = useQueryClient();
  const { run, isBusy } = useAct();
  const save = useSaveSchedule(run);
  const held = useSyncExternalStore(heldRemovals.subscribe, heldRemovals.read, () => none);
  const rows = (data?.schedules ?? []).filter(({ id }) => !held.has(id));
  const edited = rows.find(({ id }) => id === url.edit);
  const isFormOpen = url.new !== null || edited !== undefined;
  const write = () => setUrl({ new: '1', edit: null });
  const pause = (row: ScheduleRow, isPaused: boolean) =>
    run({
      id: row.id,
      act: () => setSchedulePaused(row.id, isPaused),
      failed: isPaused ? 'It could not be paused.' : 'It could not be resumed.',
      says: isPaused ? `“${row.name}” is paused: nothing is sent.` : `“${row.name}” goes on from its next run.`,
      undo: () => setSchedulePaused(row.id, !isPaused),
    });
  const remove = (row: ScheduleRow) =>
    holdRemoval(row, async (failure) => {
      if (failure !== null) notify(`“${row.name}” could not be removed. ${faultWords(failure)}`, { id: row.id });
      await client.invalidateQueries({ queryKey: [operatorKey] });
    });
  return (
    <>
      <PageHeader
        title="Schedules"
        says="Prompts that are sent again and again, whether or not anybody has a page open."
        command="schedules list"
      >
        <Button tone="primary" onClick={write}>
          New schedule
        </Button>
      </PageHeader>
      {error != null && <FailedState error={error} onAgain={refresh} />}
      {data === undefined && error == null && <LoadingState label="The schedules are coming" rows={4} />}
      {data !== undefined && rows.length === 0 && <Empty onNew={write} />}
      {rows.length > 0 && (
        <ul aria-label={counted(rows.length, 'schedule')} className="grid grid-cols-1 gap-4">
          {rows.map((row) => (
            <ScheduleCard
              key={row.id}
              row={row}
              nowMs={nowMs}
              isBusy={isBusy(row.id)}
              onPause={() => void pause(row, true)}
              onResume={() => void pause(row, false)}
              onEdit={() => setUrl({ edit: row.id, new: null })}
              onRemove={() => remove(row)}
            />
          ))}
        </ul>
      )}
      {isFormOpen && nowMs > 0 && (
        <ScheduleForm
          key={edited?.id ?? 'new'}
          row={edited}
          text={url.text ?? ''}
          nowMs={nowMs}
          onSave={(draft) => save(draft, edited)}
          onClose={() => setUrl({ new: null, edit: null, text: null }, 'replace')}
        />
      )}
    </>
  );
}

function Empty({ onNew }: { readonly onNew: () => void }) {
  return (
    <EmptyState
      icon="clock"
      title="Nothing is sent by the clock yet"
      actions={
        <Button tone="primary" onClick={onNew}>
          Write the first one
        </Button>
      }
    >
      <p>
        A schedule sends one prompt at the times of a cron expression, in the time zone you name. Each run is an
        ordinary prompt: it has its drop in the field, its retries and its answer.
      </p>
      <p className="mt-2">
        For example <code className="rounded bg-code px-1.5 py-0.5 font-mono text-small">0 7 * * 1-5</code> is 07:00,
        Monday to Friday.
      </p>
    </EmptyState>
  );
}
