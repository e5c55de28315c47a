// The jobs page: every job by any filter and order, named views of them, and the same done to many.
'use client';
import { useEffect, useMemo } from 'react';
import { BatchBar } from '#components/operator/batch/batch-bar.tsx';
import { useRefreshOperator } from '#components/operator/batch/use-refresh.ts';
import { counted, countWords } from '#components/operator/frame/figure-words.ts';
import { PageHeader } from '#components/operator/frame/page-header.tsx';
import { EmptyState, FailedState, LoadingState } from '#components/operator/frame/page-states.tsx';
import { useLiveQuery } from '#components/operator/frame/use-live-query.ts';
import { FilterBar } from '#components/operator/jobs/filters/filter-bar.tsx';
import {
  type ChangeJobUrl,
  commandOf,
  filterNames,
  type JobUrl,
  jobShape,
  onlyFilters,
  queryOf,
} from '#components/operator/jobs/filters/job-filters.ts';
import { ViewsRow } from '#components/operator/jobs/filters/views-row.tsx';
import { JobTable } from '#components/operator/jobs/table/job-table.tsx';
import { Button } from '#components/ui/button.tsx';
import { useUrlState } from '#components/ui/use-url-state.ts';
import type { JobList, JobSummary } from '#lib/domain/job-details.ts';
import { mostCounted } from '#lib/domain/jobs/job-sort.ts';
import { readJobs } from '#lib/live/operator/jobs-api.ts';
import { readWorkers } from '#lib/live/operator/workers-api.ts';
import { useServerNow } from '#lib/live/use-field.ts';
import { retryJobs, stopJobs } from './act-on-jobs.ts';
import { workerName } from './job-words.ts';
import { useSelection } from './selection.ts';
import { SelectionBar } from './selection-bar.tsx';

const pageSize = 100;
const noJobs: readonly JobSummary[] = [];

export function JobsPage() {
  const [url, change] = useUrlState(jobShape);
  const { data, error, refresh } = useLiveQuery(['jobs', url], (signal) =>
    readJobs(queryOf(url, Date.now(), pageSize), signal),
  );
  const workers = useLiveQuery(['workers'], readWorkers).data?.workers ?? [];
  const nowMs = useServerNow(true);
  return (
    <>
      <PageHeader
        title="Jobs"
        says="Every execution, whatever became of it. The address holds the filters: share it, or save it as a view."
        command={commandOf(url, nowMs === 0 ? Date.now() : nowMs)}
      />
      <ViewsRow url={url} onChange={change} />
      <FilterBar url={url} onChange={change} workers={workers} />
      <BatchBar />
      {error != null && <FailedState error={error} onAgain={refresh} />}
      {data === undefined ? (
        error == null && <LoadingState label="Jobs are coming" rows={8} />
      ) : (
        <Jobs
          list={data}
          url={url}
          onChange={change}
          nowMs={nowMs}
          workerNames={new Map(workers.map((worker) => [worker.id, workerName(worker)]))}
        />
      )}
    </>
  );
}

interface JobsProps {
  readonly list: JobList;
  readonly url: JobUrl;
  readonly onChange: ChangeJobUrl;
  readonly nowMs: number;
  readonly workerNames: ReadonlyMap<string, string>;
}

function Jobs({ list, url, onChange, nowMs, workerNames }: JobsProps) {
  const refresh = useRefreshOperator();
  const jobs = list.jobs.length === 0 ? noJobs : list.jobs;
  const selection = useSelection(jobs);
  // Other filters are another list: marks that nobody sees any more must not be acted on.
  const filters = useMemo(() => JSON.stringify(filterNames.map((name) => url[name])), [url]);
  const { clear } = selection;
  // biome-ignore lint/correctness/useExhaustiveDependencies: cleared when the filters change.
  useEffect(() => clear(), [filters, clear]);
  if (jobs.length === 0) return <NoJobs url={url} onChange={onChange} />;
  return (
    <div className="grid min-w-0 gap-3">
      <SelectionBar
        selection={selection}
        total={list.total ?? jobs.length}
        query={queryOf({ ...url, after: null }, Date.now(), 500)}
        onChange={refresh}
      />
      <JobTable
        jobs={jobs}
        selection={selection}
        sort={url.sort ?? 'newest'}
        onSort={(sort) => onChange({ sort: sort === 'newest' ? null : sort, after: null })}
        nowMs={nowMs}
        workerNames={workerNames}
        onRetry={(job) => retryJobs([job], refresh)}
        onStop={(job) => stopJobs([job], refresh)}
      />
      <nav aria-label="Pages" className="flex items-center gap-2">
        <p className="mr-auto text-ui text-dim">{countLine(list)}</p>
        {url.after !== null && (
          <Button icon="left" onClick={() => onChange({ after: null })}>
            First page
          </Button>
        )}
        {list.next_cursor !== null && (
          <Button onClick={() => onChange({ after: list.next_cursor })}>Next {pageSize}</Button>
        )}
      </nav>
    </div>
  );
}

function countLine({ jobs, total }: JobList): string {
  if (total === null) return counted(jobs.length, 'job');
  if (total > mostCounted) return `${countWords(jobs.length)} of over ${countWords(mostCounted)} jobs`;
  return total === jobs.length ? counted(total, 'job') : `${countWords(jobs.length)} of ${counted(total, 'job')}`;
}

function NoJobs({ url, onChange }: Pick<JobsProps, 'url' | 'onChange'>) {
  const isFiltered = filterNames.some((name) => name !== 'sort' && url[name] !== null) || url.after !== null;
  return (
    <EmptyState
      icon={isFiltered ? 'search' : 'list'}
      title={isFiltered ? 'No job matches' : 'No jobs yet'}
      actions={isFiltered && <Button onClick={() => onChange(onlyFilters({}))}>Show all jobs</Button>}
    >
      <p>
        {isFiltered
          ? 'Nothing fits all of these filters together.'
          : 'Each prompt becomes a job. Send one in the field, and it is here at once.'}
      </p>
    </EmptyState>
  );
}
