// Where a job's time went, and the path it took.
import { describe, expect, it } from 'vitest';
import { extentOf, stateTimes, traceRows } from '#components/thread/trace/spans.ts';
import { bugReport } from '#components/thread/trace/trace-words.ts';
import type { JobDetails } from '#lib/domain/job-details.ts';

const second = (value: number) => new Date(Date.UTC(2026, 0, 1, 12, 0, 0) + value * 1_000).toISOString();
const nowMs = Date.parse(second(60));

const event = (at: number, state: JobDetails['state'], version: number) => ({
  type: 'job.state_changed',
  state,
  version,
  attempt: 1,
  claim: 1,
  created_at: second(at),
});

/** Failed once after 2 s, waited 10 s, then answered: first text after 1 s, 3 s of it, 1 s to write it down. */
const job: JobDetails = {
  job_id: 'job-1',
  kind: 'prompt',
  state: 'succeeded',
  org_id: 1,
  prompt_id: 'prompt-1',
  session_id: null,
  label: 'Secret words of the prompt',
  attempt: 2,
  max_attempts: 3,
  claim: 2,
  priority: 50,
  version: 5,
  created_at: second(0),
  available_at: null,
  started_at: second(15),
  finished_at: second(20),
  error_kind: null,
  error_message: null,
  response_id: 'answer-1',
  depends_on: [],
  model: null,
  scheduled_for: null,
  first_started_at: second(1),
  cancel_requested_at: null,
  supersedes: null,
  superseded_by: null,
  superseded_from: null,
  parent_job_id: null,
  worker_id: null,
  request_id: null,
  beats: [],
  running_heartbeat_at: null,
  attempts: [
    {
      claim: 1,
      attempt: 1,
      worker_id: 'w1',
      started_at: second(1),
      first_output_at: null,
      finished_at: second(3),
      outcome: 'failed',
      error_kind: 'provider_5xx',
      error_message: 'upstream said 500',
      retry_at: second(13),
    },
    {
      claim: 2,
      attempt: 2,
      worker_id: 'w2',
      started_at: second(15),
      first_output_at: second(16),
      finished_at: second(20),
      outcome: 'succeeded',
      error_kind: null,
      error_message: null,
      retry_at: null,
    },
  ],
  events: [
    event(0, 'queued', 1),
    event(1, 'running', 2),
    event(3, 'queued', 3),
    event(15, 'running', 4),
    event(20, 'succeeded', 5),
  ],
  ledger: [
    {
      claim: 2,
      attempt: 2,
      provider: 'openai',
      model: 'm',
      tokens_in: 10,
      tokens_out: 20,
      tokens_cached: 0,
      cost_usd: null,
      latency_ms: 4_000,
      first_token_ms: 1_000,
      is_estimate: false,
      created_at: second(20),
    },
  ],
};

const told = (value: JobDetails) =>
  traceRows(value, nowMs).map(({ spans }) =>
    spans.map(({ kind, fromMs, toMs }) => `${kind} ${(toMs - fromMs) / 1_000}`),
  );

describe('the waterfall of a job', () => {
  it('tells the wait for a worker from the backoff after a failure', () => {
    expect(told(job)).toEqual([
      ['waiting 1', 'call 2'],
      ['backoff 10', 'waiting 2', 'call 1', 'stream 3', 'finalise 1'],
    ]);
  });

  it('leaves no gap between what happened', () => {
    const spans = traceRows(job, nowMs).flatMap((row) => row.spans);
    for (const [index, span] of spans.entries()) if (index > 0) expect(span.fromMs).toBe(spans[index - 1]?.toMs);
    expect(extentOf(traceRows(job, nowMs))).toEqual({ fromMs: Date.parse(second(0)), toMs: Date.parse(second(20)) });
  });

  it('goes on to now while the job waits for its next attempt', () => {
    const [first] = job.attempts;
    const waiting: JobDetails = {
      ...job,
      state: 'queued',
      attempts: first === undefined ? [] : [{ ...first, retry_at: second(90) }],
    };
    expect(told(waiting)).toEqual([['waiting 1', 'call 2'], ['backoff 57']]);
  });

  it('shows a schedule apart from the wait for a worker', () => {
    expect(told({ ...job, state: 'queued', attempts: [], scheduled_for: second(40) })).toEqual([
      ['scheduled 40', 'waiting 20'],
    ]);
  });
});

it('the path through the states holds every visit and the time of all of them', () => {
  expect(stateTimes(job, nowMs)).toEqual([
    { state: 'queued', totalMs: 13_000, visits: 2 },
    { state: 'running', totalMs: 7_000, visits: 2 },
    { state: 'succeeded', totalMs: 0, visits: 1 },
  ]);
});

it('a bug report names every id and error, and never the words of the prompt', () => {
  const report = bugReport(job, nowMs);
  for (const part of ['job-1', 'prompt-1', 'answer-1', 'w1', 'w2', 'upstream said 500', 'backing off 10 s'])
    expect(report).toContain(part);
  expect(report).not.toContain('Secret');
});
