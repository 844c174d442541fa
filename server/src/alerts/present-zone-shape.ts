import { createHash } from 'node:crypto';
import type { ZoneShapeAnswer } from '@allclear/contract';
import type { StoredZoneShape, ZoneShapeState } from './zone-shapes.store.ts';

/** The requested zones by the state of their shapes. */
export interface SortedZones {
  readonly drawn: readonly ZoneShapeState[];
  readonly pending: readonly string[];
  readonly unavailable: readonly string[];
}

/** `named`: the zones that alerts in effect name and whose shapes have been requested. */
export function sortZones(
  zones: readonly string[],
  states: readonly ZoneShapeState[],
  named: ReadonlySet<string>,
): SortedZones {
  const drawn = states.filter(({ fetchedAt }) => fetchedAt !== null);
  const isDrawn = new Set(drawn.map(({ zone }) => zone));
  const isUnavailable = new Set(states.filter((state) => state.isUnavailable).map(({ zone }) => zone));
  const rest = zones.filter((zone) => !isDrawn.has(zone));
  const isPending = (zone: string) => named.has(zone) && !isUnavailable.has(zone);
  return { drawn, pending: rest.filter(isPending), unavailable: rest.filter((zone) => !isPending(zone)) };
}

/** Another tag for every other answer. */
export function tagOfZones({ drawn, pending, unavailable }: SortedZones): string {
  const said = JSON.stringify([
    drawn.map(({ vendor, zone, fetchedAt }) => [vendor, zone, fetchedAt]),
    pending,
    unavailable,
  ]);
  return `"${createHash('sha256').update(said).digest('base64url').slice(0, 27)}"`;
}

export function presentZoneShape({ zone, polygons }: StoredZoneShape): ZoneShapeAnswer['shapes'][number] {
  const coordinates = polygons.map((rings) =>
    rings.map((ring) => ring.map(([longitude, latitude]) => [longitude, latitude])),
  );
  return { Zone: zone, Geometry: { type: 'MultiPolygon', coordinates } };
}
