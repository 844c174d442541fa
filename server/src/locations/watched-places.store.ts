import { type RawBuilder, sql } from 'kysely';

/**
 * Where anybody watches the weather: the places (degrees) of all users' locations and of the organisations',
 * some of them several times.
 */
export const watchedPlaces: RawBuilder<unknown> = sql`
  (select latitude, longitude from locations union all select latitude, longitude from organization_locations)`;
