import { saturationHpa, skyEmissivity } from '../atmosphere/index.ts';
import { isFiniteReading, type Reading } from '../core/index.ts';

/** Road conditions, mildest first; `none` is neither wet enough nor cold enough to matter. */
export const roadConditions = [
  'none',
  'slippery',
  'patchy-ice',
  'snow',
  'ice',
  'heavy-snow',
  'flooded',
] as const;
export type RoadCondition = (typeof roadConditions)[number];

/** The weather over an untreated, level asphalt road under an open sky. */
export interface RoadWeather {
  readonly temperatureC: Reading;
  readonly dewPointC: Reading;
  /** 10 m above the ground. */
  readonly windMps: Reading;
  /** On a level surface. */
  readonly solarWm2: Reading;
  /** 0–1. */
  readonly cloudCover: Reading;
  readonly rainMmPerHour: Reading;
  /** As water. Missing counts as none where the air is warmer than 5 °C. */
  readonly snowMmPerHour: Reading;
  /** Rain of the last three hours, mm. */
  readonly recentRainMm: Reading;
  /** Snow on the ground that was not cleared, mm of water; missing as with `snowMmPerHour`. */
  readonly lyingSnowMm: Reading;
}

export interface RoadState {
  readonly condition: RoadCondition;
  /** Modeled, never measured. */
  readonly surfaceC: number;
}

// Asphalt: Oke, 'Boundary Layer Climates' (1978): albedo 0.05–0.20, emissivity 0.95.
const ALBEDO = 0.1;
const EMISSIVITY = 0.95;
const STEFAN_BOLTZMANN = 5.670374e-8;
/**
 * Part of the net radiation that the road absorbs. Asphalt: 0.36–0.82 (Grimmond & Oke, J. Appl. Meteor. 38,
 * 1999, table 4); our choice, near its lower end.
 */
const STORED_PART = 0.4;
/**
 * W/m²K, without wind and for each m/s of it (McAdams, 'Heat Transmission', 1954: flat plates up to 5 m/s).
 */
const CONVECTION = { still: 5.7, perMps: 3.8 };

/**
 * Rain beyond the capacity of gutters and drains: 2 in an hour, the Met Office's 'violent'; and 1.5 in within
 * three hours, which floods towns (our choice).
 */
const FLOOD_RAIN_MM_PER_HOUR = 50;
const FLOOD_RECENT_RAIN_MM = 38;
/**
 * 'Heavy' by the rate of its water (Rasmussen et al., J. Appl. Meteor. 38, 1999); and 4 inches deep at 10:1,
 * the weather service's heavy snow in 12 hours.
 */
const HEAVY_SNOW_MM_PER_HOUR = 2.5;
const HEAVY_LYING_MM = 10;
/** A fifth of an inch deep at 10:1; a hundredth of an inch an hour accumulates as a trace (our choices). */
const LYING_MM = 0.5;
const SNOW_MM_PER_HOUR = 0.25;
/** Snow stays on a road that is about to freeze (our choice). */
const SNOW_STAYS_BELOW_C = 1;
/**
 * Rain that glazes a frozen road at once; and water left by rain, which freezes through a degree below (our
 * choices).
 */
const GLAZE_MM_PER_HOUR = 0.1;
const FREEZES_THROUGH_C = -1;
const FREEZING_FILM_MM = 0.5;
const DAMP_MM = 0.1;
/** Fog deposits less than this. */
const DAMP_MM_PER_HOUR = 0.03;
/**
 * Frost needs a road below freezing and below the dew point (Hewson & Gait, Meteor. Mag. 121, 1992); a degree
 * of margin is our choice.
 */
const FROST_MARGIN_C = 1;
/** A hundredth of an inch an hour makes a road visibly wet; a millimeter takes hours to dry (our choices). */
const WET_MM_PER_HOUR = 0.25;
const WET_MM = 1;
/**
 * At this road temperature the film of a shower (a millimeter at most; the rest runs off) dries in well under
 * an hour (our choice).
 */
const DRIES_ABOVE_C = 30;
const SLEET_MM_PER_HOUR = 0.1;
/** Above this air temperature missing snow counts as none. */
const NO_SNOW_ABOVE_C = 5;
/**
 * Degree-day factor of snow, 3.6 mm of water a day and °C (Hock, J. Hydrol. 282, 2003: 2.5–5 without
 * glaciers).
 */
const MELT_MM_PER_HOUR_C = 0.15;

/**
 * The modeled condition of an untreated road and the temperature of its surface. It must be displayed as
 * modeled: salt, plows, traffic, shade, bridges and drains are not part of it. Null when a required input
 * is missing or invalid: unknown is not dry.
 */
export function roadState(weather: RoadWeather): RoadState | null {
  const { temperatureC, dewPointC, rainMmPerHour, recentRainMm } = weather;
  const bareC = bareRoadC(weather);
  if (
    bareC === null ||
    !isFiniteReading(temperatureC) ||
    !isFiniteReading(dewPointC) ||
    !isAmount(rainMmPerHour) ||
    !isAmount(recentRainMm)
  )
    return null;
  const snow = snowAmount(weather.snowMmPerHour, temperatureC);
  const lying = snowAmount(weather.lyingSnowMm, temperatureC);
  if (snow === null || lying === null) return null;
  // Snow, and the road beneath it, stays at or below its melting point.
  const surfaceC = lying >= LYING_MM ? Math.min(0, bareC) : bareC;
  const snowStays = surfaceC <= SNOW_STAYS_BELOW_C;
  const isFrozen = bareC <= 0;
  const condition = ((): RoadCondition => {
    if (rainMmPerHour >= FLOOD_RAIN_MM_PER_HOUR || recentRainMm >= FLOOD_RECENT_RAIN_MM) return 'flooded';
    if ((snow >= HEAVY_SNOW_MM_PER_HOUR && snowStays) || lying >= HEAVY_LYING_MM) return 'heavy-snow';
    if (isFrozen && rainMmPerHour >= GLAZE_MM_PER_HOUR) return 'ice';
    if (bareC <= FREEZES_THROUGH_C && recentRainMm >= FREEZING_FILM_MM) return 'ice';
    if ((snow >= SNOW_MM_PER_HOUR && snowStays) || lying >= LYING_MM) return 'snow';
    const isDamp = rainMmPerHour >= DAMP_MM_PER_HOUR || recentRainMm >= DAMP_MM || lying >= DAMP_MM;
    if (isFrozen && (isDamp || dewPointC >= bareC + FROST_MARGIN_C)) return 'patchy-ice';
    if (
      rainMmPerHour >= WET_MM_PER_HOUR ||
      (recentRainMm >= WET_MM && bareC <= DRIES_ABOVE_C) ||
      snow >= SLEET_MM_PER_HOUR
    )
      return 'slippery';
    return 'none';
  })();
  return { condition, surfaceC };
}

/**
 * Surface temperature (°C) of a road without snow, where its heat balance closes: sun and sky warm it, it
 * radiates and gives heat to the wind, and absorbs a part of the rest. Linearised about the air temperature:
 * within 0.2 °C of the full balance where the two differ by less than 10 °C, and warmer than it by up to 2 °C
 * at 30. Null when an input is missing. Sky: Oke (1978); clouds: Crawford & Duchon, J. Appl. Meteor. 38
 * (1999).
 */
export function bareRoadC({
  temperatureC,
  dewPointC,
  windMps,
  solarWm2,
  cloudCover,
}: RoadWeather): number | null {
  if (
    !isFiniteReading(temperatureC) ||
    temperatureC < -90 ||
    temperatureC > 60 ||
    !isFiniteReading(dewPointC) ||
    dewPointC < -100
  )
    return null;
  if (!isAmount(windMps) || !isAmount(solarWm2) || !isAmount(cloudCover) || cloudCover > 1) return null;
  const airK = temperatureC + 273.15;
  const clearSky = Math.min(1, skyEmissivity(saturationHpa(Math.min(airK, dewPointC + 273.15))));
  const sky = cloudCover + (1 - cloudCover) * clearSky;
  const net = (1 - ALBEDO) * solarWm2 - EMISSIVITY * STEFAN_BOLTZMANN * airK ** 4 * (1 - sky);
  const radiated = 4 * EMISSIVITY * STEFAN_BOLTZMANN * airK ** 3;
  const convected = CONVECTION.still + CONVECTION.perMps * windMps;
  return temperatureC + ((1 - STORED_PART) * net) / (convected + (1 - STORED_PART) * radiated);
}

/** Melt of lying snow in an hour at a temperature (°C), mm of water; 0 below freezing. */
export function meltMmPerHour(temperatureC: number): number {
  return MELT_MM_PER_HOUR_C * Math.max(0, temperatureC);
}

function isAmount(value: Reading): value is number {
  return isFiniteReading(value) && value >= 0;
}

function snowAmount(value: Reading, temperatureC: number): number | null {
  if (isAmount(value)) return value;
  return temperatureC > NO_SNOW_ABOVE_C ? 0 : null;
}
