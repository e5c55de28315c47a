// The attempts of a prompt as tabs, newest first: what is now, and what earlier ones left behind.
import { Instant } from '#components/ui/instant.tsx';
import { modelWords } from '#components/ui/model-words.ts';
import type { ThreadAttempt } from '#lib/domain/thread.ts';
import { Markdown } from '../markdown/markdown.tsx';
import { outcomeWords } from '../outcome-words.ts';
import { Collapsible } from './collapsible.tsx';
import { FailureNote } from './failure-note.tsx';
import { tookWords } from './turn-words.ts';

interface AttemptTabsProps {
  /** Newest first. */
  readonly attempts: readonly ThreadAttempt[];
  /** The next attempt has not begun: a tab of its own stands before the others. */
  readonly isWaiting: boolean;
  /** By `attemptKey`: places shift when another attempt begins. Null is the present state. */
  readonly shown: string | null;
  readonly onShow: (key: string | null) => void;
}

export function attemptKey({ job_id, claim }: ThreadAttempt): string {
  return `${job_id} ${claim}`;
}

export function AttemptTabs({ attempts, isWaiting, shown, onShow }: AttemptTabsProps) {
  const tabs = attempts.map((attempt, at) => ({
    key: at === 0 && !isWaiting ? null : attemptKey(attempt),
    name: `Attempt ${attempts.length - at}`,
    title: outcomeWords(attempt.outcome),
    isBad: attempt.outcome === 'failed' || attempt.outcome === 'lost',
  }));
  const all = isWaiting ? [{ key: null, name: 'Now', title: 'Waiting', isBad: false }, ...tabs] : tabs;
  return (
    <div role="tablist" aria-label="Attempts, newest first" className="flex flex-wrap gap-1">
      {all.map(({ key, name, title, isBad }) => (
        <button
          key={name}
          type="button"
          role="tab"
          title={title}
          aria-selected={shown === key}
          tabIndex={shown === key ? 0 : -1}
          onClick={() => onShow(key)}
          onKeyDown={onTabKey}
          className="h-6 rounded-full border border-line px-2.5 text-small text-dim aria-selected:border-line-strong aria-selected:bg-raised aria-selected:text-ink hover:text-ink"
        >
          {name}
          {isBad && (
            <span aria-hidden="true" className="ml-1.5 inline-block size-1.5 rounded-full bg-orphan align-middle" />
          )}
        </button>
      ))}
    </div>
  );
}

/** The keys of a row of tabs: arrows lead on and around, Home and End to its ends; what has the focus is shown. */
function onTabKey(event: React.KeyboardEvent<HTMLElement>): void {
  const tabs = [...(event.currentTarget.parentElement?.querySelectorAll<HTMLElement>('[role="tab"]') ?? [])];
  const at = tabs.indexOf(event.currentTarget);
  const places: Readonly<Record<string, number>> = {
    ArrowRight: (at + 1) % tabs.length,
    ArrowLeft: (at + tabs.length - 1) % tabs.length,
    Home: 0,
    End: tabs.length - 1,
  };
  const next = Object.hasOwn(places, event.key) ? tabs[places[event.key] ?? 0] : undefined;
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
  next.click();
}

/** One earlier attempt: its text, however far it came, and why it ended. */
export function AttemptRecord({ attempt, nowMs }: { readonly attempt: ThreadAttempt; readonly nowMs: number }) {
  const text = attempt.response ?? attempt.output;
  const took = tookWords(attempt);
  return (
    <div className="space-y-3">
      {text !== null && text !== '' && (
        <>
          <Collapsible id={attemptKey(attempt)}>
            <Markdown text={text} />
          </Collapsible>
          {attempt.outcome !== 'succeeded' && <p className="text-ui text-dim">This much arrived before it ended.</p>}
        </>
      )}
      {attempt.outcome === 'failed' ? (
        <FailureNote title={outcomeWords(attempt.outcome)} kind={attempt.error_kind} message={attempt.error_message} />
      ) : (
        <p className="text-dim">{outcomeWords(attempt.outcome)}.</p>
      )}
      <p className="flex flex-wrap gap-x-1.5 text-small text-dim">
        {attempt.answered_by !== null && <span>{modelWords(attempt.answered_by)} ·</span>}
        <Instant iso={attempt.started_at} nowMs={nowMs} />
        {took !== null && <span>· {took}</span>}
      </p>
    </div>
  );
}
