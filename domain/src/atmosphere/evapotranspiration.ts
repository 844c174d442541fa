// ASCE-EWRI (2005), "The ASCE Standardized Reference Evapotranspiration Equation", for the short crop
// (clipped grass, 0.12 m). Equation numbers are those of the standard. FAO Irrigation and Drainage Paper 56
// (1998) gives the same daily equation.

import { isFiniteReading, isWithin, type Reading } from '../core/index.ts';
import { dailyExtraterrestrialMj, simpleClearSky, solarHour } from './sun/extraterrestrial.ts';

const ALBEDO = 0.23;
const STEFAN_BOLTZMANN_MJ_DAY = 4.901e-9;
const STEFAN_BOLTZMANN_MJ_HOUR = 2.042e-10;
/** mm of water that a MJ/m² evaporates. */
const MM_PER_MJ = 0.408;
/**
 * Ratio of measured to clear-sky radiation to assume when the sun gives no measurement (polar night, a series
 * that begins at night): 0.7, the lower end of FAO-56's 0.7–0.8 for dry places, where irrigation is
 * scheduled.
 */
const ASSUMED_CLEARNESS = 0.7;

type EvapotranspirationInput = {
  /** Mean dew point of the day or hour, °C, −90 … 70. */
  dewPointC: Reading;
  /** Mean wind, m/s, 0 … 120, and the height of its measurement, m, 0.5 … 200. */
  windMps: Reading;
  windHeightM: Reading;
  /** m above sea level, −1000 … 9000. */
  elevationM: Reading;
  /** Degrees north. */
  latitude: Reading;
};

export type DailyEvapotranspirationInput = EvapotranspirationInput & {
  /** Highest and lowest air temperature of the day, °C, −90 … 70. */
  tMaxC: Reading;
  tMinC: Reading;
  /** Global radiation of the day, MJ/m², −1 … 60; below 0 (a cooling sensor at night) counts as 0. */
  solarMjM2: Reading;
  /** 1 … 366. */
  dayOfYear: Reading;
  /**
   * Clear-sky radiation of the day, MJ/m²; (0.75 + 2·10⁻⁵ elevation) times that above the atmosphere when
   * missing.
   */
  clearSkyMjM2?: Reading;
};

export type HourlyEvapotranspirationInput = EvapotranspirationInput & {
  /** Mean air temperature of the hour, °C, −90 … 70. */
  temperatureC: Reading;
  /** Global radiation of the hour, MJ/m², −1 … 6; below 0 counts as 0. */
  solarMjM2: Reading;
  /** Degrees east, −360 … 360. */
  longitude: Reading;
  /** Middle of the hour, epoch milliseconds. */
  at: Reading;
  /** `cloudiness` of the previous hour; used while the sun is below 0.3 rad (17°). */
  previousCloudiness?: Reading;
};

export type HourlyEvapotranspiration = {
  /** Reference evapotranspiration of the hour, mm; slightly negative when dew falls. */
  mm: number;
  /** Cloudiness function f_cd, 0.055 (overcast) … 1 (clear): input of the next hour. */
  cloudiness: number;
};

/**
 * Reference evapotranspiration of a day in mm (equation 1, short crop, vapor pressure from the dew point).
 * Null when an input is missing or outside its range, or the lowest temperature is above the highest.
 */
export function dailyReferenceEvapotranspirationMm(input: DailyEvapotranspirationInput): number | null {
  const {
    tMaxC,
    tMinC,
    dewPointC,
    solarMjM2,
    windMps,
    windHeightM,
    elevationM,
    latitude,
    dayOfYear,
    clearSkyMjM2,
  } = input;
  if (
    !isWithin(tMaxC, -90, 70) ||
    !isWithin(tMinC, -90, 70) ||
    tMinC > tMaxC ||
    !isWithin(dewPointC, -90, 70)
  )
    return null;
  if (!isWithin(solarMjM2, -1, 60) || !isWithin(windMps, 0, 120) || !isWithin(windHeightM, 0.5, 200))
    return null;
  if (!isWithin(elevationM, -1000, 9000) || !isWithin(latitude, -90, 90) || !isWithin(dayOfYear, 1, 366))
    return null;
  if (isFiniteReading(clearSkyMjM2) && clearSkyMjM2 < 0) return null;
  const solarMj = Math.max(solarMjM2, 0);
  const clearSky = isFiniteReading(clearSkyMjM2)
    ? clearSkyMjM2
    : simpleClearSky(dailyExtraterrestrialMj(latitude, dayOfYear), elevationM);
  const actualKpa = vapourKpa(dewPointC);
  const longWave =
    STEFAN_BOLTZMANN_MJ_DAY *
    cloudinessOf(solarMj, clearSky) *
    (0.34 - 0.14 * Math.sqrt(actualKpa)) *
    (((tMaxC + 273.16) ** 4 + (tMinC + 273.16) ** 4) / 2);
  return referenceMm({
    temperatureC: (tMaxC + tMinC) / 2,
    deficitKpa: (vapourKpa(tMaxC) + vapourKpa(tMinC)) / 2 - actualKpa,
    netMj: (1 - ALBEDO) * solarMj - longWave,
    windAt2m: windAt2m(windMps, windHeightM),
    elevationM,
    numerator: 900,
    denominator: 0.34,
  });
}

/**
 * Reference evapotranspiration of an hour in mm (equation 1, short crop) and the cloudiness for the next
 * hour. While the sun is low at the middle of the hour, the cloudiness of the previous hour applies (without
 * one: a fairly clear sky). Null when an input is missing or outside its range.
 */
export function hourlyReferenceEvapotranspirationMm(
  input: HourlyEvapotranspirationInput,
): HourlyEvapotranspiration | null {
  const {
    temperatureC,
    dewPointC,
    solarMjM2,
    windMps,
    windHeightM,
    elevationM,
    latitude,
    longitude,
    at,
    previousCloudiness,
  } = input;
  if (!isWithin(temperatureC, -90, 70) || !isWithin(dewPointC, -90, 70) || !isWithin(solarMjM2, -1, 6))
    return null;
  if (!isWithin(windMps, 0, 120) || !isWithin(windHeightM, 0.5, 200) || !isWithin(elevationM, -1000, 9000))
    return null;
  if (!isWithin(latitude, -90, 90) || !isWithin(longitude, -360, 360) || !isWithin(at, -8e15, 8e15))
    return null;
  const solarMj = Math.max(solarMjM2, 0);
  const hour = solarHour(at, latitude, longitude);
  const measured = cloudinessOf(solarMj, simpleClearSky(hour.extraterrestrialMj, elevationM));
  const carried = isFiniteReading(previousCloudiness)
    ? clamp(previousCloudiness, 0.055, 1)
    : cloudinessFromClearness(ASSUMED_CLEARNESS);
  const cloudiness = hour.isLowSun ? carried : measured;
  const actualKpa = vapourKpa(dewPointC);
  const longWave =
    STEFAN_BOLTZMANN_MJ_HOUR *
    cloudiness *
    (0.34 - 0.14 * Math.sqrt(actualKpa)) *
    (temperatureC + 273.16) ** 4;
  const netMj = (1 - ALBEDO) * solarMj - longWave;
  const isDay = netMj >= 0;
  const mm = referenceMm({
    temperatureC,
    deficitKpa: vapourKpa(temperatureC) - actualKpa,
    netMj: netMj * (isDay ? 0.9 : 0.5),
    windAt2m: windAt2m(windMps, windHeightM),
    elevationM,
    numerator: 37,
    denominator: isDay ? 0.24 : 0.96,
  });
  return { mm, cloudiness };
}

type Balance = {
  temperatureC: number;
  deficitKpa: number;
  /** Net radiation less what warms the soil. */
  netMj: number;
  windAt2m: number;
  elevationM: number;
  numerator: number;
  denominator: number;
};

function referenceMm({
  temperatureC,
  deficitKpa,
  netMj,
  windAt2m,
  elevationM,
  numerator,
  denominator,
}: Balance): number {
  const slope =
    (2503 * Math.exp((17.27 * temperatureC) / (temperatureC + 237.3))) / (temperatureC + 237.3) ** 2;
  const pressureKpa = 101.3 * ((293 - 0.0065 * elevationM) / 293) ** 5.26;
  const gamma = 0.000665 * pressureKpa;
  const aerodynamic = ((gamma * numerator) / (temperatureC + 273)) * windAt2m * deficitKpa;
  return (MM_PER_MJ * slope * netMj + aerodynamic) / (slope + gamma * (1 + denominator * windAt2m));
}

/** Saturation vapor pressure of the standard, kPa (equation 7). */
function vapourKpa(temperatureC: number): number {
  return 0.6108 * Math.exp((17.27 * temperatureC) / (temperatureC + 237.3));
}

/** Wind at 2 m over clipped grass (equation 33). */
function windAt2m(windMps: number, heightM: number): number {
  return (windMps * 4.87) / Math.log(67.8 * heightM - 5.42);
}

/** Cloudiness function f_cd (equations 18 and 45). */
function cloudinessOf(solarMj: number, clearSkyMj: number): number {
  return cloudinessFromClearness(clearSkyMj > 0 ? clamp(solarMj / clearSkyMj, 0.3, 1) : ASSUMED_CLEARNESS);
}

function cloudinessFromClearness(clearness: number): number {
  return 1.35 * clearness - 0.35;
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value));
}
