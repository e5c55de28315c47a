// The bare facts of a job: what was asked of it, and the ids under which logs and the command line know it.
import { Instant } from '#components/ui/instant.tsx';
import { modelWords } from '#components/ui/model-words.ts';
import { PageLink } from '#components/ui/page-link.tsx';
import { priorities } from '#lib/domain/job.ts';
import type { JobDetails } from '#lib/domain/job-details.ts';
import { CopyButton } from '../copy-button.tsx';

export function JobFacts({ job, nowMs }: { readonly job: JobDetails; readonly nowMs: number }) {
  const when = (iso: string | null) => (iso === null ? null : <Instant iso={iso} nowMs={nowMs} />);
  const facts: readonly (readonly [string, React.ReactNode])[] = [
    ['Model', job.model === null ? 'The default' : modelWords(job.model)],
    ['Attempts', `${job.attempt} of ${job.max_attempts}`],
    ['Priority', priorityWords(job.priority)],
    ['Created', when(job.created_at)],
    ['Not before', when(job.scheduled_for)],
    ['Stop asked for', when(job.cancel_requested_at)],
    ['Finished', when(job.finished_at)],
  ];
  const ids: readonly (readonly [string, string | null])[] = [
    ['Job', job.job_id],
    ['Prompt', job.prompt_id],
    ['Session', job.session_id],
    ['Request', job.request_id],
    ['Answer', job.response_id],
    ...job.depends_on.map((id) => ['Waited for', id] as const),
    ['Replaces', job.supersedes],
    ['Replaced by', job.superseded_by],
  ];
  return (
    <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-0.5 text-ui">
      {facts.map(([name, value]) => value !== null && <Fact key={name} name={name} value={value} />)}
      {ids.map(
        ([name, id]) =>
          id !== null && (
            <Fact
              key={`${name} ${id}`}
              name={name}
              value={
                <span className="flex items-center">
                  <code className="min-w-0 flex-1 truncate text-small" title={id}>
                    {jobNames.has(name) ? (
                      <PageLink href={`/operator/jobs/${id}`} className="text-water-ink hover:underline">
                        {id}
                      </PageLink>
                    ) : (
                      id
                    )}
                  </code>
                  <CopyButton text={id} label={`Copy the id: ${name}`} />
                </span>
              }
            />
          ),
      )}
      <Fact
        name="Command"
        value={
          <span className="flex items-center">
            <code className="min-w-0 flex-1 truncate text-small">npm run asterion -- job-details {job.job_id}</code>
            <CopyButton text={`npm run asterion -- job-details ${job.job_id}`} label="Copy the command" />
          </span>
        }
      />
    </dl>
  );
}

/** Ids that have a page of their own. */
const jobNames: ReadonlySet<string> = new Set(['Job', 'Replaces', 'Replaced by', 'Waited for']);

function Fact({ name, value }: { readonly name: string; readonly value: React.ReactNode }) {
  return (
    <>
      <dt className="text-dim">{name}</dt>
      <dd className="min-w-0">{value}</dd>
    </>
  );
}

function priorityWords(priority: number): string {
  const named = Object.entries(priorities).find(([, value]) => value === priority)?.[0];
  return named === undefined ? String(priority) : `${named[0]?.toUpperCase()}${named.slice(1)}`;
}
