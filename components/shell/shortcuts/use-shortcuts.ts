// The keys of the page. Single letters only while no text is being written, and only as long as the person wants them.
import { useEffect, useRef } from 'react';

export interface Shortcuts {
  readonly compose: () => void;
  readonly search: () => void;
  readonly trace: () => void;
  readonly toggleView: () => void;
  readonly help: () => void;
  readonly palette: () => void;
  readonly undo: () => void;
  readonly field: () => void;
  readonly operator: () => void;
  /** Closes the innermost thing; then goes back to the compose bar. */
  readonly escape: () => void;
}

const lettersKey = 'asterion.letters';
/** The second key of a pair comes soon or not at all. */
const pairMs = 1_200;

/** What a page does not name stays with the browser. */
export function useShortcuts(shortcuts: Partial<Shortcuts>): void {
  const latest = useRef(shortcuts);
  latest.current = shortcuts;
  useEffect(() => {
    let pairUntil = 0;
    const onKey = (event: KeyboardEvent) => {
      const isFree = event.target === document.body && !isForSomethingElse(event);
      // Focused before the key takes effect, so that its letter is the first of the text.
      if (isFree && startsWriting(event.key)) return latest.current.compose?.();
      const isPair = event.timeStamp < pairUntil;
      pairUntil = event.key === 'g' ? event.timeStamp + pairMs : 0;
      obey(event, commandFor(event, isPair), latest.current);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

function obey(event: KeyboardEvent, command: keyof Shortcuts | null, shortcuts: Partial<Shortcuts>): void {
  const act = command === null ? undefined : shortcuts[command];
  if (act === undefined) return;
  if (command !== 'escape') event.preventDefault();
  act();
}

/** What the key means where it was pressed; null when it belongs to something else. */
function commandFor(event: KeyboardEvent, isPair: boolean): keyof Shortcuts | null {
  if (isPaletteKey(event)) return 'palette';
  const command = isForSomethingElse(event) ? null : commandOf(event.key, isPair);
  return command === 'escape' || isForLetters(event.target) ? command : null;
}

/** Which command a key asks for; `isPair` when `g` came just before it. */
export function commandOf(key: string, isPair = false): keyof Shortcuts | null {
  if (isPair && key === 'f') return 'field';
  if (isPair && key === 'o') return 'operator';
  switch (key) {
    case 'Escape':
      return 'escape';
    case 'c':
    case 'i':
      return 'compose';
    case '/':
      return 'search';
    case 't':
      return 'trace';
    case 'l':
      return 'toggleView';
    case '?':
      return 'help';
    case 'u':
      return 'undo';
    default:
      return null;
  }
}

/** A capital letter begins a sentence and is no command: with nothing focused it goes to the compose bar. */
export function startsWriting(key: string): boolean {
  return /^\p{Lu}$/u.test(key);
}

export function areLettersOn(): boolean {
  try {
    return localStorage.getItem(lettersKey) !== 'off';
  } catch {
    // No storage, no setting: the letters work.
    return true;
  }
}

export function setLetters(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(lettersKey);
    else localStorage.setItem(lettersKey, 'off');
  } catch {
    // Without storage the setting cannot be kept; the checkbox falls back by itself.
  }
}

/** ⌘K and Ctrl K, also while a text is written; not over another dialog. */
function isPaletteKey(event: KeyboardEvent): boolean {
  const hasModifier = (event.metaKey || event.ctrlKey) && !event.shiftKey && !event.altKey;
  return event.key.toLowerCase() === 'k' && hasModifier && document.querySelector('dialog[open]') === null;
}

/** Already handled, part of an input method, with a modifier, or meant for an open dialog. */
function isForSomethingElse(event: KeyboardEvent): boolean {
  const hasModifier = [event.metaKey, event.ctrlKey, event.altKey].includes(true);
  return event.defaultPrevented || event.isComposing || hasModifier || document.querySelector('dialog[open]') !== null;
}

/** Whether a single key may be a command where and when it was pressed. */
export function mayUseLetters(event: KeyboardEvent): boolean {
  return !isForSomethingElse(event) && isForLetters(event.target);
}

function isForLetters(target: EventTarget | null): boolean {
  return !isWriting(target) && areLettersOn();
}

function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
