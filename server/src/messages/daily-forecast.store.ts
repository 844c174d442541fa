import { silencedMask } from '@allclear/domain';
import { sql } from 'kysely';
import type { Database } from '../platform/database/database.ts';

/** A place whose daily forecast a person receives. */
export interface WantedForecast {
  readonly organizationId: string;
  readonly userId: string;
  /** Of the organization location, else of the person's own location. */
  readonly placeId: string;
  readonly organizationLocationId: string | null;
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly timeZone: string;
  /** When the person saved the location, epoch ms. */
  readonly savedAt: number;
}

/** The time zones of all locations. */
export async function locationTimeZones(db: Database): Promise<string[]> {
  const rows = await db.selectFrom('locations').select('time_zone').distinct().orderBy('time_zone').execute();
  return rows.map((row) => row.time_zone);
}

/**
 * The places in these time zones whose daily forecast active people receive: those that a person marked as
 * forecast locations, and for a person without any mark the first of the dashboard. Silenced ones do not
 * count.
 */
export async function wantedForecasts(db: Database, timeZones: readonly string[]): Promise<WantedForecast[]> {
  const { rows } = await sql<Omit<WantedForecast, 'savedAt'> & { savedAt: Date }>`
    select w.organization_id as "organizationId", w.user_id as "userId", coalesce(p.id, w.id) as "placeId", p.id as "organizationLocationId",
      coalesce(p.name, w.label) as name, coalesce(p.latitude, w.latitude) as latitude, coalesce(p.longitude, w.longitude) as longitude,
      w.time_zone as "timeZone", w.created_at as "savedAt"
    from (
      select l.*, bool_or(l.forecast_location) over (partition by l.user_id) as has_mark,
        row_number() over (partition by l.user_id order by lower(l.label), l.id) as rank
      from locations l join users u on u.id = l.user_id and u.is_active
      where l.flags & ${silencedMask} <> ${silencedMask}
    ) w left join organization_locations p on p.id = w.organization_location_id
    where (w.forecast_location or (not w.has_mark and w.rank = 1)) and w.time_zone = any(${[...timeZones]}::text[])
    order by w.organization_id, "placeId", "userId"`.execute(db);
  return rows.map((row) => ({ ...row, savedAt: row.savedAt.getTime() }));
}

/** Which of these notices of an organization are written already, by their source. */
export async function writtenSources(
  db: Database,
  organizationId: string,
  sourceKeys: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('notices')
    .select('source_key')
    .where('organization_id', '=', organizationId)
    .where(sql<boolean>`source_key = any(${[...sourceKeys]}::text[])`)
    .execute();
  return new Set(rows.flatMap((row) => row.source_key ?? []));
}
