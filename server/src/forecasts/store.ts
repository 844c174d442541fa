import type { Forecast, ForecastCell } from '@allclear/adapters';
import type { CompleteForecastHour } from '@allclear/domain';
import { sql } from 'kysely';
import { type RoundedPlace, roundPlace } from '../alerts/index.ts';
import { watchedPlaces } from '../locations/index.ts';
import type { Actor } from '../platform/actor.ts';
import type { Database } from '../platform/database/database.ts';

/** How long an hour that has passed is kept: every local day can be shown whole. */
const pastHoursMs = 36 * 3_600_000;

const roundedPlaces = sql`
  (select distinct floor(latitude * 1000 + 0.5)::int as latitude, floor(longitude * 1000 + 0.5)::int as longitude from ${watchedPlaces} w) places`;
const samePlace = sql`f.latitude = round(places.latitude::numeric / 1000, 3) and f.longitude = round(places.longitude::numeric / 1000, 3)`;

/** Watched places whose cell is unknown or was last requested before `before`; unknown ones first. */
export async function forecastPlacesToAsk(
  db: Database,
  vendor: string,
  before: number,
): Promise<RoundedPlace[]> {
  const { rows } = await sql<{ latitude: number; longitude: number }>`
    select places.latitude, places.longitude
    from ${roundedPlaces} left join forecast_places f on f.vendor = ${vendor} and ${samePlace}
    where f.asked_at is null or f.asked_at < ${new Date(before)}
    order by f.asked_at nulls first, places.latitude, places.longitude`.execute(db);
  return rows;
}

/**
 * Stores the cell of a place; null where the source does not cover it. No entry in the audit: it is what a source
 * said.
 */
export async function storeForecastPlace(
  db: Database,
  _actor: Actor,
  vendor: string,
  place: RoundedPlace,
  cell: string | null,
  now: number,
): Promise<void> {
  const columns = { cell, asked_at: new Date(now) };
  await db
    .insertInto('forecast_places')
    .values({ vendor, latitude: place.latitude / 1_000, longitude: place.longitude / 1_000, ...columns })
    .onConflict((conflict) => conflict.columns(['vendor', 'latitude', 'longitude']).doUpdateSet(columns))
    .execute();
}

/**
 * Cells of watched places, each once however many places lie in it, that were never read or not since
 * `before`; the longest ago first.
 */
export async function cellsToRead(db: Database, vendor: string, before: number): Promise<ForecastCell[]> {
  const { rows } = await sql<ForecastCell>`
    select f.cell, min(f.latitude)::float8 as latitude, min(f.longitude)::float8 as longitude
    from ${roundedPlaces} join forecast_places f on f.vendor = ${vendor} and ${samePlace}
    left join forecasts on forecasts.vendor = f.vendor and forecasts.cell = f.cell
    where f.cell is not null and (forecasts.read_at is null or forecasts.read_at < ${new Date(before)})
    group by f.cell, forecasts.read_at
    order by forecasts.read_at nulls first, f.cell`.execute(db);
  return rows;
}

/**
 * For when the forecasts of all watched cells that were ever read are good, epoch ms: the oldest counts. Null
 * when none was read.
 */
export async function forecastsAsOf(db: Database, vendor: string): Promise<number | null> {
  const { rows } = await sql<{ as_of: Date | null }>`
    select min(forecasts.as_of) as as_of
    from ${roundedPlaces} join forecast_places f on f.vendor = ${vendor} and ${samePlace}
    join forecasts on forecasts.vendor = f.vendor and forecasts.cell = f.cell`.execute(db);
  return rows[0]?.as_of?.getTime() ?? null;
}

export interface CompleteForecast extends Omit<Forecast, 'hours' | 'elevationM'> {
  readonly hours: readonly CompleteForecastHour[];
}

export interface WatchedForecast extends Pick<CompleteForecast, 'asOf' | 'hours'> {
  /** Of one of the watched places in the cell, degrees. */
  readonly latitude: number;
  readonly longitude: number;
}

/** Cells of one read: a few hundred kilobytes, so that a read never blocks other requests for long. */
const cellsAtATime = 40;

/**
 * The hours between two instants (epoch ms) of every watched cell that was read, one cell after the other.
 */
export async function* watchedForecasts(
  db: Database,
  vendor: string,
  window: { readonly from: number; readonly to: number },
): AsyncIterable<WatchedForecast> {
  for (let after = ''; ; ) {
    const { rows } = await sql<Omit<WatchedForecast, 'asOf'> & { cell: string; as_of: Date }>`
      select cells.*, forecasts.as_of,
        jsonb_path_query_array(forecasts.hours, '$[*] ? (@.at >= $from && @.at <= $to)', ${JSON.stringify(window)}::jsonb) as hours
      from (
        select f.cell, min(f.latitude)::float8 as latitude, min(f.longitude)::float8 as longitude
        from ${roundedPlaces} join forecast_places f on f.vendor = ${vendor} and ${samePlace}
        join forecasts read on read.vendor = f.vendor and read.cell = f.cell
        where f.cell > ${after}
        group by f.cell order by f.cell limit ${cellsAtATime}
      ) cells join forecasts on forecasts.vendor = ${vendor} and forecasts.cell = cells.cell
      order by cells.cell`.execute(db);
    for (const { latitude, longitude, as_of, hours } of rows)
      yield { latitude, longitude, asOf: as_of.getTime(), hours };
    const last = rows.at(-1);
    if (!last) return;
    after = last.cell;
  }
}

/**
 * Replaces a cell's forecast; past hours that it no longer contains are kept from the previous one. No entry in the
 * audit: it is what a source said.
 */
export async function storeForecast(
  db: Database,
  _actor: Actor,
  vendor: string,
  cell: string,
  forecast: CompleteForecast,
  now: number,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const before = await transaction
      .selectFrom('forecasts')
      .select('hours')
      .where('vendor', '=', vendor)
      .where('cell', '=', cell)
      .forUpdate()
      .executeTakeFirst();
    const firstAt = forecast.hours[0]?.at ?? now;
    const passed = (before?.hours ?? []).filter(({ at }) => at < Math.min(firstAt, now));
    const hours = [...passed, ...forecast.hours].filter(({ at }) => at >= now - pastHoursMs);
    const columns = {
      issued_at: new Date(forecast.issuedAt),
      as_of: new Date(forecast.asOf),
      read_at: new Date(now),
      hours: JSON.stringify(hours),
    };
    await transaction
      .insertInto('forecasts')
      .values({ vendor, cell, ...columns })
      .onConflict((conflict) => conflict.columns(['vendor', 'cell']).doUpdateSet(columns))
      .execute();
  });
}

/**
 * Forecasts and air quality of places that are no longer watched, and of sources that are no longer configured. No
 * entry in the audit: it is a cleanup.
 */
export async function dropForecastsReadBefore(db: Database, _actor: Actor, before: number): Promise<void> {
  await db.deleteFrom('forecasts').where('read_at', '<', new Date(before)).execute();
  await db.deleteFrom('air_quality').where('read_at', '<', new Date(before)).execute();
}

/**
 * `unasked` and `unread`: the engine has not requested it yet. `outside`: the source does not cover the
 * place.
 */
export type StoredForecast =
  | { readonly kind: 'unasked' | 'outside' | 'unread' }
  | { readonly kind: 'read'; readonly forecast: CompleteForecast };

/** What is stored for a place (degrees): of exactly this place. */
export async function findForecast(
  db: Database,
  vendor: string,
  place: { latitude: number; longitude: number },
): Promise<StoredForecast> {
  const { latitude, longitude } = roundPlace(place);
  const row = await db
    .selectFrom('forecast_places')
    .leftJoin('forecasts', (join) =>
      join
        .onRef('forecasts.vendor', '=', 'forecast_places.vendor')
        .onRef('forecasts.cell', '=', 'forecast_places.cell'),
    )
    .select(['forecast_places.cell', 'issued_at', 'as_of', 'hours'])
    .where('forecast_places.vendor', '=', vendor)
    .where('latitude', '=', sql<string>`${latitude / 1_000}::numeric`)
    .where('longitude', '=', sql<string>`${longitude / 1_000}::numeric`)
    .executeTakeFirst();
  if (!row) return { kind: 'unasked' };
  if (row.cell === null) return { kind: 'outside' };
  if (!row.issued_at || !row.as_of || !row.hours) return { kind: 'unread' };
  return {
    kind: 'read',
    forecast: { issuedAt: row.issued_at.getTime(), asOf: row.as_of.getTime(), hours: row.hours },
  };
}

/**
 * The watched place (degrees) nearest to another within about seven miles, whose forecast is used for it;
 * undefined when there is none.
 */
export async function nearestForecastPlace(
  db: Database,
  vendor: string,
  { latitude, longitude }: { latitude: number; longitude: number },
): Promise<{ latitude: number; longitude: number } | undefined> {
  const wide = 0.1 / Math.max(0.1, Math.cos((latitude * Math.PI) / 180));
  const { rows } = await sql<{ latitude: number; longitude: number }>`
    select f.latitude::float8 as latitude, f.longitude::float8 as longitude
    from forecast_places f
    where f.vendor = ${vendor} and f.cell is not null
      and f.latitude between ${latitude - 0.1}::numeric and ${latitude + 0.1}::numeric
      and f.longitude between ${longitude - wide}::numeric and ${longitude + wide}::numeric
    order by power(f.latitude - ${latitude}::numeric, 2) + power((f.longitude - ${longitude}::numeric) * ${0.1 / wide}::numeric, 2)
    limit 1`.execute(db);
  return rows[0];
}
