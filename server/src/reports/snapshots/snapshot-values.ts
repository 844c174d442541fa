import type { SnapshotValues } from '@allclear/contract';
import {
  aqi,
  fahrenheitFromCelsius,
  feelsLikeF,
  heatIndexF,
  inchesFromMm,
  inchesOfMercuryFromHpa,
  localDayOf,
  mphFromMps,
  relativeHumidityPct,
  roundTo,
  windChillF,
} from '@allclear/domain';
import { timeZoneOf } from '../../organizations/index.ts';
import {
  calibratedRainMm,
  estimatedWbgtF,
  isStaleReport,
  type NearestObservation,
  ownReportLimitMs,
} from '../../stations/index.ts';

/** What a station said at an instant. */
export interface StationSaid {
  /** Of its newest report then, epoch ms; null where there was none. */
  readonly observedAt: number | null;
  /** That report was too old to be of the instant, or there was none: no value is given. */
  readonly stale: boolean;
  readonly measured: SnapshotValues;
}

const nothing: SnapshotValues = {
  ...{ temperatureF: null, feelsLikeF: null, heatIndexF: null, windChillF: null, wbgtF: null },
  ...{ wbgtSource: null, humidityPct: null, dewPointF: null, windMph: null, gustMph: null },
  ...{ windDirectionDeg: null, pressureInHg: null, solarWm2: null, rainLastHourIn: null, rainTodayIn: null },
  ...{ pm25Ugm3: null, pm10Ugm3: null, pm25Aqi: null, pm10Aqi: null },
};

/** `nearest` is the newest report of the station that is no newer than the instant (epoch ms). */
export function stationSaid(nearest: NearestObservation | undefined, at: number): StationSaid {
  if (!nearest) return { observedAt: null, stale: true, measured: nothing };
  const { observedAt } = nearest.observation;
  const stale =
    nearest.station.organizationId === null ? isStaleReport(nearest, at) : at - observedAt > ownReportLimitMs;
  return { observedAt, stale, measured: stale ? nothing : valuesOf(nearest, at) };
}

function valuesOf(nearest: NearestObservation, at: number): SnapshotValues {
  const { observation, station } = nearest;
  const temperatureF = fahrenheitFromCelsius(observation.temperatureC);
  const humidity = relativeHumidityPct(observation.temperatureC, observation.dewPointC);
  const windMph = mphFromMps(observation.windMps);
  const wbgtF = estimatedWbgtF(nearest);
  const rain = (mm: number | null) => roundTo(inchesFromMm(calibratedRainMm(nearest, mm)), 2);
  const isToday = observation.observedAt >= localDayOf(at, timeZoneOf(station)).from;
  return {
    temperatureF: roundTo(temperatureF, 1),
    feelsLikeF: roundTo(
      feelsLikeF({ temperatureF, relativeHumidityPct: humidity, windMph }, 'from-5-mph'),
      1,
    ),
    heatIndexF: roundTo(heatIndexF(temperatureF, humidity), 1),
    windChillF: roundTo(windChillF(temperatureF, windMph, 'from-5-mph'), 1),
    wbgtF: roundTo(wbgtF, 1),
    wbgtSource: wbgtF === null ? null : observation.wbgtC === null ? 'estimated' : 'measured',
    humidityPct: roundTo(humidity, 0),
    dewPointF: roundTo(fahrenheitFromCelsius(observation.dewPointC), 1),
    windMph: roundTo(windMph, 1),
    gustMph: roundTo(mphFromMps(observation.windGustMps), 1),
    windDirectionDeg: roundTo(observation.windDirectionDeg, 0),
    pressureInHg: roundTo(inchesOfMercuryFromHpa(observation.altimeterHpa), 2),
    solarWm2: roundTo(observation.solarWm2, 0),
    rainLastHourIn: rain(observation.precipitationLastHourMm),
    // Before midnight the counter is of the day before.
    rainTodayIn: isToday ? rain(observation.rainTodayMm) : null,
    pm25Ugm3: roundTo(observation.pm25Ugm3, 1),
    pm10Ugm3: roundTo(observation.pm10Ugm3, 1),
    pm25Aqi: roundTo(aqi('PM2.5', observation.pm25Ugm3), 0),
    pm10Aqi: roundTo(aqi('PM10', observation.pm10Ugm3), 0),
  };
}
