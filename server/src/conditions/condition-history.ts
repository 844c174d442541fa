import { HOUR_MS, type LocalDay, localDayOf, QUARTER_MS } from '@allclear/domain';
import type { StationStretch } from '../stations/index.ts';

/** The measurements of a station in one step of its history; null when there is none. */
export interface HistoryPoint {
  /** The beginning of the step, epoch ms. */
  readonly at: number;
  readonly lowestC: number | null;
  readonly meanC: number | null;
  readonly highestC: number | null;
  readonly windMps: number | null;
  readonly gustMps: number | null;
  readonly wbgtC: number | null;
  /** Before calibration, mm. */
  readonly rainMm: number | null;
  /** The most rain of an hour: what a report said, else the greatest sum of a clock hour. */
  readonly maxRainHourMm: number | null;
}

/** What points are made of, besides rain. */
export const historyMeasures = ['temperatureC', 'windMps', 'gustMps', 'wbgtC'] as const;

/** Rain of a clock hour until the end of a stretch in it. */
export interface HourRain {
  readonly at: number;
  readonly rainMm: number | null;
}

/**
 * The points of stretches.
 *
 * @param hours the rain of clock hours in them, in any order
 * @param until the end of a stretch that begins at an instant
 */
export function historyPoints(
  stretches: readonly StationStretch[],
  hours: readonly HourRain[],
  until: (at: number) => number,
): HistoryPoint[] {
  return stretches.map(({ at, measures, rainMm, maxRainHourMm }) => {
    const { temperatureC } = measures;
    return {
      at,
      lowestC: temperatureC?.least ?? null,
      meanC: temperatureC ? temperatureC.sum / temperatureC.count : null,
      highestC: temperatureC?.greatest ?? null,
      windMps: measures.windMps?.greatest ?? null,
      gustMps: measures.gustMps?.greatest ?? null,
      wbgtC: measures.wbgtC?.greatest ?? null,
      rainMm,
      maxRainHourMm: maxRainHourMm ?? greatestRain(hours, at, until(at)),
    };
  });
}

function greatestRain(hours: readonly HourRain[], from: number, until: number): number | null {
  const rain = hours.flatMap(({ at, rainMm }) => (at >= from && at < until ? (rainMm ?? []) : []));
  return rain.length === 0 ? null : Math.max(...rain);
}

/** The rain of the clock hour of each quarter hour, until its end. The quarter hours are those of whole hours, in order. */
export function rainOfHourSoFar(quarters: readonly StationStretch[]): HourRain[] {
  let hour = Number.NaN;
  let sum: number | null = null;
  return quarters.map(({ at, rainMm }) => {
    if (hour !== at - (at % HOUR_MS)) sum = null;
    hour = at - (at % HOUR_MS);
    if (rainMm !== null) sum = (sum ?? 0) + rainMm;
    return { at, rainMm: sum };
  });
}

/** The ends of stretches: of quarter hours, of hours, or of the days of a zone. */
export const endsOf = {
  quarter: (at: number) => at + QUARTER_MS,
  hour: (at: number) => at + HOUR_MS,
  day: (timeZone: string) => {
    let day: LocalDay | null = null;
    return (at: number) => {
      if (day === null || at < day.from || at >= day.until) day = localDayOf(at, timeZone);
      return day.until;
    };
  },
};
