// Running again or stopping many prompts at once, from the map and the list alike, with one undo for all of them.
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { mayCancel, mayRetry } from '#lib/domain/drop.ts';
import { cancelDrop } from '#lib/live/actions/cancel-drop.ts';
import { retryDrop } from '#lib/live/actions/retry-drop.ts';
import { type ApiAccess, cancelJob, retryJob } from '#lib/live/api.ts';
import { type FieldDrop, type LocalMark, withDrops } from '#lib/live/cache.ts';
import type { LiveView } from '#lib/live/live-view.ts';
import { useLiveView } from '#lib/live/use-field.ts';
import { holdMany } from './held-many.ts';
import { sendAll } from './send-all.ts';

export interface ManyActions {
  /** Waits six seconds behind an undo notice. Prompts that cannot run again are left out. */
  readonly retry: (promptIds: readonly string[]) => void;
  /** Running ones stop at once; waiting ones after an undo notice. */
  readonly stop: (promptIds: readonly string[]) => void;
}

export function useManyActions(): ManyActions {
  const view = useLiveView();
  const client = useQueryClient();
  return useMemo(
    () => ({
      retry: (ids) => view !== null && retryMany(view, ids),
      stop: (ids) => view !== null && stopMany(view, ids, (listener) => client.getQueryCache().subscribe(listener)),
    }),
    [view, client],
  );
}

function retryMany(view: LiveView, promptIds: readonly string[]): void {
  const ids = dropsOf(view, promptIds)
    .filter((drop) => drop.local?.kind === 'unsent' || (mayRetry(drop) && drop.local?.kind !== 'retrying'))
    .map(({ prompt_id }) => prompt_id);
  if (ids.length === 0) return;
  mark(view, ids, ({ job_id }) => ({ kind: 'retrying', jobId: job_id }));
  holdMany({
    says: `Retrying ${count(ids.length)}`,
    wish: 'could be retried',
    ids,
    release: (some) => mark(view, some, () => null),
    send: (id) => retryDrop(view, id),
    sendBlind: (id) => blind(view, id, (jobId) => retryJob(jobId, {}, lasting)),
  });
}

function stopMany(view: LiveView, promptIds: readonly string[], watch: (listener: () => void) => () => void): void {
  const drops = dropsOf(view, promptIds).filter((drop) => mayCancel(drop) && drop.local?.kind !== 'stopping');
  // A model that answers costs: there is nothing to take back about it.
  const running = drops.filter(({ state }) => state === 'running').map(({ prompt_id }) => prompt_id);
  void sendAll({ wish: 'could be stopped', send: (id) => cancelDrop(view, id) }, running);
  const ids = drops.filter(({ state }) => state === 'queued').map(({ prompt_id }) => prompt_id);
  if (ids.length === 0) return;
  const sinceMs = view.clock.nowMs();
  mark(view, ids, ({ job_id }) => ({ kind: 'stopping', jobId: job_id, sinceMs }));
  const held = holdMany(
    {
      says: `Stopped ${count(ids.length)} before ${ids.length === 1 ? 'it' : 'they'} began`,
      wish: 'could be stopped',
      ids,
      release: (some) => mark(view, some, () => null),
      send: (id) => cancelDrop(view, id),
      sendBlind: (id) => blind(view, id, (jobId) => cancelJob(jobId, lasting)),
    },
    () => unwatch(),
  );
  const unwatch = watch(() => {
    const begun = dropsOf(view, ids).filter(({ prompt_id, state }) => held.isWaiting(prompt_id) && state !== 'queued');
    if (begun.length > 0) held.sendNow(begun.map(({ prompt_id }) => prompt_id));
  });
}

/** Sets the mark of many drops in one change; an unsent drop keeps its own. */
function mark(view: LiveView, ids: readonly string[], markOf: (drop: FieldDrop) => LocalMark | null): void {
  view.edit((field) => {
    const changed = new Map<string, FieldDrop>();
    for (const id of ids) {
      const drop = field.byId.get(id);
      if (drop === undefined || drop.local?.kind === 'unsent' || drop.local?.kind === 'sending') continue;
      const { local: _, ...row } = drop;
      const local = markOf(drop);
      changed.set(id, local === null ? row : { ...row, local });
    }
    return changed.size === 0 ? field : withDrops(field, changed);
  });
}

function dropsOf(view: LiveView, ids: readonly string[]): FieldDrop[] {
  const { byId } = view.readField();
  return ids.map((id) => byId.get(id)).filter((drop) => drop !== undefined);
}

function blind(view: LiveView, id: string, send: (jobId: string) => Promise<unknown>): void {
  const jobId = view.readField().byId.get(id)?.job_id ?? '';
  // The page is closing: nobody is left to be told, and the rows say how it went when they are seen again.
  if (jobId !== '') send(jobId).catch(() => {});
}

/** The browser carries the request on although its page closes. */
const lasting: ApiAccess = { base: '', fetch: (url, init) => fetch(url, { ...init, keepalive: true }) };

function count(many: number): string {
  return many === 1 ? '1 prompt' : `${many.toLocaleString('en')} prompts`;
}
