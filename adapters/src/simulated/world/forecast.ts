import { HOUR_MS, MILES_PER_DEGREE } from '@allclear/domain';
import { randomFrom } from '../random.ts';
import type { Conditions } from './conditions.ts';
import type { SimulatedPlace } from './places.ts';

/** Forecast error per hour ahead in time and position, and the errors of temperature and wind. */
const LATE_MS_PER_HOUR = 0.5 * 60_000;
/** Step of the time error, so that the forecasts of many places sample the same instants. */
const STEP_MS = 5 * 60_000;
const OFFSET_MILES_PER_HOUR = 0.5;
const MAX_OFFSET_MILES = 40;
const TEMPERATURE_ERROR_C_PER_SQRT_HOUR = 0.22;
const WIND_ERROR_PART_PER_SQRT_HOUR = 0.03;

export interface ForecastWorld {
  readonly seed: string | number;
  conditionsAt(at: number, latitude: number, longitude: number): Conditions;
}

/**
 * The air of `validAt` (epoch ms) at a place in the forecast of `issuedAt`: the weather that will occur, with
 * errors of time and position that grow with the lead; exact without a lead. Deterministic.
 */
export function forecastAt(
  world: ForecastWorld,
  issuedAt: number,
  validAt: number,
  place: SimulatedPlace,
): Conditions {
  const leadHours = Math.max(0, (validAt - issuedAt) / HOUR_MS);
  // One error for all hours of a forecast, scaled by the lead: forecast errors persist from hour to hour.
  const random = randomFrom(
    'forecast',
    world.seed,
    issuedAt,
    place.latitude.toFixed(2),
    place.longitude.toFixed(2),
  );
  const [warmth, wind] = [random() * 2 - 1, random() * 2 - 1];
  const [late, east, north] = [random() * 2 - 1, random() * 2 - 1, random() * 2 - 1];
  const degrees = Math.min(MAX_OFFSET_MILES, leadHours * OFFSET_MILES_PER_HOUR) / MILES_PER_DEGREE;
  const conditions = world.conditionsAt(
    validAt + Math.round((late * leadHours * LATE_MS_PER_HOUR) / STEP_MS) * STEP_MS,
    place.latitude + north * degrees,
    place.longitude + (east * degrees) / Math.max(0.2, Math.cos((place.latitude * Math.PI) / 180)),
  );
  const temperatureC =
    conditions.temperatureC + warmth * TEMPERATURE_ERROR_C_PER_SQRT_HOUR * Math.sqrt(leadHours);
  const windPart = Math.max(0.3, 1 + wind * WIND_ERROR_PART_PER_SQRT_HOUR * Math.sqrt(leadHours));
  return {
    ...conditions,
    temperatureC,
    dewPointC: Math.min(temperatureC - 0.1, conditions.dewPointC),
    windMps: conditions.windMps * windPart,
    gustMps: conditions.gustMps * windPart,
  };
}
