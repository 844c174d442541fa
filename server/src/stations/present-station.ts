import type { FlaggedMeasure, WeatherStation, WeatherStationData } from '@allclear/contract';
import {
  fahrenheitFromCelsius,
  inchesFromMm,
  inchesOfMercuryFromHpa,
  mphFromMps,
  relativeHumidityPct,
  roundTo,
  type StationFlags,
  type StationMeasure,
} from '@allclear/domain';
import { ownReportLimitMs } from './current-readings.ts';
import type { ObservationRow } from './observations.store.ts';
import type { OwnStationRow } from './store.ts';

/** Unheard for longer, its connection is not healthy (spec 2 section 9). */
const unheardMs = 15 * 60_000;

/** Wire names and units of what can be flagged. */
const shown: {
  readonly [measure in StationMeasure]: readonly [
    name: string,
    unit: string,
    convert: (value: number) => number | null,
  ];
} = {
  temperatureC: ['ambientTemperature', '°F', fahrenheitFromCelsius],
  relativeHumidityPct: ['relativeHumidity', '%', (pct) => pct],
  windMps: ['windSpeed', 'mph', mphFromMps],
  windGustMps: ['windGust', 'mph', mphFromMps],
  windDirectionDeg: ['windDirectionDegrees', '°', (degrees) => degrees],
  seaLevelPressureHpa: ['pressure', 'inHg', inchesOfMercuryFromHpa],
  solarWm2: ['solarRadiation', 'W/m²', (wm2) => wm2],
  rainRateMmPerHour: ['rainRate', 'in/h', inchesFromMm],
  rainLastHourMm: ['precipitation', 'in', inchesFromMm],
  rainTodayMm: ['rainToday', 'in', inchesFromMm],
  pm25Ugm3: ['pm25', 'µg/m³', (ugm3) => ugm3],
  pm10Ugm3: ['pm10', 'µg/m³', (ugm3) => ugm3],
  wbgtC: ['wgbt', '°F', fahrenheitFromCelsius],
};

export function presentFlags(flagged: StationFlags): FlaggedMeasure[] {
  return Object.entries(flagged).flatMap(([measure, { value, reason }]) => {
    const [name, unit, convert] = shown[measure as StationMeasure];
    const rounded = roundTo(convert(value), 2);
    return rounded === null ? [] : [{ measure: name, value: rounded, unit, reason }];
  });
}

export function imagePath(stationId: string): string {
  return `/api/WeatherStation/Image/${stationId}`;
}

export function presentStation(
  row: OwnStationRow,
  {
    newest,
    imageUpdatedAt,
    now,
  }: { newest: ObservationRow | undefined; imageUpdatedAt: number | null; now: number },
): WeatherStation {
  const fault = faultOf(row, newest, now);
  return {
    id: row.id,
    name: row.name,
    type: 1,
    model: row.model,
    organizationLocationId: row.organization_location_id,
    latitude: row.latitude,
    longitude: row.longitude,
    imageUrl: imageUpdatedAt === null ? null : imagePath(row.id),
    imageLastModified: imageUpdatedAt === null ? null : new Date(imageUpdatedAt).toISOString(),
    lastSeenUtc: row.last_contact_at?.toISOString() ?? null,
    observationTime: newest?.observed_at.toISOString() ?? null,
    isHealthy: row.last_contact_at !== null && now - row.last_contact_at.getTime() <= unheardMs,
    fault,
    flagged: presentFlags(newest?.flagged ?? {}),
    windHeightMeters: row.wind_height_m,
    rainFactor: row.rain_factor,
  };
}

function faultOf(row: OwnStationRow, newest: ObservationRow | undefined, now: number): string | null {
  if (row.last_contact_at === null) return 'Nothing has been heard of the station yet.';
  if (now - row.last_contact_at.getTime() > unheardMs)
    return 'The station has not been heard for more than 15 minutes.';
  if (!newest || now - newest.observed_at.getTime() > ownReportLimitMs)
    return 'The station is heard, but its reports are not of now: its clock may be wrong.';
  const flagged = presentFlags(newest.flagged);
  return flagged.length === 0
    ? null
    : `Quality checks keep out: ${flagged.map(({ measure, reason }) => `${measure} (${reason})`).join(', ')}.`;
}

export function presentStationData(
  row: OwnStationRow,
  newest: ObservationRow | undefined,
  now: number,
): WeatherStationData {
  const measured = (value: number | null | undefined, unit: string, decimals: number) => ({
    value: value === null || value === undefined ? null : roundTo(value, decimals),
    unit,
  });
  const rain = (mm: number | null | undefined) =>
    inchesFromMm(mm === null || mm === undefined ? null : mm * row.rain_factor);
  return {
    weatherStationId: row.id,
    observationTime: newest?.observed_at.toISOString() ?? null,
    stale: !newest || now - newest.observed_at.getTime() > ownReportLimitMs,
    ambientTemperature: measured(fahrenheitFromCelsius(newest?.temperature_c), '°F', 1),
    relativeHumidity: measured(relativeHumidityPct(newest?.temperature_c, newest?.dew_point_c), '%', 0),
    windSpeed: measured(mphFromMps(newest?.wind_mps), 'mph', 1),
    windGust: measured(mphFromMps(newest?.wind_gust_mps), 'mph', 1),
    windDirectionDegrees: measured(newest?.wind_direction_deg, '°', 0),
    pressure: measured(inchesOfMercuryFromHpa(newest?.altimeter_hpa), 'inHg', 2),
    solarRadiation: measured(newest?.solar_wm2, 'W/m²', 0),
    precipitation: measured(rain(newest?.precipitation_last_hour_mm), 'in', 2),
    rainToday: measured(rain(newest?.rain_today_mm), 'in', 2),
    pm25: measured(newest?.pm25_ugm3, 'µg/m³', 1),
    wgbt: measured(fahrenheitFromCelsius(newest?.wbgt_c), '°F', 1),
    flagged: presentFlags(newest?.flagged ?? {}),
  };
}
