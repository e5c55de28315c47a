// The elements of the days' labels and their places, moved with every frame.
import type { FieldLayout } from '#components/field/layout/layout.ts';
import type { Pane, Viewport } from '#components/field/map/window/viewport.ts';
import { placeDays } from './place-days.ts';

export class DaySeats {
  readonly #days = new Map<number, { element: HTMLElement; width: number }>();

  /** The width is read here, once for the label's words. */
  seat(stratum: number, element: HTMLElement | null): void {
    if (element === null) this.#days.delete(stratum);
    else this.#days.set(stratum, { element, width: element.offsetWidth });
  }

  place(layout: FieldLayout, view: Viewport, pane: Pane): void {
    if (this.#days.size === 0) return;
    const places = placeDays(layout, view, pane, (stratum) => this.#days.get(stratum)?.width ?? 0);
    const hidden = new Set(this.#days.keys());
    for (const { stratum, x, y } of places) {
      const element = this.#days.get(stratum)?.element;
      if (element === undefined) continue;
      hidden.delete(stratum);
      element.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
      element.style.visibility = 'visible';
    }
    for (const stratum of hidden) this.#days.get(stratum)?.element.style.setProperty('visibility', 'hidden');
  }
}
