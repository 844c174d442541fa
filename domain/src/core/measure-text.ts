import type { Reading } from './reading.ts';
import { roundTo } from './rounding.ts';

/** Texts for the values of policies. */

export type MeasureKind = 'lightning' | 'alert' | 'reading';

/** The kind of evidence of a policy type ('LR1', 'NWS', 'WBGT'); an unknown type counts as a reading. */
export function measureKind(typeShortName: string): MeasureKind {
  if (/^LR\d$/.test(typeShortName)) return 'lightning';
  return typeShortName === 'NWS' ? 'alert' : 'reading';
}

const quantities = new Map([
  ['WBGT', 'WBGT'],
  ['HEAT', 'Heat index'],
  ['CHILL', 'Wind chill'],
  ['WIND', 'Wind'],
  ['GUST', 'Wind gust'],
  ['PRECIP', 'Precipitation'],
  ['AQI', 'Air quality index'],
  ['AQI-MAX', 'Air quality index'],
  ['AQI-PM2.5', 'Air quality index of PM2.5'],
  ['AQI-PM10', 'Air quality index of PM10'],
  ['AQI-O3', 'Air quality index of ozone'],
]);

/** The measured quantity at the beginning of a sentence: 'Heat index'. */
export function quantityText(typeShortName: string): string {
  return quantities.get(typeShortName) ?? 'Reading';
}

/** The same within a sentence: 'heat index', 'WBGT'. */
export function quantityWithin(typeShortName: string): string {
  const text = quantityText(typeShortName);
  return /^[A-Z][a-z]/.test(text) ? `${text.charAt(0).toLowerCase()}${text.slice(1)}` : text;
}

/** '90.0 °F', '4.2 mi', '155' (an index has no unit); null when the value is missing. */
export function amountText(
  value: Reading,
  { unit, precision }: { readonly unit: string; readonly precision: number },
): string | null {
  const rounded = roundTo(value, precision);
  if (rounded === null) return null;
  const digits = rounded.toFixed(precision);
  return unit === '' || unit === 'AQI' ? digits : `${digits} ${unit}`;
}

export interface Limit {
  readonly unit: string;
  readonly precision: number;
  readonly threshold: number;
  readonly isDesc: boolean;
}

/** The text for an exceeded limit: 'at or above 90.0 °F', for a descending type 'at or below 20 °F'. */
export function exceededText(limit: Limit): string {
  return `at or ${limit.isDesc ? 'below' : 'above'} ${amountText(limit.threshold, limit) ?? 'its limit'}`;
}

/** The text for a limit that is not exceeded: 'below 90.0 °F', for a descending type 'above 20 °F'. */
export function withinLimitText(limit: Limit): string {
  return `${limit.isDesc ? 'above' : 'below'} ${amountText(limit.threshold, limit) ?? 'its limit'}`;
}

/**
 * 'Lightning 4.2 mi NE of', 'Lightning at' for less than a tenth of a mile, 'Lightning within 10 mi of' when
 * the distance is missing.
 */
export function lightningText(
  lead: string,
  distanceMiles: Reading,
  compass: string | null | undefined,
  radiusMiles: number,
): string {
  const miles = roundTo(distanceMiles, 1);
  if (miles === null) return `${lead} within ${roundTo(radiusMiles, 1)} mi of`;
  if (miles < 0.1) return `${lead} at`;
  return `${lead} ${miles.toFixed(1)} mi ${compass ? `${compass} of` : 'from'}`;
}
