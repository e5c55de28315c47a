// What is being done to many jobs right now: how far it is, and how to take it back.
'use client';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { counted, countWords } from '#components/operator/frame/figure-words.ts';
import { Button, IconButton } from '#components/ui/button.tsx';
import { type Batch, batchStore, forget, sendNow, takeBack, undoWaiting } from './batch.ts';
import { useRefreshOperator } from './use-refresh.ts';

const none: readonly Batch[] = [];

/** Nothing while nothing is done to many. */
export function BatchBar() {
  const batches = useSyncExternalStore(batchStore.subscribe, batchStore.read, () => none);
  if (batches.length === 0) return null;
  return (
    <ul aria-label="Under way" className="sticky top-2 z-20 grid gap-2">
      {batches.map((batch) => (
        <BatchItem key={batch.id} batch={batch} />
      ))}
    </ul>
  );
}

function BatchItem({ batch }: { readonly batch: Batch }) {
  const refresh = useRefreshOperator();
  const secondsLeft = useSecondsLeft(batch);
  const { id, phase, total, done, leftAlone, waitingIds, title } = batch;
  const gone = done + leftAlone;
  return (
    <li className="overflow-clip rounded-card border border-line-strong bg-raised shadow-panel">
      <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2 text-ui">
        <p role="status" className="min-w-0 flex-1">
          <span className="font-medium">{title}</span>{' '}
          <span className="text-dim">{phaseWords(batch, secondsLeft)}</span>
        </p>
        {phase === 'held' && (
          <>
            <Button tone="quiet" onClick={() => sendNow(id, refresh)}>
              Now
            </Button>
            <Button onClick={() => takeBack(id)}>Undo</Button>
          </>
        )}
        {waitingIds.length > 0 && phase !== 'undoing' && (
          <Button icon="stop" onClick={() => void undoWaiting(id, refresh)}>
            Stop those still waiting
          </Button>
        )}
        {phase !== 'held' && phase !== 'sending' && phase !== 'undoing' && (
          <IconButton icon="close" label={`Close: ${title}`} onClick={() => forget(id)} />
        )}
      </div>
      <div
        role="progressbar"
        aria-label={title}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={Math.min(gone, total)}
        aria-valuetext={`${countWords(gone)} of ${countWords(total)}`}
        className="h-0.5 bg-line"
      >
        <div
          className={`h-full transition-[width] duration-240 ${phase === 'broken' ? 'bg-salmon' : 'bg-water'}`}
          style={{ width: `${total === 0 ? 100 : Math.min(100, (100 * gone) / total)}%` }}
        />
      </div>
    </li>
  );
}

function phaseWords(batch: Batch, secondsLeft: number): string {
  const { phase, total, done, leftAlone, did, stopped, waitingIds } = batch;
  const left = leftAlone === 0 ? '' : ` ${counted(leftAlone, 'job')} had changed meanwhile and stayed as they were.`;
  switch (phase) {
    case 'held':
      return `begins in ${secondsLeft} s`;
    case 'sending':
      return `${countWords(done + leftAlone)} of ${countWords(total)}`;
    case 'done':
      return `${counted(done, 'job')} ${did}.${left}`;
    case 'broken':
      return `The server stopped answering after ${countWords(done)} of ${countWords(total)}. What is done stays done; ask again for the rest.`;
    case 'undoing':
      return `stopping those still waiting: ${countWords(stopped)} of ${countWords(waitingIds.length)}`;
    case 'undone':
      return done === 0
        ? 'taken back; nothing happened'
        : `${counted(stopped, 'job')} stopped before they began; ${countWords(done - stopped)} had begun.`;
  }
}

function useSecondsLeft({ phase, sendsAt }: Batch): number {
  const [seconds, setSeconds] = useState(() => secondsUntil(sendsAt));
  useEffect(() => {
    if (phase !== 'held') return;
    const timer = setInterval(() => setSeconds(secondsUntil(sendsAt)), 250);
    return () => clearInterval(timer);
  }, [phase, sendsAt]);
  return seconds;
}

function secondsUntil(at: number): number {
  return Math.max(1, Math.ceil((at - performance.now()) / 1_000));
}
