import { DAY_MS } from '@allclear/domain';
import type { FastifyBaseLogger } from 'fastify';
import { timeZoneOf } from '../../organizations/index.ts';
import { systemActor } from '../../platform/actor.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import { type Database, inTransaction } from '../../platform/database/database.ts';
import {
  fillParticles,
  isPending,
  newestPendingMonth,
  type PendingMonth,
  pendingMonthsOf,
  removePending,
  reportedQuarters,
} from './fills.store.ts';
import { sumUpReports } from './sum-up-reports.ts';
import {
  ensureSummaryPartitions,
  lockStations,
  type StationStretch,
  type StretchRange,
  storedStretches,
} from './summaries.store.ts';

const actor = systemActor('fill-summaries');

/** Where no month was left: none comes back, so that nobody needs to look again. */
const done = new WeakSet<Database>();

/** So much of a month is summed up at once: a station's new reports wait no longer than that. */
const pieceMs = 4 * DAY_MS;
/** A month that could not be summed up is tried again after this. */
const retryMs = 60_000;

/**
 * Sums up a month that was stored before reports were summed up as they came. Begun again, or by two at once, it leaves
 * the same.
 */
export async function fillMonth(db: Database, month: PendingMonth): Promise<void> {
  const { station, from, until } = month;
  const summed = { ...station, timeZone: timeZoneOf(station) };
  await ensureSummaryPartitions(db, [from, until]);
  await fillParticles(db, actor, month);
  for (let at = from; at < until; at += pieceMs) {
    const isDone = await inTransaction(db, async (transaction) => {
      await lockStations(transaction, [station.id]);
      if (!(await isPending(transaction, month))) return true;
      const piece = { from: at, until: Math.min(until, at + pieceMs) };
      const instants = await reportedQuarters(transaction, station.id, piece);
      await sumUpReports(transaction, [{ station: summed, instants }]);
      return false;
    });
    if (isDone) return;
  }
  await removePending(db, actor, month);
}

/** Sums up the months that are left, newest first, until none is; a restart goes on with the month it was in. */
export async function fillSummaries({
  db,
  clock,
  log,
  signal,
}: {
  db: Database;
  clock: Clock;
  log: FastifyBaseLogger;
  signal: AbortSignal;
}): Promise<void> {
  while (!signal.aborted) {
    try {
      const month = await newestPendingMonth(db);
      if (!month) return;
      await fillMonth(db, month);
    } catch (error) {
      log.error({ err: error }, 'old reports could not be summed up');
      await clock.sleep(retryMs, signal);
    }
  }
}

/**
 * The stretches of a station in a range, in order. Months that
 * are not summed up yet are summed up first, by the same work as in the background: so an answer never lacks reports
 * that are there, and there is one way in which summaries come about.
 */
export async function stationStretches(
  db: Database,
  stationId: string,
  stretches: StretchRange,
): Promise<StationStretch[]> {
  if (!done.has(db)) await fillRange(db, stationId, stretches);
  return storedStretches(db, stationId, stretches);
}

async function fillRange(
  db: Database,
  stationId: string,
  stretches: { from: number; until: number },
): Promise<void> {
  if (!(await newestPendingMonth(db))) {
    done.add(db);
    return;
  }
  // A day reaches beyond the instants between which it begins.
  const reached = { from: stretches.from - DAY_MS, until: stretches.until + DAY_MS };
  for (const month of await pendingMonthsOf(db, stationId, reached)) await fillMonth(db, month);
}
