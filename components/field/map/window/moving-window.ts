// The window on the field as a person steers it: panned, zoomed, fitted, led to a drop or to several.
import type { FieldLayout } from '#components/field/layout/layout.ts';
import { Camera } from './camera.ts';
import { home } from './home.ts';
import {
  bodyReach,
  clamp,
  fitAll,
  fitPlaces,
  fitReadable,
  isInSight,
  type Pane,
  type Reach,
  reveal,
  toWorld,
  type Viewport,
  zoomAt,
} from './viewport.ts';

/** A drop that is looked for is shown no smaller than this. */
const readable = 0.8;

export abstract class MovingWindow {
  pane: Pane = { width: 0, height: 0, bottom: 0, right: 0 };
  protected layout: FieldLayout | null = null;
  protected readonly camera = new Camera();

  /** Told of every move that somebody asked for. */
  protected abstract noteMove(): void;
  /** Asks for a frame. */
  abstract request(): void;

  get view(): Viewport {
    return this.camera.view;
  }

  /** True when a drop, with its ring or with what else belongs to it, lies in the pane and under nothing. */
  shows(id: string, reach: Reach = bodyReach): boolean {
    return this.#isInSight(id, this.view, reach);
  }

  /** The same when a glide that is under way has ended. */
  protected willShow(id: string): boolean {
    return this.#isInSight(id, this.camera.goal, bodyReach);
  }

  #isInSight(id: string, view: Viewport, reach: Reach): boolean {
    const at = this.layout?.positions.get(id);
    return at !== undefined && isInSight(view, at.x, at.y, this.pane, reach);
  }

  panBy(dx: number, dy: number): void {
    this.#setView({ ...this.view, x: this.view.x + dx, y: this.view.y + dy });
  }

  zoomBy(factor: number, x = this.#middle.x, y = this.#middle.y): void {
    this.#setView(zoomAt(this.view, factor, x, y));
  }

  glideBy(factor: number): void {
    this.#glideTo(zoomAt(this.camera.goal, factor, this.#middle.x, this.#middle.y));
  }

  glideToLifeSize = () => this.glideBy(1 / this.camera.goal.scale);

  /** What can be read of the field; asked for again, all of it however small. */
  glideToFit(): void {
    const { layout } = this;
    if (layout === null) return;
    const target = clamp(fitReadable(layout, this.pane), layout, this.pane);
    this.#glideTo(isSameView(this.camera.goal, target) ? fitAll(layout, this.pane) : target);
  }

  glideHome(): void {
    if (this.layout !== null) this.#glideTo(home(this.layout, this.pane));
  }

  /** `isReading`: as near as its words need. */
  glideToDrop(id: string, reach: Reach = bodyReach, isReading = false): void {
    const at = this.layout?.positions.get(id);
    if (at === undefined) return;
    const { goal } = this.camera;
    const nearer = isReading && goal.scale < readable ? zoomAt(goal, readable / goal.scale, 0, 0) : goal;
    this.#glideTo(reveal(nearer, at.x, at.y, this.pane, reach));
  }

  /** All of these where they can be read together, else the one nearest to the middle. */
  glideToSome(ids: readonly string[]): void {
    const places = ids.map((id) => this.layout?.positions.get(id)).filter((at) => at !== undefined);
    const together = fitPlaces(places, this.pane);
    if (together !== null) this.#glideTo(together);
    else {
      const nearest = this.nearestOf(ids);
      if (nearest !== null) this.glideToDrop(nearest, bodyReach, true);
    }
  }

  /** Of these the drop nearest to the middle of what is seen. */
  nearestOf(ids: readonly string[]): string | null {
    const middle = this.centre();
    let best: { readonly id: string; readonly far: number } | null = null;
    for (const id of ids) {
      const at = this.layout?.positions.get(id);
      const far = at === undefined ? Number.POSITIVE_INFINITY : Math.hypot(at.x - middle.x, at.y - middle.y);
      if (best === null || far < best.far) best = { id, far };
    }
    return best?.id ?? null;
  }

  /** The world under the middle of what is seen. */
  centre(): { x: number; y: number } {
    return toWorld(this.view, this.#middle.x, this.#middle.y);
  }

  get #middle(): { x: number; y: number } {
    return { x: this.pane.width / 2, y: (this.pane.height - this.pane.bottom) / 2 };
  }

  /** A point of the world comes to the middle. */
  centreOn(x: number, y: number): void {
    const { scale } = this.view;
    this.#setView({ scale, x: this.#middle.x - x * scale, y: this.#middle.y - y * scale });
  }

  #glideTo(view: Viewport): void {
    if (this.layout === null) return;
    this.camera.glide(clamp(view, this.layout, this.pane));
    this.noteMove();
    this.request();
  }

  #setView(view: Viewport): void {
    this.camera.set(this.layout === null ? view : clamp(view, this.layout, this.pane));
    this.noteMove();
    this.request();
  }
}

function isSameView(a: Viewport, b: Viewport): boolean {
  return Math.abs(a.x - b.x) < 2 && Math.abs(a.y - b.y) < 2 && Math.abs(a.scale - b.scale) < 0.005;
}
