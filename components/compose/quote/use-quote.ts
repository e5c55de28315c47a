// The passage that the next prompt takes up, kept in this browser beside the draft of the same parent.
import { useEffect, useState } from 'react';
import type { DraftParent } from '#lib/live/actions/drafts.ts';

const keyOf = (parentId: DraftParent) => `asterion.quote.${parentId ?? 'new'}`;

/** `revision` changes when somebody else wrote it. */
export function useQuote(parentId: DraftParent, revision: number): { quote: string | null; clear: () => void } {
  const [quote, setQuote] = useState<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new revision means that the kept passage changed
  useEffect(() => setQuote(readQuote(parentId)), [parentId, revision]);
  const clear = () => {
    setQuote(null);
    writeQuote(parentId, null);
  };
  return { quote, clear };
}

export function writeQuote(parentId: DraftParent, quote: string | null): void {
  try {
    if (quote === null) localStorage.removeItem(keyOf(parentId));
    else localStorage.setItem(keyOf(parentId), quote);
  } catch {
    // Full or switched off: then nothing is quoted, and the chip does not show.
  }
}

function readQuote(parentId: DraftParent): string | null {
  try {
    return localStorage.getItem(keyOf(parentId));
  } catch {
    return null;
  }
}
