import type { Point } from './measure/measure.ts';

/** Degrees; right may exceed 180. */
interface Box {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

/** The view of the map: its box, its zoom and its size in CSS pixels. */
export interface MapView extends Box {
  readonly zoom: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

export interface ImageBox extends Box {
  readonly width: number;
  readonly height: number;
}

/**
 * Of the specification: requests extend the view by this factor, and images have at most this many pixels a
 * side.
 */
const expandedTimes = 1.2;
const maxImagePx = 3_000;
const mercatorLimit = 85.05;
/** The zoom of a place, also when the map is centered on it (spec 1 sections 2.10 and 9). */
export const defaultZoom = 8;

/** The initial view: a saved one as it is, else the place at zoom 8; near Dallas until there is a place. */
export function initialView(begin: { latitude: number; longitude: number; zoom?: number } | null): {
  latitude: number;
  longitude: number;
  zoom: number;
} {
  const { latitude, longitude, zoom = defaultZoom } = begin ?? { latitude: 32.78, longitude: -96.8 };
  return { latitude, longitude, zoom };
}

/** A box 1.2 times as wide and high, its corners to four decimals, within what Web-Mercator can show. */
export function expanded({ top, right, bottom, left }: Box) {
  const [wide, high] = [
    ((right - left) * (expandedTimes - 1)) / 2,
    ((top - bottom) * (expandedTimes - 1)) / 2,
  ];
  const within = (latitude: number) => Math.max(-mercatorLimit, Math.min(mercatorLimit, latitude));
  const middle = (left + right) / 2;
  const half = Math.min(180, (right - left) / 2 + wide);
  return {
    top: decimals(within(top + high)),
    right: decimals(middle + half),
    bottom: decimals(within(bottom - high)),
    left: decimals(middle - half),
  };
}

/** The image that covers a view: its box, and its pixels in the proportions that the box has on the map. */
export function imageBox(view: MapView): ImageBox {
  const box = expanded(view);
  const proportion = (mercator(box.top) - mercator(box.bottom)) / ((box.right - box.left) * (Math.PI / 180));
  const wished = view.widthPx * ((box.right - box.left) / (view.right - view.left));
  const width = Math.min(wished, maxImagePx, maxImagePx / proportion);
  return {
    ...box,
    width: Math.max(1, Math.round(width)),
    height: Math.max(1, Math.min(maxImagePx, Math.round(width * proportion))),
  };
}

/** The address of a frame's image of a box. */
export function imageAddress(imageUrl: string, box: ImageBox): string {
  return imageUrl.replace(/\{(top|right|bottom|left|width|height)\}/g, (_, name: keyof ImageBox) =>
    String(box[name]),
  );
}

/** Corners in MapLibre's order: top left, top right, bottom right, bottom left. */
export function cornersOf({
  top,
  right,
  bottom,
  left,
}: ImageBox): [[number, number], [number, number], [number, number], [number, number]] {
  return [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ];
}

/**
 * The point in the middle of the map, which is not at the mean of its latitudes: the Mercator scale grows
 * towards the poles.
 */
export function middleOf({ top, bottom, left, right }: Box): Point {
  const y = (mercator(top) + mercator(bottom)) / 2;
  return {
    latitude: (2 * Math.atan(Math.exp(y)) - Math.PI / 2) * (180 / Math.PI),
    longitude: (((((left + right) / 2 + 180) % 360) + 360) % 360) - 180,
  };
}

function mercator(latitude: number): number {
  return Math.log(Math.tan(Math.PI / 4 + (latitude * Math.PI) / 360));
}

function decimals(degrees: number): number {
  return Math.round(degrees * 1e4) / 1e4;
}
