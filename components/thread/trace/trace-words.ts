// The words of a trace, and the whole of it as text for a bug report: ids and times, never a key or the prompt itself.
import { spanWords } from '#components/ui/time-words.ts';
import { stateWord } from '#lib/domain/drop.ts';
import { explainFailure } from '#lib/domain/failure.ts';
import type { JobAttempt, JobDetails } from '#lib/domain/job-details.ts';
import { beatMarks, beatWords } from './beats.ts';
import { type SpanKind, stateTimes, traceRows } from './spans.ts';

export const spanNames: Readonly<Record<SpanKind, string>> = {
  scheduled: 'Scheduled',
  waiting: 'Waiting',
  backoff: 'Backing off',
  claim: 'Claimed',
  call: 'Asked',
  stream: 'Receiving',
  finalise: 'Writing',
};

/** "web-1:4711-9f3c…" is told by its end: the part that differs. */
export function shortId(id: string): string {
  return id.length <= 12 ? id : `…${id.slice(-8)}`;
}

/** For pasting into an issue: everything the trace shows, with full ids and instants, and the command that shows it again. */
export function bugReport(job: JobDetails, nowMs: number): string {
  const lines = [
    `job ${job.job_id} (${job.kind}), told at ${new Date(nowMs).toISOString()}`,
    `npm run asterion -- job-details ${job.job_id}`,
    `prompt ${job.prompt_id ?? '-'}  session ${job.session_id ?? '-'}  request ${job.request_id ?? '-'}`,
    `state ${job.state}  version ${job.version}  attempt ${job.attempt} of ${job.max_attempts}  claim ${job.claim}  priority ${job.priority}`,
    `model ${job.model ?? 'default'}  response ${job.response_id ?? '-'}`,
    `created ${job.created_at}  available ${job.available_at ?? '-'}  scheduled ${job.scheduled_for ?? '-'}`,
    `started ${job.started_at ?? '-'}  finished ${job.finished_at ?? '-'}  cancel requested ${job.cancel_requested_at ?? '-'}`,
    `supersedes ${job.supersedes ?? '-'}  superseded by ${job.superseded_by ?? '-'}  depends on ${job.depends_on.join(', ') || '-'}`,
    ...(job.error_kind === null
      ? []
      : [`error ${job.error_kind}: ${job.error_message ?? explainFailure(job.error_kind)}`]),
    '',
    'time in state',
    ...stateTimes(job, nowMs).map(
      ({ state, totalMs, visits }) =>
        `  ${stateWord[state]} (${state}) ${spanWords(totalMs)}${visits > 1 ? ` in ${visits} visits` : ''}`,
    ),
    '',
    'attempts',
    ...traceRows(job, nowMs).flatMap(({ attempt, spans }) => [
      attempt === null
        ? '  not begun'
        : `  #${attempt.claim} attempt ${attempt.attempt} worker ${attempt.worker_id} ${attempt.started_at} to ${attempt.finished_at ?? 'now'} ${attempt.outcome ?? 'running'}${retryWords(attempt)}`,
      `    ${spans.map(({ kind, fromMs, toMs }) => `${spanNames[kind].toLowerCase()} ${spanWords(toMs - fromMs)}`).join(' · ')}`,
      ...(attempt === null ? [] : beatLines(job, attempt, nowMs)),
      ...(attempt?.error_kind ? [`    ${attempt.error_kind}: ${attempt.error_message ?? ''}`] : []),
    ]),
    '',
    'events',
    ...job.events.map(
      (event) =>
        `  ${event.created_at} ${event.type} ${event.state} v${event.version} a${event.attempt} c${event.claim}`,
    ),
    '',
    'model calls',
    ...job.ledger.map(
      (entry) =>
        `  #${entry.claim} ${entry.provider}/${entry.model} in ${entry.tokens_in} out ${entry.tokens_out} cached ${entry.tokens_cached} ${entry.latency_ms} ms${entry.first_token_ms === null ? '' : ` first token ${entry.first_token_ms} ms`}${entry.cost_usd === null ? '' : ` $${entry.cost_usd}`}${entry.is_estimate ? ' (estimated)' : ''}`,
    ),
  ];
  return `${lines.join('\n')}\n`;
}

function retryWords({ retry_at }: JobAttempt): string {
  return retry_at === null ? '' : `, again at ${retry_at}`;
}

function beatLines(job: JobDetails, attempt: JobAttempt, nowMs: number): string[] {
  const words = beatWords(beatMarks(job, attempt, nowMs));
  return words === null ? [] : [`    its worker: ${words}`];
}
