// The open streams of one viewer, and what they are told: states and texts in the order in which they are true.
import type { Viewer } from '#lib/auth/viewer.ts';
import type { DropRow } from '#lib/domain/drop.ts';
import type { OutputChunk } from '#lib/store/output.ts';
import { RunningTexts } from './output.ts';
import { type EventStream, encode, frame } from './sse.ts';

/** A stream, and while it is still catching up what it is told afterwards. */
export interface Member {
  readonly stream: EventStream;
  held: Uint8Array[] | null;
}

/** Hears of rows as the streams do. `look`: some may have been missed; `closed`: there will be no more. */
export type Watcher = (news: readonly DropRow[] | 'look' | 'closed') => void;

export class Audience {
  readonly members = new Set<Member>();
  readonly watchers = new Set<Watcher>();
  readonly texts = new RunningTexts();
  /** Streams that are being opened: the audience must not be dissolved under them. */
  opening = 0;
  /** Resolves when the running texts are known. */
  ready: Promise<void> = Promise.resolve();

  constructor(readonly viewer: Viewer) {}

  get isEmpty(): boolean {
    return this.members.size === 0 && this.watchers.size === 0 && this.opening === 0;
  }

  /** Follows the claims that these rows tell of. True when a job ended whose last text has not been read yet. */
  observe(rows: readonly DropRow[]): boolean {
    // Also a claim that began and ended since the last look: its text is told all the same.
    for (const row of rows)
      if (row.state === 'running') this.texts.follow({ jobId: row.job_id, promptId: row.prompt_id, claim: row.claim });
    return [...newestOf(rows).values()].some((row) => row.state !== 'running' && this.texts.has(row.job_id));
  }

  /**
   * Tells everybody. A job's text comes before the state that ends it and after the state that starts it.
   * `before` is the cursor that was safe until now; only the last state may carry the new one, `after`: who is cut off
   * in between comes back for the rest.
   */
  tell(rows: readonly DropRow[], chunks: readonly OutputChunk[], before: string, after: string): void {
    const texts = this.texts.take(chunks);
    const newest = newestOf(rows);
    const parts = rows.map((row, index) => {
      const state = frame('job.state_changed', JSON.stringify(row), index === rows.length - 1 ? after : before);
      if (row !== newest.get(row.job_id)) return state;
      const text = texts.get(row.job_id) ?? '';
      texts.delete(row.job_id);
      if (row.state === 'running') return state + text;
      this.texts.forget(row.job_id);
      return text + state;
    });
    const all = parts.join('') + [...texts.values()].join('');
    if (all !== '') this.send(encode(all));
    if (rows.length > 0) this.wake(rows);
  }

  wake(news: Parameters<Watcher>[0]): void {
    for (const watcher of [...this.watchers]) watcher(news);
  }

  send(bytes: Uint8Array): void {
    for (const member of this.members) {
      if (member.held === null) member.stream.send(bytes);
      else member.held.push(bytes);
    }
  }

  endAll(): void {
    for (const { stream } of [...this.members]) stream.end();
  }
}

function newestOf(rows: readonly DropRow[]): Map<string, DropRow> {
  const newest = new Map<string, DropRow>();
  for (const row of rows) {
    const known = newest.get(row.job_id);
    if (known === undefined || known.version <= row.version) newest.set(row.job_id, row);
  }
  return newest;
}
