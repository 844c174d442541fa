import {
  type Evapotranspiration,
  listEvapotranspiration,
  listEvapotranspirationBetween,
} from '@allclear/contract';
import {
  DAY_MS,
  evapotranspirationLacks,
  type LocalDay,
  localDay,
  localDayOf,
  localDaysBetween,
  maxEvapotranspirationDays,
} from '@allclear/domain';
import type { FastifyInstance } from 'fastify';
import { timeZoneOf } from '../../organizations/index.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { invalid, notFound } from '../../platform/http/errors.ts';
import { type Principal, serve } from '../../platform/http/serve.ts';
import { readableStation, type Station, stationStretches } from '../../stations/index.ts';
import { evapotranspirationOfDays, lastWholeDays } from './evapotranspiration-of-days.ts';
import { presentEvapotranspiration } from './present-evapotranspiration.ts';

/** The totals are of up to so many days, whatever the range. */
const weekDays = 7;

/** Evapotranspiration at a weather station, by whole local days of its own time zone. */
export function evapotranspirationRoutes(
  app: FastifyInstance,
  { db, clock }: { db: Database; clock: Clock },
): void {
  serve(app, listEvapotranspiration, async ({ principal, params, query }) => {
    const station = await readable(principal, params.id);
    return of(station, { count: Number(query.days) });
  });

  serve(app, listEvapotranspirationBetween, async ({ principal, params, query }) => {
    const station = await readable(principal, params.id);
    const timeZone = timeZoneOf(station);
    const first = dayOf(query.startDate, timeZone, false);
    const last = dayOf(query.endDate, timeZone, true);
    if (last.until <= first.from) throw invalid({ EndDate: ['The end must be after the start'] });
    if (last.until > clock.now()) throw invalid({ EndDate: ['The end must be in the past'] });
    // The longest days have 25 hours: a wide range is refused before its days are listed.
    const days =
      last.until - first.from > (maxEvapotranspirationDays + 1) * DAY_MS
        ? maxEvapotranspirationDays + 1
        : localDaysBetween(first.from, last.until, timeZone).length;
    if (days > maxEvapotranspirationDays)
      throw invalid({ EndDate: [`Custom Range must be ${maxEvapotranspirationDays} days or less.`] });
    return of(station, { from: first.from, until: last.until });
  });

  async function readable(principal: Principal, id: string): Promise<Station> {
    const station = await readableStation(db, principal, id);
    if (!station) throw notFound('The weather station');
    return station;
  }

  async function of(
    station: Station,
    range: { readonly count: number } | { readonly from: number; readonly until: number },
  ): Promise<Evapotranspiration> {
    const now = clock.now();
    const lastDays = lastWholeDays(weekDays, now, timeZoneOf(station));
    const weekRange = { from: lastDays[0]?.from ?? now, until: lastDays.at(-1)?.until ?? now };
    const week = await evapotranspirationOfDays(db, station, weekRange);
    const days =
      'count' in range ? week.slice(-range.count) : await evapotranspirationOfDays(db, station, range);
    const recent = await stationStretches(db, station.id, {
      length: 'day',
      from: weekRange.from,
      until: now,
    });
    return presentEvapotranspiration(station, {
      days,
      week,
      lacks: evapotranspirationLacks(station, recent),
    });
  }
}

/** The local day of a date, or the one that holds an instant; the end of a range may be the midnight after it. */
function dayOf(bound: string, timeZone: string, isEnd: boolean): LocalDay {
  return bound.includes('T')
    ? localDayOf(Date.parse(bound) - (isEnd ? 1 : 0), timeZone)
    : localDay(bound, timeZone);
}
