// Every attempt of a job, the newest first: who ran it, how fast it answered, how it ended and in whose words.
import { Instant } from '#components/ui/instant.tsx';
import { modelWords } from '#components/ui/model-words.ts';
import { spanWords } from '#components/ui/time-words.ts';
import { explainFailure } from '#lib/domain/failure.ts';
import type { JobAttempt, JobDetails, LedgerEntry } from '#lib/domain/job-details.ts';
import { outcomeWords } from '../outcome-words.ts';
import { beatMarks, beatWords } from './beats.ts';
import { shortId } from './trace-words.ts';

export function AttemptList({ job, nowMs }: { readonly job: JobDetails; readonly nowMs: number }) {
  if (job.attempts.length === 0) return <p className="text-ui text-dim">No worker has taken it yet.</p>;
  return (
    <ol reversed className="divide-y divide-line rounded-small border border-line text-ui">
      {job.attempts
        .map((attempt, index) => ({ attempt, place: index + 1 }))
        .reverse()
        .map(({ attempt, place }) => (
          <li key={attempt.claim} className="space-y-1 px-3 py-2">
            <AttemptLine attempt={attempt} place={place} nowMs={nowMs} />
            <BeatLine job={job} attempt={attempt} nowMs={nowMs} />
            {attempt.outcome === null && job.running_heartbeat_at !== null && (
              <p className="text-small text-dim">
                Last beat of its worker {spanWords(nowMs - Date.parse(job.running_heartbeat_at))} ago
              </p>
            )}
            {job.ledger
              .filter(({ claim }) => claim === attempt.claim)
              .map((entry) => (
                <LedgerLine key={entry.created_at} entry={entry} />
              ))}
            {attempt.error_kind !== null && <ErrorLines attempt={attempt} />}
          </li>
        ))}
    </ol>
  );
}

/** Said only when a beat is missing: that all are there is what one expects, and the dots show it. */
function BeatLine({ job, attempt, nowMs }: Omit<AttemptLineProps, 'place'> & { readonly job: JobDetails }) {
  const marks = beatMarks(job, attempt, nowMs);
  if (!marks.some(({ isMissing }) => isMissing)) return null;
  return <p className="text-small text-salmon-ink">Its worker fell silent: {beatWords(marks)}</p>;
}

interface AttemptLineProps {
  readonly attempt: JobAttempt;
  readonly place: number;
  readonly nowMs: number;
}

function AttemptLine({ attempt, place, nowMs }: AttemptLineProps) {
  const startedMs = Date.parse(attempt.started_at);
  const endMs = attempt.finished_at === null ? nowMs : Date.parse(attempt.finished_at);
  const isBad = attempt.outcome === 'failed' || attempt.outcome === 'lost';
  return (
    <p className="flex flex-wrap items-baseline gap-x-2">
      <span className="text-dim">{place}</span>
      <span className={`font-medium ${isBad ? 'text-salmon-ink' : ''}`}>{outcomeWords(attempt.outcome)}</span>
      <span className="text-dim">{spanWords(endMs - startedMs)}</span>
      {attempt.first_output_at !== null && (
        <span className="text-small text-dim">
          first text after {spanWords(Date.parse(attempt.first_output_at) - startedMs)}
        </span>
      )}
      <span className="ml-auto text-small text-dim">
        <span title={attempt.worker_id}>worker {shortId(attempt.worker_id)}</span> ·{' '}
        <Instant iso={attempt.started_at} nowMs={nowMs} />
      </span>
    </p>
  );
}

function LedgerLine({ entry }: { readonly entry: LedgerEntry }) {
  const about = entry.is_estimate ? '≈ ' : '';
  const name = `${entry.provider}/${entry.model}`;
  return (
    <p className="text-small text-dim" title={name}>
      {modelWords(entry.provider === 'demo' ? 'demo' : name)} · {about}
      {entry.tokens_in.toLocaleString('en')} in, {entry.tokens_out.toLocaleString('en')} out
      {entry.tokens_cached > 0 && `, ${entry.tokens_cached.toLocaleString('en')} cached`}
      {entry.first_token_ms !== null && ` · first token ${spanWords(entry.first_token_ms)}`}
      {entry.cost_usd !== null && entry.cost_usd > 0 && ` · ${about}$${entry.cost_usd.toFixed(4)}`}
    </p>
  );
}

function ErrorLines({ attempt }: { readonly attempt: JobAttempt }) {
  const kind = attempt.error_kind ?? 'unknown';
  const retryMs =
    attempt.retry_at === null || attempt.finished_at === null
      ? null
      : Date.parse(attempt.retry_at) - Date.parse(attempt.finished_at);
  return (
    <div className="space-y-1">
      <p>
        {explainFailure(kind)}
        {retryMs !== null && retryMs > 0 && ` The next attempt waited ${spanWords(retryMs)}.`}{' '}
        <code className="text-small text-dim">{kind}</code>
      </p>
      {attempt.error_message !== null && (
        <p className="max-h-32 overflow-y-auto rounded-small bg-code px-2 py-1 font-mono text-small text-dim [overflow-wrap:anywhere]">
          {attempt.error_message}
        </p>
      )}
    </div>
  );
}
