// The prompts written last in this browser, to be called back into the bar.

const storageKey = 'asterion.history';
const kept = 30;
/** A prompt with whole files in it would fill the storage that drafts live in. */
const longest = 20_000;

/** Newest first. */
export function readHistory(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]');
    return Array.isArray(stored) ? stored.filter((text) => typeof text === 'string') : [];
  } catch {
    // Switched off or not ours: nothing to call back.
    return [];
  }
}

export function rememberPrompt(text: string): void {
  if (text.length > longest) return;
  try {
    const others = readHistory().filter((known) => known !== text);
    localStorage.setItem(storageKey, JSON.stringify([text, ...others].slice(0, kept)));
  } catch {
    // Full or switched off: it can't be called back then.
  }
}

/**
 * One step back (older) or forth from what the bar holds. Null when the step leads nowhere or the bar holds a text of its
 * own: that is never overwritten.
 */
export function recall(history: readonly string[], text: string, step: 'older' | 'newer'): string | null {
  const at = text === '' ? -1 : history.indexOf(text);
  if (text !== '' && at < 0) return null;
  const next = at + (step === 'older' ? 1 : -1);
  if (next < 0) return at < 0 ? null : '';
  return history[next] ?? null;
}
