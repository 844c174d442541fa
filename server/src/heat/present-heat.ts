import type { HeatPoint, HeatSeries, RiskProfile, WorkRestProfile } from '@allclear/contract';
import {
  type CompleteForecastHour,
  fahrenheitFromCelsius,
  feelsLikeF,
  mphFromMps,
  type RiskProfile as PublishedRiskProfile,
  type PublishedWorkRestProfile,
  relativeHumidityPct,
  roundTo,
} from '@allclear/domain';
import { isoTime } from '../platform/http/iso-time.ts';
import {
  estimatedWbgtF,
  type NearestObservation,
  type Observation,
  type Station,
} from '../stations/index.ts';
import type { StoredRiskProfile, StoredWorkRestProfile } from './store.ts';

export function presentPublishedWorkRest(profile: PublishedWorkRestProfile): WorkRestProfile {
  const { id, name, source, proposed, riskProfileId, intensities, modifiers, matrices, ...rest } = profile;
  return {
    ...rest,
    id,
    name,
    source,
    proposed,
    riskProfileId,
    isPublished: true,
    intensities: intensities.map((intensity) => ({ id: String(intensity.id), name: intensity.name })),
    modifiers: modifiers.map((modifier) => ({ ...modifier, id: String(modifier.id) })),
    matrices: matrices.map((band) => ({ ...band, workRestIntensityId: String(band.workRestIntensityId) })),
    revision: 0,
  };
}

export function presentOwnWorkRest(row: StoredWorkRestProfile): WorkRestProfile {
  return {
    id: row.id,
    name: row.name,
    source: null,
    isPublished: false,
    proposed: false,
    primaryMetric: row.primaryMetric,
    durationUnit: 'Hour',
    customStopText: row.customStopText,
    customContinuousText: row.customContinuousText,
    useRiskProfile: row.useRiskProfile,
    riskProfileId: row.riskProfileId ?? row.publishedRiskProfile,
    intensities: [...row.intensities],
    modifiers: [...row.modifiers],
    matrices: [...row.matrices],
    revision: row.revision,
  };
}

export function presentPublishedRisk({
  id,
  name,
  source,
  metric,
  riskLevels,
}: PublishedRiskProfile): RiskProfile {
  return {
    id,
    name,
    source,
    isPublished: true,
    metric,
    riskLevels: riskLevels.map((level) => ({ ...level, riskProfileId: id })),
    revision: 0,
  };
}

export function presentOwnRisk(row: StoredRiskProfile): RiskProfile {
  const { id, name, metric, revision } = row;
  return {
    id,
    name,
    source: null,
    isPublished: false,
    metric,
    riskLevels: row.levels.map((level) => ({ ...level, riskProfileId: id })),
    revision,
  };
}

const fahrenheit = (value: number | null) => ({ value: roundTo(value, 1), unit: '°F' });

export function presentHeatReport(station: Station, observation: Observation): HeatPoint {
  const temperatureF = fahrenheitFromCelsius(observation.temperatureC);
  const humidityPct = relativeHumidityPct(observation.temperatureC, observation.dewPointC);
  return {
    observationTime: isoTime(observation.observedAt),
    isForecast: false,
    wbgt: fahrenheit(estimatedWbgtF({ station, observation })),
    ambientTemperature: fahrenheit(temperatureF),
    feelLike: fahrenheit(
      feelsLikeF({
        temperatureF,
        relativeHumidityPct: humidityPct,
        windMph: mphFromMps(observation.windMps),
      }),
    ),
  };
}

export function presentHeatHour(hour: CompleteForecastHour): HeatPoint {
  return {
    observationTime: new Date(hour.at).toISOString(),
    isForecast: true,
    wbgt: fahrenheit(hour.wbgtF),
    ambientTemperature: fahrenheit(fahrenheitFromCelsius(hour.temperatureC)),
    feelLike: fahrenheit(hour.feelsLikeF),
  };
}

/** A point without a value: nothing was reported at this instant. */
export function presentHeatGap(at: number): HeatPoint {
  return {
    observationTime: new Date(at).toISOString(),
    isForecast: false,
    wbgt: fahrenheit(null),
    ambientTemperature: fahrenheit(null),
    feelLike: fahrenheit(null),
  };
}

export function presentHeatStation(
  { station }: NearestObservation,
  miles: number,
): NonNullable<HeatSeries['weatherStation']> {
  return {
    id: station.id,
    name: station.name,
    type: station.organizationId === null ? 0 : 1,
    distanceMiles: Math.round(miles * 10) / 10,
  };
}
