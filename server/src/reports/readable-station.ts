import { timeZoneOf } from '../organizations/index.ts';
import type { Database } from '../platform/database/database.ts';
import { notFound } from '../platform/http/errors.ts';
import type { Principal } from '../platform/http/serve.ts';
import { readableStation, type Station } from '../stations/index.ts';

/** A station that the caller may read of, and its IANA time zone. Throws a 404 for any other. */
export async function stationOfCaller(
  db: Database,
  principal: Principal,
  id: string,
): Promise<Station & { readonly timeZone: string }> {
  const station = await readableStation(db, principal, id);
  if (!station) throw notFound('The weather station');
  return { ...station, timeZone: timeZoneOf(station) };
}
