import { setImmediate } from 'node:timers/promises';
import type { ReportRequest } from '@allclear/contract';
import {
  isReportInterval,
  isWeatherMetric,
  isWeatherType,
  type LocalDay,
  localDay,
  localDaysBetween,
  offsetMinutes,
  placesOfSlots,
  type ReportHours,
  type ReportInterval,
  type ReportSlot,
  type ReportStretches,
  reportHours,
  type SlotTimes,
  slotsOfDay,
  slotTimes,
  type WeatherColumn,
  type WeatherMetric,
  type WeatherTypeName,
  weatherColumns,
  weatherRow,
  weatherRowHead,
} from '@allclear/domain';
import type { Database } from '../../platform/database/database.ts';
import type { StretchLength } from '../../stations/index.ts';
import type { ReportRows } from './report-rows.ts';
import { type ReportStation, readStretches } from './stretches.store.ts';

/** Evapotranspiration (mm) of the local days of a station, by the beginning of each day (epoch ms). */
export type EvapotranspirationOf = (
  db: Database,
  station: ReportStation,
  range: { readonly from: number; readonly until: number },
) => Promise<ReadonlyMap<number, number | null>>;

/** Stretches that are read at once: some milliseconds of reading. */
const daysAtOnce = { quarter: 30, hour: 100, day: 730 } as const satisfies Record<StretchLength, number>;
/** Rows after which others get their turn: about a millisecond of work. */
const rowsAtOnce = 150;

export interface WeatherReportNeeds {
  readonly db: Database;
  /** What has not begun by then has no row, epoch ms. */
  readonly now: number;
  readonly evapotranspiration: EvapotranspirationOf;
}

/** The rows of a weather report, station by station, in portions: no more than a portion is held at once. */
export function weatherRows(
  request: ReportRequest,
  stations: readonly ReportStation[],
  { startDate, endDate }: { startDate: string; endDate: string },
  needs: WeatherReportNeeds,
): ReportRows {
  const filters = request.HardwareFilters;
  if (!filters || !isReportInterval(filters.DataInterval))
    throw new Error('A report of weather has filters and an interval.');
  const interval = filters.DataInterval;
  const columns = weatherColumns(
    chosenTypes(filters.ObservationTypes),
    request.UnitType === 1 ? 'metric' : 'us',
  );
  const hours = reportHours(filters.TimeFilter);
  return {
    head: [...weatherRowHead, ...columns.map(({ header }) => header)],
    // The name of a station is the only text.
    isText: [true, ...weatherRowHead.slice(1).map(() => false), ...columns.map(() => false)],
    async *portions() {
      const planOf = plansByZone({ startDate, endDate, interval, hours, now: needs.now });
      const reading: Promise<ReportStretches | null>[] = [];
      try {
        let before: ReportPart | null = null;
        for (const part of partsOf(stations, planOf)) {
          // A part is read while the rows of the one before are written.
          reading.push(stretchesFor(part, columns, needs));
          if (before) yield* rowsOf(before, (await reading.shift()) ?? null, columns);
          before = part;
        }
        if (before) yield* rowsOf(before, (await reading.shift()) ?? null, columns);
      } finally {
        // Nothing may be read after the transaction.
        await Promise.allSettled(reading);
      }
    },
  };
}

/** A part of a report that is read at once. */
interface ReportPart {
  readonly station: ReportStation;
  readonly length: StretchLength;
  readonly slots: readonly TimedSlot[];
  /** Which share of the report is written after it, 0–1. */
  readonly done: number;
}

function* partsOf(
  stations: readonly ReportStation[],
  planOf: (timeZone: string) => ZonePlan,
): Generator<ReportPart> {
  for (const [index, station] of stations.entries()) {
    const { length, portions } = planOf(station.timeZone);
    for (const [place, slots] of portions.entries()) {
      const done = (index + (place + 1) / portions.length) / stations.length;
      yield { station, length, slots, done };
    }
  }
}

/** A slot with the texts of its times. */
type TimedSlot = ReportSlot & { readonly times: SlotTimes };

interface ZonePlan {
  readonly length: StretchLength;
  /** The rows of a station of the zone, in portions. */
  readonly portions: readonly (readonly TimedSlot[])[];
}

/** The rows of the stations of each zone, computed once a zone: calendars of zones are slow. */
function plansByZone({
  startDate,
  endDate,
  interval,
  hours,
  now,
}: {
  startDate: string;
  endDate: string;
  interval: ReportInterval;
  hours: ReportHours;
  now: number;
}): (timeZone: string) => ZonePlan {
  const plans = new Map<string, ZonePlan>();
  return (timeZone) => {
    const found = plans.get(timeZone);
    if (found) return found;
    const from = localDay(startDate, timeZone).from;
    const until = Math.min(localDay(endDate, timeZone).until, now);
    const days = from < until ? localDaysBetween(from, until, timeZone) : [];
    const length = lengthFor(interval, { timeZone, days, isWhole: hours.between === null });
    const portions = portionsOf(days, daysAtOnce[length]).map((portion) =>
      portion
        .flatMap((day) => slotsOfDay(day, timeZone, { interval, hours }))
        .filter((slot) => slot.from < now)
        .map((slot) => ({ ...slot, times: slotTimes(slot) })),
    );
    const plan = { length, portions };
    plans.set(timeZone, plan);
    return plan;
  };
}

async function* rowsOf(
  { station, slots, done }: ReportPart,
  stretches: ReportStretches | null,
  columns: readonly WeatherColumn[],
) {
  if (stretches === null) return;
  let rows: string[][] = [];
  const places = placesOfSlots(slots, stretches.at);
  for (const [index, slot] of slots.entries()) {
    const within = [places[index * 2] ?? 0, places[index * 2 + 1] ?? 0] as const;
    const row = weatherRow(slot, stretches, within, columns, slot.times);
    row.unshift(station.name);
    rows.push(row);
    if (rows.length < rowsAtOnce) continue;
    yield { rows, done };
    rows = [];
    await setImmediate();
  }
  if (rows.length > 0) yield { rows, done };
}

/** The stretches of the slots of a part, null without a slot; a failure is thrown where they are awaited. */
function stretchesFor(
  { station, length, slots }: ReportPart,
  columns: readonly WeatherColumn[],
  { db, now, evapotranspiration }: WeatherReportNeeds,
): Promise<ReportStretches | null> {
  const [first, last] = [slots[0], slots.at(-1)];
  if (!first || !last) return Promise.resolve(null);
  const range = { from: first.from, until: last.until };
  const read = async () => {
    const stretches = await readStretches(db, station, { length, ...range, columns });
    // Of whole days only.
    const lastWhole = slots.findLast(({ until }) => until <= now);
    if (!lastWhole || !columns.some(({ source }) => source === 'evapotranspiration')) return stretches;
    const ofDays = await evapotranspiration(db, station, { ...range, until: lastWhole.until });
    return {
      ...stretches,
      evapotranspirationMm: stretches.at.map((at) => ofDays.get(at) ?? Number.NaN),
    };
  };
  const reading = read();
  // It may fail while the rows before it are written; whoever awaits it throws.
  reading.catch(() => {});
  return reading;
}

/**
 * From which summaries rows are put together: hours are those of UTC, so where a clock is not whole hours from it, and
 * for hours of days, they are put together from quarter hours.
 */
function lengthFor(
  interval: ReportInterval,
  { timeZone, days, isWhole }: { timeZone: string; days: readonly LocalDay[]; isWhole: boolean },
): StretchLength {
  if (interval === 1440) return isWhole ? 'day' : 'quarter';
  if (interval !== 60) return 'quarter';
  const inWholeHours = days.every(
    ({ from, until }) =>
      offsetMinutes(from, timeZone) % 60 === 0 && offsetMinutes(until - 1, timeZone) % 60 === 0,
  );
  return inWholeHours ? 'hour' : 'quarter';
}

function portionsOf<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}

function chosenTypes(
  types: Readonly<Record<string, readonly string[]>>,
): Partial<Record<WeatherTypeName, WeatherMetric[]>> {
  return Object.fromEntries(
    Object.entries(types).flatMap(([name, metrics]) =>
      isWeatherType(name) ? [[name, metrics.filter(isWeatherMetric)]] : [],
    ),
  );
}
