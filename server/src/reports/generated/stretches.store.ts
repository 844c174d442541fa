import type { ReportStretches, StretchMeasure, SummaryMeasure, WeatherColumn } from '@allclear/domain';
import { sql } from 'kysely';
import { timeZoneOf } from '../../organizations/index.ts';
import type { Database } from '../../platform/database/database.ts';
import { readNumberColumns } from '../../platform/database/number-columns.store.ts';
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
 * else.
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
): Promise<ReportStretches> {
  const measures = [
    ...new Set(
      columns.flatMap(({ source }) => (source === 'rain' || source === 'evapotranspiration' ? [] : [source])),
    ),
  ];
  const hasRain = columns.some(({ source }) => source === 'rain');
  const { at, numbers } = await readNumberColumns(
    db,
    sql`select * from ${sql.table(tables[length])}
      where station_id = ${id} and at >= ${new Date(from)} and at < ${new Date(until)} order by at`,
    [
      ...['quarters', ...(hasRain ? ['rain_mm'] : [])],
      ...measures.flatMap((measure) => parts.map((part) => `${columnOf(measure)}_${part}`)),
    ],
  );
  let index = 0;
  const next = () => numbers[index++] ?? new Float64Array();
  return {
    ...{ at, quarters: next(), evapotranspirationMm: null },
    rainMm: hasRain ? next().map((mm) => mm * rainFactor) : null,
    measures: Object.fromEntries(
      measures.map((measure): [string, StretchMeasure] => [
        measure,
        { least: next(), greatest: next(), sum: next(), count: next() },
      ]),
    ),
  };
}

function columnOf(measure: SummaryMeasure): string {
  return measure.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
