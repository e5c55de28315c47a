// The text of every running claim that somebody watches, kept once per process so that a late joiner gets all of it at once.
import type { OutputFrame } from '#lib/domain/event.ts';
import type { OutputChunk, OutputPlace, RunningClaim } from '#lib/store/output.ts';
import { frame } from './sse.ts';

interface Text {
  readonly promptId: string;
  readonly claim: number;
  text: string;
}

export class RunningTexts {
  private readonly byJob = new Map<string, Text>();

  get size(): number {
    return this.byJob.size;
  }

  has(jobId: string): boolean {
    return this.byJob.has(jobId);
  }

  /** A new claim starts with an empty text; a known one goes on. */
  follow({ jobId, promptId, claim }: RunningClaim): void {
    const known = this.byJob.get(jobId);
    if (known === undefined || known.claim < claim) this.byJob.set(jobId, { promptId, claim, text: '' });
  }

  forget(jobId: string): void {
    this.byJob.delete(jobId);
  }

  clear(): void {
    this.byJob.clear();
  }

  places(): OutputPlace[] {
    return [...this.byJob].map(([jobId, { claim, text }]) => ({ jobId, claim, from: text.length }));
  }

  /** Takes chunks in; a job's frame with what was new, ready to send. A chunk behind a gap waits for the next look. */
  take(chunks: readonly OutputChunk[]): Map<string, string> {
    const grown = new Map<string, number>();
    for (const { jobId, claim, startsAt, content } of chunks) {
      const known = this.byJob.get(jobId);
      if (known?.claim !== claim || startsAt !== known.text.length) continue;
      if (!grown.has(jobId)) grown.set(jobId, known.text.length);
      known.text += content;
    }
    return new Map([...grown].map(([jobId, from]) => [jobId, this.frameOf(jobId, from)]));
  }

  /** Everything so far, one frame a job, for somebody who has just arrived. */
  wholeFrames(): string {
    return [...this.byJob.keys()].map((jobId) => this.frameOf(jobId, 0)).join('');
  }

  private frameOf(jobId: string, from: number): string {
    const known = this.byJob.get(jobId);
    if (known === undefined || known.text.length === 0) return '';
    const data: OutputFrame = {
      job_id: jobId,
      prompt_id: known.promptId,
      claim: known.claim,
      from,
      text: known.text.slice(from),
    };
    return frame('job.output', JSON.stringify(data));
  }
}
