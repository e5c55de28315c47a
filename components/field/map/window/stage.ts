// What moves without React: the window on the field, the canvas and the places of the elements, one frame at a time.
import { isMotionReduced } from '#components/field/calm.ts';
import { createGridIndex, type GridIndex, type Rect } from '#components/field/layout/grid-index.ts';
import type { Position } from '#components/field/layout/layout.ts';
import { DaySeats } from '#components/field/map/days/day-seats.ts';
import { drawField, type Scene } from '#components/field/map/paint/draw.ts';
import { type Palette, readPalette } from '#components/field/map/paint/palette.ts';
import { createSprites, type Sprites } from '#components/field/map/paint/sprites.ts';
import { home } from './home.ts';
import { easeOut, heldDrop, LayoutMotion, moveMs } from './motion.ts';
import { anchor, clamp, fitAll, type Pane, reveal, toWorld, type Viewport, visibleRect, zoomAt } from './viewport.ts';

export interface StageEvents {
  /** The window or the scene changed enough that other drops may have to be elements. */
  onChoose(): void;
  /** The window came to rest. */
  onRest(view: Viewport): void;
}

const restAfterMs = 160;
const chooseEveryMs = 120;

export class Stage {
  view: Viewport = { x: 0, y: 0, scale: 1 };
  pane: Pane = { width: 0, height: 0, bottom: 0 };
  #scene: Scene | null = null;
  #grid: GridIndex = createGridIndex([]);
  #palette: Palette;
  #sprites: Sprites;
  #frame = 0;
  #fromView: Viewport | null = null;
  #toView: Viewport | null = null;
  readonly #motion = new LayoutMotion();
  #viewMovedAt = 0;
  #placedScale = 0;
  #chosenAt = 0;
  #chosenView: Viewport | null = null;
  #restTimer: ReturnType<typeof setTimeout> | undefined;
  readonly #seats = new Map<string, HTMLElement>();
  readonly #days = new DaySeats();
  readonly #context: CanvasRenderingContext2D | null;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly overlay: HTMLElement,
    private readonly events: StageEvents,
  ) {
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

  resize(pane: Pane): void {
    const ratio = density();
    // The newest day stays where it is above the compose bar when the window changes its height.
    const dy = this.pane.height === 0 ? 0 : pane.height - pane.bottom - (this.pane.height - this.pane.bottom);
    this.pane = pane;
    this.canvas.width = Math.round(pane.width * ratio);
    this.canvas.height = Math.round(pane.height * ratio);
    this.#context?.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.#sprites = createSprites(this.#palette, ratio);
    if (this.#scene !== null) this.view = clamp({ ...this.view, y: this.view.y + dy }, this.#scene.layout, pane);
    this.#chosenView = null;
    this.#draw();
  }

  /** Takes a new scene. A drop of interest keeps its place on the screen; the others glide to theirs. */
  setScene(scene: Scene, focusedId: string | null): void {
    const before = this.#scene;
    this.#scene = scene;
    if (before?.layout !== scene.layout) {
      this.#grid = createGridIndex(scene.layout.positions.values());
      if (before !== null && before.layout.positions.size > 0) this.#keepPlace(before, scene, focusedId);
    }
    this.#chosenView = null;
    this.request();
  }

  #keepPlace(before: Scene, scene: Scene, focusedId: string | null): void {
    const held = heldDrop(before.layout, scene.layout, this.view, this.pane, focusedId);
    if (held === null) return;
    this.view = anchor(this.view, held.before, held.after);
    if (this.#toView !== null) this.#toView = anchor(this.#toView, held.before, held.after);
    if (!isMotionReduced()) this.#motion.start(before.layout, scene.layout, held);
  }

  /** True when a drop lies inside the pane and not under the compose bar. */
  shows(id: string): boolean {
    const position = this.#scene?.layout.positions.get(id);
    if (position === undefined) return false;
    const area = visibleRect(this.view, { width: this.pane.width, height: this.pane.height - this.pane.bottom });
    return position.x > area.left && position.x < area.right && position.y > area.top && position.y < area.bottom;
  }

  panBy(dx: number, dy: number): void {
    this.#toView = null;
    this.#setView({ ...this.view, x: this.view.x + dx, y: this.view.y + dy });
  }

  zoomBy(factor: number, x = this.pane.width / 2, y = (this.pane.height - this.pane.bottom) / 2): void {
    this.#toView = null;
    this.#setView(zoomAt(this.view, factor, x, y));
  }

  glideBy(factor: number): void {
    const base = this.#toView ?? this.view;
    this.#glideTo(zoomAt(base, factor, this.pane.width / 2, (this.pane.height - this.pane.bottom) / 2));
  }

  glideToLifeSize = () => this.glideBy(1 / (this.#toView ?? this.view).scale);

  glideToFit(): void {
    if (this.#scene !== null) this.#glideTo(fitAll(this.#scene.layout, this.pane));
  }

  glideHome(): void {
    if (this.#scene !== null) this.#glideTo(home(this.#scene.layout, this.pane));
  }

  glideToDrop(id: string): void {
    const position = this.#scene?.layout.positions.get(id);
    if (position !== undefined) this.#glideTo(reveal(this.#toView ?? this.view, position.x, position.y, this.pane));
  }

  jumpTo(view: Viewport | null): void {
    if (this.#scene === null) return;
    this.view = clamp(view ?? home(this.#scene.layout, this.pane), this.#scene.layout, this.pane);
    this.#toView = null;
    this.#chosenView = null;
    this.#draw();
  }

  #glideTo(view: Viewport): void {
    if (this.#scene === null) return;
    const target = clamp(view, this.#scene.layout, this.pane);
    if (isMotionReduced()) {
      this.#setView(target);
      return;
    }
    this.#fromView = this.view;
    this.#toView = target;
    this.#viewMovedAt = performance.now();
    this.#notePanning();
    this.request();
  }

  #setView(view: Viewport): void {
    this.view = this.#scene === null ? view : clamp(view, this.#scene.layout, this.pane);
    this.#notePanning();
    this.request();
  }

  // Halos rest while the map moves; they go on when it has been still for a moment.
  #notePanning(): void {
    this.overlay.dataset.panning = '';
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
    return this.#grid.nearest(at.x, at.y, Math.max(18, 14 / this.view.scale))?.id ?? null;
  }

  /** The drops inside a rectangle of the pane. */
  inside(area: Rect): string[] {
    const [start, end] = [toWorld(this.view, area.left, area.top), toWorld(this.view, area.right, area.bottom)];
    return this.#grid.within({ left: start.x, top: start.y, right: end.x, bottom: end.y }).map(({ id }) => id);
  }

  /** Drops on screen and a little beyond. */
  visible(): Position[] {
    return this.#grid.within(visibleRect(this.view, this.pane, 140));
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

  request(): void {
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => this.#draw());
  }

  #draw(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    const now = performance.now();
    this.#advanceView(now);
    const isMoving = this.#motion.advance(now);
    this.overlay.style.transform = `translate3d(${this.view.x}px, ${this.view.y}px, 0)`;
    if (isMoving || this.#placedScale !== this.view.scale) {
      this.overlay.style.setProperty('--k', String(this.view.scale));
      this.#placedScale = this.view.scale;
      for (const [id, element] of this.#seats) this.#place(id, element);
    }
    if (this.#scene !== null) this.#days.place(this.#scene.layout, this.view, this.pane);
    this.#paint();
    this.#choose(now);
    if (isMoving || this.#toView !== null) this.request();
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

  #advanceView(now: number): void {
    if (this.#toView === null || this.#fromView === null) return;
    const share = Math.min(1, (now - this.#viewMovedAt) / moveMs);
    const eased = easeOut(share);
    const { x, y, scale } = this.#fromView;
    const to = this.#toView;
    const mix = (a: number, b: number) => a + (b - a) * eased;
    this.view = share === 1 ? to : { x: mix(x, to.x), y: mix(y, to.y), scale: mix(scale, to.scale) };
    if (share === 1) this.#toView = null;
    this.#notePanning();
  }

  // Choosing renders React; while the map moves that is done a few times a second, the canvas fills the gaps.
  #choose(now: number): void {
    const last = this.#chosenView;
    const isFar =
      last === null ||
      last.scale !== this.view.scale ||
      Math.abs(last.x - this.view.x) > 90 ||
      Math.abs(last.y - this.view.y) > 90;
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
