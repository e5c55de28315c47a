// The overview: is everything well, what is going on, and what needs a hand.
'use client';
import { BatchBar } from '#components/operator/batch/batch-bar.tsx';
import { PageHeader } from '#components/operator/frame/page-header.tsx';
import { FailedState, LoadingState } from '#components/operator/frame/page-states.tsx';
import { useLiveQuery } from '#components/operator/frame/use-live-query.ts';
import { PausedPanel } from '#components/operator/workers/paused-panel.tsx';
import type { OverviewAnswer } from '#lib/domain/operator/overview.ts';
import { readOverview } from '#lib/live/operator/overview-api.ts';
import { readWorkers } from '#lib/live/operator/workers-api.ts';
import { useServerNow } from '#lib/live/use-field.ts';
import { DatabasePanel } from './database-panel.tsx';
import { EndedChart } from './ended-chart.tsx';
import { HealthLine } from './health-line.tsx';
import { OldJobsPanel } from './old-jobs-panel.tsx';
import { SpansPanel } from './spans-panel.tsx';
import { StateTiles } from './state-tiles.tsx';
import { StuckPanel } from './stuck-panel.tsx';
import { WorkersPanel } from './workers-panel.tsx';

export function OverviewPage() {
  const { data, error, refresh } = useLiveQuery(['overview'], readOverview);
  return (
    <>
      <PageHeader
        title="Overview"
        says="Is everything well, what is going on, and what needs a hand."
        command="queue-metrics"
      />
      {error != null && <FailedState error={error} onAgain={refresh} />}
      {data === undefined ? (
        error == null && <LoadingState label="The overview is coming" rows={8} />
      ) : (
        <Overview overview={data} />
      )}
    </>
  );
}

function Overview({ overview }: { readonly overview: OverviewAnswer }) {
  const { data } = useLiveQuery(['workers'], readWorkers);
  const nowMs = useServerNow(true);
  const { minutes, hours, hour, day, pauses } = overview;
  return (
    <>
      <BatchBar />
      <HealthLine overview={overview} />
      {pauses.length > 0 && <PausedPanel pauses={pauses} nowMs={nowMs} />}
      <StateTiles overview={overview} />
      <div className="grid gap-5 lg:grid-cols-2">
        <EndedChart title="Last hour" unit="minute" slices={minutes} from="60 min ago" />
        <EndedChart title="Last 24 hours" unit="hour" slices={hours} from="24 h ago" />
      </div>
      <div className="grid gap-5 md:grid-cols-2 xl:grid-cols-3">
        <SpansPanel hour={hour} day={day} />
        <WorkersPanel workers={data?.workers ?? []} nowMs={nowMs} />
        <DatabasePanel overview={overview} />
      </div>
      <StuckPanel overview={overview} nowMs={nowMs} />
      <OldJobsPanel nowMs={nowMs} />
    </>
  );
}
