// One job in the table.
import type { CSSProperties } from 'react';
import { agoWords, noFigure } from '#components/operator/frame/figure-words.ts';
import { kindWords, priorityWords, timesOf } from '#components/operator/jobs/job-words.ts';
import { IconButton } from '#components/ui/button.tsx';
import { modelWords } from '#components/ui/model-words.ts';
import { PageLink } from '#components/ui/page-link.tsx';
import { instantWords } from '#components/ui/time-words.ts';
import { stateWord } from '#lib/domain/drop.ts';
import { explainFailure } from '#lib/domain/failure.ts';
import { isLive } from '#lib/domain/job.ts';
import type { JobSummary } from '#lib/domain/job-details.ts';

export interface JobLineActions {
  readonly onRetry: (job: JobSummary) => void;
  readonly onStop: (job: JobSummary) => void;
}

interface JobLineProps extends JobLineActions {
  readonly job: JobSummary;
  readonly isMarked: boolean;
  readonly onMark: (job: JobSummary, toHere: boolean) => void;
  readonly nowMs: number;
  readonly workerNames: ReadonlyMap<string, string>;
  readonly rowIndex: number;
  readonly style: CSSProperties;
}

export function JobLine({ job, isMarked, onMark, nowMs, workerNames, rowIndex, style, onRetry, onStop }: JobLineProps) {
  const name = job.label === '' ? kindWords(job.kind) : job.label;
  return (
    <tr
      aria-rowindex={rowIndex}
      data-marked={isMarked ? '' : undefined}
      data-job={job.job_id}
      data-state={job.state}
      className="jobs-line"
      style={style}
    >
      <td className="jobs-mark">
        <label>
          <span className="sr-only">Select {name}</span>
          <input
            type="checkbox"
            checked={isMarked}
            onChange={(event) => {
              const { nativeEvent } = event;
              onMark(job, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true);
            }}
          />
        </label>
      </td>
      <td className="jobs-state">
        <span aria-hidden="true" className="jobs-dot" data-state={job.state} />
        {stateWord[job.state]}
      </td>
      <td className="jobs-prompt">
        <PageLink href={`/operator/jobs/${job.job_id}`} title={name} className="truncate font-medium hover:underline">
          {name}
        </PageLink>
        <span className="truncate text-small text-dim">
          {kindWords(job.kind)} · {job.model === null ? 'default model' : modelWords(job.model)}
        </span>
      </td>
      <td className="jobs-worker truncate" title={job.worker_id ?? undefined}>
        {workerWords(job.worker_id, workerNames)}
      </td>
      <td className="jobs-error truncate" title={errorWords(job)}>
        {job.error_kind === null ? noFigure : <code className="font-mono text-small">{job.error_kind}</code>}
      </td>
      <td data-figure="" className="jobs-priority">
        {priorityWords(job.priority)}
      </td>
      <td data-figure="" className="jobs-attempts">
        {job.attempt}
        <span className="text-dim"> / {job.max_attempts}</span>
      </td>
      <Times job={job} nowMs={nowMs} />
      <td className="jobs-act">
        <RowAction job={job} name={name} onRetry={onRetry} onStop={onStop} />
      </td>
    </tr>
  );
}

function Times({ job, nowMs }: { readonly job: JobSummary; readonly nowMs: number }) {
  const { ran, says } = timesOf(job, nowMs);
  const started = job.started_at === null ? 'not started' : `started ${instantWords(job.started_at)}`;
  return (
    <>
      <td data-figure="" className="jobs-created">
        <time dateTime={job.created_at} title={`created ${instantWords(job.created_at)}\n${started}`}>
          {agoWords(job.created_at, nowMs)}
        </time>
      </td>
      <td data-figure="" className="jobs-ran" title={`${says}; ${started}`}>
        {ran}
        {says === 'waiting' && <span className="block text-small text-dim">waiting</span>}
      </td>
    </>
  );
}

interface RowActionProps extends JobLineActions {
  readonly job: JobSummary;
  readonly name: string;
}

function RowAction({ job, name, onRetry, onStop }: RowActionProps) {
  if (isLive(job.state)) return <IconButton icon="stop" label={`Stop ${name}`} onClick={() => onStop(job)} />;
  if (job.state === 'superseded' || job.prompt_id === null) return null;
  return <IconButton icon="retry" label={`Retry ${name}`} onClick={() => onRetry(job)} />;
}

function workerWords(id: string | null, names: ReadonlyMap<string, string>): string {
  if (id === null) return noFigure;
  return names.get(id) ?? `…${id.slice(-8)}`;
}

function errorWords({ error_kind, error_message }: JobSummary): string | undefined {
  return error_kind === null ? undefined : (error_message ?? explainFailure(error_kind));
}
