/**
 * An organization's lightning policies lock the radii and the timer of the locations tied to its organization
 * locations (specification 1, section 5).
 */
import {
  maxRadiusMiles,
  radiusOf,
  type ZoneNumber,
  type ZoneRadii,
  zoneNumbers,
} from '../locations/index.ts';

export interface LightningPolicy {
  readonly zone: ZoneNumber;
  /** 1 … 50. */
  readonly radiusMiles: number;
  readonly allClearMinutes: number;
  /** Lightning within the zone means stop, whichever zone it is. */
  readonly lifeSafety?: boolean;
}

export interface LockablePlace extends ZoneRadii {
  readonly allClearMinutes: number;
}

export interface LockedLightning extends ZoneRadii {
  readonly allClearMinutes: number;
  /** The zones that a policy sets, ascending. */
  readonly lockedZones: readonly ZoneNumber[];
  readonly timerLocked: boolean;
  /** The zones that a life-safety policy sets, ascending. */
  readonly lifeSafetyZones: readonly ZoneNumber[];
  /**
   * Whether the result differs from the saved values: 'Your settings have been overwritten by your
   * organization's policy.'
   */
  readonly overwritten: boolean;
}

/**
 * The radii and the timer of a place under the policies of its organization location.
 *
 * - A locked zone has its policy's radius. Of several policies for one zone the largest radius counts: it
 *   warns first.
 * - The timer is that of the lowest zone with a policy; of several policies for that zone the longest counts.
 * - Unlocked zones that are on are adjusted to keep each zone larger than the one inside it. A zone that no
 *   longer fits below the next locked zone or 50 miles is switched off. Zone 1 stays on.
 * - Contradicting policies (zone 2 not larger than zone 1, see `zonesOutOfOrder`) never reduce a radius: the
 *   outer zone is pushed out, and switched off only where the zone inside it already has 50 miles.
 *
 * Without policies the place keeps its saved values and nothing is locked.
 */
export function lockLightning(place: LockablePlace, policies: readonly LightningPolicy[]): LockedLightning {
  const locked = lockedRadii(policies);
  const miles = zoneNumbers.map((zone) => locked.get(zone) ?? radiusOf(place, zone));
  if (locked.size > 0) {
    spreadLocked(miles, locked);
    drawIn(miles, locked);
    pushOut(miles, locked);
  }
  const [radius1 = 0, radius2 = 0, radius3 = 0, radius4 = 0] = miles;
  const result = {
    radius1,
    radius2,
    radius3,
    radius4,
    allClearMinutes: lockedTimer(policies) ?? place.allClearMinutes,
  };
  return {
    ...result,
    lockedZones: [...locked.keys()],
    timerLocked: policies.length > 0,
    lifeSafetyZones: zoneNumbers.filter((zone) =>
      policies.some((policy) => policy.zone === zone && policy.lifeSafety),
    ),
    overwritten:
      result.allClearMinutes !== place.allClearMinutes ||
      zoneNumbers.some((zone) => radiusOf(result, zone) !== radiusOf(place, zone)),
  };
}

/**
 * The zones whose policy's radius is not larger than that of a policy for a zone inside it, ascending; empty
 * when all are in order.
 */
export function zonesOutOfOrder(policies: readonly LightningPolicy[]): ZoneNumber[] {
  const radii = lockedRadii(policies);
  return [...radii]
    .filter(([zone, miles]) => [...radii].some(([inner, within]) => inner < zone && within >= miles))
    .map(([zone]) => zone);
}

function lockedRadii(policies: readonly LightningPolicy[]): Map<ZoneNumber, number> {
  const radii = new Map<ZoneNumber, number>();
  for (const zone of zoneNumbers) {
    const wanted = policies.filter((policy) => policy.zone === zone).map((policy) => policy.radiusMiles);
    if (wanted.length > 0) radii.set(zone, Math.max(...wanted));
  }
  return radii;
}

function lockedTimer(policies: readonly LightningPolicy[]): number | undefined {
  const lowest = Math.min(...policies.map((policy) => policy.zone));
  const timers = policies.filter((policy) => policy.zone === lowest).map((policy) => policy.allClearMinutes);
  return timers.length > 0 ? Math.max(...timers) : undefined;
}

type Locked = ReadonlyMap<ZoneNumber, number>;

/** Pushes out locked zones that contradict each other. */
function spreadLocked(miles: number[], locked: Locked): void {
  let inner = 0;
  for (const [zone, wanted] of locked) {
    const radius = wanted > inner ? wanted : Math.min(maxRadiusMiles, inner + 1);
    miles[zone - 1] = radius > inner ? radius : 0;
    inner = Math.max(inner, radius);
  }
}

/**
 * Shrinks unlocked zones for which a locked zone outside leaves no room. `pushOut` then checks them against
 * the zones inside.
 */
function drawIn(miles: number[], locked: Locked): void {
  let limit = Number.POSITIVE_INFINITY;
  for (const zone of zoneNumbers.toReversed()) {
    const radius = miles[zone - 1] ?? 0;
    if (!(radius > 0)) continue;
    // Zone 1 is always on: below one mile it takes half of the available radius.
    if (!locked.has(zone) && radius >= limit)
      miles[zone - 1] = zone === 1 ? Math.max(limit - 1, limit / 2) : Math.max(limit - 1, 0);
    if ((miles[zone - 1] ?? 0) > 0) limit = miles[zone - 1] ?? 0;
  }
}

/**
 * Pushes unlocked zones out beyond the zone inside them, or switches them off where that exceeds the next
 * locked zone or 50 miles.
 */
function pushOut(miles: number[], locked: Locked): void {
  let inner = 0;
  for (const zone of zoneNumbers) {
    const radius = miles[zone - 1] ?? 0;
    if (!(radius > 0)) continue;
    if (!locked.has(zone) && radius <= inner) {
      const outer = [...locked.keys()].find((other) => other > zone && (miles[other - 1] ?? 0) > 0);
      const fits = outer === undefined ? inner + 1 <= maxRadiusMiles : inner + 1 < (miles[outer - 1] ?? 0);
      miles[zone - 1] = fits ? inner + 1 : 0;
    }
    inner = Math.max(inner, miles[zone - 1] ?? 0);
  }
}
