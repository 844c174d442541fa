import type { PlaceAnswerKind } from '@allclear/domain';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { labelFont, paints } from '../../features/map/map-paint.ts';
import type { MapTone } from '../../ui/map-style.ts';

/** Drawn at twice the size, for high-density screens. */
const ratio = 2;
const sizePx = 24;
const middle = sizePx / 2;

/** The color of an answer on the map: only what calls people to act is as bright as the weather. */
export function stateColor(kind: PlaceAnswerKind, tone: MapTone): string {
  const { states, tropical: warning, muted } = paints[tone];
  switch (kind) {
    case 'delay':
    case 'stop':
      return states.strike;
    case 'ready':
      return warning;
    case 'observing':
      return states.observing;
    case 'clear':
      return states.clear;
    case 'unknown':
    case 'no-lightning-data':
    case 'checking':
      return muted;
  }
}

/** The name of a place's image on the map; `drawPlaceImage` draws it. */
export const placeImage = (kind: PlaceAnswerKind, tone: MapTone) => `place:${kind}:${tone}`;

/** The name of an image with a text, for scripts whose letters the map itself does not join. */
export const textImage = (text: string, tone: MapTone) => `text:${tone}:${text}`;

/** Whether a text has letters that are written from right to left. */
export function isRightToLeft(text: string): boolean {
  return /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFF]/.test(text);
}

/** Draws a place's image when the map first misses it: no sprite is fetched. */
export function drawPlaceImage(map: MapLibreMap, id: string): void {
  if (map.hasImage(id)) return;
  const [type, first, second] = id.split(':') as [string, string, string];
  if (type === 'place')
    addImage(map, id, sizePx, (pen) => drawState(pen, first as PlaceAnswerKind, second as MapTone));
  if (type !== 'text') return;
  const text = id.slice(`text:${first}:`.length);
  const font = `12px '${labelFont[0]}', sans-serif`;
  const ruler = document.createElement('canvas').getContext('2d');
  if (!ruler) return;
  ruler.font = font;
  const { text: color, halo } = paints[first as MapTone];
  addImage(map, id, Math.ceil(ruler.measureText(text).width) + 6, (pen) => {
    pen.font = font;
    pen.textBaseline = 'middle';
    pen.direction = 'rtl';
    pen.textAlign = 'left';
    pen.strokeStyle = halo;
    pen.lineWidth = 3;
    pen.lineJoin = 'round';
    pen.strokeText(text, 3, middle);
    pen.fillStyle = color;
    pen.fillText(text, 3, middle);
  });
}

type Pen = CanvasRenderingContext2D;

function addImage(map: MapLibreMap, id: string, widthPx: number, draw: (pen: Pen) => void): void {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [widthPx * ratio, sizePx * ratio];
  const pen = canvas.getContext('2d');
  if (!pen) return;
  pen.scale(ratio, ratio);
  draw(pen);
  map.addImage(id, pen.getImageData(0, 0, canvas.width, canvas.height), { pixelRatio: ratio });
}

function drawState(pen: Pen, kind: PlaceAnswerKind, tone: MapTone): void {
  const { halo } = paints[tone];
  const color = stateColor(kind, tone);
  const isUrgent = kind === 'delay' || kind === 'stop';
  pen.lineWidth = 2;
  pen.lineJoin = 'round';
  outline(pen, kind);
  pen.fillStyle = isUrgent ? color : halo;
  pen.fill();
  if (kind === 'observing') pen.setLineDash([3, 2.5]);
  pen.strokeStyle = isUrgent ? halo : color;
  pen.stroke();
  pen.setLineDash([]);
  sign(pen, kind, isUrgent ? halo : color);
}

/** A disc for lightning, an octagon for another danger, a triangle for a warning, a square for what is unknown. */
function outline(pen: Pen, kind: PlaceAnswerKind): void {
  pen.beginPath();
  if (kind === 'stop') corners(pen, 8, 11, Math.PI / 8);
  else if (kind === 'ready') corners(pen, 3, 11.5, -Math.PI / 2);
  else if (kind === 'unknown' || kind === 'no-lightning-data') pen.rect(4, 4, 16, 16);
  else pen.arc(middle, middle, kind === 'delay' ? 11 : kind === 'observing' ? 9 : 7, 0, 2 * Math.PI);
}

function corners(pen: Pen, count: number, radius: number, turned: number): void {
  for (let i = 0; i < count; i++) {
    const angle = turned + (i * 2 * Math.PI) / count;
    pen.lineTo(middle + radius * Math.cos(angle), middle + radius * Math.sin(angle));
  }
  pen.closePath();
}

function sign(pen: Pen, kind: PlaceAnswerKind, color: string): void {
  pen.fillStyle = color;
  pen.strokeStyle = color;
  pen.lineWidth = 2;
  pen.beginPath();
  const line = (...points: [number, number][]) => {
    for (const [i, [x, y]] of points.entries()) i === 0 ? pen.moveTo(x, y) : pen.lineTo(x, y);
  };
  switch (kind) {
    case 'delay':
      line([13.5, 4], [7, 13], [11.5, 13], [10.5, 20], [17, 10.5], [12.5, 10.5]);
      pen.fill();
      return;
    case 'stop':
      pen.rect(7, 10.5, 10, 3);
      pen.fill();
      return;
    case 'ready':
      pen.rect(11, 9, 2, 5);
      pen.rect(11, 15, 2, 2);
      pen.fill();
      return;
    case 'observing':
      pen.arc(middle, middle, 3, 0, 2 * Math.PI);
      pen.fill();
      return;
    case 'clear':
      line([8.8, 12.2], [11, 14.4], [15, 9.6]);
      pen.stroke();
      return;
    case 'checking':
      return;
    case 'unknown':
    case 'no-lightning-data':
      // Hatched, as everything that is not known.
      pen.lineWidth = 1.2;
      for (const at of [0, 6, 12]) line([4 + at, 20], [Math.min(20, 8 + at), Math.max(4, 16)]);
      line([4, 14], [14, 4]);
      line([8, 20], [20, 8]);
      line([14, 20], [20, 14]);
      pen.stroke();
  }
}
