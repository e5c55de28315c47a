// Decides whether a growing text keeps its end in view: only while the person is at the end and has not scrolled up.

export interface Tail {
  readonly isFollowing: boolean;
  readonly top: number;
  readonly height: number;
}

export interface Geometry {
  readonly top: number;
  /** Of all the content. */
  readonly height: number;
  /** Of what is visible. */
  readonly view: number;
}

/** Rounding of fractional scroll positions; not a zone that catches people who scroll slowly. */
const endSlackPx = 4;

export const startFollowing: Tail = { isFollowing: true, top: 0, height: 0 };

/** A wheel turned up, a finger pulled down, a key that goes up: the person wants to read, whatever the position says yet. */
export function scrolledUp(tail: Tail, { top }: Geometry): Tail {
  return top > 0 && tail.isFollowing ? { ...tail, isFollowing: false } : tail;
}

/**
 * The position changed. Upward movement releases, unless the content merely became shorter;
 * only reaching the very end by moving down follows again.
 */
export function scrolled(tail: Tail, { top, height, view }: Geometry): Tail {
  const isAtEnd = height - view - top <= endSlackPx;
  const hasShrunk = height < tail.height;
  const movedUp = top < tail.top - 1 && !hasShrunk;
  const movedDown = top > tail.top + 1;
  const isFollowing = movedUp && !isAtEnd ? false : isAtEnd && movedDown ? true : tail.isFollowing;
  return { isFollowing, top, height };
}
