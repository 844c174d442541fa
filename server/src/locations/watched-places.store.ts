import { type RawBuilder, sql } from 'kysely';

/**
 * Where the weather is watched: the places (degrees) of all users' locations and of the organizations',
 * some of them several times.
 */
export const watchedPlaces: RawBuilder<unknown> = sql`
  (select latitude, longitude from locations union all select latitude, longitude from organization_locations)`;
