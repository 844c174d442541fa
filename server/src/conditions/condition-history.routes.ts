import {
  type ConditionsHistoryPoint,
  listConditionsBetween,
  listConditionsHistory,
  listConditionsOfDay,
  listConditionsOfMonth,
  listConditionsOfWeek,
  listPublicConditions,
  maxHistoryDays,
  tooLongHistory,
} from '@allclear/contract';
import { DAY_MS, HOUR_MS, localDayOf, MINUTE_MS, offsetMinutes, QUARTER_MS } from '@allclear/domain';
import type { FastifyInstance } from 'fastify';
import { timeZoneOf } from '../organizations/index.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { invalid, notFound } from '../platform/http/errors.ts';
import { serve } from '../platform/http/serve.ts';
import {
  type Reader,
  readableStation,
  type Station,
  type StretchLength,
  stationStretches,
} from '../stations/index.ts';
import {
  endsOf,
  type HistoryPoint,
  historyMeasures,
  historyPoints,
  rainOfHourSoFar,
} from './condition-history.ts';
import { presentHistoryPoint } from './present-condition-history.ts';

const stepMs = { quarter: QUARTER_MS, hour: HOUR_MS };

interface HistoryContext {
  readonly db: Database;
  readonly clock: Clock;
}

/** What a weather station measured before, for those who may open it. */
export function conditionHistoryRoutes(app: FastifyInstance, context: HistoryContext): void {
  const { db, clock } = context;
  const read = openHistory(context);

  serve(app, listConditionsHistory, async ({ principal, params, query }) => {
    const now = clock.now();
    return read.between(await station(principal, params.id), now - query.hours * HOUR_MS, now, 'quarter');
  });
  serve(app, listConditionsOfDay, async ({ principal, params }) =>
    read.ofDay(await station(principal, params.id)),
  );
  serve(app, listConditionsOfWeek, async ({ principal, params }) =>
    read.ofWeek(await station(principal, params.id)),
  );
  serve(app, listConditionsOfMonth, async ({ principal, params }) =>
    read.ofMonth(await station(principal, params.id)),
  );
  serve(app, listConditionsBetween, async ({ principal, params, query }) =>
    read.ofRange(await station(principal, params.id), query),
  );

  serve(app, listPublicConditions, async ({ params, query: { range, startDate, endDate }, reply }) => {
    const row = await station(null, params.id);
    const answer = await ofRange();
    // In shared caches: many who follow one link are one request.
    reply.header('cache-control', 'public, max-age=60');
    return answer;

    async function ofRange(): Promise<ConditionsHistoryPoint[]> {
      if (range === 'Day') return read.ofDay(row);
      if (range === 'Week') return read.ofWeek(row);
      if (range === 'Month') return read.ofMonth(row);
      if (startDate === undefined) throw invalid({ StartDate: ['StartDate is required'] });
      if (endDate === undefined) throw invalid({ EndDate: ['EndDate is required'] });
      return read.ofRange(row, { startDate, endDate });
    }
  });

  async function station(reader: Reader, id: string): Promise<Station> {
    const row = await readableStation(db, reader, id);
    if (!row) throw notFound('The weather station');
    return row;
  }
}

/** The ranges of a station's history. */
function openHistory({ db, clock }: HistoryContext) {
  return { ofDay, ofWeek, ofMonth, ofRange, between };

  async function ofDay(row: Station) {
    const now = clock.now();
    return between(row, now - DAY_MS, now, 'quarter');
  }

  async function ofWeek(row: Station) {
    const now = clock.now();
    return between(row, now - 7 * DAY_MS, now, 'hour');
  }

  async function ofMonth(row: Station) {
    const now = clock.now();
    return between(row, now - 29 * DAY_MS, now, 'day');
  }

  async function ofRange(row: Station, { startDate, endDate }: { startDate: string; endDate: string }) {
    const dayIn = timeZoneOf(row);
    const from = instantOf(startDate, dayIn, false);
    const to = instantOf(endDate, dayIn, true);
    if (!(to > from)) throw invalid({ EndDate: ['The end must be after the start'] });
    if (to - from > maxHistoryDays * DAY_MS + HOUR_MS) throw invalid({ EndDate: [tooLongHistory] });
    const step = to - from <= 2 * DAY_MS ? 'quarter' : to - from <= 14 * DAY_MS ? 'hour' : 'day';
    return between(row, from, Math.min(to, clock.now()), step);
  }

  /** The steps from the one that holds `from` until `to`, which is in the last, be it over or not. */
  async function between(
    row: Station,
    from: number,
    to: number,
    length: StretchLength,
  ): Promise<ConditionsHistoryPoint[]> {
    const dayIn = timeZoneOf(row);
    const first = length === 'day' ? localDayOf(from, dayIn).from : from - (from % stepMs[length]);
    const read = (of: StretchLength, since = first) =>
      stationStretches(db, row.id, { length: of, from: since, until: to + 1, measures: historyMeasures });
    if (length === 'quarter') {
      const quarters = await read('quarter', first - (first % HOUR_MS));
      const shown = quarters.filter(({ at }) => at >= first);
      return presented(row, historyPoints(shown, rainOfHourSoFar(quarters), endsOf.quarter));
    }
    const stretches = await read(length);
    if (length === 'hour') return presented(row, historyPoints(stretches, stretches, endsOf.hour));
    const lacks = stretches.some((of) => of.rainMm !== null && of.maxRainHourMm === null);
    return presented(row, historyPoints(stretches, lacks ? await read('hour') : [], endsOf.day(dayIn)));
  }
}

function presented(station: Station, points: readonly HistoryPoint[]): ConditionsHistoryPoint[] {
  return points.map((point) => presentHistoryPoint(point, station.rainFactor));
}

/** An instant as it is given, or the beginning of a local day ('2026-06-01'); of the last day its end. */
function instantOf(bound: string, timeZone: string, isLast: boolean): number {
  if (bound.includes('T')) return Date.parse(bound);
  const wall = Date.parse(`${bound}T00:00:00Z`) + (isLast ? DAY_MS : 0);
  const guess = wall - offsetMinutes(wall, timeZone) * MINUTE_MS;
  return wall - offsetMinutes(guess, timeZone) * MINUTE_MS;
}
