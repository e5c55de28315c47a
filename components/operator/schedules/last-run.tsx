// How the last run of a schedule stands, with the way to its prompt.
import { agoWords } from '#components/operator/frame/figure-words.ts';
import { PageLink } from '#components/ui/page-link.tsx';
import { stateWord } from '#lib/domain/drop.ts';
import type { JobState } from '#lib/domain/job.ts';
import type { ScheduleRow } from '#lib/domain/queue/schedule-row.ts';

const dots: Readonly<Record<JobState, string>> = {
  queued: 'border-[1.5px] border-queued',
  running: 'bg-pending',
  succeeded: 'bg-settled',
  failed: 'border-[1.5px] border-dashed border-orphan',
  cancelled: 'border-[1.5px] border-cancelled',
  superseded: 'border border-dashed border-cancelled',
};

export function LastRun({ row, nowMs }: { readonly row: ScheduleRow; readonly nowMs: number }) {
  const { last_tick_at, last_prompt_id, last_state, last_error } = row;
  if (last_error !== null)
    return <span className="text-salmon-ink wrap-anywhere">The last run could not be sent: {last_error}</span>;
  if (last_tick_at === null || last_prompt_id === null) return <span className="text-dim">Has not run yet</span>;
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      {last_state !== null && (
        <span
          aria-hidden="true"
          className={`size-2 shrink-0 rounded-full forced-color-adjust-none ${dots[last_state]}`}
        />
      )}
      <PageLink
        href={`/mission?drop=${last_prompt_id}&dock=thread`}
        className={`hover:underline ${last_state === 'failed' ? 'text-salmon-ink' : 'text-water-ink'}`}
      >
        {last_state === null ? 'Sent' : stateWord[last_state]}
      </PageLink>
      <span className="text-dim">{agoWords(last_tick_at, nowMs)}</span>
    </span>
  );
}
