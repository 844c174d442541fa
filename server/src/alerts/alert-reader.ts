import { feedLimitsMs } from '@allclear/domain';
import type { FastifyBaseLogger } from 'fastify';
import { createSerialQueue } from '../platform/change-feed/serial-queue.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { readFeeds } from '../platform/feeds/store.ts';
import { AlertRecords } from './alert-records.ts';
import { readPlaceZones } from './place-zones.store.ts';
import { alertsNear, alertsReceivedSince } from './store.ts';

/** An older list does not show what is in effect. */
const limitMs = feedLimitsMs.alerts.down;
/** All records are read again this often, so that expired ones are dropped. */
const reloadEveryMs = 3_600_000;
/** Rows of one poll share an instant; another engine's clock may be a little behind. */
const overlapMs = 60_000;
export interface AlertReader {
  readonly records: AlertRecords;
  /** Reads everything. */
  load(): Promise<void>;
  /** Reads what is new since. True when what is in effect anywhere may have changed. */
  refresh(): Promise<boolean>;
  /** The instant for which the lists of all feeds are good, epoch ms; null before the first. */
  asOf(): number | null;
  /** Whether a list of every feed was read within the last 10 minutes. */
  isCurrent(): boolean;
}

/** Reads the alerts of `vendors` and the zones of places from the store, one read at a time. */
export function createAlertReader({
  db,
  clock,
  log,
  vendors,
}: {
  db: Database;
  clock: Clock;
  log: FastifyBaseLogger;
  vendors: readonly string[];
}): AlertReader {
  const records = new AlertRecords();
  let asOf: number | null = null;
  let loadedAt: number | null = null;
  const reads = createSerialQueue();

  const isCurrent = () => asOf !== null && clock.now() - asOf <= limitMs;

  /** True when the alerts became current, or are not current any more. */
  const readAsOf = async (): Promise<boolean> => {
    const through = await observedThroughOf(db, vendors);
    const wasCurrent = isCurrent();
    asOf = through;
    return isCurrent() !== wasCurrent;
  };

  const loadAll = async () => {
    const now = clock.now();
    // It is read before the alerts: it must not be newer than they are.
    await readAsOf();
    const alerts = await alertsNear(db, vendors, now);
    const places = await readPlaceZones(db, null);
    records.clear();
    records.addAlerts(alerts);
    records.addZones(places);
    loadedAt = now;
    log.debug(
      { alerts: records.alertCount, places: records.placeCount },
      'alerts of the weather service were read from the store',
    );
  };

  const readChanges = async (): Promise<boolean> => {
    if (loadedAt === null || clock.now() - loadedAt >= reloadEveryMs) {
      await loadAll();
      return true;
    }
    const hasCurrencyChanged = await readAsOf();
    const received = await alertsReceivedSince(db, vendors, records.newestReceivedAt - overlapMs);
    const haveAlertsChanged = records.addAlerts(received);
    const haveZonesChanged = records.addZones(await readPlaceZones(db, records.newestAskedAt - overlapMs));
    return hasCurrencyChanged || haveAlertsChanged || haveZonesChanged;
  };

  return {
    records,
    load: () => reads.add(loadAll),
    refresh: () => reads.add(readChanges),
    asOf: () => asOf,
    isCurrent,
  };
}

/** Through when every feed has been read, epoch ms; null while one of them has not been read yet. */
async function observedThroughOf(db: Database, vendors: readonly string[]): Promise<number | null> {
  const rows = (await readFeeds(db)).filter(
    ({ kind, vendor }) => kind === 'alerts' && vendors.includes(vendor),
  );
  let oldest: number | null = null;
  for (const vendor of vendors) {
    const through = rows.find((row) => row.vendor === vendor)?.observedThrough ?? null;
    if (through === null) return null;
    oldest = Math.min(oldest ?? through, through);
  }
  return oldest;
}
