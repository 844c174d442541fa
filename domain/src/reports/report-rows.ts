import { QUARTER_MS } from '../air-quality/index.ts';
import type { SummaryMeasure } from '../stations/index.ts';
import type { WeatherColumn } from './report-columns.ts';
import { offsetTimeText, type ReportSlot, utcTimeText } from './report-slots.ts';

/**
 * What the stretches of a station have, of what a report needs of it, in order: an array for each value, because a report
 * reads millions of them. NaN is where there is no value.
 */
export interface ReportStretches {
  /** Their beginnings, epoch ms. */
  readonly at: Float64Array;
  /** In how many quarter hours there was a report. */
  readonly quarters: Float64Array;
  readonly measures: { readonly [measure in SummaryMeasure]?: StretchMeasure };
  /** Rain after calibration, mm; NaN where no report told of rain. */
  readonly rainMm: Float64Array | null;
  /** Of whole days, mm; NaN where it is not known. */
  readonly evapotranspirationMm: Float64Array | null;
}

/** A measure in each stretch; NaN where it has none. */
export interface StretchMeasure {
  readonly least: Float64Array;
  readonly greatest: Float64Array;
  readonly sum: Float64Array;
  readonly count: Float64Array;
}

/** When a slot begins, as cells. */
export interface SlotTimes {
  readonly local: string;
  readonly utc: string;
}

export function slotTimes({ from, offsetMinutes }: ReportSlot): SlotTimes {
  return { local: offsetTimeText(from, offsetMinutes), utc: utcTimeText(from) };
}

/** The columns before those of values; the local time has its offset. */
export const weatherRowHead = ['Station', 'Local Time', 'UTC', 'Coverage (%)'] as const;

/**
 * The cells of one row. Coverage is the share of its quarter hours in which the station sent a report. A cell
 * without a value is empty, never 0.
 *
 * @param begin the place of the first stretch that begins within the slot
 * @param end the place after the last one
 * @param times of the slot; whoever writes the same slots for many stations computes them once
 */
export function weatherRow(
  slot: ReportSlot,
  stretches: ReportStretches,
  [begin, end]: readonly [begin: number, end: number],
  columns: readonly WeatherColumn[],
  times: SlotTimes = slotTimes(slot),
): string[] {
  let reported = 0;
  for (let place = begin; place < end; place++) reported += stretches.quarters[place] ?? 0;
  const expected = Math.max(1, Math.round((slot.until - slot.from) / QUARTER_MS));
  const coverage = Math.min(100, (100 * reported) / expected);
  // Rounded down: what is not complete is not 100.
  const cells = [times.local, times.utc, String(Math.floor(coverage))];
  for (const column of columns) cells.push(cellOf(column, stretches, begin, end));
  return cells;
}

function cellOf(column: WeatherColumn, stretches: ReportStretches, begin: number, end: number): string {
  const { source, metric } = column;
  if (source === 'rain') return totalCell(column, stretches.rainMm, begin, end);
  if (source === 'evapotranspiration') return totalCell(column, stretches.evapotranspirationMm, begin, end);
  const measure = stretches.measures[source];
  if (!measure) return '';
  let least = Number.POSITIVE_INFINITY;
  let greatest = Number.NEGATIVE_INFINITY;
  let sum = 0;
  let count = 0;
  for (let place = begin; place < end; place++) {
    const reports = measure.count[place] ?? Number.NaN;
    if (!(reports > 0)) continue;
    count += reports;
    sum += measure.sum[place] ?? 0;
    least = Math.min(least, measure.least[place] ?? least);
    greatest = Math.max(greatest, measure.greatest[place] ?? greatest);
  }
  if (count === 0) return '';
  if (metric === 'max') return column.text(greatest);
  if (metric === 'min') return column.text(least);
  return column.text(sum / count);
}

function totalCell(column: WeatherColumn, values: Float64Array | null, begin: number, end: number): string {
  let total = Number.NaN;
  for (let place = begin; place < end; place++) {
    const value = values?.[place] ?? Number.NaN;
    if (!Number.isNaN(value)) total = Number.isNaN(total) ? value : total + value;
  }
  return column.text(total);
}

/**
 * For each slot, in order, the places of the stretches (by their beginnings, in order) that begin within it: two numbers
 * a slot, the first place and the one after the last. Each stretch is in one slot at most.
 */
export function placesOfSlots(slots: readonly ReportSlot[], beginnings: Float64Array): Int32Array {
  const places = new Int32Array(slots.length * 2);
  let place = 0;
  for (const [index, slot] of slots.entries()) {
    while (place < beginnings.length && (beginnings[place] ?? 0) < slot.from) place += 1;
    places[index * 2] = place;
    while (place < beginnings.length && (beginnings[place] ?? 0) < slot.until) place += 1;
    places[index * 2 + 1] = place;
  }
  return places;
}
