import type {
  Feature,
  FeatureCollection,
  LineString,
  MultiLineString,
  MultiPolygon,
  Polygon,
  Position,
} from 'geojson';
import { expect, test } from 'vitest';
import { baseMapFiles } from '../../base-map.ts';
import { mapStyle } from './map-style.ts';

const files = baseMapFiles();
const water = JSON.parse(files['base-map/inland-water.json']!) as FeatureCollection;

test('every source of the base map is a file that is built with it', () => {
  for (const source of Object.values(mapStyle('light', '').sources)) {
    expect(files).toHaveProperty([String((source as { data: unknown }).data).slice(1)]);
  }
});

test('no outline jumps across the date line, but that of Antarctica around its pole', () => {
  const land = JSON.parse(files['base-map/land.json']!) as FeatureCollection;
  const jumps = land.features.flatMap((one) =>
    ringsOf(one).filter((ring) => ring.some(([x], i) => i > 0 && Math.abs(x! - ring[i - 1]![0]!) > 180)),
  );
  expect(jumps.filter((ring) => !ring.some(([, y]) => y! < -84))).toEqual([]);
  expect(land.features.length).toBeGreaterThan(200);
});

test.each([
  ['Lake Superior', -87.5, 47.7, true],
  ['Lake Okeechobee', -80.83, 26.95, true],
  ['Great Salt Lake', -112.5, 41.1, true],
  ['Kansas City', -94.58, 39.1, false],
])('%s is lake: %4$s', (_, longitude, latitude, expected) => {
  expect(
    water.features.some(
      (one) => isLake(one) && ringsOf(one).some((ring) => isInside([longitude, latitude], ring)),
    ),
  ).toBe(expected);
});

test.each([
  ['the Mississippi at Memphis', -90.07, 35.15],
  ['the Missouri at Omaha', -95.92, 41.26],
  ['the Colorado at Yuma', -114.62, 32.73],
])('%s is drawn', (_, longitude, latitude) => {
  const points = water.features
    .filter(({ properties }) => properties?.kind === 'rivers')
    .flatMap(({ geometry }) => pointsOf(geometry as LineString));
  expect(Math.min(...points.map(([x, y]) => Math.hypot(x! - longitude, y! - latitude)))).toBeLessThan(0.2);
});

const isLake = (one: Feature) => one.properties?.kind === 'lakes';

function ringsOf({ geometry }: Feature): Position[][] {
  const shape = geometry as Polygon | MultiPolygon;
  return shape.type === 'Polygon' ? [shape.coordinates[0]!] : shape.coordinates.map((part) => part[0]!);
}

function pointsOf(shape: LineString | MultiLineString): Position[] {
  return shape.type === 'LineString' ? shape.coordinates : shape.coordinates.flat();
}

/** Even-odd rule. */
function isInside([x, y]: [number, number], ring: Position[]): boolean {
  let inside = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [[ax, ay], [bx, by]] = [ring[i] as [number, number], ring[j] as [number, number]];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}
