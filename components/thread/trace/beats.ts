// The signs of life of an attempt's worker: one mark for each half minute, so that a missing one can be seen.
import type { JobAttempt, JobDetails } from '#lib/domain/job-details.ts';

/** `missing`: no beat in the whole half minute that ends here. */
export interface BeatMark {
  readonly atMs: number;
  readonly isMissing: boolean;
}

const everyMs = 30_000;
/** More could not be told apart. */
const mostMarks = 240;

/**
 * Marks from the attempt's start to its end, or to `nowMs`. The last, shorter piece has a mark only when there was a beat in it:
 * a worker owes one every half minute, no sooner. Empty when nothing is kept of its worker.
 */
export function beatMarks(job: JobDetails, attempt: JobAttempt, nowMs: number): BeatMark[] {
  const stretches = job.beats
    .filter(({ worker_id }) => worker_id === attempt.worker_id)
    .map(({ from_at, to_at }) => ({ fromMs: Date.parse(from_at), toMs: Date.parse(to_at) }));
  if (stretches.length === 0) return [];
  const startMs = Date.parse(attempt.started_at);
  const endMs = attempt.finished_at === null ? nowMs : Date.parse(attempt.finished_at);
  const stepMs = everyMs * Math.max(1, Math.ceil((endMs - startMs) / everyMs / mostMarks));
  const marks: BeatMark[] = [];
  for (let fromMs = startMs; fromMs < endMs; fromMs += stepMs) {
    const toMs = Math.min(fromMs + stepMs, endMs);
    // Within a stretch no silence is as long as a half minute, and its ends are beats: touching one means there was a beat.
    const touched = stretches.filter((stretch) => stretch.fromMs <= toMs && stretch.toMs >= fromMs).at(-1);
    const isWhole = toMs - fromMs >= everyMs;
    if (touched !== undefined) marks.push({ atMs: Math.min(touched.toMs, toMs), isMissing: false });
    else if (isWhole) marks.push({ atMs: toMs, isMissing: true });
  }
  return marks;
}

/** "14 beats", "12 beats, 2 missing"; null when nothing is kept. */
export function beatWords(marks: readonly BeatMark[]): string | null {
  if (marks.length === 0) return null;
  const missing = marks.filter(({ isMissing }) => isMissing).length;
  const seen = marks.length - missing;
  const beats = `${seen} ${seen === 1 ? 'half minute' : 'half minutes'} with a beat`;
  return missing === 0 ? beats : `${beats}, ${missing} without`;
}
