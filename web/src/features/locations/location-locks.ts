import type { Location, PolicyTrigger } from '@allclear/contract';
import {
  type LightningPolicy,
  lockLightning,
  moveRadius,
  radiusOf,
  softMaxMiles,
  softMinMiles,
  toggleZone,
  type ZoneNumber,
  type ZoneRadii,
  zoneNumbers,
} from '@allclear/domain';
import { type DraftFields, sliderMaxMiles } from './location-fields.ts';

/** Values set by the organization's lightning policies: the user cannot change them. */
export interface Locks {
  readonly zones: ReadonlySet<number>;
  readonly timer: boolean;
}

export const noLocks: Locks = { zones: new Set(), timer: false };

/** The locks of a stored location from the server. */
function locksOf({ policy }: Location): Locks {
  return { zones: new Set(policy.lockedZones), timer: policy.timerLocked };
}

/**
 * A draft with the current values that policies have set for a stored location: a policy that changes while
 * the form is open is applied to it.
 */
export function underLocks(draft: DraftFields, location: Location): { draft: DraftFields; locks: Locks } {
  const locks = locksOf(location);
  const { effective } = location.policy;
  const radii = zoneNumbers
    .filter((zone) => locks.zones.has(zone))
    .map((zone) => [`radius${zone}`, radiusOf(effective, zone)]);
  const timer = locks.timer ? { allClearMinutes: effective.allClearMinutes } : {};
  return { draft: { ...draft, ...Object.fromEntries(radii), ...timer }, locks };
}

export function isLocked({ zones, timer }: Locks): boolean {
  return timer || zones.size > 0;
}

/**
 * The lightning policies among the triggers that watch an organization location: LR1 to LR4 are the zones.
 */
export function lightningPoliciesOf(triggers: readonly PolicyTrigger[]): LightningPolicy[] {
  return triggers.flatMap(({ policyTypeShortName, threshold, allClearMinutes }) => {
    const zone = zoneNumbers.find((number) => policyTypeShortName === `LR${number}`);
    return zone === undefined ? [] : [{ zone, radiusMiles: threshold, allClearMinutes }];
  });
}

/** A new location at a place of the organization takes the values of the policies there. */
export function underPolicies(
  draft: DraftFields,
  policies: readonly LightningPolicy[],
): { draft: DraftFields; locks: Locks } {
  if (policies.length === 0) return { draft, locks: noLocks };
  const { lockedZones, timerLocked, radius1, radius2, radius3, radius4, allClearMinutes } = lockLightning(
    draft,
    policies,
  );
  return {
    draft: { ...draft, radius1, radius2, radius3, radius4, allClearMinutes },
    locks: { zones: new Set(lockedZones), timer: timerLocked },
  };
}

/**
 * The range of a zone in whole miles: neighbors that are not locked give way, locked ones do not. Null when
 * the zone is locked, or when locked zones leave it no room.
 */
export function roomOf(
  radii: ZoneRadii,
  zone: ZoneNumber,
  { zones }: Locks,
): { min: number; max: number } | null {
  if (zones.has(zone)) return null;
  const isOn = (other: ZoneNumber) => radiusOf(radii, other) > 0;
  const inside = zoneNumbers.filter((other) => other < zone && isOn(other)).reverse();
  const outside = zoneNumbers.filter((other) => other > zone && isOn(other));
  let min = softMinMiles(zone);
  let max = sliderMaxMiles(radii, zone);
  const inner = inside.find((other) => zones.has(other));
  const outer = outside.find((other) => zones.has(other));
  // Each unlocked zone between needs one mile.
  if (inner !== undefined)
    min = Math.max(min, Math.floor(radiusOf(radii, inner)) + inside.indexOf(inner) + 1);
  if (outer !== undefined)
    max = Math.min(max, Math.ceil(radiusOf(radii, outer)) - outside.indexOf(outer) - 1);
  // A move never leaves a zone beyond its soft maximum.
  return min <= Math.min(max, softMaxMiles(zone)) ? { min, max } : null;
}

/** Zones after one was moved; locked ones stay. A value that is no number changes nothing. */
export function withRadius(
  draft: DraftFields,
  zone: ZoneNumber,
  miles: number | string,
  locks: Locks = noLocks,
): DraftFields {
  const wanted = typeof miles === 'number' ? miles : Number.parseFloat(miles);
  const room = roomOf(draft, zone, locks);
  if (!Number.isFinite(wanted) || !room) return draft;
  const moved = moveRadius(draft, zone, Math.min(room.max, Math.max(room.min, wanted)));
  return { ...draft, ...moved, ...beyondLocks(draft, zone, locks) };
}

/**
 * The zones that a locked one protects from moves of this zone, and the locked ones themselves, unchanged.
 */
function beyondLocks(radii: ZoneRadii, zone: ZoneNumber, { zones }: Locks): Partial<ZoneRadii> {
  const inner = Math.max(0, ...zoneNumbers.filter((other) => other < zone && zones.has(other)));
  const outer = Math.min(5, ...zoneNumbers.filter((other) => other > zone && zones.has(other)));
  return Object.fromEntries(
    zoneNumbers
      .filter((other) => other <= inner || other >= outer)
      .map((other) => [`radius${other}`, radiusOf(radii, other)]),
  );
}

/** Whether zone 2–4 may be switched: not if it is locked or has no room between locked ones. */
export function mayToggle(draft: ZoneRadii, zone: 2 | 3 | 4, locks: Locks): boolean {
  return !locks.zones.has(zone) && (radiusOf(draft, zone) > 0 || roomOf(draft, zone, locks) !== null);
}

/** Zone 2–4 switched on or off, as far as the locked zones leave it room. */
export function withZone(draft: DraftFields, zone: 2 | 3 | 4, on: boolean, locks: Locks): DraftFields {
  if (on === radiusOf(draft, zone) > 0 || !mayToggle(draft, zone, locks)) return draft;
  const toggled = toggleZone(draft, zone, on);
  if (!on) return { ...draft, ...toggled };
  // Switched on where there is room, then moved to its intended radius: locked neighbors do not give way.
  const start = { ...draft, [`radius${zone}`]: roomOf(draft, zone, locks)?.min ?? draft[`radius${zone}`] };
  return withRadius(start, zone, radiusOf(toggled, zone), locks);
}
