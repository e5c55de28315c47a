// How many finds there are, how many of them are out of sight, and the way from one to the next.
'use client';
import './find.css';
import { useEffect } from 'react';
import { findWords } from './find-words.ts';
import type { Find } from './use-find.ts';

interface FindBarProps {
  readonly find: Find;
  readonly unseen: number;
  readonly onOpen: (id: string) => void;
  readonly onClear: () => void;
}

export function FindBar({ find, unseen, onOpen, onClear }: FindBarProps) {
  const { ids, atId, step } = find;
  useSearchKeys(find, onOpen);
  const place = atId === null ? null : ids.indexOf(atId) + 1;
  return (
    <div className="map-find" role="toolbar" aria-label="What was found">
      <span role="status" className="map-find-count">
        {findWords(ids.length, unseen, place)}
      </span>
      {ids.length > 0 && (
        <>
          <button type="button" onClick={() => step(-1)} aria-label="Previous match" title="Previous  Shift Enter">
            <Arrow d="M4 10l4-4 4 4" />
          </button>
          <button type="button" onClick={() => step(1)} aria-label="Next match" title="Next  Enter">
            <Arrow d="M4 6l4 4 4-4" />
          </button>
        </>
      )}
      {atId !== null && (
        <button type="button" className="map-find-words" onClick={() => onOpen(atId)}>
          Open
        </button>
      )}
      <button type="button" className="map-find-words" onClick={onClear}>
        Show everything
      </button>
    </div>
  );
}

/** In the search box Enter leads on, with Shift back, with Ctrl or ⌘ it opens. */
function useSearchKeys({ step, atId }: Find, onOpen: (id: string) => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isInSearch = event.target instanceof HTMLInputElement && event.target.type === 'search';
      if (!isInSearch || event.key !== 'Enter' || event.isComposing || event.keyCode === 229) return;
      event.preventDefault();
      if (atId !== null && (event.ctrlKey || event.metaKey)) onOpen(atId);
      else step(event.shiftKey ? -1 : 1);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [step, atId, onOpen]);
}

function Arrow({ d }: { d: string }) {
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" fill="none" aria-hidden="true" focusable="false">
      <path d={d} stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
