import { QUARTER_MS } from '../../air-quality/index.ts';
import { clearSkyWm2, dailyClearSkyMj } from '../../atmosphere/index.ts';

/**
 * What is wrong with a pyranometer on a day: it reads far more than a clear sky gives, does not move while the sun
 * does, or sees next to nothing (covered, broken).
 */
export type PyranometerFault = 'above-clear-sky' | 'stuck' | 'dark';

export const pyranometerFaultTexts: Readonly<Record<PyranometerFault, string>> = {
  'above-clear-sky': 'it measured more than the sun gives under a clear sky',
  stuck: 'its value did not change while the sun moved',
  dark: 'it measured next to nothing by day',
};

/** The sun and the pyranometer in one quarter hour. */
export interface SolarQuarter {
  /** Its mean, lowest and highest value, W/m²; null where none passed the checks. */
  readonly solar: { readonly mean: number; readonly least: number; readonly greatest: number } | null;
  /** Whether values were rejected because they did not change. */
  readonly isStuck: boolean;
  /** A clear sky's radiation in its middle, W/m²; 0 while the sun is down. */
  readonly clearWm2: number;
}

// The envelope is the simple one of the standard, which the clearest days of dry places exceed by some 2 %, and a
// pyranometer may be 5 % off (Allen 1996). Beside bright clouds a quarter hour can exceed it by a quarter.
const dayMargin = 1.15;
const quarterMargin = 1.3;
/** For low sun, and the small offset of cheap instruments at night. */
const quarterOffsetWm2 = 50;
const leastQuartersAbove = 4;
/** Under the thickest clouds some 5 % of a clear sky's radiation arrive. */
const darkPart = 0.03;
/** A day with less sun says nothing, MJ/m². */
const leastDayMj = 1;
/** Two hours with the sun up by some 10°, in which it changes under any sky. */
const stuckQuarters = 8;
const stuckClearWm2 = 150;
const stuckWm2 = 0.5;

/** A clear sky's radiation in each of the quarter hours (their beginnings, epoch ms), W/m². Degrees north and east. */
export function clearSkyOfQuarters(
  quarters: readonly number[],
  place: { readonly latitude: number; readonly longitude: number; readonly elevationM: number },
): number[] {
  return quarters.map((at) => clearSkyWm2({ ...place, at: at + QUARTER_MS / 2 }) ?? 0);
}

/**
 * Whether the pyranometer can be believed on a day, after the envelope of Allen (1996).
 *
 * @param quarters those of the day, in order
 * @param totalMj the radiation of the whole day, MJ/m²; null where too much of it is missing
 * @returns its fault; null where none shows
 */
export function pyranometerFault(
  quarters: readonly SolarQuarter[],
  totalMj: number | null,
  place: { readonly latitude: number; readonly elevationM: number; readonly dayOfYear: number },
): PyranometerFault | null {
  const clearMj = dailyClearSkyMj(place) ?? 0;
  const above = quarters.filter(
    ({ solar, clearWm2 }) => solar !== null && solar.mean > quarterMargin * clearWm2 + quarterOffsetWm2,
  );
  if (above.length >= leastQuartersAbove) return 'above-clear-sky';
  if (totalMj !== null && clearMj >= leastDayMj) {
    if (totalMj > dayMargin * clearMj) return 'above-clear-sky';
    if (totalMj < darkPart * clearMj) return 'dark';
  }
  return isStuck(quarters) ? 'stuck' : null;
}

/** Whether it showed one value for two hours of sun, or was rejected for it for as long. */
function isStuck(quarters: readonly SolarQuarter[]): boolean {
  let least = Number.POSITIVE_INFINITY;
  let greatest = Number.NEGATIVE_INFINITY;
  let run = 0;
  let rejected = 0;
  for (const { solar, isStuck: isRejected, clearWm2 } of quarters) {
    if (clearWm2 < stuckClearWm2 || (solar === null && !isRejected)) {
      run = 0;
      continue;
    }
    if (isRejected) rejected += 1;
    const [low, high] = solar === null ? [least, greatest] : [solar.least, solar.greatest];
    const goesOn = run > 0 && Math.max(greatest, high) - Math.min(least, low) <= stuckWm2;
    least = goesOn ? Math.min(least, low) : low;
    greatest = goesOn ? Math.max(greatest, high) : high;
    run = goesOn ? run + 1 : greatest - least <= stuckWm2 ? 1 : 0;
    if (run >= stuckQuarters || rejected >= stuckQuarters) return true;
  }
  return false;
}
