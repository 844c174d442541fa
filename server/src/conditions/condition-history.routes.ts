import {
  type ConditionsHistoryPoint,
  listConditionsBetween,
  listConditionsHistory,
  listConditionsOfDay,
  listConditionsOfMonth,
  listConditionsOfWeek,
  maxHistoryDays,
} from '@allclear/contract';
import { DAY_MS, HOUR_MS, MINUTE_MS, offsetMinutes } from '@allclear/domain';
import type { FastifyInstance } from 'fastify';
import { timeZoneOf } from '../organizations/index.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { invalid, notFound } from '../platform/http/errors.ts';
import { type Principal, serve } from '../platform/http/serve.ts';
import type { Station } from '../stations/index.ts';
import { historyPoints } from './condition-history.ts';
import { presentHistoryPoint } from './present-condition-history.ts';
import { startOfDay } from './routes.ts';
import { findReadableStation, type HistoryStep, historyBins } from './store.ts';

const quarters: HistoryStep = { minutes: 15 };
const hours: HistoryStep = { minutes: 60 };

/**
 * What a weather station measured before: of an organization's own only for itself, of government stations
 * for everyone.
 */
export function conditionHistoryRoutes(
  app: FastifyInstance,
  { db, clock }: { db: Database; clock: Clock },
): void {
  serve(app, listConditionsHistory, async ({ principal, params, query }) => {
    const now = clock.now();
    return history(await station(principal, params.id), now - query.hours * HOUR_MS, now, quarters);
  });

  serve(app, listConditionsOfDay, async ({ principal, params }) => {
    const now = clock.now();
    return history(await station(principal, params.id), now - DAY_MS, now, quarters);
  });

  serve(app, listConditionsOfWeek, async ({ principal, params }) => {
    const now = clock.now();
    return history(await station(principal, params.id), now - 7 * DAY_MS, now, hours);
  });

  serve(app, listConditionsOfMonth, async ({ principal, params }) => {
    const row = await station(principal, params.id);
    const dayIn = timeZoneOf(row);
    const now = clock.now();
    return history(row, startOfDay(now - 29 * DAY_MS, dayIn), now, { dayIn });
  });

  serve(app, listConditionsBetween, async ({ principal, params, query }) => {
    const row = await station(principal, params.id);
    const dayIn = timeZoneOf(row);
    const from = instantOf(query.startDate, dayIn, false);
    const to = instantOf(query.endDate, dayIn, true);
    if (!(to > from)) throw invalid({ EndDate: ['The end must be after the start'] });
    if (to - from > maxHistoryDays * DAY_MS + HOUR_MS)
      throw invalid({ EndDate: [`A range can be at most ${maxHistoryDays} days`] });
    const step = to - from <= 2 * DAY_MS ? quarters : to - from <= 14 * DAY_MS ? hours : { dayIn };
    return history(row, from, Math.min(to, clock.now()), step);
  });

  async function station(principal: Principal, id: string): Promise<Station> {
    const row = await findReadableStation(db, principal.organizationId, id);
    if (!row) throw notFound('The weather station');
    return row;
  }

  async function history(
    row: Station,
    from: number,
    to: number,
    step: HistoryStep,
  ): Promise<ConditionsHistoryPoint[]> {
    const binMinutes = 'dayIn' in step ? 60 : step.minutes / (step === quarters ? 3 : 4);
    const first = 'minutes' in step ? from - (from % (step.minutes * MINUTE_MS)) : from;
    const bins = await historyBins(db, row.id, { from: first, to: to + 1, step, binMinutes });
    return (await historyPoints(bins, row)).map(presentHistoryPoint);
  }
}

/** An instant as it is given, or the beginning of a local day ('2026-06-01'); of the last day its end. */
function instantOf(bound: string, timeZone: string, isLast: boolean): number {
  if (bound.includes('T')) return Date.parse(bound);
  const wall = Date.parse(`${bound}T00:00:00Z`) + (isLast ? DAY_MS : 0);
  const guess = wall - offsetMinutes(wall, timeZone) * MINUTE_MS;
  return wall - offsetMinutes(guess, timeZone) * MINUTE_MS;
}
