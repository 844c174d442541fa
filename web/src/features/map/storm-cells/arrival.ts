import { distanceMiles } from '@allclear/domain';
import { legsOf, type Point } from '../measure/measure.ts';

/** A moving storm cell: its position, its time, and its track by linear extrapolation. */
export interface MovingCell {
  readonly at: Point;
  /** Epoch ms. */
  readonly seenAt: number;
  /** mph. */
  readonly speedMph: number | null;
  readonly ahead: readonly { readonly minutes: number; readonly at: Point }[];
}

export interface Arrival {
  /** The least distance of the cell's center, miles. */
  readonly passesMiles: number;
  /** The time range of the least distance, epoch ms. */
  readonly from: number;
  readonly to: number;
}

/**
 * The assumed radius of a cell, and the growth of the track's uncertainty: about 15 degrees to either side
 * (0.27 miles a mile).
 */
const cellRadiusMiles = 5;
const spreadPerMile = 0.27;
/** The uncertainty of its speed, about a fifth. */
const speedShare = 0.2;

/**
 * Whether a cell reaches a place within the hour of its track, and when: its center passes within its radius
 * and the uncertainty of its track. Null when it does not, or when its motion is unknown. A rough guide:
 * cells grow, split and dissipate; the uncertainty is our assumption, the track the radar's.
 */
export function arrivalAt(cell: MovingCell, place: Point): Arrival | null {
  const { speedMph, ahead } = cell;
  if (speedMph === null || speedMph <= 0 || ahead.length === 0) return null;
  const way = [{ minutes: 0, at: cell.at }, ...ahead];
  let best: { miles: number; minutes: number } | null = null;
  for (const [from, to] of legsOf(way)) {
    for (let step = 0; step <= 10; step++) {
      const share = step / 10;
      const at = {
        latitude: from.at.latitude + (to.at.latitude - from.at.latitude) * share,
        longitude: from.at.longitude + shorter(to.at.longitude - from.at.longitude) * share,
      };
      const miles = distanceMiles(at, {
        latitude: place.latitude,
        longitude: at.longitude + shorter(place.longitude - at.longitude),
      });
      const minutes = from.minutes + (to.minutes - from.minutes) * share;
      if (miles !== null && (best === null || miles < best.miles - 1e-9)) best = { miles, minutes };
    }
  }
  if (best === null) return null;
  const gone = (speedMph * best.minutes) / 60;
  if (best.miles > cellRadiusMiles + gone * spreadPerMile) return null;
  // Its edge arrives before its center.
  const edge = (cellRadiusMiles / speedMph) * 60;
  return {
    passesMiles: best.miles,
    from: cell.seenAt + Math.max(0, best.minutes * (1 - speedShare) - edge) * 60_000,
    to: cell.seenAt + (best.minutes * (1 + speedShare) + edge) * 60_000,
  };
}

function shorter(degrees: number): number {
  return ((((degrees + 180) % 360) + 360) % 360) - 180;
}
