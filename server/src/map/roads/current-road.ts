import type { RoadMoment } from '@allclear/adapters';
import {
  distanceMiles,
  estimatedSolarWm2,
  HOUR_MS,
  isFiniteReading,
  type RoadHour,
  type RoadWeather,
  roadState,
} from '@allclear/domain';
import {
  calibratedRainMm,
  milesToStation,
  type NearestObservation,
  type Place,
  readingFor,
  reportLimitMs,
} from '../../stations/index.ts';

/** The precipitation of a more distant station does not apply to a road. */
export const roadStationReachMiles = 15;

/** The hour of a road's hours that an instant (epoch ms) lies in; undefined when there is none. */
export function roadHourAt(hours: readonly RoadHour[], now: number): RoadHour | undefined {
  return hours.find(({ at }) => at <= now && now < at + HOUR_MS);
}

/**
 * The road at a place now: the forecast's hour, with the values of a nearby station's report in place of its
 * own. Null without a forecast for now, which alone has the snow and rain of the hours before.
 */
export function currentRoad(
  hours: readonly RoadHour[],
  reports: readonly NearestObservation[],
  place: Place,
  now: number,
): { readonly moment: RoadMoment; readonly station: NearestObservation | null } | null {
  const hour = roadHourAt(hours, now);
  if (!hour) return null;
  const station = nearestWithin(reports, place, now);
  if (!station) return { moment: { at: now, state: hour.state }, station: null };
  const weather = observed(hour.weather, station, place, now);
  return { moment: { at: now, state: roadState(weather) }, station };
}

function nearestWithin(
  reports: readonly NearestObservation[],
  place: Place,
  now: number,
): NearestObservation | null {
  let best: { one: NearestObservation; miles: number } | null = null;
  for (const one of reports) {
    const ageMs = now - one.observation.observedAt;
    if (ageMs < 0 || ageMs > reportLimitMs || one.observation.temperatureC === null) continue;
    const miles = milesToStation(place, one);
    if (miles <= roadStationReachMiles && (best === null || miles < best.miles)) best = { one, miles };
  }
  return best?.one ?? null;
}

function observed(
  expected: RoadWeather,
  nearest: NearestObservation,
  place: Place,
  now: number,
): RoadWeather {
  const { observation } = nearest;
  const cloudCover = observation.cloudCover ?? expected.cloudCover;
  const fallen = observedFall(nearest);
  const rainMmPerHour = fallen?.rainMm ?? expected.rainMmPerHour;
  const { recentRainMm, rainMmPerHour: expectedRainMmPerHour } = expected;
  return {
    temperatureC: observation.temperatureC,
    dewPointC: observation.dewPointC ?? expected.dewPointC,
    windMps: observation.windMps ?? expected.windMps,
    solarWm2: estimatedSolarWm2({ at: now, ...place, cloudCover }),
    cloudCover,
    rainMmPerHour,
    snowMmPerHour: fallen?.snowMm ?? expected.snowMmPerHour,
    recentRainMm:
      isFiniteReading(recentRainMm) &&
      isFiniteReading(expectedRainMmPerHour) &&
      isFiniteReading(rainMmPerHour)
        ? recentRainMm - expectedRainMmPerHour + rainMmPerHour
        : recentRainMm,
    lyingSnowMm: expected.lyingSnowMm,
  };
}

/**
 * Rain and snow of the last hour, mm of water; null when the station does not report it. Only its weather
 * text distinguishes snow.
 */
function observedFall(nearest: NearestObservation): { rainMm: number; snowMm: number } | null {
  // Some stations leave the amount out when there was none.
  const mm =
    calibratedRainMm(nearest, nearest.observation.precipitationLastHourMm) ??
    (readingFor('PRECIP', nearest)?.value === 0 ? 0 : null);
  if (mm === null) return null;
  const isSnow = /\bsnow\b/i.test(nearest.observation.weatherText ?? '');
  return isSnow ? { rainMm: 0, snowMm: mm } : { rainMm: mm, snowMm: 0 };
}

/** 'Tampa International, 4 mi away' */
export function stationWords(station: NearestObservation, place: Place): string {
  return `${station.station.name}, ${Math.round(distanceMiles(place, station.station) ?? 0)} mi away`;
}
