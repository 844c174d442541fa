/**
 * Chances as a forecast gives them, from what will happen hour by hour. Near hours follow it; further ahead an
 * event spreads over more hours and its chance falls.
 */

/** The part of what is known exactly falls to 1/e within this many hours ahead. */
const SKILL_HOURS = 12;
/** The chance falls by this much for each hour before and after an hour that is known exactly. */
const SHOULDER_PER_HOUR = 0.4;
/** Hours over which an event spreads, before and after: at no lead, its growth per hour ahead, its maximum. */
const SPREAD_HOURS = 3;
const SPREAD_PER_HOUR = 1 / 6;
export const MAX_SPREAD_HOURS = 18;
/** Far ahead only this part of what occurs is forecast for the place: the rest may occur beside it. */
const FAR_PART = 0.65;
/** No chance, 0–1, differs by more than this from that of the next hour. */
export const MAX_CHANCE_STEP = 0.5;

/** The part of an hour's weather that is known exactly, 0–1; everything until now. */
function forecastSkill(leadHours: number): number {
  return Math.exp(-Math.max(0, leadHours) / SKILL_HOURS);
}

/** An amount of an hour as it is expected: the hour's own as far as it is known, else a mean around it. */
export function expectedAmount(amounts: readonly number[], index: number, leadHours: number): number {
  const skill = forecastSkill(leadHours);
  return skill * (amounts[index] ?? 0) + (1 - skill) * spreadMean(amounts, index, leadHours);
}

/**
 * The mean of `values` around `index`, weighted by a triangle that widens with the lead, and reduced far ahead.
 * Hours beyond the ends of the list do not count.
 */
function spreadMean(values: readonly number[], index: number, leadHours: number): number {
  const spread = Math.min(MAX_SPREAD_HOURS, SPREAD_HOURS + Math.max(0, leadHours) * SPREAD_PER_HOUR);
  let [sum, weights] = [0, 0];
  const first = Math.max(0, Math.ceil(index - spread));
  const last = Math.min(values.length - 1, Math.floor(index + spread));
  for (let hour = first; hour <= last; hour++) {
    const weight = 1 - Math.abs(hour - index) / spread;
    weights += weight;
    sum += weight * (values[hour] ?? 0);
  }
  const part = FAR_PART + (1 - FAR_PART) * forecastSkill(leadHours);
  return weights === 0 ? 0 : (part * sum) / weights;
}

/** The chance, 0–1, that an event occurs in an hour. `occurs` holds 1 for each hour in which it does, else 0. */
export function forecastChance(occurs: readonly number[], index: number, leadHours: number): number {
  const skill = forecastSkill(leadHours);
  const reach = Math.floor(1 / SHOULDER_PER_HOUR);
  let followed = 0;
  for (let away = -reach; away <= reach; away++) {
    const occursThen = occurs[index + away] ?? 0;
    followed = Math.max(followed, skill * occursThen - SHOULDER_PER_HOUR * Math.abs(away));
  }
  return Math.max(followed, spreadMean(occurs, index, leadHours));
}
