// What components read: the field, one drop, a running text, the line's state, the server's time.
//
//   useField()            { rows, byId, isLoaded, mode, unsentCount, unreadCount }  whole field, see `FieldDrop` in ./cache.ts
//   useDrop(promptId)     one drop; renders only when that drop changes
//   useOutput(jobId)      { claim, text } while a model speaks; renders only for that job, once per frame
//   useLiveStatus()       { mode, lastNewsAt, skewMs } for the pill
//   useServerNow(active)  server time in ms, ticking once a second while `active`; with `elapsedMs` in ./server-clock.ts
//   useThread(promptId)   in ./use-thread.ts
//   useSeen(promptId, isInView)  in ./actions/use-seen.ts
//   useLiveView()         for what a person does: view.outbox.submit, resend, discard; cancelDrop and retryDrop in ./actions/
// The first user opens the line, the last one closes it. All of them need a QueryClientProvider above.
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';
import { countUnread, emptyField, type FieldDrop, type FieldState, fieldKey } from './cache.ts';
import { type LiveStatus, type LiveView, liveViewOf } from './live-view.ts';
import type { LiveText } from './output-store.ts';
import type { LiveMode } from './pipe/line.ts';

export interface Field {
  /** In (created_at, id) order, drops that are still being sent or were not sent included. */
  readonly rows: readonly FieldDrop[];
  readonly byId: ReadonlyMap<string, FieldDrop>;
  /** False until the server's rows are here: an empty field before that is not yet an empty field. */
  readonly isLoaded: boolean;
  readonly mode: LiveMode;
  readonly unsentCount: number;
  readonly unreadCount: number;
}

/** The whole field; renders when anything in it changes, at most once per frame. */
export function useField(): Field {
  useLiveView();
  const { data: field = emptyField } = useQuery<FieldState>({ queryKey: fieldKey, queryFn: skipToken });
  const mode = useLiveMode();
  return useMemo(() => {
    const unsentCount = field.rows.filter(({ local }) => local?.kind === 'unsent').length;
    return {
      rows: field.rows,
      byId: field.byId,
      isLoaded: field.isLoaded,
      mode,
      unsentCount,
      unreadCount: countUnread(field),
    };
  }, [field, mode]);
}

/** One drop by prompt id, or undefined while it is not known. */
export function useDrop(promptId: string | null): FieldDrop | undefined {
  useLiveView();
  const select = useCallback((field: FieldState) => field.byId.get(promptId ?? '') ?? null, [promptId]);
  return useQuery({ queryKey: fieldKey, queryFn: skipToken, select }).data ?? undefined;
}

/** Text of a job while its model speaks. It stays while somebody uses this hook, also when the job has ended. */
export function useOutput(jobId: string | null): LiveText | undefined {
  const view = useLiveView();
  const subscribe = useCallback(
    (listener: () => void) =>
      view === null || jobId === null ? noSubscription : view.outputs.subscribe(jobId, listener),
    [view, jobId],
  );
  const read = () => (jobId === null ? undefined : view?.outputs.read(jobId));
  return useSyncExternalStore(subscribe, read, readNothing);
}

/** How news comes in, and how old the last is. Renders about once a second at most. */
export function useLiveStatus(): LiveStatus {
  const view = useLiveView();
  const subscribe = useCallback((listener: () => void) => view?.subscribeStatus(listener) ?? noSubscription, [view]);
  const read = () => view?.readStatus() ?? unknownStatus;
  return useSyncExternalStore(subscribe, read, () => unknownStatus);
}

/** Only the mode: whoever draws the field does not render for every sign of life. */
function useLiveMode(): LiveMode {
  const view = useLiveView();
  const subscribe = useCallback((listener: () => void) => view?.subscribeStatus(listener) ?? noSubscription, [view]);
  const read = () => (view?.readStatus() ?? unknownStatus).mode;
  return useSyncExternalStore(subscribe, read, () => unknownStatus.mode);
}

/** The server's time, ms since 1970. Moves once a second while `isActive`; everybody shares one ticker. */
export function useServerNow(isActive: boolean): number {
  const view = useLiveView();
  const subscribe = useCallback(
    (listener: () => void) => (view === null || !isActive ? noSubscription : view.clock.subscribe(listener)),
    [view, isActive],
  );
  return useSyncExternalStore(
    subscribe,
    () => view?.clock.readTick() ?? 0,
    () => 0,
  );
}

/** The live view of this page, kept running while mounted; null while rendering on the server. */
export function useLiveView(): LiveView | null {
  const client = useQueryClient();
  const view = typeof window === 'undefined' ? null : liveViewOf(client);
  useEffect(() => view?.acquire(), [view]);
  return view;
}

const unknownStatus: LiveStatus = { mode: 'reconnecting', lastNewsAt: null, skewMs: 0 };
const noSubscription = () => {};
const readNothing = () => undefined;
