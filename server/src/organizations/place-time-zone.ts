import tzLookup from '@photostructure/tz-lookup';

/** IANA zone of a place; the open sea has nautical zones. */
export function timeZoneOf(place: { latitude: number; longitude: number }): string {
  return tzLookup(place.latitude, place.longitude);
}
