import type { DailyForecastItem, HourlyForecastItem } from '@allclear/contract';
import {
  type CompleteForecastHour,
  compass16,
  type ForecastDay,
  fahrenheitFromCelsius,
  inchesFromMm,
  isSnowCode,
  mphFromMps,
  roundTo,
  weatherCodeOf,
} from '@allclear/domain';

/** The properties of a whole forecast; times epoch ms. */
export interface Provenance {
  readonly issuedAt: number;
  readonly asOf: number;
  readonly stale: boolean;
  readonly attribution: string;
}

const iso = (at: number) => new Date(at).toISOString();
const valued = (value: number | null, unit: string, decimals: number) => ({
  value: roundTo(value, decimals),
  unit,
});

export function presentForecastHour(hour: CompleteForecastHour, provenance: Provenance): HourlyForecastItem {
  return {
    observationTime: iso(hour.at),
    forecastStartTime: iso(hour.at),
    weatherCode: presentCode(hour.weatherCode, hour.isDaytime),
    ambientTemperature: valued(fahrenheitFromCelsius(hour.temperatureC), '°F', 1),
    feelsLike: valued(hour.feelsLikeF, '°F', 1),
    wbgt: valued(hour.wbgtF, '°F', 1),
    windSpeed: valued(mphFromMps(hour.windMps), 'mph', 1),
    windGust: valued(mphFromMps(hour.windGustMps), 'mph', 1),
    windDirection: compass16(hour.windFromDegrees),
    windDirectionDegrees: roundTo(hour.windFromDegrees, 0),
    relativeHumidity: valued(hour.relativeHumidityPct, '%', 0),
    precipitation: valued(inchesFromMm(hour.precipitationMm), 'in', 2),
    precipitationChance: valued(hour.precipitationChancePct, '%', 0),
    snowAccumulation: valued(inchesFromMm(hour.snowMm), 'in', 1),
    dayLight: hour.isDaytime,
    ...presentProvenance(provenance),
  };
}

export function presentForecastDay(day: ForecastDay, provenance: Provenance): DailyForecastItem {
  return {
    observationTime: iso(day.startsAt),
    date: day.date,
    weather_code: presentCode(day.weatherCode, true),
    temperatureHigh: valued(fahrenheitFromCelsius(day.highC), '°F', 1),
    temperatureLow: valued(fahrenheitFromCelsius(day.lowC), '°F', 1),
    feelLike: valued(day.feelsLikeF, '°F', 1),
    wgbt: valued(day.wbgtF, '°F', 1),
    windSpeed: valued(mphFromMps(day.windMps), 'mph', 1),
    windDirection: compass16(day.windFromDegrees),
    windDirectionDegrees: roundTo(day.windFromDegrees, 0),
    precipitation: valued(inchesFromMm(day.precipitationMm), 'in', 2),
    precipitationChance: valued(day.precipitationChancePct, '%', 0),
    snowAccumulation: valued(inchesFromMm(day.snowMm), 'in', 1),
    ...presentProvenance(provenance),
  };
}

function presentCode(code: number | null, isDay: boolean): HourlyForecastItem['weatherCode'] {
  const entry = weatherCodeOf(code);
  return {
    value: code,
    text: entry?.text ?? null,
    icon: (isDay ? entry?.dayIcon : entry?.nightIcon) ?? null,
    isSnow: isSnowCode(code),
  };
}

function presentProvenance({ issuedAt, asOf, stale, attribution }: Provenance) {
  return { issuedTime: iso(issuedAt), asOf: iso(asOf), stale, attribution };
}
