import { MINUTE_MS, type RoadState, type RoadWeather, roadConditions, roadState } from '@allclear/domain';
import { dropOldest } from '../../bounded-cache.ts';
import { rainMmPerHourFromDbz } from './reflectivity.ts';
import { climates, type Scenario } from './scenario.ts';
import type { WeatherField } from './world.ts';

/** Roads of a simulated world: the model of `domain/` over its weather. Epoch ms and degrees. */
export interface WorldRoads {
  roadAt(at: number, latitude: number, longitude: number): RoadState;
  /**
   * Indexes of `roadConditions` in a grid, row by row, with the arguments of `WeatherField.reflectivityGrid`.
   */
  roadGrid(at: number, latitudes: Float64Array, longitudes: Float64Array): Uint8Array;
}

/** Steps of the last three hours at which a storm's rain is sampled. */
const RAIN_STEP_MS = 15 * MINUTE_MS;
const RAIN_STEPS = 12;
/**
 * The air between storms is computed on a lattice and interpolated: its waves are longer. Coarser where an
 * image shows half a continent.
 */
const LATTICE_DEGREES = { fine: 0.5, coarse: 1 };
const COARSE_FROM_DEGREES = 12;
/** The nodes of a few dozen adjacent images. */
const MAX_CACHED_NODES = 8_192;

const measures = [
  'temperatureC',
  'dewPointC',
  'windMps',
  'solarWm2',
  'cloudCover',
  'rain',
  'snow',
  'recentRain',
  'lyingSnow',
] as const;
type Node = Float64Array;
const noNode: Node = new Float64Array(measures.length);

/**
 * `field` is the world as it is or as a run forecasts it. Deterministic, with equal results at a point and in
 * a grid.
 */
export function createWorldRoads(field: WeatherField, scenario: Scenario): WorldRoads {
  const { storms } = climates[scenario];
  const nodes = new Map<string, Node>();

  const nodeAt = (at: number, latitude: number, longitude: number): Node => {
    const key = `${at}/${latitude}/${longitude}`;
    const known = nodes.get(key);
    if (known) return known;
    const here = field.conditionsAt(at, latitude, longitude);
    const { temperatureC, dewPointC, windMps, solarWm2, cloudCover } = here;
    // Where there are storms, the rain is theirs, and finer than the lattice.
    const ground = storms ? { recentRainMm: 0, lyingSnowMm: 0 } : field.groundAt(at, latitude, longitude);
    const rain = storms ? 0 : here.rainMmPerHour;
    const node = Float64Array.of(
      ...[temperatureC, dewPointC, windMps, solarWm2, cloudCover],
      ...[rain, here.snowMmPerHour, ground.recentRainMm, ground.lyingSnowMm],
    );
    dropOldest(nodes, MAX_CACHED_NODES - 1);
    nodes.set(key, node);
    return node;
  };

  const stateOf = (values: Float64Array, stormRain: number, recentStormRain: number): RoadState => {
    const weather: RoadWeather = {
      temperatureC: values[0],
      dewPointC: values[1],
      windMps: values[2],
      solarWm2: values[3],
      cloudCover: values[4],
      rainMmPerHour: (values[5] ?? 0) + stormRain,
      snowMmPerHour: values[6],
      recentRainMm: (values[7] ?? 0) + recentStormRain,
      lyingSnowMm: values[8],
    };
    const state = roadState(weather);
    if (state === null)
      throw new Error(`The simulated world has weather without a road: ${JSON.stringify(weather)}.`);
    return state;
  };

  return {
    roadAt(at, latitude, longitude) {
      const values = new Float64Array(measures.length);
      const step = LATTICE_DEGREES.fine;
      const [south, west] = [Math.floor(latitude / step), Math.floor(longitude / step)];
      const corner = (up: number, right: number) => nodeAt(at, (south + up) * step, (west + right) * step);
      blend(
        corner(0, 0),
        corner(0, 1),
        corner(1, 0),
        corner(1, 1),
        latitude / step - south,
        longitude / step - west,
        values,
      );
      const rainAt = (step: number) =>
        storms
          ? rainMmPerHourFromDbz(field.reflectivityAt(at - step * RAIN_STEP_MS, latitude, longitude))
          : 0;
      let recent = 0;
      for (let step = 1; step <= RAIN_STEPS; step++)
        recent += (rainAt(step) * RAIN_STEP_MS) / (60 * MINUTE_MS);
      return stateOf(values, rainAt(0), recent);
    },
    roadGrid(at, latitudes, longitudes) {
      const cells = latitudes.length * longitudes.length;
      const rain = new Float32Array(cells);
      const recent = new Float32Array(cells);
      for (let step = 0; storms && step <= RAIN_STEPS; step++) {
        const grid = field.reflectivityGrid(at - step * RAIN_STEP_MS, latitudes, longitudes);
        const [into, hours] = step === 0 ? [rain, 1] : [recent, RAIN_STEP_MS / (60 * MINUTE_MS)];
        for (let cell = 0; cell < cells; cell++)
          if ((grid[cell] ?? 0) > 0)
            into[cell] = (into[cell] ?? 0) + hours * rainMmPerHourFromDbz(grid[cell] ?? 0);
      }
      const wide = Math.abs((longitudes.at(-1) ?? 0) - (longitudes[0] ?? 0));
      const step = wide >= COARSE_FROM_DEGREES ? LATTICE_DEGREES.coarse : LATTICE_DEGREES.fine;
      const [rows, columns] = [placesOnLattice(latitudes, step), placesOnLattice(longitudes, step)];
      const lattice = Array.from({ length: rows.count }, (_, row) =>
        Array.from({ length: columns.count }, (_, column) =>
          nodeAt(at, (rows.first + row) * step, (columns.first + column) * step),
        ),
      );
      const values = new Float64Array(measures.length);
      const conditions = new Uint8Array(cells);
      for (let row = 0, cell = 0; row < latitudes.length; row++) {
        const south = rows.index[row] ?? 0;
        const [below = [], above = []] = lattice.slice(south, south + 2);
        for (let column = 0; column < longitudes.length; column++, cell++) {
          const west = columns.index[column] ?? 0;
          blend(
            below[west] ?? noNode,
            below[west + 1] ?? noNode,
            above[west] ?? noNode,
            above[west + 1] ?? noNode,
            rows.part[row] ?? 0,
            columns.part[column] ?? 0,
            values,
          );
          conditions[cell] = roadConditions.indexOf(
            stateOf(values, rain[cell] ?? 0, recent[cell] ?? 0).condition,
          );
        }
      }
      return conditions;
    },
  };
}

/**
 * The measures at a place, interpolated between its south-western, south-eastern, north-western and
 * north-eastern nodes; `north` and `east` are the fractions, 0–1.
 */
function blend(a: Node, b: Node, c: Node, d: Node, north: number, east: number, into: Float64Array): void {
  for (let index = 0; index < into.length; index++) {
    into[index] =
      ((a[index] ?? 0) * (1 - east) + (b[index] ?? 0) * east) * (1 - north) +
      ((c[index] ?? 0) * (1 - east) + (d[index] ?? 0) * east) * north;
  }
}

/**
 * For each of the degrees: the lattice node before it (counted from `first`), and the fraction to the next,
 * 0–1.
 */
function placesOnLattice(degrees: Float64Array, step: number) {
  const before = degrees.map((value) => Math.floor(value / step));
  const [one, other] = [before[0] ?? 0, before.at(-1) ?? 0];
  const first = Math.min(one, other);
  return {
    first,
    count: Math.max(one, other) - first + 2,
    index: Int32Array.from(before, (node) => node - first),
    part: degrees.map((value, at) => value / step - (before[at] ?? 0)),
  };
}
