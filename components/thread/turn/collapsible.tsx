// Folds long text after 24 lines behind "Show all N"; what was opened stays open for that text.
import { type ReactNode, useEffect, useRef, useState } from 'react';

const shownLines = 24;
/** Folding two lines away would cost a press for nothing. */
const slackLines = 4;
const lineHeightPx = 24;
const rememberedTexts = 300;
const storageKey = 'asterion.opened';

interface CollapsibleProps {
  /** Remembered under this id. */
  readonly id: string;
  readonly children: ReactNode;
  /** Never folds, e.g. while the text grows before the person's eyes. */
  readonly isHeldOpen?: boolean;
  readonly lines?: number;
}

export function Collapsible({ id, children, isHeldOpen = false, lines = shownLines }: CollapsibleProps) {
  const content = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(() => readOpened().includes(id));
  const [lineCount, setLineCount] = useState(0);
  // Text that was watched while it grew isn't folded away under the reader when it is complete.
  const wasHeldOpen = useRef(isHeldOpen);
  if (isHeldOpen) wasHeldOpen.current = true;

  useEffect(() => {
    const element = content.current;
    if (element === null) return;
    const watcher = new ResizeObserver(() => setLineCount(Math.round(element.scrollHeight / lineHeightPx)));
    watcher.observe(element);
    return () => watcher.disconnect();
  }, []);

  const isLong = lineCount > lines + slackLines;
  const isFolded = isLong && !isOpen && !wasHeldOpen.current;
  const toggle = () => {
    wasHeldOpen.current = false;
    setOpen(isFolded);
    rememberOpened(id, isFolded);
  };
  return (
    <div>
      <div
        className={isFolded ? 'overflow-hidden' : ''}
        style={isFolded ? { maxHeight: lines * lineHeightPx, maskImage: fade } : undefined}
      >
        <div ref={content}>{children}</div>
      </div>
      {isLong && !isHeldOpen && (
        <button
          type="button"
          aria-expanded={!isFolded}
          onClick={toggle}
          className="mt-1.5 h-7 rounded-small px-2 -ml-2 text-ui font-medium text-water-ink hover:bg-hover"
        >
          {isFolded ? `Show all ${lineCount} lines` : 'Show less'}
        </button>
      )}
    </div>
  );
}

const fade = 'linear-gradient(to bottom, #000 calc(100% - 56px), transparent)';

function readOpened(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]');
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : [];
  } catch {
    // Storage is switched off or holds something else: texts start folded.
    return [];
  }
}

function rememberOpened(id: string, isOpen: boolean): void {
  const others = readOpened().filter((known) => known !== id);
  try {
    localStorage.setItem(storageKey, JSON.stringify(isOpen ? [...others, id].slice(-rememberedTexts) : others));
  } catch {
    // Full or switched off: it is remembered as long as the page lives.
  }
}
