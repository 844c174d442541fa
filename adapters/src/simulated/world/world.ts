import { HOUR_MS, MINUTE_MS } from '@allclear/domain';
import { type Conditions, createConditions, isThunderAt } from './conditions.ts';
import { type DemonstrationEvent, heatAt } from './demonstration-events.ts';
import { forecastAt } from './forecast.ts';
import { type Ground, groundAt } from './ground.ts';
import { expectedStorms, runOffset } from './model-run.ts';
import { firstPlace, type SimulatedPlace } from './places.ts';
import { drawStorms, NO_ECHO_DBZ, rainMmPerHourFromDbz, stormDbzAt } from './reflectivity.ts';
import { remembering } from './remembering.ts';
import { climates, type Scenario } from './scenario.ts';
import type { Storm } from './storm.ts';
import { createStorms } from './storms.ts';
import { type TropicalSystem, tropicalSystemAt } from './tropical.ts';
import { createWaves, type Instant, waveGrid, waveHeight } from './waves.ts';

export interface SimulationOptions {
  readonly seed: string | number;
  /** Start of the simulation, epoch ms. It must be the same after a restart, else the weather differs. */
  readonly startedAt: number;
  /** The places that storms cross, the first places first. Without any: Tampa. */
  readonly places: readonly SimulatedPlace[];
  /** 'afternoon-storms' unless given. */
  readonly scenario?: Scenario;
  /**
   * What people have made happen. A list that grows replaces the one before (a getter): it is read with each
   * question.
   */
  readonly events?: readonly DemonstrationEvent[];
}

/** The weather over time (epoch ms) and place (degrees): as it is, or as a model forecasts it. */
export interface WeatherField {
  /** dBZ; `NO_ECHO_DBZ` (−32) without an echo. */
  reflectivityAt(at: number, latitude: number, longitude: number): number;
  /**
   * `reflectivityAt` of a grid, row by row: `latitudes` of the rows and `longitudes` of the columns rise or
   * fall steadily, in any spacing (Mercator too). Longitudes continue beyond ±180 without a jump.
   */
  reflectivityGrid(at: number, latitudes: Float64Array, longitudes: Float64Array): Float32Array;
  conditionsAt(at: number, latitude: number, longitude: number): Conditions;
  /**
   * Rain and snow of the last day on the ground. Storms pass within less than an hour, so they contribute
   * little.
   */
  groundAt(at: number, latitude: number, longitude: number): Ground;
}

/**
 * All weather of a simulation: a pure function of its options (the events that are stored by then included),
 * the time (epoch ms) and the place (degrees), in any order of calls.
 */
export interface World extends WeatherField {
  readonly options: SimulationOptions;
  readonly scenario: Scenario;
  /** The thunderstorms of an instant, those over the places first. */
  stormsAt(at: number): readonly Storm[];
  /**
   * The weather as the model run of `issuedAt` forecasts it: exact at that time, with errors that grow with
   * the lead. The same run has the same errors.
   */
  expectedFrom(issuedAt: number): WeatherField;
  /** Rain and snow between two instants, mm of water. */
  precipitationMm(from: number, to: number, latitude: number, longitude: number): number;
  /** Whether thunder is audible at a place. */
  thunderAt(at: number, latitude: number, longitude: number): boolean;
  /**
   * The air as the forecast of `issuedAt` has it for `validAt`; exact when they are equal, with errors that
   * grow with the lead. Its precipitation is that of one displaced instant.
   */
  forecastAt(issuedAt: number, validAt: number, place: SimulatedPlace): Conditions;
  /** A system far out in the Atlantic, null in a scenario without. */
  tropicalSystem(at: number): TropicalSystem | null;
}

const RAIN_STEP_MS = 5 * MINUTE_MS;
/** Snow bands: no precipitation below this height of the waves, and this amount at their crest. */
const BAND_FROM = 0.05;
const BAND_MM_PER_HOUR = 3.2;

/** Bands of snow, precipitation as water; none before the start and in a scenario without snow. */
function createSnowBands({ seed, startedAt }: SimulationOptions, hasSnow: boolean, crestAt: Instant) {
  const waves = createWaves(`${seed}/bands`, { count: 5, lengthDegrees: 7, periodMs: 16 * HOUR_MS, crestAt });
  const areAt = (at: number) => hasSnow && at >= startedAt;
  return {
    mmPerHourAt: (at: number, latitude: number, longitude: number) =>
      areAt(at) ? bandRate(waveHeight(waves, at, latitude, longitude)) : 0,
    /** dBZ of a grid, row by row; no echo anywhere while there are none. */
    grid(at: number, latitudes: Float64Array, longitudes: Float64Array): Float32Array {
      if (!areAt(at)) return new Float32Array(latitudes.length * longitudes.length).fill(NO_ECHO_DBZ);
      const grid = waveGrid(waves, at, latitudes, longitudes);
      for (let cell = 0; cell < grid.length; cell++) grid[cell] = bandDbz(bandRate(grid[cell] ?? 0));
      return grid;
    },
  };
}

export function createWorld(options: SimulationOptions): World {
  const { seed, startedAt, places, scenario = 'afternoon-storms' } = options;
  const climate = climates[scenario];
  const { at: stormsAt, near: stormsNear } = createStorms(options, climate.storms);
  const first = firstPlace(places);
  // The main event of a scenario reaches the first place within its first hour.
  const soon = { at: startedAt + 40 * MINUTE_MS, latitude: first.latitude, longitude: first.longitude };
  const bands = createSnowBands(options, climate.snow, soon);
  const bandMmPerHour = bands.mmPerHourAt;

  const stormsDbzAt = (at: number, latitude: number, longitude: number) =>
    stormDbzAt(stormsNear(at, latitude, longitude), latitude, longitude);
  const bandDbzAt = (at: number, latitude: number, longitude: number) =>
    bandDbz(bandMmPerHour(at, latitude, longitude));
  const reflectivityAt = (at: number, latitude: number, longitude: number) =>
    Math.max(stormsDbzAt(at, latitude, longitude), bandDbzAt(at, latitude, longitude));
  const conditionsAt = createConditions({
    seed,
    smokyAt: soon,
    climate,
    stormsNear,
    stormsDbzAt,
    bandMmPerHour,
    heatAt: (at, latitude, longitude) => heatAt(options.events, at, latitude, longitude),
  });
  const expectedFrom = (issuedAt: number): WeatherField => {
    const storms = remembering((at: number) => expectedStorms(seed, issuedAt, at, stormsAt(at)), 64);
    const displaced =
      <T>(ask: (at: number, latitude: number, longitude: number) => T) =>
      (at: number, latitude: number, longitude: number) => {
        const offset = runOffset(seed, issuedAt, at);
        return ask(at - offset.ms, latitude - offset.latitude, longitude - offset.longitude);
      };
    const expectedConditions = displaced(conditionsAt);
    return {
      reflectivityAt: (at, latitude, longitude) =>
        Math.max(stormDbzAt(storms(at), latitude, longitude), displaced(bandDbzAt)(at, latitude, longitude)),
      reflectivityGrid(at, latitudes, longitudes) {
        const { ms, latitude, longitude } = runOffset(seed, issuedAt, at);
        const [north, east] = [
          latitudes.map((value) => value - latitude),
          longitudes.map((value) => value - longitude),
        ];
        const grid = bands.grid(at - ms, north, east);
        drawStorms(grid, latitudes, longitudes, storms(at));
        return grid;
      },
      conditionsAt: expectedConditions,
      groundAt: (at, latitude, longitude) => groundAt(expectedConditions, at, latitude, longitude),
    };
  };

  return {
    options,
    scenario,
    stormsAt,
    reflectivityAt,
    reflectivityGrid(at, latitudes, longitudes) {
      const grid = bands.grid(at, latitudes, longitudes);
      drawStorms(grid, latitudes, longitudes, stormsAt(at));
      return grid;
    },
    conditionsAt,
    groundAt: (at, latitude, longitude) => groundAt(conditionsAt, at, latitude, longitude),
    expectedFrom,
    precipitationMm(from, to, latitude, longitude) {
      const steps = Math.max(1, Math.ceil((to - from) / RAIN_STEP_MS));
      let mmPerHourSum = 0;
      for (let step = 0; step < steps; step++) {
        // From the end, so that consecutive reports sample the same instants.
        const at = to - (step * (to - from)) / steps;
        mmPerHourSum +=
          rainMmPerHourFromDbz(stormsDbzAt(at, latitude, longitude)) + bandMmPerHour(at, latitude, longitude);
      }
      return ((mmPerHourSum / steps) * (to - from)) / HOUR_MS;
    },
    thunderAt: (at, latitude, longitude) =>
      isThunderAt(stormsNear(at, latitude, longitude), latitude, longitude),
    forecastAt: (issuedAt, validAt, place) => forecastAt({ seed, conditionsAt }, issuedAt, validAt, place),
    tropicalSystem: (at) => (climate.tropical ? tropicalSystemAt(seed, startedAt, at) : null),
  };
}

function bandRate(height: number): number {
  return height <= BAND_FROM ? 0 : (BAND_MM_PER_HOUR * (height - BAND_FROM)) / (1 - BAND_FROM);
}

/** Z = 180 S², the snow relation of the WSR-88D for the Midwest; S in mm of water an hour. */
function bandDbz(mmPerHour: number): number {
  return mmPerHour < 0.15 ? NO_ECHO_DBZ : 22.55 + 20 * Math.log10(mmPerHour);
}
