import {
  DAY_MS,
  type DailyEvapotranspiration,
  dailyEvapotranspiration,
  distanceMiles,
  type LocalDay,
  localDaysBetween,
} from '@allclear/domain';
import { timeZoneOf } from '../../organizations/index.ts';
import type { Database } from '../../platform/database/database.ts';
import {
  boxAround,
  governmentStationsIn,
  type Station,
  type StationStretch,
  stationReachMiles,
  stationStretches,
} from '../../stations/index.ts';
import { stuckPyranometerQuarters } from './stuck-pyranometers.store.ts';

export type EvapotranspirationStation = Pick<
  Station,
  'id' | 'latitude' | 'longitude' | 'elevationM' | 'windHeightM'
>;

interface CloudStation {
  readonly id: string;
  readonly name: string;
  readonly distanceMiles: number;
}

export interface StationEvapotranspiration extends DailyEvapotranspiration {
  /** Whose clouds the radiation was estimated from; null where it was measured, or they are the station's own. */
  readonly cloudStation: CloudStation | null;
}

/** A month of quarter hours is read at once. */
const daysAtOnce = 31;
/** How many government stations are asked for clouds where the nearest has none. */
const cloudStations = 3;

/**
 * The evapotranspiration of each local day of a station's time zone that holds an instant from `from` until `until`
 * (not included, epoch ms), in order. The caller bounds the range, and leaves out a day that is not over.
 */
export async function evapotranspirationOfDays(
  db: Database,
  station: EvapotranspirationStation,
  { from, until }: { readonly from: number; readonly until: number },
): Promise<StationEvapotranspiration[]> {
  const days = localDaysBetween(from, until, timeZoneOf(station));
  const found: StationEvapotranspiration[] = [];
  for (let first = 0; first < days.length; first += daysAtOnce)
    found.push(...(await ofSomeDays(db, station, days.slice(first, first + daysAtOnce))));
  return found;
}

async function ofSomeDays(
  db: Database,
  station: EvapotranspirationStation,
  days: readonly LocalDay[],
): Promise<StationEvapotranspiration[]> {
  const range = rangeOf(days);
  if (!range) return [];
  const quarters = await stationStretches(db, station.id, { length: 'quarter', ...range });
  const compute = (day: LocalDay, stuckQuarters: ReadonlySet<number>, cloudy: CloudySky | null) => ({
    ...dailyEvapotranspiration(
      {
        day,
        quarters: within(quarters, day),
        clouds: within(cloudy?.quarters ?? quarters, day),
        stuckQuarters,
      },
      station,
    ),
    cloudStation: cloudy?.station ?? null,
  });
  const found = new Map(days.map((day) => [day, compute(day, new Set(), null)]));
  const unmeasured = days.filter((day) => {
    const { radiation, missing } = found.get(day) ?? {};
    return radiation !== 'measured' && !missing?.includes('reports');
  });
  const doubtful = rangeOf(unmeasured);
  if (doubtful) {
    const stuck = await stuckPyranometerQuarters(db, station.id, doubtful);
    for (const day of unmeasured) found.set(day, compute(day, stuck, null));
    const isWithout = (day: LocalDay) => found.get(day)?.radiation === null;
    for await (const cloudy of cloudsAround(db, station, () => rangeOf(unmeasured.filter(isWithout)))) {
      for (const day of unmeasured.filter(isWithout)) {
        const estimate = compute(day, stuck, cloudy);
        if (estimate.radiation !== null) found.set(day, estimate);
      }
    }
  }
  return [...found.values()];
}

interface CloudySky {
  readonly station: CloudStation;
  readonly quarters: readonly StationStretch[];
}

/** The quarter hours of the nearest government stations, one after another while a range is still wanted. */
async function* cloudsAround(
  db: Database,
  station: EvapotranspirationStation,
  wanted: () => Range | null,
): AsyncGenerator<CloudySky> {
  if (!wanted()) return;
  const around = (await governmentStationsIn(db, boxAround(station)))
    .filter(({ id }) => id !== station.id)
    .map((one) => ({
      id: one.id,
      name: one.name,
      distanceMiles: distanceMiles(station, one) ?? Number.POSITIVE_INFINITY,
    }))
    .filter((one) => one.distanceMiles <= stationReachMiles)
    .sort((a, b) => a.distanceMiles - b.distanceMiles);
  for (const one of around.slice(0, cloudStations)) {
    const range = wanted();
    if (!range) return;
    yield { station: one, quarters: await stationStretches(db, one.id, { length: 'quarter', ...range }) };
  }
}

interface Range {
  readonly from: number;
  readonly until: number;
}

function rangeOf(days: readonly LocalDay[]): Range | null {
  const [first, last] = [days[0], days.at(-1)];
  return first && last ? { from: first.from, until: last.until } : null;
}

function within(quarters: readonly StationStretch[], { from, until }: LocalDay): StationStretch[] {
  return quarters.filter(({ at }) => at >= from && at < until);
}

/** The last whole days of a time zone before an instant, in order; the last one is yesterday. */
export function lastWholeDays(count: number, now: number, timeZone: string): LocalDay[] {
  return localDaysBetween(now - (count + 2) * DAY_MS, now, timeZone)
    .filter(({ until }) => until <= now)
    .slice(-count);
}
