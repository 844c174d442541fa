export {
  type DailyEvapotranspirationInput,
  dailyReferenceEvapotranspirationMm,
  type HourlyEvapotranspiration,
  type HourlyEvapotranspirationInput,
  hourlyReferenceEvapotranspirationMm,
} from './evapotranspiration.ts';
export { type FeelsLikeInput, feelsLikeF } from './feels-like.ts';
export { heatIndexF } from './heat-index.ts';
export { dewPointC, relativeHumidityPct } from './humidity.ts';
export { saturationHpa, skyEmissivity } from './moist-air.ts';
export { stationPressureHpa } from './pressure.ts';
export { clearSkyWm2, dailyClearSkyMj } from './sun/clear-sky.ts';
export { type Night, nightsBetween } from './sun/nights.ts';
export { type EstimatedSolarInput, estimatedSolarWm2 } from './sun/solar.ts';
export { type SunPosition, type SunPositionInput, sunPosition } from './sun/sun-position.ts';
export { type WetBulbGlobe, type WetBulbGlobeInput, wetBulbGlobe } from './wet-bulb-globe/wet-bulb-globe.ts';
export {
  MIN_WIND_MPS,
  REFERENCE_HEIGHT_M,
  type StabilityClass,
  stabilityClass,
  windAt2mMps,
} from './wet-bulb-globe/wind-profile.ts';
export { type WindChillRule, windChillF } from './wind-chill.ts';
