import type { LocationConditions, LocationObservation } from '@allclear/contract';
import {
  compass16,
  fahrenheitFromCelsius,
  feelsLikeF,
  inchesFromMm,
  mphFromMps,
  relativeHumidityPct,
  roundTo,
} from '@allclear/domain';
import { isoTime } from '../platform/http/iso-time.ts';
import {
  calibratedRainMm,
  estimatedWbgtF,
  imagePath,
  type NearestObservation,
  presentFlags,
} from '../stations/index.ts';
import type { RainToday } from './rain-today.ts';

const measured = (value: number | null, unit: string, decimals: number) => ({
  value: value === null ? null : roundTo(value, decimals),
  unit,
});

/** When the precipitation was read: the day's total, else that of the last hour; null without either. */
function rainUpdatedAt({ observation }: NearestObservation, rainToday: RainToday | null): number | null {
  if (rainToday) return rainToday.updatedAt;
  return observation.precipitationLastHourMm === null ? null : observation.observedAt;
}

/**
 * Current conditions from the place's own station (type 1) or the nearest government station (type 0). Every
 * derived value comes from `domain/`.
 */
export function presentObservation(
  nearest: NearestObservation,
  details: {
    distanceMiles: number;
    /** The day's total so far, and the time of the last reading in it. */
    rainToday: RainToday | null;
    hasImage: boolean;
    stale: boolean;
    now: number;
  },
): LocationObservation {
  const { station, observation } = nearest;
  const isOwn = station.organizationId !== null;
  const temperatureF = fahrenheitFromCelsius(observation.temperatureC);
  const humidityPct = relativeHumidityPct(observation.temperatureC, observation.dewPointC);
  const windMph = mphFromMps(observation.windMps);
  return {
    weatherStation: {
      id: station.id,
      name: station.name,
      type: isOwn ? 1 : 0,
      imageUrl: details.hasImage ? imagePath(station.id) : null,
      distanceMiles: Math.round(details.distanceMiles * 10) / 10,
    },
    canViewHistorical: isOwn,
    data: {
      ambientTemperature: measured(temperatureF, '°F', 1),
      feelLike: measured(feelsLikeF({ temperatureF, relativeHumidityPct: humidityPct, windMph }), '°F', 1),
      precipitation: measured(
        inchesFromMm(calibratedRainMm(nearest, observation.precipitationLastHourMm)),
        'in',
        2,
      ),
      wgbt: measured(estimatedWbgtF(nearest), '°F', 1),
      windSpeed: measured(windMph, 'mph', 1),
      windGust: measured(mphFromMps(observation.windGustMps), 'mph', 1),
      windDirection: windDirectionOf(nearest),
      windDirectionDegrees: observation.windDirectionDeg,
      relativeHumidity: measured(humidityPct, '%', 0),
      observationTime: isoTime(observation.observedAt),
      weather_code: { text: observation.weatherText },
    },
    calibratedData: {
      rainToday: measured(inchesFromMm(details.rainToday?.mm ?? null), 'in', 2),
      rainUpdatedTime: isoTime(rainUpdatedAt(nearest, details.rainToday)),
    },
    ...(isOwn ? { flagged: presentFlags(observation.flagged) } : {}),
    stale: details.stale,
    now: new Date(details.now).toISOString(),
  };
}

function windDirectionOf({ observation }: NearestObservation): string | null {
  if (observation.windVariable) return 'VRB';
  return observation.windMps === 0 ? null : compass16(observation.windDirectionDeg);
}

/** The part that a list of locations shows. */
export function presentConditions(nearest: NearestObservation, stale: boolean): LocationConditions {
  const { station, observation } = nearest;
  return {
    ambientTemperature: measured(fahrenheitFromCelsius(observation.temperatureC), '°F', 1),
    wgbt: measured(estimatedWbgtF(nearest), '°F', 1),
    windSpeed: measured(mphFromMps(observation.windMps), 'mph', 1),
    windGust: measured(mphFromMps(observation.windGustMps), 'mph', 1),
    windDirection: windDirectionOf(nearest),
    observationTime: isoTime(observation.observedAt),
    stationName: station.name,
    stationType: station.organizationId === null ? 0 : 1,
    stale,
  };
}
