// What can still be taken back, newest last; the undo key takes the newest.

const undos: (() => void)[] = [];

/** Remembers how to take something back; call the answer when that is no longer possible. */
export function pushUndo(undo: () => void): () => void {
  undos.push(undo);
  return () => {
    const at = undos.indexOf(undo);
    if (at >= 0) undos.splice(at, 1);
  };
}

/** Takes back the newest thing that still can be. False when there is none. */
export function undoNewest(): boolean {
  const newest = undos.at(-1);
  newest?.();
  return newest !== undefined;
}
