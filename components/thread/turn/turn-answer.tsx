// The answer of a turn in whatever state it is: waiting, growing, ready, stopped or failed, with what can be done about it.
import { Button } from '#components/ui/button.tsx';
import type { DropActions } from '#components/ui/use-drop-actions.ts';
import { isLive } from '#lib/domain/job.ts';
import type { FieldDrop } from '#lib/live/cache.ts';
import { Markdown } from '../markdown/markdown.tsx';
import { Collapsible } from './collapsible.tsx';
import { FailureNote } from './failure-note.tsx';
import { ModelMenu } from './turn-menu.tsx';
import { stateWords } from './turn-words.ts';

interface TurnAnswerProps {
  readonly drop: FieldDrop;
  /** The answer when there is one, else the text so far; '' while there is none. */
  readonly text: string;
  readonly nowMs: number;
  readonly actions: DropActions;
  readonly onTrace: () => void;
}

export function TurnAnswer({ drop, text, nowMs, actions, onTrace }: TurnAnswerProps) {
  const isGrowing = isLive(drop.state);
  return (
    <div className="space-y-3">
      {text !== '' && (
        <Collapsible id={drop.job_id} isHeldOpen={isGrowing}>
          <Markdown text={text} isGrowing={isGrowing} />
        </Collapsible>
      )}
      {text !== '' && drop.state === 'queued' && (
        <PartialLabel>This much arrived before the last attempt ended. The next one begins anew.</PartialLabel>
      )}
      {isGrowing && <LiveLine drop={drop} nowMs={nowMs} actions={actions} />}
      {drop.state === 'failed' && (
        <>
          {text !== '' && <PartialLabel>This much arrived before it failed.</PartialLabel>}
          <FailureNote title={stateWords(drop, nowMs)} kind={drop.error_kind} message={drop.error_message}>
            <RetryButtons drop={drop} actions={actions} tone="salmon" />
            <Button tone="quiet" icon="trace" className="ml-auto" onClick={onTrace}>
              Trace
            </Button>
          </FailureNote>
        </>
      )}
      {drop.state === 'cancelled' && (
        <div className="flex flex-wrap items-center gap-2">
          <PartialLabel>
            {text === '' ? stateWords(drop, nowMs) : 'Stopped here. The text above is what had arrived.'}
          </PartialLabel>
          <RetryButtons drop={drop} actions={actions} tone="plain" />
        </div>
      )}
    </div>
  );
}

function PartialLabel({ children }: { readonly children: React.ReactNode }) {
  return <p className="mr-auto text-ui text-dim">{children}</p>;
}

function LiveLine({ drop, nowMs, actions }: Omit<TurnAnswerProps, 'text' | 'onTrace'>) {
  const isStopping = drop.local?.kind === 'stopping';
  const isSending = drop.local?.kind === 'sending';
  const isRunning = drop.state === 'running';
  return (
    <div className="flex min-h-7 items-center gap-2 text-ui text-dim">
      <span
        aria-hidden="true"
        className={`size-2 rounded-full ${isRunning ? 'animate-pulse bg-pending' : 'border border-queued'}`}
      />
      <span className="flex-1">{stateWords(drop, nowMs)}</span>
      {!isStopping && !isSending && drop.local?.kind !== 'retrying' && (
        <Button tone="plain" icon="stop" onClick={() => void actions.stop(drop.prompt_id)}>
          {isRunning ? 'Stop' : 'Cancel'}
        </Button>
      )}
    </div>
  );
}

interface RetryButtonsProps {
  readonly drop: FieldDrop;
  readonly actions: DropActions;
  readonly tone: 'salmon' | 'plain';
}

function RetryButtons({ drop, actions, tone }: RetryButtonsProps) {
  const isRetrying = drop.local?.kind === 'retrying';
  return (
    <>
      <Button tone={tone} icon="retry" disabled={isRetrying} onClick={() => void actions.retry(drop.prompt_id)}>
        {isRetrying ? 'Retrying…' : 'Retry'}
      </Button>
      <ModelMenu
        trigger={
          <Button tone="quiet" disabled={isRetrying}>
            Another model…
          </Button>
        }
        current={drop.answered_by ?? drop.model}
        onSelect={(model) => void actions.retry(drop.prompt_id, { model })}
      />
    </>
  );
}
