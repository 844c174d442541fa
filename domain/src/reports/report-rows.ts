import { QUARTER_MS } from '../air-quality/index.ts';
import type { MeasureSummary, SummaryMeasure } from '../stations/index.ts';
import type { WeatherColumn } from './report-columns.ts';
import { offsetTimeText, type ReportSlot, utcTimeText } from './report-slots.ts';

/** What a stretch of a station has, of what a report needs of it: a part of a `StationSummary`. */
export interface ReportStretch {
  /** Its beginning, epoch ms. */
  readonly at: number;
  /** In how many quarter hours there was a report. */
  readonly quarters: number;
  readonly measures: { readonly [measure in SummaryMeasure]?: MeasureSummary | null };
  /** Rain after calibration, mm; null where no report told of rain. */
  readonly rainMm: number | null;
  /** Of a whole day, mm; null where it is not known. */
  readonly evapotranspirationMm: number | null;
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
 * @param stretches all that begin within the slot
 * @param times of the slot; whoever writes the same slots for many stations computes them once
 */
export function weatherRow(
  slot: ReportSlot,
  stretches: readonly ReportStretch[],
  columns: readonly WeatherColumn[],
  times: SlotTimes = slotTimes(slot),
): string[] {
  const reported = stretches.reduce((sum, { quarters }) => sum + quarters, 0);
  const expected = Math.max(1, Math.round((slot.until - slot.from) / QUARTER_MS));
  const coverage = Math.min(100, (100 * reported) / expected);
  return [
    times.local,
    times.utc,
    // Rounded down: what is not complete is not 100.
    String(Math.floor(coverage)),
    ...columns.map((column) => cellOf(column, stretches)),
  ];
}

function cellOf(column: WeatherColumn, stretches: readonly ReportStretch[]): string {
  const { source, metric } = column;
  if (source === 'rain' || source === 'evapotranspiration') {
    let total: number | null = null;
    for (const stretch of stretches) {
      const value = source === 'rain' ? stretch.rainMm : stretch.evapotranspirationMm;
      if (value !== null) total = (total ?? 0) + value;
    }
    return total === null ? '' : column.text(total);
  }
  let least = Number.POSITIVE_INFINITY;
  let greatest = Number.NEGATIVE_INFINITY;
  let sum = 0;
  let count = 0;
  for (const { measures } of stretches) {
    const part = measures[source];
    if (!part) continue;
    least = Math.min(least, part.least);
    greatest = Math.max(greatest, part.greatest);
    sum += part.sum;
    count += part.count;
  }
  if (count === 0) return '';
  if (metric === 'max') return column.text(greatest);
  if (metric === 'min') return column.text(least);
  return column.text(sum / count);
}

/** Gives each slot, in order, with the stretches (in order) that begin within it; each stretch once. */
export function* stretchesOfSlots<Slot extends ReportSlot, Stretch extends { readonly at: number }>(
  slots: readonly Slot[],
  stretches: readonly Stretch[],
): Generator<{ readonly slot: Slot; readonly stretches: readonly Stretch[] }> {
  let index = 0;
  for (const slot of slots) {
    while (index < stretches.length && (stretches[index]?.at ?? 0) < slot.from) index += 1;
    const begin = index;
    while (index < stretches.length && (stretches[index]?.at ?? 0) < slot.until) index += 1;
    yield { slot, stretches: stretches.slice(begin, index) };
  }
}
