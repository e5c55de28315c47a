// The drops a person has picked together, to do something with all of them at once.
'use client';
import { useCallback, useEffect, useMemo, useState } from 'react';

export interface Marks {
  readonly ids: ReadonlySet<string>;
  /** While true a drag draws a rectangle and a click picks: the button's way to what Shift does. */
  readonly isPicking: boolean;
  readonly togglePicking: () => void;
  readonly toggle: (id: string) => void;
  readonly add: (ids: Iterable<string>) => void;
  readonly clear: () => void;
}

const none: ReadonlySet<string> = new Set();

/** Marks of drops that left the field are forgotten. Escape takes all of them back before it closes anything else. */
export function useMarks(byId: ReadonlyMap<string, unknown>): Marks {
  const [kept, setKept] = useState(none);
  const [isPicking, setPicking] = useState(false);
  const ids = useMemo(() => ([...kept].every((id) => byId.has(id)) ? kept : known(kept, byId)), [kept, byId]);
  const clear = useCallback(() => {
    setKept(none);
    setPicking(false);
  }, []);
  const toggle = useCallback((id: string) => setKept((before) => toggled(before, id)), []);
  const add = useCallback((more: Iterable<string>) => setKept((before) => new Set([...before, ...more])), []);
  const togglePicking = useCallback(() => setPicking((before) => !before), []);
  useEscape(ids.size > 0 || isPicking, clear);
  return useMemo(
    () => ({ ids, isPicking, togglePicking, toggle, add, clear }),
    [ids, isPicking, togglePicking, toggle, add, clear],
  );
}

function known(ids: ReadonlySet<string>, byId: ReadonlyMap<string, unknown>): ReadonlySet<string> {
  return new Set([...ids].filter((id) => byId.has(id)));
}

function toggled(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** Things that close by Escape themselves come first. */
const inner = '[role="menu"], dialog[open], [role="dialog"]';

function useEscape(isActive: boolean, onEscape: () => void): void {
  useEffect(() => {
    if (!isActive) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing || document.querySelector(inner) !== null) return;
      event.preventDefault();
      event.stopPropagation();
      onEscape();
    };
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, [isActive, onEscape]);
}
