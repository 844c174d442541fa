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
import { isoTime } from '../platform/http/iso-time.ts';
import { ownReportLimitMs } from './current-readings.ts';
import type { Observation } from './observations.store.ts';
import type { OwnStation } from './store.ts';

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

/** Kinds of stations by how often they tell of rain: every 15 minutes, or seldom enough for whole days only. */
const fineWebRelay = 3;
const coarseWebRelay = 2;

export function presentStation(
  row: OwnStation,
  {
    newest,
    imageUpdatedAt,
    hasCoarseRain,
    now,
  }: {
    newest: Observation | undefined;
    imageUpdatedAt: number | null;
    /** Whether it tells of rain less often than every 15 minutes. */
    hasCoarseRain: boolean;
    now: number;
  },
): WeatherStation {
  const fault = faultOf(row, newest, now);
  return {
    id: row.id,
    name: row.name,
    type: 1,
    model: row.model,
    organizationLocationId: row.organizationLocationId,
    latitude: row.latitude,
    longitude: row.longitude,
    imageUrl: imageUpdatedAt === null ? null : imagePath(row.id),
    imageLastModified: imageUpdatedAt === null ? null : new Date(imageUpdatedAt).toISOString(),
    lastSeenUtc: isoTime(row.lastContactAt),
    observationTime: isoTime(newest?.observedAt ?? null),
    isHealthy: row.lastContactAt !== null && now - row.lastContactAt <= unheardMs,
    fault,
    flagged: presentFlags(newest?.flagged ?? {}),
    windHeightMeters: row.windHeightM,
    rainFactor: row.rainFactor,
    shared: row.shared,
    webRelayType: hasCoarseRain ? coarseWebRelay : fineWebRelay,
    revision: row.revision,
  };
}

function faultOf(row: OwnStation, newest: Observation | undefined, now: number): string | null {
  if (row.lastContactAt === null) return 'Nothing has been heard of the station yet.';
  if (now - row.lastContactAt > unheardMs) return 'The station has not been heard for more than 15 minutes.';
  if (!newest || now - newest.observedAt > ownReportLimitMs)
    return 'The station is heard, but its reports are not of now: its clock may be wrong.';
  const flagged = presentFlags(newest.flagged);
  return flagged.length === 0
    ? null
    : `Quality checks keep out: ${flagged.map(({ measure, reason }) => `${measure} (${reason})`).join(', ')}.`;
}

export function presentStationData(
  row: OwnStation,
  newest: Observation | undefined,
  now: number,
): WeatherStationData {
  const measured = (value: number | null | undefined, unit: string, decimals: number) => ({
    value: value === null || value === undefined ? null : roundTo(value, decimals),
    unit,
  });
  const rain = (mm: number | null | undefined) =>
    inchesFromMm(mm === null || mm === undefined ? null : mm * row.rainFactor);
  return {
    weatherStationId: row.id,
    observationTime: isoTime(newest?.observedAt ?? null),
    stale: !newest || now - newest.observedAt > ownReportLimitMs,
    ambientTemperature: measured(fahrenheitFromCelsius(newest?.temperatureC), '°F', 1),
    relativeHumidity: measured(relativeHumidityPct(newest?.temperatureC, newest?.dewPointC), '%', 0),
    windSpeed: measured(mphFromMps(newest?.windMps), 'mph', 1),
    windGust: measured(mphFromMps(newest?.windGustMps), 'mph', 1),
    windDirectionDegrees: measured(newest?.windDirectionDeg, '°', 0),
    pressure: measured(inchesOfMercuryFromHpa(newest?.altimeterHpa), 'inHg', 2),
    solarRadiation: measured(newest?.solarWm2, 'W/m²', 0),
    precipitation: measured(rain(newest?.precipitationLastHourMm), 'in', 2),
    rainToday: measured(rain(newest?.rainTodayMm), 'in', 2),
    pm25: measured(newest?.pm25Ugm3, 'µg/m³', 1),
    wgbt: measured(fahrenheitFromCelsius(newest?.wbgtC), '°F', 1),
    flagged: presentFlags(newest?.flagged ?? {}),
  };
}
