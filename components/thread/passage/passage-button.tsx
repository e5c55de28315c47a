// Offers to go on from a passage that is selected in an answer.
import { type RefObject, useEffect, useState } from 'react';
import { quoteOf } from '#components/compose/quote/quote.ts';
import { Button } from '#components/ui/button.tsx';

interface PassageButtonProps {
  /** The pane whose answers (`data-answer` holds the prompt's id) can be quoted. */
  readonly pane: RefObject<HTMLElement | null>;
  readonly onQuote: (promptId: string, quote: string) => void;
}

interface Passage {
  readonly promptId: string;
  readonly quote: string;
  /** Pixels from the top of the pane's content. */
  readonly top: number;
}

/** Selections move with every pixel of the pointer; the button comes when they rest. */
const restMs = 150;

export function PassageButton({ pane, onQuote }: PassageButtonProps) {
  const [passage, setPassage] = useState<Passage | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setPassage(readPassage(pane.current)), restMs);
    };
    document.addEventListener('selectionchange', look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('selectionchange', look);
    };
  }, [pane]);
  if (passage === null) return null;
  return (
    <div className="pointer-events-none absolute inset-x-0 z-10 flex justify-center" style={{ top: passage.top }}>
      <Button
        icon="quote"
        className="pointer-events-auto shadow-panel"
        // A press would clear the selection before the click is heard.
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => {
          onQuote(passage.promptId, passage.quote);
          document.getSelection()?.removeAllRanges();
          setPassage(null);
        }}
      >
        Continue from this
      </Button>
    </div>
  );
}

function readPassage(pane: HTMLElement | null): Passage | null {
  const selection = document.getSelection();
  if (pane === null || selection === null || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  const start = range.startContainer.parentElement?.closest<HTMLElement>('[data-answer]');
  const { commonAncestorContainer: common } = range;
  const promptId = start?.dataset.answer;
  if (!start || promptId === undefined || !pane.contains(start) || !start.contains(common)) return null;
  const quote = quoteOf(selection.toString());
  if (quote === null) return null;
  const box = range.getBoundingClientRect();
  return { promptId, quote, top: box.bottom - pane.getBoundingClientRect().top + pane.scrollTop + 6 };
}
