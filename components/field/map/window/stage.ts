// What moves without React: the window on the field, the canvas and the places of the elements, one frame at a time.
import { isMotionReduced } from '#components/field/calm.ts';
import type { Rect } from '#components/field/layout/grid-index.ts';
import type { Position } from '#components/field/layout/layout.ts';
import { DaySeats } from '#components/field/map/days/day-seats.ts';
import { drawField, type Scene } from '#components/field/map/paint/draw.ts';
import { type Palette, readPalette } from '#components/field/map/paint/palette.ts';
import { createSprites, type Sprites } from '#components/field/map/paint/sprites.ts';
import { home } from './home.ts';
import { heldDrop, LayoutMotion } from './motion.ts';
import { MovingWindow } from './moving-window.ts';
import { anchor, clamp, type Pane, toWorld, type Viewport, visibleRect } from './viewport.ts';

export interface StageEvents {
  /** The window moved enough that other drops may have to be elements. */
  onChoose(): void;
  /** The window came to rest. */
  onRest(view: Viewport): void;
}

/** Told in every frame where the window stands. */
export type Onlooker = (view: Viewport, pane: Pane) => void;

const restAfterMs = 160;
const chooseEveryMs = 120;

export class Stage extends MovingWindow {
  #scene: Scene | null = null;
  #palette: Palette;
  #sprites: Sprites;
  #frame = 0;
  readonly #motion = new LayoutMotion();
  #placedScale = 0;
  #chosenAt = 0;
  #chosenView: Viewport | null = null;
  #restTimer: ReturnType<typeof setTimeout> | undefined;
  readonly #seats = new Map<string, HTMLElement>();
  readonly #days = new DaySeats();
  #onlooker: Onlooker | null = null;
  readonly #context: CanvasRenderingContext2D | null;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly overlay: HTMLElement,
    private readonly events: StageEvents,
  ) {
    super();
    this.#context = canvas.getContext('2d');
    this.#palette = readPalette(canvas);
    this.#sprites = createSprites(this.#palette, density());
  }

  close(): void {
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#restTimer);
  }

  /** Reads the theme again. */
  repaint(): void {
    const palette = readPalette(this.canvas);
    if (palette.key !== this.#palette.key) {
      this.#palette = palette;
      this.#sprites = createSprites(palette, density());
    }
    this.request();
  }

  /** A selected drop that was in sight stays in sight, however much of the pane the dock takes. */
  resize(pane: Pane): void {
    const ratio = density();
    const selectedId = this.#scene?.selectedId ?? null;
    const wasInSight = selectedId !== null && this.willShow(selectedId);
    // The newest day stays where it is above the compose bar when the window changes its height.
    const dy = this.pane.height === 0 ? 0 : pane.height - pane.bottom - (this.pane.height - this.pane.bottom);
    this.pane = pane;
    this.canvas.width = Math.round(pane.width * ratio);
    this.canvas.height = Math.round(pane.height * ratio);
    this.#context?.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.#sprites = createSprites(this.#palette, ratio);
    const { layout } = this;
    if (layout !== null) this.camera.shift((view) => clamp({ ...view, y: view.y + dy }, layout, pane));
    if (selectedId !== null && wasInSight && !this.willShow(selectedId)) this.glideToDrop(selectedId);
    this.#chosenView = null;
    this.#draw();
  }

  /** Takes a new scene. A drop of interest keeps its place on the screen; the others glide to theirs. */
  setScene(scene: Scene, focusedId: string | null): void {
    const before = this.#scene;
    this.#scene = scene;
    this.layout = scene.layout;
    if (before !== null && before.layout !== scene.layout && before.layout.positions.size > 0) {
      this.#keepPlace(before, scene, focusedId);
    }
    this.request();
  }

  #keepPlace(before: Scene, scene: Scene, focusedId: string | null): void {
    const held = heldDrop(before.layout, scene.layout, this.view, this.pane, focusedId);
    if (held === null) return;
    this.camera.shift((view) => anchor(view, held.before, held.after));
    this.#chosenView = null;
    if (!isMotionReduced()) this.#motion.start(before.layout, scene.layout, held);
  }

  jumpTo(view: Viewport | null): void {
    if (this.layout === null) return;
    this.camera.set(clamp(view ?? home(this.layout, this.pane), this.layout, this.pane));
    this.#chosenView = null;
    this.#draw();
  }

  // Halos rest while the map moves; they go on when it has been still for a moment.
  protected noteMove(): void {
    if (this.overlay.dataset.panning === undefined) this.overlay.dataset.panning = '';
    clearTimeout(this.#restTimer);
    this.#restTimer = setTimeout(() => {
      delete this.overlay.dataset.panning;
      this.#chosenView = null;
      this.request();
      this.events.onRest(this.view);
    }, restAfterMs);
  }

  /** The drop under a point of the pane, or null. */
  hit(x: number, y: number): string | null {
    const at = toWorld(this.view, x, y);
    return this.#scene?.grid.nearest(at.x, at.y, Math.max(18, 14 / this.view.scale))?.id ?? null;
  }

  /** The drops inside a rectangle of the pane. */
  inside(area: Rect): string[] {
    const [start, end] = [toWorld(this.view, area.left, area.top), toWorld(this.view, area.right, area.bottom)];
    const found = this.#scene?.grid.within({ left: start.x, top: start.y, right: end.x, bottom: end.y }) ?? [];
    return found.map(({ id }) => id);
  }

  /** Drops of a scene on screen and a little beyond. */
  visible(scene: Scene): Position[] {
    return scene.grid.within(visibleRect(this.view, this.pane, 140));
  }

  seat(id: string, element: HTMLElement | null): void {
    if (element === null) {
      this.#seats.delete(id);
    } else {
      this.#seats.set(id, element);
      this.#place(id, element);
    }
    this.request();
  }

  seatDay(stratum: number, element: HTMLElement | null): void {
    this.#days.seat(stratum, element);
    this.request();
  }

  /** At most one; it is told of every move. */
  watch(onlooker: Onlooker | null): void {
    this.#onlooker = onlooker;
    this.request();
  }

  request(): void {
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => this.#draw());
  }

  #draw(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    const now = performance.now();
    if (this.camera.advance(now)) this.noteMove();
    const isMoving = this.#motion.advance(now);
    const { view } = this;
    this.overlay.style.transform = `translate3d(${view.x}px, ${view.y}px, 0)`;
    if (isMoving || this.#placedScale !== view.scale) {
      this.overlay.style.setProperty('--k', String(view.scale));
      this.#placedScale = view.scale;
      for (const [id, element] of this.#seats) this.#place(id, element);
    }
    if (this.#scene !== null) this.#days.place(this.#scene.layout, view, this.pane);
    this.#onlooker?.(view, this.pane);
    this.#paint();
    this.#choose(now);
    if (isMoving || this.camera.isGliding) this.request();
  }

  #paint(): void {
    if (this.#context === null || this.#scene === null) return;
    drawField({
      context: this.#context,
      scene: this.#scene,
      view: this.view,
      pane: this.pane,
      palette: this.#palette,
      sprites: this.#sprites,
      isElement: (id) => this.#seats.has(id),
      placeOf: (id) => this.#placeOf(id),
    });
  }

  // Choosing renders React; while the map moves that is done a few times a second, the canvas fills the gaps.
  #choose(now: number): void {
    const last = this.#chosenView;
    const { x, y, scale } = this.view;
    const isFar = last === null || last.scale !== scale || Math.abs(last.x - x) > 90 || Math.abs(last.y - y) > 90;
    const isPanning = this.overlay.dataset.panning !== undefined;
    if (!isFar || (isPanning && now - this.#chosenAt < chooseEveryMs)) return;
    this.#chosenView = this.view;
    this.#chosenAt = now;
    this.events.onChoose();
  }

  #place(id: string, element: HTMLElement): void {
    const place = this.#placeOf(id);
    if (place === undefined) return;
    element.style.transform = `translate(${place.x * this.view.scale}px, ${place.y * this.view.scale}px)`;
  }

  #placeOf(id: string) {
    const position = this.#scene?.layout.positions.get(id);
    return position === undefined ? undefined : this.#motion.placeOf(position);
  }
}

function density(): number {
  return Math.min(2, Math.max(1, devicePixelRatio));
}
