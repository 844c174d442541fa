import {
  type Addressee,
  advisedAllClearMinutes,
  newLocationRadii,
  type OuterZone,
  outerRadiusMiles,
  type ZoneRadii,
} from '@allclear/domain';
import {
  type LightningLocks,
  lightningLocks,
  locationsOfPlace,
  type SirenZone,
  type StoredLocation,
  sirenZones,
} from '../locations/index.ts';
import type { Database } from '../platform/database/database.ts';
import type { PolicyPlace } from '../policies/index.ts';

/** Radii and timer around a point, as one or more people watch a place. */
export interface ZonesAround extends ZoneRadii {
  readonly latitude: number;
  readonly longitude: number;
  readonly organizationId: string;
  /** The organization location: thunder that is heard there counts. */
  readonly placeId: string;
  readonly allClearMinutes: number;
  /** The zone of a siren, not of people. */
  readonly isSiren?: boolean;
}

/** The zones of everybody who watches a place, as its policies set them, and those of its sirens, each once. */
export async function zonesOfPlace(db: Database, place: PolicyPlace): Promise<ZonesAround[]> {
  const { id, organizationId } = place;
  const locks = await lightningLocks(db, organizationId);
  const saved = await locationsOfPlace(db, organizationId, id);
  return zonesAround(place, locks, saved, await sirenZones(db, organizationId, id));
}

/** The same for any place of an organization, read at once. */
export async function zonesOfPlaces(
  db: Database,
  organizationId: string,
): Promise<(place: PolicyPlace) => ZonesAround[]> {
  const locks = await lightningLocks(db, organizationId);
  const saved = Map.groupBy(
    await locationsOfPlace(db, organizationId, null),
    (location) => location.organizationLocationId,
  );
  const ofSirens = Map.groupBy(
    await sirenZones(db, organizationId, null),
    ({ organizationLocationId }) => organizationLocationId,
  );
  return (place) => zonesAround(place, locks, saved.get(place.id) ?? [], ofSirens.get(place.id) ?? []);
}

function zonesAround(
  { id, organizationId, latitude, longitude }: PolicyPlace,
  locks: LightningLocks,
  saved: readonly StoredLocation[],
  ofPlace: readonly SirenZone[],
): ZonesAround[] {
  // A place that nobody saved is watched as a new location would be.
  const unsaved = { latitude, longitude, ...newLocationRadii, allClearMinutes: advisedAllClearMinutes };
  const watched = (saved.length > 0 ? saved : [unsaved]).map((location) => ({
    latitude: location.latitude,
    longitude: location.longitude,
    organizationId,
    placeId: id,
    ...locks({ ...location, organizationLocationId: id }),
  }));
  const sirens = ofPlace.map(({ radiusMiles, allClearMinutes }) => ({
    ...{ latitude, longitude, organizationId, placeId: id, allClearMinutes },
    ...{ radius1: radiusMiles, radius2: 0, radius3: 0, radius4: 0, isSiren: true },
  }));
  return [...new Map([...watched, ...sirens].map((around) => [JSON.stringify(around), around])).values()];
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
