export { dailyForecast, type ForecastDay, hoursOfDay, localDate } from './daily-forecast.ts';
export {
  type CompleteForecastHour,
  completeForecastHour,
  type ForecastHour,
  type ForecastPlace,
  largest,
} from './forecast-hour.ts';
export { type HourLevel, hourLevel, isForecastType, type ThreatLevel } from './hour-levels.ts';
export { type ThreatForecast, threatForecast } from './threat-forecast.ts';
export {
  codeOfIcon,
  codeOfWmo,
  isSnowCode,
  isThunderCode,
  mostSevereCode,
  skyCode,
  type WeatherCode,
  weatherCodeOf,
  weatherCodeOfText,
  weatherCodes,
} from './weather-codes.ts';
