// The jobs as a table of which only the rows in sight are rendered; its headings sort.
import './jobs.css';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Selection } from '#components/operator/jobs/selection.ts';
import type { JobSummary } from '#lib/domain/job-details.ts';
import type { JobSort } from '#lib/domain/jobs/job-sort.ts';
import { JobLine, type JobLineActions } from './job-line.tsx';

interface JobTableProps extends JobLineActions {
  readonly jobs: readonly JobSummary[];
  readonly selection: Selection;
  readonly sort: JobSort;
  readonly onSort: (sort: JobSort) => void;
  readonly nowMs: number;
  /** Names of workers by id, as far as they are known. */
  readonly workerNames: ReadonlyMap<string, string>;
}

const lineHeight = 52;
const narrowLineHeight = 92;
const narrow = '(max-width: 899px)';

export function JobTable(props: JobTableProps) {
  const { jobs, selection, sort, onSort } = props;
  const lines = useRef<HTMLTableSectionElement>(null);
  const isNarrow = useSyncExternalStore(
    subscribeNarrow,
    () => matchMedia(narrow).matches,
    () => false,
  );
  const scrollMargin = useOffset(lines);
  const virtual = useVirtualizer({
    count: jobs.length,
    getScrollElement: () => scrollerOf(lines.current),
    estimateSize: () => (isNarrow ? narrowLineHeight : lineHeight),
    getItemKey: (index) => jobs[index]?.job_id ?? index,
    overscan: 8,
    scrollMargin,
    initialRect: { width: 1_200, height: 800 },
  });
  const onPage = jobs.filter(({ job_id }) => selection.marked.has(job_id)).length;
  return (
    <table className="jobs-table" aria-label="Jobs" aria-rowcount={jobs.length + 1}>
      <thead>
        <tr aria-rowindex={1} className="jobs-line jobs-heading">
          <th scope="col" className="jobs-mark">
            <MarkAll some={onPage} all={jobs.length} onChange={(isMarked) => selection.setAll(jobs, isMarked)} />
          </th>
          <th scope="col">State</th>
          <th scope="col">Prompt</th>
          <th scope="col">Worker</th>
          <th scope="col">Error</th>
          <Sorting name="Priority" sort={sort} onSort={onSort} orders={['urgent']} />
          <Sorting name="Attempts" sort={sort} onSort={onSort} orders={['attempts']} />
          <Sorting name="Created" sort={sort} onSort={onSort} orders={['newest', 'oldest']} />
          <Sorting name="Ran" sort={sort} onSort={onSort} orders={['longest', 'shortest']} />
          <th scope="col">
            <span className="sr-only">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody ref={lines} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start, size, key }) => {
          const job = jobs[index];
          if (job === undefined) return null;
          return (
            <JobLine
              key={key}
              {...props}
              job={job}
              isMarked={selection.marked.has(job.job_id)}
              onMark={selection.toggle}
              rowIndex={index + 2}
              style={{ transform: `translateY(${start - scrollMargin}px)`, height: size }}
            />
          );
        })}
      </tbody>
    </table>
  );
}

interface MarkAllProps {
  readonly some: number;
  readonly all: number;
  readonly onChange: (isMarked: boolean) => void;
}

function MarkAll({ some, all, onChange }: MarkAllProps) {
  const box = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (box.current !== null) box.current.indeterminate = some > 0 && some < all;
  }, [some, all]);
  return (
    <label>
      <span className="sr-only">Select all on this page</span>
      <input
        ref={box}
        type="checkbox"
        checked={all > 0 && some === all}
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  );
}

interface SortingProps {
  readonly name: string;
  readonly sort: JobSort;
  readonly onSort: (sort: JobSort) => void;
  /** The first press gives the first, the next press the other one. */
  readonly orders: readonly [JobSort] | readonly [JobSort, JobSort];
}

const rising: readonly JobSort[] = ['oldest', 'shortest', 'urgent'];

function Sorting({ name, sort, onSort, orders }: SortingProps) {
  const [first, second = 'newest'] = orders;
  const isCurrent = orders.some((order) => order === sort);
  const direction = rising.includes(sort) ? 'ascending' : 'descending';
  return (
    <th scope="col" aria-sort={isCurrent ? direction : 'none'} data-figure="">
      <button
        type="button"
        onClick={() => onSort(sort === first ? second : first)}
        className="inline-flex min-h-6 items-center gap-1 rounded-[6px] hover:text-ink"
      >
        {isCurrent && (
          <span aria-hidden="true" className="text-ink">
            {direction === 'ascending' ? '↑' : '↓'}
          </span>
        )}
        {name}
      </button>
    </th>
  );
}

/** The part of the page that scrolls. */
function scrollerOf(element: Element | null): HTMLElement | null {
  return element?.closest('main') ?? null;
}

/** How far below the top of what scrolls the rows begin; things above them come and go. */
function useOffset(lines: RefObject<HTMLElement | null>): number {
  const [offset, setOffset] = useState(0);
  useLayoutEffect(() => {
    const scroller = scrollerOf(lines.current);
    if (lines.current === null || scroller === null) return;
    const top = lines.current.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop;
    setOffset(Math.round(top));
  });
  return offset;
}

function subscribeNarrow(listener: () => void): () => void {
  const query = matchMedia(narrow);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}
