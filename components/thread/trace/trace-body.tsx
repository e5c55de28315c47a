// What a trace shows of a job, in the dock and on the job's own page: states, time, attempts, relations, facts.
import { Button } from '#components/ui/button.tsx';
import { isLive } from '#lib/domain/job.ts';
import type { JobDetails } from '#lib/domain/job-details.ts';
import { useServerNow } from '#lib/live/use-field.ts';
import { copyText } from '../copy-text.ts';
import { AttemptList } from './attempt-list.tsx';
import { JobFacts } from './job-facts.tsx';
import { Lineage } from './lineage.tsx';
import { stateTimes, traceRows } from './spans.ts';
import { StatePath } from './state-path.tsx';
import { bugReport } from './trace-words.ts';
import { Waterfall } from './waterfall.tsx';

interface TraceBodyProps {
  readonly job: JobDetails;
  readonly onSelect: (promptId: string) => void;
  /** Two columns where there is room: what happened, and what it is. */
  readonly isWide?: boolean;
}

export function TraceBody({ job, onSelect, isWide = false }: TraceBodyProps) {
  const nowMs = useServerNow(isLive(job.state));
  const happened = (
    <>
      <Part isTop={isWide} title="States">
        <StatePath times={stateTimes(job, nowMs)} current={job.state} />
      </Part>
      <Part isTop={isWide} title="Time">
        <Waterfall rows={traceRows(job, nowMs)} job={job} nowMs={nowMs} />
      </Part>
      <Part isTop={isWide} title="Attempts">
        <AttemptList job={job} nowMs={nowMs} />
      </Part>
    </>
  );
  const is = (
    <>
      {job.prompt_id !== null && (
        <Part isTop={isWide} title="Belongs to">
          <Lineage promptId={job.prompt_id} job={job} onSelect={onSelect} />
        </Part>
      )}
      <Part isTop={isWide} title="Job">
        <JobFacts job={job} nowMs={nowMs} />
      </Part>
      <Button icon="copy" onClick={() => void copyText(bugReport(job, nowMs))}>
        Copy as text for a bug report
      </Button>
    </>
  );
  if (!isWide)
    return (
      <div className="space-y-6">
        {happened}
        {is}
      </div>
    );
  return (
    <div className="grid gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1fr)_minmax(300px,380px)]">
      <div className="min-w-0 space-y-6">{happened}</div>
      <div className="min-w-0 space-y-6">{is}</div>
    </div>
  );
}

interface PartProps {
  readonly title: string;
  /** Right below the page's own heading. */
  readonly isTop: boolean;
  readonly children: React.ReactNode;
}

function Part({ title, isTop, children }: PartProps) {
  const Heading = isTop ? 'h2' : 'h3';
  return (
    <section>
      <Heading className="mb-2 text-small font-medium text-dim">{title}</Heading>
      {children}
    </section>
  );
}
