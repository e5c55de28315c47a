// Good, not good, needs work: one press each, a note when there is more to say, and everything that was said before.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button, IconButton } from '#components/ui/button.tsx';
import type { IconName } from '#components/ui/icon.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { type VerdictEntry, type VerdictWord, verdicts } from '#lib/domain/prompts/verdict.ts';
import { readVerdicts } from '#lib/live/dock-api.ts';
import { verdictWords } from './judge-words.ts';
import { useJudge } from './use-judge.ts';

const icons: Readonly<Record<VerdictWord, IconName>> = { accept: 'good', reject: 'bad', needs_work: 'edit' };

/** A verdict that asks for a change is of little use without its reason: the note opens by itself. */
const asksWhy: Readonly<Record<VerdictWord, boolean>> = { accept: false, reject: true, needs_work: true };

export interface VerdictState {
  readonly open: 'note' | 'history' | null;
  readonly set: (open: 'note' | 'history' | null) => void;
}

export function useVerdictState(): VerdictState {
  const [open, set] = useState<'note' | 'history' | null>(null);
  return { open, set };
}

interface VerdictButtonsProps {
  readonly responseId: string;
  readonly verdict: VerdictEntry | null;
  readonly state: VerdictState;
}

/** The three verdicts; the latest one is pressed. */
export function VerdictButtons({ responseId, verdict, state }: VerdictButtonsProps) {
  const judge = useJudge();
  return (
    <fieldset className="flex items-center">
      <legend className="sr-only">Your verdict on this answer</legend>
      {verdicts.map((word) => (
        <IconButton
          key={word}
          icon={icons[word]}
          label={verdictWords[word]}
          aria-pressed={verdict?.verdict === word}
          disabled={judge.isBusy}
          className="aria-pressed:bg-water-soft aria-pressed:text-water-ink"
          onClick={async () => {
            if (verdict?.verdict === word) return state.set(state.open === 'note' ? null : 'note');
            if (await judge.give(responseId, word)) state.set(asksWhy[word] ? 'note' : null);
          }}
        />
      ))}
    </fieldset>
  );
}

interface VerdictPanelProps extends VerdictButtonsProps {
  readonly nowMs: number;
}

/** Beneath the buttons: the latest verdict with its note, the note being written, or the whole history. */
export function VerdictPanel({ responseId, verdict, state, nowMs }: VerdictPanelProps) {
  if (verdict === null) return null;
  return (
    <div className="space-y-2 rounded-small border border-line px-3 py-2 text-ui">
      {state.open === 'history' ? (
        <VerdictHistory responseId={responseId} nowMs={nowMs} />
      ) : (
        <VerdictLine entry={verdict} nowMs={nowMs} />
      )}
      {state.open === 'note' ? (
        <NoteEditor verdict={verdict} responseId={responseId} onDone={() => state.set(null)} />
      ) : (
        <div className="-ml-2 flex gap-1">
          <Button tone="quiet" className="h-6! px-2!" onClick={() => state.set('note')}>
            {verdict.note === '' ? 'Add a note' : 'Change the note'}
          </Button>
          <Button
            tone="quiet"
            className="h-6! px-2!"
            aria-expanded={state.open === 'history'}
            onClick={() => state.set(state.open === 'history' ? null : 'history')}
          >
            {state.open === 'history' ? 'Latest only' : 'History'}
          </Button>
        </div>
      )}
    </div>
  );
}

function VerdictLine({ entry, nowMs }: { readonly entry: VerdictEntry; readonly nowMs: number }) {
  return (
    <p className="[overflow-wrap:anywhere]">
      <span className="font-medium">{verdictWords[entry.verdict]}</span>
      <span className="text-small text-dim">
        {' '}
        · <Instant iso={entry.created_at} nowMs={nowMs} />
      </span>
      {entry.note !== '' && <span className="block whitespace-pre-wrap text-dim">{entry.note}</span>}
    </p>
  );
}

function VerdictHistory({ responseId, nowMs }: { readonly responseId: string; readonly nowMs: number }) {
  const { data, isError } = useQuery({
    queryKey: ['verdicts', responseId],
    queryFn: ({ signal }) => readVerdicts(responseId, signal),
  });
  if (isError) return <p className="text-dim">The history could not be loaded.</p>;
  if (data === undefined) return <p className="text-dim">Loading…</p>;
  return (
    <ol aria-label="Verdicts, newest first" className="space-y-2">
      {data.history.map((entry) => (
        <li key={entry.created_at}>
          <VerdictLine entry={entry} nowMs={nowMs} />
        </li>
      ))}
    </ol>
  );
}

const noteLimit = 2_000;

interface NoteEditorProps {
  readonly responseId: string;
  readonly verdict: VerdictEntry;
  readonly onDone: () => void;
}

function NoteEditor({ responseId, verdict, onDone }: NoteEditorProps) {
  const judge = useJudge();
  const [note, setNote] = useState(verdict.note);
  const save = async () => {
    if (note.trim() === verdict.note || (await judge.give(responseId, verdict.verdict, note.trim()))) onDone();
  };
  return (
    <form
      className="space-y-2"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <textarea
        // biome-ignore lint/a11y/noAutofocus: the person has just asked for it
        autoFocus
        aria-label="Note to the verdict"
        placeholder="What should be different?"
        maxLength={noteLimit}
        rows={2}
        value={note}
        onChange={({ target }) => setNote(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.stopPropagation();
            event.nativeEvent.stopImmediatePropagation();
            onDone();
          } else if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) {
            event.preventDefault();
            void save();
          }
        }}
        className="field-sizing-content max-h-40 w-full resize-none rounded-small border border-line-strong bg-ground px-2 py-1.5 text-ui outline-none focus:border-water"
      />
      <div className="flex justify-end gap-2">
        <Button tone="quiet" onClick={onDone}>
          Cancel
        </Button>
        <Button tone="primary" type="submit" disabled={judge.isBusy}>
          Save note
        </Button>
      </div>
    </form>
  );
}
