// Drops for the canvas, drawn once per look, size and theme: gradients in every frame would cost the frame rate.
import { bodyRadius, outline } from '#components/field/drop-shape.ts';
import type { DropLook } from '#components/field/drop-view.ts';
import type { Palette } from './palette.ts';

/** Half the side of a sprite in outline units: the tip and a halo fit. */
const reach = 24;

export interface Sprites {
  /** Draws a drop's body with its centre at x, y and the given radius, in CSS pixels. */
  draw(context: CanvasRenderingContext2D, look: DropLook, x: number, y: number, radius: number): void;
}

export function createSprites(palette: Palette, density: number): Sprites {
  const sheets = new Map<string, HTMLCanvasElement>();
  return {
    draw(context, look, x, y, radius) {
      const scale = sharpness((radius / bodyRadius) * density);
      const key = `${look} ${scale}`;
      const known = sheets.get(key);
      const sprite = known ?? paintSprite(look, scale, palette);
      if (known === undefined) sheets.set(key, sprite);
      const half = (reach * radius) / bodyRadius;
      context.drawImage(sprite, x - half, y - half, 2 * half, 2 * half);
    },
  };
}

/** Few steps, so that zooming reuses sprites; always at least as sharp as needed. */
function sharpness(scale: number): number {
  return 2 ** (Math.ceil(Math.log2(Math.max(0.25, scale)) * 2) / 2);
}

function paintSprite(look: DropLook, scale: number, palette: Palette): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = Math.ceil(2 * reach * scale);
  const context = canvas.getContext('2d');
  if (context === null) return canvas;
  context.scale(canvas.width / (2 * reach), canvas.width / (2 * reach));
  context.translate(reach, reach);
  paintBody(context, look, palette);
  return canvas;
}

function paintBody(context: CanvasRenderingContext2D, look: DropLook, palette: Palette): void {
  const shape = new Path2D(outline);
  const colour = colourOf(look, palette);
  if (look === 'settled' || look === 'unread' || look === 'failed') {
    context.fillStyle = colour;
    context.globalAlpha = look === 'failed' ? 0.55 : 1;
    context.fill(shape);
    shade(context, shape, look === 'failed' ? 0.5 : 1);
    context.globalAlpha = 1;
  } else {
    context.fillStyle = colour;
    context.globalAlpha = look === 'superseded' ? 0.06 : 0.14;
    context.fill(shape);
    context.globalAlpha = look === 'superseded' ? 0.3 : 1;
    context.strokeStyle = colour;
    context.lineWidth = 1.5;
    context.setLineDash(look === 'unsent' || look === 'superseded' ? [1.2, 2.6] : []);
    context.stroke(shape);
    context.setLineDash([]);
  }
  paintSign(context, look, palette);
}

function paintSign(context: CanvasRenderingContext2D, look: DropLook, palette: Palette): void {
  context.lineWidth = 1.5;
  context.strokeStyle = colourOf(look, palette);
  context.beginPath();
  if (look === 'cancelled') {
    context.moveTo(-5.2, 5.2);
    context.lineTo(5.2, -5.2);
  } else if (look === 'unread') {
    context.strokeStyle = palette.unread;
    context.arc(0, 0, 14.5, 0, 2 * Math.PI);
  } else if (look === 'failed') {
    context.arc(0, 0, 15, 0.5, 2 * Math.PI - 0.5);
  } else if (look === 'running' || look === 'stopping') {
    context.setLineDash([4, 3.6]);
    context.arc(0, 0, 15, 0, 2 * Math.PI);
  } else if (look === 'queued' || look === 'backing-off' || look === 'retrying') {
    context.globalAlpha = 0.35;
    context.arc(0, 0, 15, 0, 2 * Math.PI);
  }
  context.stroke();
}

function shade(context: CanvasRenderingContext2D, shape: Path2D, strength: number): void {
  const light = context.createLinearGradient(-6, -14, 5, 11);
  light.addColorStop(0, `rgb(255 255 255 / ${0.42 * strength})`);
  light.addColorStop(0.5, 'rgb(255 255 255 / 0)');
  light.addColorStop(0.5, 'rgb(8 20 48 / 0)');
  light.addColorStop(1, `rgb(8 20 48 / ${0.3 * strength})`);
  context.globalAlpha = 1;
  context.fillStyle = light;
  context.fill(shape);
  context.beginPath();
  context.ellipse(-3.9, -1.6, 1.5, 3.6, 0.42, 0, 2 * Math.PI);
  context.fillStyle = `rgb(255 255 255 / ${0.5 * strength})`;
  context.fill();
}

export function colourOf(look: DropLook, palette: Palette): string {
  switch (look) {
    case 'unsent':
    case 'superseded':
      return palette.inkDim;
    case 'queued':
    case 'backing-off':
    case 'retrying':
      return palette.queued;
    case 'running':
    case 'stopping':
      return palette.pending;
    case 'settled':
    case 'unread':
      return palette.settled;
    case 'failed':
      return palette.orphan;
    case 'cancelled':
      return palette.cancelled;
  }
}
