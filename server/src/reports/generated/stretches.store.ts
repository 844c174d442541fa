import type { ReportStretch, SummaryMeasure, WeatherColumn } from '@allclear/domain';
import { type RawBuilder, sql } from 'kysely';
import { timeZoneOf } from '../../organizations/index.ts';
import type { Database } from '../../platform/database/database.ts';
import type { StretchLength } from '../../stations/index.ts';

/** A station of a report. */
export interface ReportStation {
  readonly id: string;
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly elevationM: number | null;
  readonly windHeightM: number;
  /** IANA, where it stands. */
  readonly timeZone: string;
  /** By which measured rain is multiplied. */
  readonly rainFactor: number;
}

/** The stations that ids mean: own stations, and the stations of units in which siren and station are one (OWX). */
export interface ChosenStations {
  /** In the order of the ids, each once. */
  readonly stations: readonly ReportStation[];
  /** Names of units that have no weather station. */
  readonly without: readonly string[];
  /** How many ids are of nothing of the organization. */
  readonly unknown: number;
}

export async function chosenStations(
  db: Database,
  organizationId: string,
  ids: readonly string[],
): Promise<ChosenStations> {
  const { rows } = await sql<{
    asked: string;
    unit: string | null;
    id: string | null;
    name: string;
    latitude: number;
    longitude: number;
    elevationM: number | null;
    windHeightM: number;
    rainFactor: number;
  }>`
    select asked.id as asked, u.name as unit, s.id, s.name, s.latitude, s.longitude, s.elevation_m as "elevationM",
      s.wind_height_m as "windHeightM", s.rain_factor as "rainFactor"
    from unnest(${[...ids]}::text[]) with ordinality as asked (id, place)
    left join hardware_units u on u.organization_id = ${organizationId} and u.id::text = lower(asked.id)
    left join stations s on s.organization_id = ${organizationId} and s.retired_at is null
      and s.id = coalesce(u.station_id, asked.id)
    order by asked.place`.execute(db);
  const stations = new Map<string, ReportStation>();
  for (const { id, asked: _asked, unit: _unit, ...station } of rows)
    if (id !== null) stations.set(id, { id, ...station, timeZone: timeZoneOf(station) });
  return {
    stations: [...stations.values()],
    without: rows.flatMap(({ id, unit }) => (id === null && unit !== null ? [unit] : [])),
    unknown: rows.filter(({ id, unit }) => id === null && unit === null).length,
  };
}

const tables = { quarter: 'station_quarters', hour: 'station_hours', day: 'station_days' } as const;
const parts = ['least', 'greatest', 'sum', 'count'] as const;

/**
 * The stretches of a station from an instant until another (epoch ms), in order, with what the columns need and nothing
 * else: years of quarter hours are read, so each is read as an array.
 */
export async function readStretches(
  db: Database,
  { id, rainFactor }: ReportStation,
  {
    length,
    from,
    until,
    columns,
  }: { length: StretchLength; from: number; until: number; columns: readonly WeatherColumn[] },
): Promise<ReportStretch[]> {
  const measures = [
    ...new Set(
      columns.flatMap(({ source }) => (source === 'rain' || source === 'evapotranspiration' ? [] : [source])),
    ),
  ];
  const hasRain = columns.some(({ source }) => source === 'rain');
  const values: RawBuilder<unknown>[] = [
    ...(hasRain ? [sql.ref('rain_mm')] : []),
    ...measures.flatMap((measure) => parts.map((part) => sql.ref(`${columnOf(measure)}_${part}`))),
  ];
  const { rows } = await sql<{ stretches: (number | null)[][] }>`
    select coalesce(json_agg(json_build_array(${sql.join([
      sql`(extract(epoch from at) * 1000)::bigint`,
      sql.ref('quarters'),
      ...values,
    ])}) order by at), '[]') as stretches
    from ${sql.table(tables[length])}
    where station_id = ${id} and at >= ${new Date(from)} and at < ${new Date(until)}`.execute(db);
  return (rows[0]?.stretches ?? []).map((row) => stretchOf(row, measures, hasRain ? rainFactor : null));
}

function stretchOf(
  row: readonly (number | null)[],
  measures: readonly SummaryMeasure[],
  rainFactor: number | null,
): ReportStretch {
  const rain = rainFactor === null ? null : (row[2] ?? null);
  const of: { [measure in SummaryMeasure]?: ReportStretch['measures'][measure] } = {};
  let place = rainFactor === null ? 2 : 3;
  for (const measure of measures) {
    const [least, greatest, sum, count] = [row[place], row[place + 1], row[place + 2], row[place + 3]];
    place += 4;
    if (typeof least === 'number' && typeof greatest === 'number' && typeof sum === 'number' && count)
      of[measure] = { least, greatest, sum, count };
  }
  return {
    at: row[0] ?? 0,
    quarters: row[1] ?? 0,
    measures: of,
    rainMm: rain === null ? null : rain * (rainFactor ?? 1),
    evapotranspirationMm: null,
  };
}

function columnOf(measure: SummaryMeasure): string {
  return measure.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
