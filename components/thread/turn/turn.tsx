// One turn of a transcript: a prompt and everything that came of it.
import { memo, type RefObject, useEffect, useRef, useState } from 'react';
import type { DropActions } from '#components/ui/use-drop-actions.ts';
import { isLive } from '#lib/domain/job.ts';
import type { ThreadTurn } from '#lib/domain/thread.ts';
import { useSeen } from '#lib/live/actions/use-seen.ts';
import type { FieldDrop } from '#lib/live/cache.ts';
import { useDrop, useOutput, useServerNow } from '#lib/live/use-field.ts';
import { AttemptRecord, AttemptTabs, attemptKey } from './attempt-tabs.tsx';
import { liveText } from './live-text.ts';
import { PromptCard } from './prompt-card.tsx';
import { TurnAnswer } from './turn-answer.tsx';
import { TurnFooter } from './turn-footer.tsx';

interface TurnProps {
  readonly turn: ThreadTurn;
  readonly place: string;
  readonly isSelected: boolean;
  readonly actions: DropActions;
  readonly onSelect: (promptId: string) => void;
  readonly onContinue: (promptId: string) => void;
  readonly onTrace: (promptId: string) => void;
}

export const Turn = memo(function Turn(props: TurnProps) {
  const { turn, place, isSelected, actions, onSelect, onContinue, onTrace } = props;
  const { drop, answer, text } = useTurnText(turn);
  const nowMs = useServerNow(isLive(drop.state));
  const [shown, setShown] = useState<string | null>(null);
  const rendered = useRef<HTMLDivElement>(null);
  const isInView = useInView(rendered);
  useSeen(drop.prompt_id, isInView && answer !== null);

  const isWaiting = drop.state === 'queued';
  const at = turn.attempts.findIndex((attempt) => attemptKey(attempt) === shown);
  // The newest one is the present state itself, unless the next is waited for.
  const record = at > 0 || isWaiting ? turn.attempts[at] : undefined;
  return (
    <article
      aria-label={`${place}: ${drop.label}`}
      data-turn={drop.prompt_id}
      data-selected={isSelected || undefined}
      className="scroll-mt-4"
    >
      <PromptCard
        drop={drop}
        text={turn.text}
        nowMs={nowMs}
        siblingIds={drop.parent_id === null ? [] : turn.sibling_ids}
        onSelect={onSelect}
        onSendEdited={(edited) => {
          const options = drop.model === null ? undefined : { model: drop.model };
          onSelect(actions.submit({ text: edited, parentId: drop.parent_id, options }));
        }}
      />
      <div className="mt-4 space-y-3 px-0.5">
        {turn.attempts.length + (isWaiting ? 1 : 0) > 1 && (
          <AttemptTabs
            attempts={turn.attempts}
            isWaiting={isWaiting}
            shown={record === undefined ? null : shown}
            onShow={setShown}
          />
        )}
        {record === undefined ? (
          <>
            <div ref={rendered} data-answer={answer === null ? undefined : drop.prompt_id}>
              <TurnAnswer
                drop={drop}
                text={text}
                nowMs={nowMs}
                actions={actions}
                onTrace={() => onTrace(drop.prompt_id)}
              />
            </div>
            {answer !== null && (
              <TurnFooter
                drop={drop}
                markdown={answer}
                usage={turn.usage}
                stateClass={turn.state_class ?? 'draft'}
                verdict={turn.verdict ?? null}
                nowMs={nowMs}
                rendered={rendered}
                actions={actions}
                onContinue={() => onContinue(drop.prompt_id)}
                onTrace={() => onTrace(drop.prompt_id)}
              />
            )}
          </>
        ) : (
          <AttemptRecord attempt={record} nowMs={nowMs} />
        )}
      </div>
    </article>
  );
});

/** The newest that is known of a turn, from the thread's answer, the field and the stream together. */
function useTurnText(turn: ThreadTurn): {
  readonly drop: FieldDrop;
  readonly answer: string | null;
  readonly text: string;
} {
  const known = useDrop(turn.row.prompt_id);
  const isKnownNewer = known !== undefined && (known.version >= turn.row.version || known.local !== undefined);
  const drop = isKnownNewer ? known : turn.row;
  // After a retry the kept answer belongs to the job before: only text of the drop's own job is shown.
  const isSameJob = turn.row.job_id === drop.job_id;
  const answer = isSameJob && drop.state === 'succeeded' ? turn.answer : null;
  const streamed = useOutput(answer === null ? drop.job_id : null);
  return { drop, answer, text: answer ?? liveText(isSameJob ? turn.partial : null, streamed) };
}

function useInView(element: RefObject<HTMLElement | null>): boolean {
  const [isInView, setInView] = useState(false);
  useEffect(() => {
    if (element.current === null) return;
    const watcher = new IntersectionObserver((entries) =>
      setInView(entries.some(({ isIntersecting }) => isIntersecting)),
    );
    watcher.observe(element.current);
    return () => watcher.disconnect();
  }, [element]);
  return isInView;
}
