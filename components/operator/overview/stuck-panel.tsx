// The jobs that stand still although they should not, and the sweep that takes lost ones back.
import { CommandChip } from '#components/operator/frame/command-chip.tsx';
import { DataTable } from '#components/operator/frame/data-table.tsx';
import { agoWords, counted } from '#components/operator/frame/figure-words.ts';
import { Panel } from '#components/operator/frame/panel.tsx';
import { useAct } from '#components/operator/frame/use-act.ts';
import { Button } from '#components/ui/button.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import { notify } from '#components/ui/toast.ts';
import { stateWord } from '#lib/domain/drop.ts';
import type { OverviewAnswer, StuckJob, StuckReason } from '#lib/domain/operator/overview.ts';
import { reclaimJobs } from '#lib/live/operator/overview-api.ts';

const reasons: Readonly<Record<StuckReason, string>> = {
  lost: 'Its worker is gone',
  too_long: 'Runs longer than any job may',
  overdue: 'Due, and nobody made it ready',
  for_nothing: 'Waits for what has already ended',
};

const reclaimId = 'reclaim';

export function StuckPanel({ overview, nowMs }: { readonly overview: OverviewAnswer; readonly nowMs: number }) {
  const { stuck, stuck_count, reclaimable } = overview;
  const { run, isBusy } = useAct();
  const reclaim = () =>
    run({
      id: reclaimId,
      failed: 'The sweep did not get through.',
      act: async () => {
        const { reclaimed, errors } = await reclaimJobs();
        notify(reclaimedWords(reclaimed, errors), { id: reclaimId });
      },
    });
  return (
    <Panel
      title="Standing still"
      note={stuck_count === 0 ? 'nothing' : counted(stuck_count, 'job')}
      isFlush
      actions={
        <>
          <CommandChip command="reclaim-stuck-jobs" />
          <Button
            icon="retry"
            tone={reclaimable > 0 ? 'salmon' : 'plain'}
            aria-disabled={isBusy(reclaimId)}
            onClick={() => void reclaim()}
          >
            Reclaim now
          </Button>
        </>
      }
    >
      {stuck.length === 0 ? (
        <p className="px-4 pb-4 text-ui text-dim">
          Every running job has a living worker, and everything due is ready. Workers look every few seconds by
          themselves.
        </p>
      ) : (
        <StuckTable jobs={stuck} count={stuck_count} nowMs={nowMs} />
      )}
    </Panel>
  );
}

interface StuckTableProps {
  readonly jobs: readonly StuckJob[];
  readonly count: number;
  readonly nowMs: number;
}

function StuckTable({ jobs, count, nowMs }: StuckTableProps) {
  return (
    <DataTable label="Jobs that stand still">
      <thead>
        <tr>
          <th scope="col">Prompt</th>
          <th scope="col">State</th>
          <th scope="col">Why</th>
          <th scope="col" data-figure>
            Since
          </th>
        </tr>
      </thead>
      <tbody>
        {jobs.map((job) => (
          <tr key={job.job_id}>
            <td className="max-w-[36ch] truncate">
              {job.prompt_id === null ? (
                job.kind
              ) : (
                <PageLink href={`/mission?drop=${job.prompt_id}&dock=trace`} className="text-water-ink hover:underline">
                  {job.label}
                </PageLink>
              )}
            </td>
            <td className="whitespace-nowrap">{stateWord[job.state]}</td>
            <td className="whitespace-nowrap">{reasons[job.reason]}</td>
            <td data-figure>{agoWords(job.since, nowMs)}</td>
          </tr>
        ))}
        {count > jobs.length && (
          <tr>
            <td colSpan={4} className="text-dim">
              and {counted(count - jobs.length, 'more', 'more')}
            </td>
          </tr>
        )}
      </tbody>
    </DataTable>
  );
}

function reclaimedWords(reclaimed: readonly { readonly state: 'queued' | 'failed' }[], errors: number): string {
  if (reclaimed.length + errors === 0) return 'Nothing to reclaim: every running job has a living worker.';
  const again = reclaimed.filter(({ state }) => state === 'queued').length;
  const given = reclaimed.length - again;
  const parts = [
    ...(again > 0 ? [`${counted(again, 'job')} will run again`] : []),
    ...(given > 0 ? [`${counted(given, 'job')} had no attempt left`] : []),
    ...(errors > 0 ? [`${counted(errors, 'job')} could not be taken back; the next sweep tries again`] : []),
  ];
  return `${parts.join(', ')}.`;
}
