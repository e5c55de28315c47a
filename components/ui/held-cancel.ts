// Stopping a waiting prompt can be taken back for six seconds: the request is held here and nothing is lost when the page closes.
import type { QueryClient } from '@tanstack/react-query';
import { cancelDrop } from '#lib/live/actions/cancel-drop.ts';
import { cancelJob } from '#lib/live/api.ts';
import { withMark } from '#lib/live/cache.ts';
import type { LiveView } from '#lib/live/live-view.ts';
import { pushUndo, undoNewest } from './many/undo-stack.ts';
import { notify, withdraw } from './toast.ts';

/** Source: field contract, "Undo". */
const holdMs = 6_000;

interface Held {
  readonly jobId: string;
  /** Lets go without a word to the server. */
  readonly release: () => void;
}
const held = new Map<string, Held>();

/** The stop was taken back. */
export class Undone extends Error {
  override readonly name = 'Undone';
}

/**
 * Shows the drop as stopping and stops it after the hold, or at once when a worker takes it meanwhile. Resolves when the
 * server has the stop; rejects with Undone when it was taken back, else with what went wrong. Repeats are harmless.
 */
export function holdCancel(view: LiveView, client: QueryClient, promptId: string): Promise<void> {
  return new Promise((resolve, reject) => hold(view, client, promptId, resolve, reject));
}

function hold(
  view: LiveView,
  client: QueryClient,
  promptId: string,
  resolve: () => void,
  reject: (reason: unknown) => void,
): void {
  const drop = view.readField().byId.get(promptId);
  if (drop === undefined || held.has(promptId)) {
    resolve();
    return;
  }
  const jobId = drop.job_id;
  view.edit((field) => withMark(field, promptId, { kind: 'stopping', jobId, sinceMs: view.clock.nowMs() }));
  const release = () => {
    clearTimeout(timer);
    stopWatching();
    held.delete(promptId);
    dropUndo();
    withdraw(promptId);
    view.edit((field) => withMark(field, promptId, null));
  };
  const send = () => {
    release();
    cancelDrop(view, promptId).then(resolve, reject);
  };
  const timer = setTimeout(send, holdMs);
  // A model that has begun to answer costs: then there is nothing left to take back.
  const stopWatching = client.getQueryCache().subscribe(() => {
    if (held.has(promptId) && view.readField().byId.get(promptId)?.state !== 'queued') send();
  });
  const undo = () => {
    release();
    reject(new Undone());
  };
  const dropUndo = pushUndo(undo);
  held.set(promptId, { jobId, release });
  watchPageClose();
  notify(`Stopped “${drop.label}”`, {
    id: promptId,
    duration: holdMs,
    action: { label: 'Undo', onClick: undo },
  });
}

/** Takes back the newest thing that is held, one stop or something done to many. False when there is none. */
export function undoCancel(): boolean {
  return undoNewest();
}

let isWatchingPage = false;

function watchPageClose(): void {
  if (isWatchingPage) return;
  isWatchingPage = true;
  window.addEventListener('pagehide', () => {
    for (const { jobId, release } of [...held.values()]) {
      release();
      // The page is going: the browser carries the request on, and nobody is left to hear how it went.
      cancelJob(jobId, { base: '', fetch: (url, init) => fetch(url, { ...init, keepalive: true }) }).catch(() => {});
    }
  });
}
