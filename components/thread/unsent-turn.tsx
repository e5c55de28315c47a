// A prompt that the server does not have yet: being sent, or kept here with the reason why it was not taken.
import { Button } from '#components/ui/button.tsx';
import type { DropActions } from '#components/ui/use-drop-actions.ts';
import type { FieldDrop } from '#lib/live/cache.ts';

interface UnsentTurnProps {
  readonly drop: FieldDrop;
  readonly actions: DropActions;
  /** Hands the text back to the compose bar. */
  readonly onTakeBack: (parentId: string | null, text: string) => void;
}

export function UnsentTurn({ drop, actions, onTakeBack }: UnsentTurnProps) {
  const { local } = drop;
  if (local?.kind !== 'unsent' && local?.kind !== 'sending') return null;
  const problem = local.kind === 'unsent' ? local.problem : null;
  return (
    <article aria-label={`Not sent yet: ${drop.label}`}>
      <div
        dir="auto"
        className="rounded-card border border-dashed border-line-strong bg-raised px-3.5 py-3 text-read whitespace-pre-wrap [overflow-wrap:anywhere]"
      >
        {local.text}
      </div>
      {problem === null ? (
        <p className="mt-3 text-ui text-dim">Sending…</p>
      ) : (
        <div className="mt-3 space-y-2">
          <p>
            <span className="font-medium">Not sent.</span> {problem.detail}
          </p>
          {problem.errors.map(({ field, message }) => (
            <p key={`${field} ${message}`} className="text-ui text-dim">
              {message}
            </p>
          ))}
          <div className="flex flex-wrap gap-2">
            <Button icon="send" onClick={() => void actions.retry(drop.prompt_id)}>
              Send again
            </Button>
            <Button
              icon="edit"
              onClick={() => {
                const text = actions.discard(drop.prompt_id);
                if (text !== null) onTakeBack(drop.parent_id, text);
              }}
            >
              Edit
            </Button>
            <Button tone="quiet" onClick={() => actions.discard(drop.prompt_id)}>
              Discard
            </Button>
          </div>
        </div>
      )}
    </article>
  );
}
