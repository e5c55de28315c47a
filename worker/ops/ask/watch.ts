// Follows one job from a terminal: its text as it comes, until it ends or nobody wants to watch any more.
import { localViewer } from '#lib/auth/viewer.ts';
import { isLive, type JobState } from '#lib/domain/job.ts';
import type { Database } from '#lib/store/client.ts';
import { listen } from '#lib/store/listen.ts';
import { channels } from '#lib/store/notifier.ts';
import { readOutput } from '#lib/store/output.ts';

export interface Watching {
  /** Aborting it ends the watching, never the job. */
  readonly signal: AbortSignal;
  readonly onText: (piece: string) => void;
  /** A claim was lost or failed after it had spoken: what follows is a new text. */
  readonly onRestart: (why: string) => void;
}

export interface Watched {
  /** How it ended; null when the watching ended first. */
  readonly state: JobState | null;
  /** The text of the last claim, as it was handed on. */
  readonly printed: string;
}

/** Notes wake it; a lost one costs this much. */
const pollMs = 500;

/** Resolves when the job has ended or the signal aborted. Throws when the job is gone. */
export async function watchJob(db: Database, jobId: string, watching: Watching): Promise<Watched> {
  const { signal, onText, onRestart } = watching;
  const bell = new Bell();
  const ring = () => bell.ring();
  const listener = await listen(db, [channels.output, channels.event], { onNotify: ring, onConnect: ring });
  signal.addEventListener('abort', ring);
  let [claim, printed] = [0, ''];
  try {
    while (!signal.aborted) {
      const heard = bell.next(pollMs);
      const now = await readOutput(db, localViewer, jobId, 0);
      if (now === null) throw new Error(`job ${jobId} is no longer there`);
      if (now.claim !== claim) {
        if (printed !== '') onRestart('the attempt before broke off');
        [claim, printed] = [now.claim, ''];
      }
      // What was pruned after the end is no reason to take anything back.
      if (now.text.length > printed.length) {
        onText(now.text.slice(printed.length));
        printed = now.text;
      }
      if (!isLive(now.state)) return { state: now.state, printed };
      await heard;
    }
    return { state: null, printed };
  } finally {
    signal.removeEventListener('abort', ring);
    bell.silence();
    await listener.close();
  }
}

/** Something may have happened: asked for before looking, so that nothing in between is missed. */
class Bell {
  private timer: NodeJS.Timeout | undefined;
  private wake: () => void = () => undefined;

  next(withinMs: number): Promise<void> {
    clearTimeout(this.timer);
    return new Promise((resolve) => {
      this.wake = resolve;
      this.timer = setTimeout(resolve, withinMs);
    });
  }

  ring(): void {
    this.wake();
  }

  silence(): void {
    clearTimeout(this.timer);
  }
}
