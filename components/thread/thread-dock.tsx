// The thread in the dock: its transcript from the root down, followed while it grows, read in peace otherwise.
'use client';
import { useEffect, useRef } from 'react';
import { Button, IconButton } from '#components/ui/button.tsx';
import { useDropActions } from '#components/ui/use-drop-actions.ts';
import { isLive } from '#lib/domain/job.ts';
import type { ThreadTurn } from '#lib/domain/thread.ts';
import type { FieldDrop } from '#lib/live/cache.ts';
import { useDrop } from '#lib/live/use-field.ts';
import { useThread } from '#lib/live/use-thread.ts';
import { PassageButton } from './passage/passage-button.tsx';
import { ThreadMenu } from './thread-menu.tsx';
import { ThreadMissing } from './thread-missing.tsx';
import { Turn } from './turn/turn.tsx';
import { UnsentTurn } from './unsent-turn.tsx';
import { useFollowTail } from './use-follow-tail.ts';

export interface ThreadDockProps {
  readonly promptId: string;
  readonly onClose: () => void;
  readonly onSelect: (promptId: string) => void;
  /** Makes the compose bar continue this prompt. */
  readonly onContinue: (promptId: string) => void;
  /** Makes it continue a passage of this prompt's answer. */
  readonly onQuote: (promptId: string, quote: string) => void;
  readonly onTrace: (promptId: string) => void;
  /** Gives the text of an unsent prompt back to the compose bar. */
  readonly onTakeBack: (parentId: string | null, text: string) => void;
}

export default function ThreadDock(props: ThreadDockProps) {
  const { promptId, onClose, onSelect, onContinue, onQuote, onTrace, onTakeBack } = props;
  const actions = useDropActions();
  const drop = useDrop(promptId);
  const isLocal = drop?.version === 0;
  const threadOf = isLocal ? drop.parent_id : promptId;
  const thread = useThread(threadOf);
  // A prompt just taken by the server: until its own thread is here, the one it continues stays in view.
  const known = useRef<ThreadTurn[]>([]);
  if (thread.data !== undefined) known.current = thread.data.path;
  const cut = isLocal ? thread.data?.path.findIndex(({ row }) => row.prompt_id === threadOf) : undefined;
  const whole = thread.data?.path ?? pathTo(known.current, drop?.parent_id ?? null);
  const path = cut === undefined ? whole : whole?.slice(0, cut + 1);

  const scroller = useRef<HTMLDivElement>(null);
  const isShown = path !== undefined || isLocal;
  // The end is followed only when it is the selected turn's own: an earlier turn is shown where it begins.
  const isGrowing = growsAtEnd(drop, path);
  const { isFollowing, follow } = useFollowTail(scroller, isShown ? promptId : '', isGrowing);
  useShowSelected(scroller, promptId, isShown, !isGrowing);

  return (
    <section aria-label="Thread" className="flex h-full min-h-0 flex-col">
      <header className="flex h-11 shrink-0 items-center gap-2 border-b border-line pr-2 pl-4">
        <h2 dir="auto" className="min-w-0 flex-1 truncate text-left text-ui font-semibold">
          {path?.[0]?.row.label ?? drop?.label ?? 'Thread'}
        </h2>
        {path !== undefined && path.length > 1 && <span className="text-small text-dim">{path.length} turns</span>}
        <ThreadMenu promptId={promptId} thread={thread.data} onTrace={() => onTrace(promptId)} />
        <IconButton icon="close" label="Close thread" shortcut="Esc" onClick={onClose} />
      </header>
      <div className="relative min-h-0 flex-1">
        <div
          ref={scroller}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
          tabIndex={0}
          role="log"
          aria-live="off"
          aria-label="Transcript"
          className="relative h-full overflow-y-auto overscroll-contain outline-offset-[-2px]"
        >
          <div className="space-y-7 px-4 pt-4 pb-8">
            {path?.map((turn, at) => (
              <Turn
                key={turn.row.prompt_id}
                turn={turn}
                place={`Turn ${at + 1} of ${path.length}`}
                isSelected={turn.row.prompt_id === promptId}
                actions={actions}
                onSelect={onSelect}
                onContinue={onContinue}
                onTrace={onTrace}
              />
            ))}
            {isLocal && <UnsentTurn drop={drop} actions={actions} onTakeBack={onTakeBack} />}
            {path === undefined &&
              !isLocal &&
              (thread.isError ? (
                <ThreadMissing
                  what="thread"
                  error={thread.error}
                  onRetry={() => void thread.refetch()}
                  onClose={onClose}
                />
              ) : (
                <ThreadSkeleton />
              ))}
          </div>
          <PassageButton pane={scroller} onQuote={onQuote} />
        </div>
        {!isFollowing && isGrowing && (
          <Button icon="tail" className="absolute bottom-3 left-1/2 -translate-x-1/2 shadow-panel" onClick={follow}>
            Follow the answer
          </Button>
        )}
      </div>
    </section>
  );
}

/** Whether more is to come of this turn, and nothing stands below it. */
function growsAtEnd(drop: FieldDrop | undefined, path: readonly ThreadTurn[] | undefined): boolean {
  if (drop === undefined || !isLive(drop.state)) return false;
  return drop.version === 0 || path?.at(-1)?.row.prompt_id === drop.prompt_id;
}

/** The known path down to a prompt, or undefined when it isn't on it. */
function pathTo(path: readonly ThreadTurn[], promptId: string | null): ThreadTurn[] | undefined {
  const at = path.findIndex(({ row }) => row.prompt_id === promptId);
  return at < 0 ? undefined : path.slice(0, at + 1);
}

/** Pixels that stay free above a turn that is scrolled to. */
const paneInset = 16;

/** Opening a turn that isn't followed starts at its beginning, as one reads. A turn that settles while it is read stays where it is. */
function useShowSelected(
  scroller: React.RefObject<HTMLElement | null>,
  promptId: string,
  isShown: boolean,
  startsHere: boolean,
): void {
  const startsHereNow = useRef(startsHere);
  startsHereNow.current = startsHere;
  useEffect(() => {
    if (!isShown || !startsHereNow.current) return;
    const pane = scroller.current;
    const turn = pane?.querySelector(`[data-turn="${CSS.escape(promptId)}"]`);
    // The pane alone: scrollIntoView also shifts every clipped box around it, the top bar out of view.
    if (pane && turn) pane.scrollTop += turn.getBoundingClientRect().top - pane.getBoundingClientRect().top - paneInset;
  }, [scroller, promptId, isShown]);
}

function ThreadSkeleton() {
  return (
    <div role="status" aria-label="Loading the thread" className="animate-pulse space-y-4">
      <div className="h-20 rounded-card bg-raised" />
      {[92, 84, 96, 60].map((width) => (
        <div key={width} className="h-3.5 rounded bg-raised" style={{ width: `${width}%` }} />
      ))}
    </div>
  );
}
