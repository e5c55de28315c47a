// Running again or stopping many prompts at once, from the map and the list alike, with one undo for all of them.
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { notify } from '#components/ui/toast.ts';
import { mayCancel, mayRetry } from '#lib/domain/drop.ts';
import { archivableWith, archiveDrops, hideDrops, restoreDrops } from '#lib/live/actions/archive-drops.ts';
import { cancelDrop } from '#lib/live/actions/cancel-drop.ts';
import { retryDrop } from '#lib/live/actions/retry-drop.ts';
import { type ApiAccess, cancelJob, retryJob } from '#lib/live/api.ts';
import { type FieldDrop, type LocalMark, withDrops } from '#lib/live/cache.ts';
import { archivePrompts } from '#lib/live/list/archive-api.ts';
import type { LiveView } from '#lib/live/live-view.ts';
import { useLiveView } from '#lib/live/use-field.ts';
import { holdMany } from './held-many.ts';
import { sendAll } from './send-all.ts';

export interface ManyActions {
  /** Waits six seconds behind an undo notice. Prompts that cannot run again are left out. */
  readonly retry: (promptIds: readonly string[]) => void;
  /** Running ones stop at once; waiting ones after an undo notice. */
  readonly stop: (promptIds: readonly string[]) => void;
  /** Out of the field at once, put away after an undo notice, each with what continues it; what is at work stays. */
  readonly archive: (promptIds: readonly string[]) => void;
  /** Back into the field, at once. */
  readonly restore: (promptIds: readonly string[]) => void;
}

export function useManyActions(): ManyActions {
  const view = useLiveView();
  const client = useQueryClient();
  return useMemo(
    () => ({
      retry: (ids) => view !== null && retryMany(view, ids),
      stop: (ids) => view !== null && stopMany(view, ids, (listener) => client.getQueryCache().subscribe(listener)),
      archive: (ids) => view !== null && archiveMany(view, ids),
      restore: (ids) => view !== null && restoreMany(view, client, ids),
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
    doing: 'Retrying',
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
  void sendAll({ wish: 'could be stopped', doing: 'Stopping', send: (id) => cancelDrop(view, id) }, running);
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

function archiveMany(view: LiveView, promptIds: readonly string[]): void {
  const { ids, kept } = archivableWith(view.readField(), promptIds);
  if (ids.length === 0) {
    notify(kept.length === 1 ? 'It is still at work. Stop it first.' : 'All of them are still at work.');
    return;
  }
  hideDrops(view, ids, true);
  const rest = kept.length === 0 ? '' : ` ${count(kept.length)} still at work: kept.`;
  holdMany({
    says: `Archived ${count(ids.length)}.${rest}`,
    wish: 'could be archived',
    ids,
    release: (some) => hideDrops(view, some, false),
    send: (id) => archiveDrops(view, [id]),
    sendMany: (some) => archiveDrops(view, some),
    sendBlind: (id) => blindArchive([id]),
    sendManyBlind: blindArchive,
  });
}

// The page is closing: nobody is left to be told. A browser carries 64 KiB on, which is 1,000 ids and some room.
function blindArchive(ids: readonly string[]): void {
  if (ids.length > 0) archivePrompts(ids.slice(0, 1_000), lasting).catch(() => {});
}

function restoreMany(view: LiveView, client: QueryClient, promptIds: readonly string[]): void {
  restoreDrops(view, promptIds)
    .then((restored) => {
      notify(`Brought back ${count(restored)}`);
      return client.invalidateQueries({ queryKey: ['list'] });
    })
    .catch((error: unknown) => notify(`It could not be brought back. ${error instanceof Error ? error.message : ''}`));
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
