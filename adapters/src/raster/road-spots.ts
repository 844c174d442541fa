import { haversineMiles, MILES_PER_DEGREE, roadConditions } from '@allclear/domain';
import { UNKNOWN_ROAD } from './draw-grid.ts';
import { columnLongitudes, rowLatitudes, type View } from './web-mercator.ts';

/** A place with a known road condition. */
export interface RoadSpot {
  /** Degrees. */
  readonly latitude: number;
  readonly longitude: number;
  /** Index in `roadConditions`. */
  readonly condition: number;
}

/**
 * The road of each pixel is that of the nearest spot within `radiusMiles`; `UNKNOWN_ROAD` beyond all of them.
 * Values for `roadScheme`, row by row.
 */
export function roadsAroundSpots(spots: readonly RoadSpot[], radiusMiles: number, view: View): Uint8Array {
  const [latitudes, longitudes] = [rowLatitudes(view), columnLongitudes(view)];
  const values = new Uint8Array(latitudes.length * longitudes.length).fill(UNKNOWN_ROAD);
  const nearest = new Float32Array(values.length).fill(radiusMiles);
  const high = radiusMiles / MILES_PER_DEGREE;
  for (const spot of spots) {
    if (!Number.isInteger(spot.condition) || roadConditions[spot.condition] === undefined) continue;
    // Longitudes of a view over the antimeridian continue past 180.
    const longitude =
      spot.longitude + 360 * Math.round(((longitudes[longitudes.length >> 1] ?? 0) - spot.longitude) / 360);
    const wide = high / Math.max(0.05, Math.cos(((Math.abs(spot.latitude) + high) * Math.PI) / 180));
    const [firstColumn, endColumn] = [
      longitudes.findIndex((one) => one >= longitude - wide),
      longitudes.findLastIndex((one) => one <= longitude + wide) + 1,
    ];
    if (firstColumn < 0) continue;
    for (let row = 0; row < latitudes.length; row++) {
      if (Math.abs((latitudes[row] ?? 0) - spot.latitude) > high) continue;
      for (let column = firstColumn; column < endColumn; column++) {
        const miles = haversineMiles(spot.latitude, longitude, latitudes[row] ?? 0, longitudes[column] ?? 0);
        const cell = row * longitudes.length + column;
        if (miles > (nearest[cell] ?? 0)) continue;
        nearest[cell] = miles;
        values[cell] = spot.condition;
      }
    }
  }
  return values;
}
