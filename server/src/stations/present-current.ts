import type { DataOf, getStationFeatures, StationCurrent } from '@allclear/contract';
import {
  fahrenheitFromCelsius,
  heatIndexF,
  inchesFromMm,
  mphFromMps,
  relativeHumidityPct,
  roundTo,
  windChillF,
} from '@allclear/domain';
import { timeZoneOf } from '../organizations/index.ts';
import { isoTime } from '../platform/http/iso-time.ts';
import { estimatedWbgtF, ownReportLimitMs, reportLimitMs } from './current-readings.ts';
import type { Observation } from './observations.store.ts';
import { imagePath } from './present-station.ts';
import type { OpenedStation } from './readable-stations.store.ts';

/** The rain of a day so far as the gauge reads it, and the time of the last reading in it, epoch ms. */
export interface GaugeToday {
  readonly mm: number;
  readonly updatedAt: number;
}

/**
 * What a station measures now. A report that is not of now gives its time, but no value: nobody takes for current what
 * is not.
 */
export function presentCurrent(
  station: OpenedStation,
  {
    newest,
    rainToday,
    imageUpdatedAt,
    now,
  }: {
    newest: Observation | undefined;
    rainToday: GaugeToday | null;
    imageUpdatedAt: number | null;
    now: number;
  },
): StationCurrent {
  const limitMs = station.organizationId === null ? reportLimitMs : ownReportLimitMs;
  const stale = !newest || now - newest.observedAt > limitMs;
  const rain = stale ? null : rainToday;
  return {
    id: station.id,
    hardwareId: station.id,
    name: station.name,
    locationName: station.locationName ?? station.name,
    lastUpdated: isoTime(newest?.observedAt ?? null),
    stale,
    ...valuesOf(station, stale ? null : newest),
    rainToday: inches(rain?.mm ?? null),
    latitude: station.latitude,
    longitude: station.longitude,
    calibratedData: {
      rainToday: inches(rain ? rain.mm * station.rainFactor : null),
      rainUpdatedTime: isoTime(rain?.updatedAt ?? null),
    },
    timeZone: timeZoneOf(station),
    imageUrl: imageUpdatedAt === null ? null : imagePath(station.id),
    imageLastModified: isoTime(imageUpdatedAt),
    now: new Date(now).toISOString(),
  };
}

const inches = (mm: number | null) => roundTo(inchesFromMm(mm), 2);
const tenths = (value: number | null) => roundTo(value, 1);

function valuesOf(station: OpenedStation, newest: Observation | null) {
  const temperatureF = fahrenheitFromCelsius(newest?.temperatureC ?? null);
  const windMph = mphFromMps(newest?.windMps ?? null);
  const humidityPct = newest ? relativeHumidityPct(newest.temperatureC, newest.dewPointC) : null;
  return {
    ambientTemperature: tenths(temperatureF),
    heatIndex: tenths(heatIndexF(temperatureF, humidityPct)),
    windChill: tenths(windChillF(temperatureF, windMph, 'from-5-mph')),
    windSpeed: tenths(windMph),
    windGust: tenths(mphFromMps(newest?.windGustMps ?? null)),
    windDirection: roundTo(newest?.windDirectionDeg ?? null, 0),
    wetBulbGlobalTemp: newest ? tenths(estimatedWbgtF({ station, observation: newest })) : null,
  };
}

/** What a station can measure, by wire name, with whether a report has it. */
const features: readonly (readonly [
  name: string,
  displayName: string,
  has: (report: Observation) => boolean,
])[] = [
  ['AmbientTemperature', 'Temperature', ({ temperatureC }) => temperatureC !== null],
  ['RelativeHumidity', 'Humidity', ({ dewPointC }) => dewPointC !== null],
  ['WBGT', 'WBGT', ({ wbgtC }) => wbgtC !== null],
  ['WindSpeed', 'Wind', ({ windMps }) => windMps !== null],
  ['WindGust', 'Wind gusts', ({ windGustMps }) => windGustMps !== null],
  [
    'Precipitation',
    'Precipitation',
    ({ rainTodayMm, precipitationLastHourMm }) => rainTodayMm !== null || precipitationLastHourMm !== null,
  ],
  ['SolarRadiation', 'Solar radiation', ({ solarWm2 }) => solarWm2 !== null],
  ['PM2_5', 'PM2.5', ({ pm25Ugm3 }) => pm25Ugm3 !== null],
  ['PM10', 'PM10', ({ pm10Ugm3 }) => pm10Ugm3 !== null],
];

/** What a station measures, by its newest report, and its camera. */
export function presentFeatures(
  station: OpenedStation,
  newest: Observation | undefined,
  hasImage: boolean,
): DataOf<typeof getStationFeatures> {
  const measured = newest ? features.filter(([, , has]) => has(newest)) : [];
  const named = measured.map(([name, displayName]) => ({ name, displayName }));
  return {
    id: station.id,
    customerId: station.organizationId,
    features: hasImage ? [...named, { name: 'Camera', displayName: 'Camera' }] : named,
  };
}
