// The rectangle that a drag draws around several drops.
import type { Rect } from '#components/field/layout/grid-index.ts';

interface Point {
  readonly x: number;
  readonly y: number;
}

/** In pixels of the pane. Armed when the pointer goes down, drawn from the first real movement on. */
export class Marquee {
  #from: Point | null = null;
  #to: Point | null = null;
  #box: HTMLElement | null = null;

  constructor(private readonly pane: HTMLElement) {}

  get isArmed(): boolean {
    return this.#from !== null;
  }

  arm(from: Point): void {
    this.#from = from;
  }

  draw(to: Point): void {
    this.#to = to;
    const area = this.#area();
    if (area === null) return;
    this.#box ??= this.#addBox();
    this.#box.style.transform = `translate(${area.left}px, ${area.top}px)`;
    this.#box.style.width = `${area.right - area.left}px`;
    this.#box.style.height = `${area.bottom - area.top}px`;
  }

  /** What was drawn, or null when nothing was; afterwards nothing is armed. */
  end(): Rect | null {
    const area = this.#area();
    this.#box?.remove();
    this.#box = null;
    this.#from = null;
    this.#to = null;
    return area;
  }

  #addBox(): HTMLElement {
    const box = document.createElement('div');
    box.className = 'map-marquee';
    this.pane.append(box);
    return box;
  }

  #area(): Rect | null {
    const [from, to] = [this.#from, this.#to];
    if (from === null || to === null) return null;
    return {
      left: Math.min(from.x, to.x),
      top: Math.min(from.y, to.y),
      right: Math.max(from.x, to.x),
      bottom: Math.max(from.y, to.y),
    };
  }
}
