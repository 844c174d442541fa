import type { PolicyTypeShortName } from '../policies/index.ts';

/** What a widget shows, by code (specification 3, section 3). Codes are stored and never change. */
export interface WidgetCondition {
  readonly code: number;
  readonly label: string;
  /** Of the value as it is shown. */
  readonly unit: string;
  readonly decimals: number;
  /** Policies whose threshold the value is compared with, in the order in which they count. */
  readonly policyTypes: readonly PolicyTypeShortName[];
}

export const widgetConditions: readonly WidgetCondition[] = [
  { code: 0, label: 'Temperature', unit: '°F', decimals: 0, policyTypes: ['HEAT'] },
  { code: 1, label: 'WBGT', unit: '°F', decimals: 1, policyTypes: ['WBGT'] },
  { code: 2, label: 'Wind Speed', unit: 'mph', decimals: 0, policyTypes: ['WIND'] },
  // Of the last hour, as policies measure it.
  { code: 3, label: 'Precipitation', unit: 'in (1 h)', decimals: 2, policyTypes: ['PRECIP'] },
  { code: 4, label: 'Wind Gust', unit: 'mph', decimals: 0, policyTypes: ['GUST'] },
  { code: 5, label: 'Feels Like', unit: '°F', decimals: 0, policyTypes: ['HEAT', 'CHILL'] },
  { code: 6, label: 'PM2.5', unit: 'AQI', decimals: 0, policyTypes: ['AQI-PM2.5'] },
  { code: 7, label: 'PM10', unit: 'AQI', decimals: 0, policyTypes: ['AQI-PM10'] },
  { code: 8, label: 'Ozone', unit: 'AQI', decimals: 0, policyTypes: ['AQI-O3'] },
  { code: 9, label: 'Air Quality Index', unit: 'AQI', decimals: 0, policyTypes: ['AQI-MAX'] },
];

/** The code of a condition that is none. */
export const noCondition = 12;
/** The code of a forecast that is none; the others are conditions 0 to 5. */
export const noForecastCode = -1;
export const lastForecastCode = 5;
export const maxSecondaryConditions = 4;

const byCode: ReadonlyMap<number, WidgetCondition> = new Map(widgetConditions.map((one) => [one.code, one]));

/** The condition of a code; undefined for 12, which is none, and for any other number. */
export function widgetConditionOf(code: number): WidgetCondition | undefined {
  return byCode.get(code);
}
