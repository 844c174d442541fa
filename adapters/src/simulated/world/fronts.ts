import { type Front, MILES_PER_DEGREE, type PressureCenter, type SurfaceAnalysis } from '@allclear/domain';
import { firstPlace } from './places.ts';
import type { World } from './world.ts';

type Point = readonly [longitude: number, latitude: number];
/** Degrees of latitude and longitude from a place. */
interface Box {
  readonly north: readonly [number, number];
  readonly east: readonly [number, number];
}

/**
 * The front follows the storms at this distance, and without storms crosses the country this far behind the
 * first place.
 */
const BEHIND_MILES = 25;
const WITHOUT_STORMS_MILES = 180;
const SEARCH_DEGREES = 0.5;

/**
 * Fronts, highs and lows at an instant (epoch ms), as an analyst would draw them for the weather of a world.
 * Centers lie where its pressure is lowest and highest, with that pressure. Storms are in the warm air
 * between a warm front in the north and a cold front behind them; snow falls north of a front; else a high
 * dominates, with a distant front. A pure function of the world and the instant.
 */
export function frontsAt(world: World, at: number): SurfaceAnalysis {
  const { latitude, longitude } = firstPlace(world.options.places);
  const center: FindCenter = (kind, box) => findCenter(world, at, kind, box);
  const { scenario } = world;
  const analysis =
    scenario === 'winter'
      ? winterAnalysis(center, longitude)
      : scenario === 'afternoon-storms' || scenario === 'outage'
        ? stormAnalysis(center, { latitude, longitude }, westOfStorms(world, at, longitude, latitude))
        : highAnalysis(center, { latitude, longitude });
  const { high, low } = analysis;
  return {
    validAt: at,
    // In nearly uniform pressure no low is lower than the high: then there is none.
    centres: low.pressureMb < high.pressureMb ? [high, low] : [high],
    fronts: analysis.fronts.map((shape) => frontFrom(low, shape)),
  };
}

type FindCenter = (kind: PressureCenter['kind'], box: Box) => PressureCenter;
/** A front from the center of the low through these points. */
interface FrontShape extends Pick<Front, 'kind' | 'strength'> {
  readonly through: readonly Point[];
}
interface Analysis {
  readonly high: PressureCenter;
  readonly low: PressureCenter;
  readonly fronts: readonly FrontShape[];
}

/** The lowest or highest pressure in a box around the first place. */
function findCenter(
  world: World,
  at: number,
  kind: PressureCenter['kind'],
  { north, east }: Box,
): PressureCenter {
  const { latitude, longitude } = firstPlace(world.options.places);
  const sampleAt = (up: number, right: number): PressureCenter => {
    const place = { latitude: latitude + up, longitude: longitude + right };
    const pressureMb = Math.round(world.conditionsAt(at, place.latitude, place.longitude).pressureHpa);
    return { kind, pressureMb, ...place };
  };
  let best = sampleAt(north[0], east[0]);
  for (let up = north[0]; up <= north[1]; up += SEARCH_DEGREES) {
    for (let right = east[0]; right <= east[1]; right += SEARCH_DEGREES) {
      const sample = sampleAt(up, right);
      if (kind === 'low' ? sample.pressureMb < best.pressureMb : sample.pressureMb > best.pressureMb)
        best = sample;
    }
  }
  return rounded(best);
}

/** The places lie in the cold air north of the low. */
function winterAnalysis(center: FindCenter, longitude: number): Analysis {
  const low = center('low', { north: [-7, -3], east: [-10, -6] });
  const high = center('high', { north: [3, 9], east: [-6, 6] });
  return {
    high,
    low,
    fronts: [
      // Symbols are drawn on the left of the line: east of a cold front, north of a warm one.
      {
        kind: 'cold',
        strength: 'moderate',
        through: [
          [low.longitude - 1, low.latitude - 2.5],
          [low.longitude - 3.5, low.latitude - 5],
        ],
      },
      {
        kind: 'warm',
        strength: 'moderate',
        through: [
          [low.longitude + 4, low.latitude + 0.4],
          [low.longitude + 9, low.latitude - 0.4],
          [longitude + 8, low.latitude - 1.5],
        ],
      },
    ],
  };
}

/** Storms in the warm air: a warm front in the north, a cold front behind the storms. */
function stormAnalysis(
  center: FindCenter,
  { latitude, longitude }: { latitude: number; longitude: number },
  westernmost: number,
): Analysis {
  const low = center('low', {
    north: [6, 9],
    east: [westernmost - longitude - 4, westernmost - longitude - 1],
  });
  const high = center('high', {
    north: [-5, 3],
    east: [westernmost - longitude - 12, westernmost - longitude - 7],
  });
  return {
    high,
    low,
    fronts: [
      {
        kind: 'cold',
        strength: 'strong',
        through: [
          [westernmost, latitude + 4.5],
          [westernmost - 0.3, latitude + 1],
          [westernmost - 1.5, latitude - 3],
          [westernmost - 4, latitude - 6],
        ],
      },
      {
        kind: 'warm',
        strength: 'weak',
        through: [
          [longitude, latitude + 6.3],
          [longitude + 6, latitude + 5.4],
          [longitude + 10, latitude + 4],
        ],
      },
    ],
  };
}

/** A high over the places, with a distant front. */
function highAnalysis(
  center: FindCenter,
  { latitude, longitude }: { latitude: number; longitude: number },
): Analysis {
  const high = center('high', { north: [-3, 3], east: [-4, 4] });
  const low = center('low', { north: [10, 14], east: [-12, -6] });
  return {
    high,
    low,
    fronts: [
      {
        kind: 'stationary',
        strength: 'weak',
        through: [
          [longitude, latitude + 9.5],
          [longitude + 9, latitude + 8.5],
          [longitude + 16, latitude + 10],
        ],
      },
    ],
  };
}

/** The longitude, degrees, west of all storms over the first places and around them. */
function westOfStorms(world: World, at: number, longitude: number, latitude: number): number {
  const perDegree = MILES_PER_DEGREE * Math.cos((latitude * Math.PI) / 180);
  const storms = world
    .stormsAt(at)
    .filter((storm) => Math.abs(storm.latitude - latitude) < 8 && Math.abs(storm.longitude - longitude) < 10);
  const first =
    storms.length === 0
      ? longitude - (WITHOUT_STORMS_MILES - BEHIND_MILES) / perDegree
      : Math.min(...storms.map((storm) => storm.longitude));
  return first - BEHIND_MILES / perDegree;
}

function frontFrom(low: PressureCenter, { kind, strength, through }: FrontShape): Front {
  const line: Point[] = [[low.longitude, low.latitude], ...through];
  return {
    kind,
    strength,
    points: line.map(([longitude, latitude]) => [tenth(longitude), tenth(latitude)] as const),
  };
}

function rounded({ latitude, longitude, ...center }: PressureCenter): PressureCenter {
  return { ...center, latitude: tenth(latitude), longitude: tenth(longitude) };
}

/** In the form of coded analyses. */
function tenth(degrees: number): number {
  return Math.round(degrees * 10) / 10;
}
