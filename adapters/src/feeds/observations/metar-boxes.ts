import { distanceMiles, type GeoPoint, MILES_PER_DEGREE } from '@allclear/domain';

/** South, west, north, east in degrees. */
export type Box = readonly [south: number, west: number, north: number, east: number];

/** Only reports this near to a place count for it. */
export const REPORT_RADIUS_MILES = 50;

/**
 * The service ends a response at 400 reports. The United States have about 8 stations in 100 by 100 miles,
 * twice as many in the densest areas: 300 in a box of 450 by 430 miles. Many boxes would take too long at one
 * request a minute, so then they are larger, and the few that exceed the limit are requested in halves.
 */
const DEFAULT_DEGREES = { north: 6.5, east: 8 };
const LARGE_DEGREES = { north: 9, east: 11.5 };
const MANY_BOXES = 8;

/**
 * As few boxes as a single pass finds that hold the places with a margin of 50 miles. Neighboring places
 * share one.
 */
export function boxesAround(places: readonly GeoPoint[]): Box[] {
  // One place represents its half degree, so that ten thousand places in a county cost no more than one.
  const cells = new Map<string, Box>();
  for (const place of places) {
    const cell = `${Math.round(place.latitude * 2)} ${Math.round(place.longitude * 2)}`;
    const own = boxAround(place);
    const before = cells.get(cell);
    cells.set(cell, before ? union(before, own) : own);
  }
  const sorted = [...cells.values()].sort((a, b) => a[1] - b[1] || a[0] - b[0]);
  const boxes = merge(sorted, DEFAULT_DEGREES);
  return boxes.length > MANY_BOXES ? merge(sorted, LARGE_DEGREES) : boxes;
}

/** Grows the first box that can take a cell without becoming too large, else starts another. */
function merge(cells: readonly Box[], limit: { north: number; east: number }): Box[] {
  const boxes: Box[] = [];
  for (const cell of cells) {
    const unions = boxes.map((box) => union(box, cell));
    const index = unions.findIndex((box) => isWithin(box, limit));
    boxes.splice(index < 0 ? boxes.length : index, 1, unions[index] ?? cell);
  }
  return boxes;
}

/** The two halves of a box with more reports than one response can hold. */
export function halves([south, west, north, east]: Box): [Box, Box] {
  if (north - south > (east - west) * 0.75) {
    const middle = round((south + north) / 2, Math.round);
    return [
      [south, west, middle, east],
      [middle, west, north, east],
    ];
  }
  const middle = round((west + east) / 2, Math.round);
  return [
    [south, west, north, middle],
    [south, middle, north, east],
  ];
}

/** Tests whether a point lies within 50 miles of one of the places, without a scan of all of them. */
export function nearAny(places: readonly GeoPoint[]): (point: GeoPoint) => boolean {
  const cells = new Map<string, GeoPoint[]>();
  for (const place of places) {
    const key = `${Math.floor(place.latitude)} ${Math.floor(place.longitude)}`;
    const list = cells.get(key);
    if (list) list.push(place);
    else cells.set(key, [place]);
  }
  return (point) => {
    const [south, west, north, east] = boxAround(point);
    for (let latitude = Math.floor(south); latitude <= north; latitude++) {
      for (let longitude = Math.floor(west); longitude <= east; longitude++) {
        const near = cells
          .get(`${latitude} ${longitude}`)
          ?.some((place) => (distanceMiles(place, point) ?? Infinity) <= REPORT_RADIUS_MILES);
        if (near) return true;
      }
    }
    return false;
  };
}

/** Rounded outwards to tenths of a degree, so that a small move of a place keeps the same request. */
function boxAround({ latitude, longitude }: GeoPoint): Box {
  const north = REPORT_RADIUS_MILES / MILES_PER_DEGREE;
  const east = north / Math.max(0.1, Math.cos(((Math.abs(latitude) + north) * Math.PI) / 180));
  return [
    Math.max(-90, round(latitude - north, Math.floor)),
    Math.max(-180, round(longitude - east, Math.floor)),
    Math.min(90, round(latitude + north, Math.ceil)),
    Math.min(180, round(longitude + east, Math.ceil)),
  ];
}

function round(degrees: number, direction: (value: number) => number): number {
  return direction(degrees * 10) / 10;
}

function union(a: Box, b: Box): Box {
  return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])];
}

function isWithin([south, west, north, east]: Box, limit: { north: number; east: number }): boolean {
  return north - south <= limit.north && east - west <= limit.east;
}
