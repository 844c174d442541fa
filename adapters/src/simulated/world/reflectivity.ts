import { MILES_PER_DEGREE } from '@allclear/domain';
import type { Storm } from './storm.ts';

/** The value without an echo: the lowest step of the national composites. */
export const NO_ECHO_DBZ = -32;
/** Weaker echoes are not drawn. */
const FAINTEST_DBZ = 5;
/** Extent of rain around the core, in radii of the core. */
const REACH_RADII = 2.6;

/** The shape of a storm's rain around its middle. */
interface Echo {
  readonly storm: Storm;
  readonly reachMiles: number;
  readonly milesPerLongitude: number;
  /** Two ripples, for an irregular outline. */
  readonly ripplePhase: number;
}

function echoOf(storm: Storm): Echo {
  return {
    storm,
    reachMiles: storm.radiusMiles * REACH_RADII,
    milesPerLongitude: MILES_PER_DEGREE * Math.cos((storm.latitude * Math.PI) / 180),
    ripplePhase: (storm.bornAt / 977) % 6.283,
  };
}

const rippleEast = ({ ripplePhase }: Echo, east: number) => 3 * Math.sin(east * 0.9 + ripplePhase);
const rippleNorth = ({ ripplePhase }: Echo, north: number) => Math.sin(north * 0.8 + 2 * ripplePhase);

/**
 * dBZ, from the squared distance to the storm's middle as a part of the squared reach, and the product of its
 * ripples there.
 */
function dbzOf(coreDbz: number, unit: number, ripple: number): number {
  if (unit >= 1) return NO_ECHO_DBZ;
  const dbz = coreDbz * (1 - unit) * (1 - unit) + unit * ripple;
  return dbz < FAINTEST_DBZ ? NO_ECHO_DBZ : dbz;
}

/** The strongest echo of the storms at a point, dBZ; `NO_ECHO_DBZ` without any. */
export function stormDbzAt(storms: readonly Storm[], latitude: number, longitude: number): number {
  let strongest = NO_ECHO_DBZ;
  for (const storm of storms) {
    const north = (latitude - storm.latitude) * MILES_PER_DEGREE;
    if (Math.abs(north) > storm.radiusMiles * REACH_RADII) continue;
    const echo = echoOf(storm);
    const east = (longitude - storm.longitude) * echo.milesPerLongitude;
    const unit = (east * east + north * north) / echo.reachMiles ** 2;
    strongest = Math.max(
      strongest,
      dbzOf(storm.coreDbz, unit, rippleEast(echo, east) * rippleNorth(echo, north)),
    );
  }
  return strongest;
}

/**
 * Draws the storms over a grid of dBZ, each within its box only. `latitudes` and `longitudes` (degrees) rise
 * or fall steadily.
 */
export function drawStorms(
  grid: Float32Array,
  latitudes: Float64Array,
  longitudes: Float64Array,
  storms: readonly Storm[],
): void {
  const columns = longitudes.length;
  for (const storm of storms) {
    const echo = echoOf(storm);
    const [firstRow, endRow] = within(latitudes, storm.latitude, echo.reachMiles / MILES_PER_DEGREE);
    const [firstColumn, endColumn] = within(
      longitudes,
      storm.longitude,
      echo.reachMiles / echo.milesPerLongitude,
    );
    const units = new Float64Array(columns);
    const ripples = new Float64Array(columns);
    for (let column = firstColumn; column < endColumn; column++) {
      const east = ((longitudes[column] ?? 0) - storm.longitude) * echo.milesPerLongitude;
      units[column] = (east / echo.reachMiles) ** 2;
      ripples[column] = rippleEast(echo, east);
    }
    for (let row = firstRow; row < endRow; row++) {
      const north = ((latitudes[row] ?? 0) - storm.latitude) * MILES_PER_DEGREE;
      const unit = (north / echo.reachMiles) ** 2;
      const ripple = rippleNorth(echo, north);
      for (
        let column = firstColumn, cell = row * columns + firstColumn;
        column < endColumn;
        column++, cell++
      ) {
        const dbz = dbzOf(storm.coreDbz, unit + (units[column] ?? 0), ripple * (ripples[column] ?? 0));
        if (dbz > (grid[cell] ?? 0)) grid[cell] = dbz;
      }
    }
  }
}

/** First and end index of the values that are at most `reach` from the middle. */
function within(values: Float64Array, middle: number, reach: number): [number, number] {
  const rising = values.length < 2 || (values[1] ?? 0) > (values[0] ?? 0);
  const first = values.findIndex((value) => (rising ? value >= middle - reach : value <= middle + reach));
  if (first < 0) return [0, 0];
  const last = values.findLastIndex((value) => (rising ? value <= middle + reach : value >= middle - reach));
  return [first, last + 1];
}

/**
 * Rain of an echo, mm an hour: Z = 300 R^1.4, the relation of the WSR-88D for convection (Fulton et al., Wea.
 * Forecasting 13, 1998), with its cap at 53 dBZ, beyond which hail dominates. 0 without an echo.
 */
export function rainMmPerHourFromDbz(dbz: number): number {
  return dbz < FAINTEST_DBZ ? 0 : (10 ** (Math.min(53, dbz) / 10) / 300) ** (1 / 1.4);
}
