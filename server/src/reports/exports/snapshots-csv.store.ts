import type { Readable } from 'node:stream';
import type { CopyOut } from '../../platform/database/copy-out.store.ts';
import { localTimeSql, utcSql } from './record-csv.store.ts';

/** The condition snapshots of a station from an instant until another (not included, epoch ms), oldest first. */
export function snapshotsCsv(
  copies: CopyOut,
  of: { organizationId: string; stationId: string; timeZone: string; from: number; until: number },
): Promise<Readable> {
  const columns = columnsOfFile.map(([name, value]) => `${value} as "${name}"`).join(', ');
  const time = (at: number) => `timestamptz '${new Date(at).toISOString()}'`;
  return copies.csv(
    `select ${columns} from condition_snapshots s left join users u on u.id = s.user_id
      where s.organization_id = ${copies.literal(of.organizationId)} and s.station_id = ${copies.literal(of.stationId)}
        and s.at >= ${time(of.from)} and s.at < ${time(of.until)}
      order by s.at, s.id`,
    of.timeZone,
  );
}

/**
 * A text on one line that no spreadsheet reads as a formula; an empty one is missing. Tabs and returns, which would begin
 * one as well, become spaces.
 */
function textCell(text: string): string {
  const line = `btrim(regexp_replace(${text}, '[[:cntrl:]]+', ' ', 'g'))`;
  return `nullif(case when ${line} ~ '^[-=+@]' then '''' || ${line} else ${line} end, '')`;
}

const value = (name: string) => `s.measured->>'${name}'`;

const columnsOfFile: readonly (readonly [name: string, sql: string])[] = [
  ['Local time', localTimeSql('s.at')],
  ['UTC', utcSql('s.at')],
  [
    'Reason',
    `case s.reason when 'warning-started' then 'Warning started' when 'warning-ended' then 'Warning ended'
      when 'scheduled' then 'Scheduled' else 'Taken by a person' end`,
  ],
  ['Policy or practice', textCell('s.cause')],
  ['Taken by', textCell(`concat_ws(' ', u.first_name, u.last_name)`)],
  ['Note', textCell('s.note')],
  ['Measured at (UTC)', utcSql('s.observed_at')],
  ['Age (s)', 'round(extract(epoch from s.at - s.observed_at))::int'],
  ['Current', `case when s.stale then 'no' else 'yes' end`],
  ['Temperature (°F)', value('temperatureF')],
  ['Feels-like (°F)', value('feelsLikeF')],
  ['Heat index (°F)', value('heatIndexF')],
  ['Wind chill (°F)', value('windChillF')],
  ['WBGT (°F)', value('wbgtF')],
  ['WBGT is', value('wbgtSource')],
  ['Relative humidity (%)', value('humidityPct')],
  ['Dew point (°F)', value('dewPointF')],
  ['Wind speed (mph)', value('windMph')],
  ['Wind gust (mph)', value('gustMph')],
  ['Wind direction (degrees)', value('windDirectionDeg')],
  ['Sea-level pressure (inHg)', value('pressureInHg')],
  ['Solar radiation (W/m²)', value('solarWm2')],
  ['Precipitation last hour (in)', value('rainLastHourIn')],
  ['Precipitation since midnight (in)', value('rainTodayIn')],
  ['PM2.5 (µg/m³)', value('pm25Ugm3')],
  ['PM10 (µg/m³)', value('pm10Ugm3')],
  ['PM2.5 AQI', value('pm25Aqi')],
  ['PM10 AQI', value('pm10Aqi')],
];
