export { dailyForecast, type ForecastDay, hoursOfDay, localDate } from './daily-forecast.ts';
export {
  type CompleteForecastHour,
  completeForecastHour,
  type ForecastHour,
  type ForecastPlace,
  HOUR_MS,
  largest,
} from './forecast-hour.ts';
export { isForecastType, type ThreatForecast, type ThreatLevel, threatForecast } from './threat-forecast.ts';
export {
  codeOfIcon,
  codeOfWmo,
  codeOfWords,
  gravestCode,
  isSnowCode,
  isThunderCode,
  skyCode,
  type WeatherCode,
  weatherCodeOf,
  weatherCodes,
} from './weather-codes.ts';
