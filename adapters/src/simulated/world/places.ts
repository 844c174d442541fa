import { haversineMiles, MILES_PER_DEGREE } from '@allclear/domain';

export interface SimulatedPlace {
  /** Degrees. */
  readonly latitude: number;
  readonly longitude: number;
}

const GROUP_RADIUS_MILES = 40;
const MAX_GROUPS = 12;
const TAMPA: SimulatedPlace = { latitude: 27.95, longitude: -82.46 };

/** Neighboring places, the first of them in the middle. */
export type PlaceGroup = [first: SimulatedPlace, ...others: SimulatedPlace[]];

/** The first place of the simulation; Tampa without any. */
export function firstPlace(places: readonly SimulatedPlace[]): SimulatedPlace {
  return places[0] ?? TAMPA;
}

/**
 * Adds each place to the first group whose first place is within 40 miles; places beyond twelve groups get no
 * storms of their own. Without any places: Tampa.
 */
export function groupPlaces(places: readonly SimulatedPlace[]): PlaceGroup[] {
  const groups: PlaceGroup[] = [];
  for (const place of places.length > 0 ? places : [TAMPA]) {
    const group = groups.find(
      ([first]) =>
        haversineMiles(first.latitude, first.longitude, place.latitude, place.longitude) <=
        GROUP_RADIUS_MILES,
    );
    if (group) group.push(place);
    else if (groups.length < MAX_GROUPS) groups.push([place]);
  }
  return groups;
}

/** Miles east and north of an origin, on the plane of a group's storms. */
export function planeOf(origin: SimulatedPlace, place: SimulatedPlace): { east: number; north: number } {
  const eastDegrees = place.longitude - origin.longitude;
  return {
    east:
      (eastDegrees - 360 * Math.round(eastDegrees / 360)) *
      MILES_PER_DEGREE *
      Math.cos((origin.latitude * Math.PI) / 180),
    north: (place.latitude - origin.latitude) * MILES_PER_DEGREE,
  };
}

export function placeAt(origin: SimulatedPlace, east: number, north: number): SimulatedPlace {
  return {
    latitude: origin.latitude + north / MILES_PER_DEGREE,
    longitude: origin.longitude + east / (MILES_PER_DEGREE * Math.cos((origin.latitude * Math.PI) / 180)),
  };
}
