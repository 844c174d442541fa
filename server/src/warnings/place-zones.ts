import {
  type Addressee,
  advisedAllClearMinutes,
  newLocationRadii,
  type OuterZone,
  outerRadiusMiles,
  type ZoneRadii,
} from '@allclear/domain';
import { lightningLocks, locationsOfPlace } from '../locations/index.ts';
import type { Database } from '../platform/database/database.ts';
import type { PolicyPlace } from '../policies/index.ts';

/** Radii and timer around a point, as one or more people watch a place. */
export interface ZonesAround extends ZoneRadii {
  readonly latitude: number;
  readonly longitude: number;
  readonly organizationId: string;
  readonly allClearMinutes: number;
}

/** The zones of everybody who watches a place, as its policies set them, each once. */
export async function zonesOfPlace(
  db: Database,
  { id, organizationId, latitude, longitude }: PolicyPlace,
): Promise<ZonesAround[]> {
  const locks = await lightningLocks(db, organizationId);
  const saved = await locationsOfPlace(db, organizationId, id);
  // A place that nobody saved is watched as a new location would be.
  const unsaved = { latitude, longitude, ...newLocationRadii, allClearMinutes: advisedAllClearMinutes };
  const watched = (saved.length > 0 ? saved : [unsaved]).map((location) => ({
    latitude: location.latitude,
    longitude: location.longitude,
    organizationId,
    ...locks({ ...location, organizationLocationId: id }),
  }));
  return [...new Map(watched.map((place) => [JSON.stringify(place), place])).values()];
}

/**
 * The outermost zones of a place, the largest also around the place itself: saved locations may lie beside it. Not
 * read, and so none, while no position could mute anybody.
 */
export async function outerZonesFor(
  db: Database,
  place: PolicyPlace,
  people: readonly Pick<Addressee, 'geofenceAlertsEnabled' | 'sharedPosition'>[],
): Promise<OuterZone[]> {
  if (!people.some((person) => person.geofenceAlertsEnabled && person.sharedPosition !== null)) return [];
  const zones = (await zonesOfPlace(db, place)).map(({ latitude, longitude, ...radii }) => ({
    latitude,
    longitude,
    radiusMiles: outerRadiusMiles(radii),
  }));
  const radiusMiles = Math.max(...zones.map((zone) => zone.radiusMiles));
  return [{ latitude: place.latitude, longitude: place.longitude, radiusMiles }, ...zones];
}
