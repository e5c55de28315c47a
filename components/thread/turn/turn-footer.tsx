// The line under a ready answer: who gave it, how long it took, what it used, and what can be done with it.
import type { RefObject } from 'react';
import { Button, IconButton } from '#components/ui/button.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { isDemo, modelWords } from '#components/ui/model-words.ts';
import type { DropActions } from '#components/ui/use-drop-actions.ts';
import type { StateClass, VerdictEntry } from '#lib/domain/prompts/verdict.ts';
import type { ThreadUsage } from '#lib/domain/thread.ts';
import type { FieldDrop } from '#lib/live/cache.ts';
import { copyText } from '../copy-text.ts';
import { classSteps, classWords } from '../judge/judge-words.ts';
import { useJudge } from '../judge/use-judge.ts';
import { useVerdictState, VerdictButtons, VerdictPanel } from '../judge/verdict-bar.tsx';
import { ChoiceMenu, ModelMenu } from './turn-menu.tsx';
import { tookWords, usageDetail, usageWords } from './turn-words.ts';

interface TurnFooterProps {
  readonly drop: FieldDrop;
  readonly markdown: string;
  readonly usage: ThreadUsage | null;
  readonly stateClass: StateClass;
  readonly verdict: VerdictEntry | null;
  readonly nowMs: number;
  /** The rendered answer, for copying it as plain text. */
  readonly rendered: RefObject<HTMLElement | null>;
  readonly actions: DropActions;
  readonly onContinue: () => void;
  readonly onTrace: () => void;
}

export function TurnFooter(props: TurnFooterProps) {
  const { drop, markdown, usage, stateClass, verdict, nowMs, rendered, actions, onContinue, onTrace } = props;
  const judge = useJudge();
  const verdictState = useVerdictState();
  const { response_id: responseId } = drop;
  const model = drop.answered_by ?? drop.model;
  const took = drop.started_at === null ? null : tookWords({ ...drop, started_at: drop.started_at });
  // innerText, because textContent would run paragraphs and list items together.
  // biome-ignore lint/performance/useDomNodeTextContent: asked for on a press only
  const plainText = () => rendered.current?.innerText ?? markdown;
  const copies = [
    { label: 'Copy as text', onSelect: () => void copyText(plainText()) },
    { label: 'Copy as markdown', onSelect: () => void copyText(markdown) },
    { label: 'Copy link', onSelect: () => void copyText(linkTo(drop.prompt_id)) },
  ];
  const more = [
    ...classSteps(stateClass).map(({ to, label }) => ({
      label,
      onSelect: () => void judge.move(drop.prompt_id, stateClass, to),
    })),
    { label: 'Show the trace', onSelect: onTrace },
  ];
  return (
    <div className="space-y-1.5">
      <p className="flex flex-wrap items-center gap-x-1.5 text-small text-dim">
        {stateClass !== 'draft' && (
          <span className="rounded-full bg-water-soft px-2 py-px font-medium text-water-ink">
            {classWords[stateClass]}
          </span>
        )}
        {model !== null && (
          <span title={isDemo(model) ? 'Answers by itself; no real model was asked' : model}>{modelWords(model)}</span>
        )}
        {drop.finished_at !== null && (
          <span>
            · <Instant iso={drop.finished_at} nowMs={nowMs} />
          </span>
        )}
        {took !== null && <span>· {took}</span>}
        {usage !== null && <span title={usageDetail(usage)}>· {usageWords(usage)}</span>}
      </p>
      <div className="-ml-2 flex flex-wrap items-center">
        <Button tone="quiet" icon="reply" className="!px-2" onClick={onContinue}>
          Continue here
        </Button>
        <ChoiceMenu trigger={<IconButton icon="copy" label="Copy answer" />} choices={copies} />
        <IconButton icon="retry" label="Run again" onClick={() => void actions.retry(drop.prompt_id)} />
        <ModelMenu
          trigger={<IconButton icon="down" label="Run again with another model" className="-ml-1.5 !w-6" />}
          current={model}
          onSelect={(choice) => void actions.retry(drop.prompt_id, { model: choice })}
        />
        {responseId !== null && <VerdictButtons responseId={responseId} verdict={verdict} state={verdictState} />}
        <ChoiceMenu trigger={<IconButton icon="more" label="More about this answer" />} choices={more} />
      </div>
      {responseId !== null && (
        <VerdictPanel responseId={responseId} verdict={verdict} state={verdictState} nowMs={nowMs} />
      )}
    </div>
  );
}

function linkTo(promptId: string): string {
  return `${location.origin}/mission?drop=${encodeURIComponent(promptId)}&dock=thread`;
}
