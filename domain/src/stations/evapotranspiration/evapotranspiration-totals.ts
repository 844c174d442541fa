import { roundTo } from '../../core/index.ts';
import type { StationSummary } from '../station-summary.ts';
import type { DailyEvapotranspiration } from './daily-evapotranspiration.ts';

/** The widest custom range, days. */
export const maxEvapotranspirationDays = 14;

/** The totals that are shown: of so many last whole days. */
export const evapotranspirationTotalDays = [1, 3, 7] as const;

export interface EvapotranspirationTotal {
  readonly days: (typeof evapotranspirationTotalDays)[number];
  /** Inches; the sum of the days as they are shown. Null where one of them is missing. */
  readonly inches: number | null;
  /** The days without a value ('YYYY-MM-DD'), in order. */
  readonly missingDays: readonly string[];
}

/**
 * The totals of the last 1, 3 and 7 whole days. A total is never one of fewer days.
 *
 * @param days the last seven whole days, in order; where there are fewer, the earlier ones do not exist
 */
export function evapotranspirationTotals(
  days: readonly Pick<DailyEvapotranspiration, 'day' | 'inches'>[],
): EvapotranspirationTotal[] {
  return evapotranspirationTotalDays.map((length) => {
    const last = days.slice(-length);
    const values = last.flatMap(({ inches }) => inches ?? []);
    return {
      days: length,
      inches:
        last.length === length && values.length === length
          ? roundTo(
              values.reduce((sum, value) => sum + value, 0),
              3,
            )
          : null,
      missingDays: last.flatMap(({ day, inches }) => (inches === null ? [day] : [])),
    };
  });
}

/** What a station must have besides the sun, of which an estimate will do. */
export const evapotranspirationNeeds = ['temperature', 'humidity', 'wind', 'elevation'] as const;
export type EvapotranspirationNeed = (typeof evapotranspirationNeeds)[number];

/**
 * What keeps a station from having evapotranspiration at all.
 *
 * @param station its elevation, m above sea level; null where nobody has entered it
 * @param recent summaries of its last days, of any length
 */
export function evapotranspirationLacks(
  { elevationM }: { readonly elevationM: number | null },
  recent: readonly Pick<StationSummary, 'measures'>[],
): EvapotranspirationNeed[] {
  const has: Readonly<Record<EvapotranspirationNeed, boolean>> = {
    temperature: recent.some(({ measures }) => measures.temperatureC !== null),
    humidity: recent.some(({ measures }) => measures.dewPointC !== null),
    wind: recent.some(({ measures }) => measures.windMps !== null),
    elevation: elevationM !== null,
  };
  return evapotranspirationNeeds.filter((need) => !has[need]);
}

/** Whether a station has the feature evapotranspiration. The parameters are those of `evapotranspirationLacks`. */
export function hasEvapotranspiration(...of: Parameters<typeof evapotranspirationLacks>): boolean {
  return evapotranspirationLacks(...of).length === 0;
}
