// Failures: what goes wrong, grouped by cause, each group explained, and run again as one.
'use client';
import { BatchBar } from '#components/operator/batch/batch-bar.tsx';
import { counted } from '#components/operator/frame/figure-words.ts';
import { PageHeader } from '#components/operator/frame/page-header.tsx';
import { EmptyState, FailedState, LoadingState } from '#components/operator/frame/page-states.tsx';
import { useLiveQuery } from '#components/operator/frame/use-live-query.ts';
import { PageLink } from '#components/ui/page-link.tsx';
import { useUrlState } from '#components/ui/use-url-state.ts';
import { readFailures } from '#lib/live/operator/failures-api.ts';
import { useServerNow } from '#lib/live/use-field.ts';
import { FailureCard } from './failure-card.tsx';
import { RangeSwitch } from './range-switch.tsx';
import { hoursOf, ranges, rangeWords } from './ranges.ts';

const shape = { range: ranges } as const;

export function FailuresPage() {
  const [url, change] = useUrlState(shape);
  const range = url.range ?? '24h';
  const hours = hoursOf(range);
  const { data, error, refresh } = useLiveQuery(['failures', range], (signal) => readFailures(hours, signal));
  const nowMs = useServerNow(true);
  return (
    <>
      <PageHeader
        title="Failures"
        says="What goes wrong, by cause. A group is gone when all of it has run again."
        command={`failures ${hours === null ? '--ever' : `--hours ${hours}`}`}
      />
      <BatchBar />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <RangeSwitch range={range} onChange={(next) => change({ range: next === '24h' ? null : next })} />
        {data !== undefined && data.total > 0 && (
          <p role="status" className="text-ui text-dim">
            {counted(data.total, 'failed job')} in {counted(data.groups.length + data.left_off, 'group')}
          </p>
        )}
      </div>
      {error != null && <FailedState error={error} onAgain={refresh} />}
      {data === undefined ? (
        error == null && <LoadingState label="Failures are coming" rows={4} />
      ) : data.groups.length === 0 ? (
        <Nothing range={range} onWiden={range === 'ever' ? null : () => change({ range: 'ever' })} />
      ) : (
        <ol aria-label="Groups of failures, the largest first" className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {data.groups.map((group) => (
            <li key={group.group_id}>
              <FailureCard group={group} range={range} since={data.since} until={data.now} nowMs={nowMs} />
            </li>
          ))}
        </ol>
      )}
      {data !== undefined && data.left_off > 0 && (
        <p className="text-ui text-dim">
          {counted(data.left_off, 'smaller group')} left off. Choose a shorter time, or see{' '}
          <PageLink href="/operator/jobs?state=failed" className="text-water-ink hover:underline">
            all failed jobs
          </PageLink>
          .
        </p>
      )}
    </>
  );
}

function Nothing({
  range,
  onWiden,
}: {
  readonly range: (typeof ranges)[number];
  readonly onWiden: (() => void) | null;
}) {
  return (
    <EmptyState
      icon="check"
      title={`Nothing failed ${rangeWords(range)}`}
      actions={
        onWiden !== null && (
          <button
            type="button"
            onClick={onWiden}
            className="h-7 rounded-small px-2 text-ui text-water-ink hover:underline"
          >
            Look further back
          </button>
        )
      }
    >
      <p>
        A failure that is worth it is tried again by itself and only ends here when its attempts are used up. What was
        run again by hand is no longer counted.
      </p>
    </EmptyState>
  );
}
