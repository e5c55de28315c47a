// Where the window on the field stands and where it glides to; it knows nothing of what is seen through it.
import { isMotionReduced } from '#components/field/calm.ts';
import { easeOut, moveMs } from './motion.ts';
import type { Viewport } from './viewport.ts';

export class Camera {
  view: Viewport = { x: 0, y: 0, scale: 1 };
  #from: Viewport | null = null;
  #to: Viewport | null = null;
  #startedAt = 0;

  /** Where it stands when it has arrived. */
  get goal(): Viewport {
    return this.#to ?? this.view;
  }

  get isGliding(): boolean {
    return this.#to !== null;
  }

  /** Stands there at once, and goes nowhere any more. */
  set(view: Viewport): void {
    this.view = view;
    this.#to = null;
  }

  glide(to: Viewport): void {
    if (isMotionReduced()) {
      this.set(to);
      return;
    }
    this.#from = this.view;
    this.#to = to;
    this.#startedAt = performance.now();
  }

  /** Changes where it stands and its whole way alike: the world moved, not the window. */
  shift(change: (view: Viewport) => Viewport): void {
    this.view = change(this.view);
    if (this.#from !== null) this.#from = change(this.#from);
    if (this.#to !== null) this.#to = change(this.#to);
  }

  /** True when this frame moved it. */
  advance(now: number): boolean {
    const [from, to] = [this.#from, this.#to];
    if (from === null || to === null) return false;
    const share = Math.min(1, (now - this.#startedAt) / moveMs);
    const eased = easeOut(share);
    const mix = (a: number, b: number) => a + (b - a) * eased;
    this.view = share === 1 ? to : { x: mix(from.x, to.x), y: mix(from.y, to.y), scale: mix(from.scale, to.scale) };
    if (share === 1) this.#to = null;
    return true;
  }
}
