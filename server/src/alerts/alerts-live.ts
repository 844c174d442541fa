import type { AlertFeed } from '@allclear/adapters';
import { type ActiveAlert, activeAlerts, alertsCovering, feedLimitsMs } from '@allclear/domain';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { readFeeds } from '../platform/feeds/store.ts';
import { type IndexedAlerts, indexAlerts } from './alert-index.ts';
import { type PlaceZones, type RoundedPlace, readPlaceZones, roundPlace } from './place-zones.store.ts';
import { alertsNear, alertsReceivedSince, type StoredAlert } from './store.ts';

/** Past this a list no longer says what is in effect. */
const limitMs = feedLimitsMs.alerts!.down;
/** What is held is read anew this often, so that what is over is let go. */
const reloadEveryMs = 3_600_000;
/** Rows of one poll share an instant; another engine's clock may be a little behind. */
const overlapMs = 60_000;
/**
 * What is in effect is derived again whenever something changed, and after this, but not more often than
 * every five seconds of real time.
 */
const deriveEveryMs = 30_000;
const deriveEveryRealMs = 5_000;

export interface AlertsAt {
  /**
   * `unknown` when no list was read for 10 minutes, or when the service has not said yet in which zones the
   * place lies. Then `alerts` are those that were in effect and have not expired, and more may be.
   */
  readonly state: 'known' | 'unknown';
  readonly alerts: readonly ActiveAlert[];
  /** The instant for which the list is good, epoch ms; null before the first. */
  readonly asOf: number | null;
}

export interface AlertsLive {
  /** Reads everything from the store: at the start and after a gap in the notices. */
  load(): Promise<void>;
  /** Reads what is new since, on a notice `alerts`. Whether what is in effect anywhere may have changed. */
  refresh(): Promise<boolean>;
  /**
   * What is in effect at a place (degrees), newest first. Nothing, and known, where no feed of alerts is set.
   */
  at(place: { readonly latitude: number; readonly longitude: number }): AlertsAt;
  /** The zones of a place as the service names them; null while it has not said. */
  zonesAt(place: { readonly latitude: number; readonly longitude: number }): readonly string[] | null;
  /** What is in effect anywhere, newest first; `unknown` when no list was read for 10 minutes. */
  everywhere(): AlertsAt;
}

/**
 * The weather-service alerts of this process, derived from the store and kept current. `feeds` are those that
 * this installation polls; `zoned` says that a feed's alerts may name zones instead of drawing them, and that
 * the service must be asked for those of a place; `zonesAt` knows them.
 */
export function createAlertsLive({
  db,
  clock,
  log,
  feeds,
}: {
  db: Database;
  clock: Clock;
  log: FastifyBaseLogger;
  feeds: readonly ({ readonly vendor: string; readonly zoned: boolean } & Pick<AlertFeed, 'zonesAt'>)[];
}): AlertsLive {
  const vendors = feeds.map(({ vendor }) => vendor);
  const isZoned = feeds.some(({ zoned }) => zoned);
  let held = new Map<string, StoredAlert>();
  let zones = new Map<string, readonly string[]>();
  let asOf: number | null = null;
  let newestReceivedAt = 0;
  let newestAskedAt = 0;
  let loadedAt: number | null = null;
  let derived: {
    readonly at: number;
    readonly active: readonly ActiveAlert[];
    readonly index: IndexedAlerts;
  } | null = null;
  let reading: Promise<unknown> = Promise.resolve();

  /** One read at a time, in order. */
  const inOrder = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = reading.catch(() => {}).then(work);
    reading = turn;
    return turn;
  };

  const takeAlerts = (alerts: readonly StoredAlert[]): boolean => {
    let changed = false;
    for (const stored of alerts) {
      const key = `${stored.vendor} ${stored.alert.id}`;
      changed ||= held.get(key)?.receivedAt !== stored.receivedAt;
      held.set(key, stored);
      newestReceivedAt = Math.max(newestReceivedAt, stored.receivedAt);
    }
    return changed;
  };

  const takeZones = (places: readonly PlaceZones[]): boolean => {
    let changed = false;
    for (const place of places) {
      const key = keyOf(place);
      changed ||= zones.get(key)?.join() !== place.zones.join();
      zones.set(key, place.zones);
      newestAskedAt = Math.max(newestAskedAt, place.askedAt);
    }
    return changed;
  };

  const readAsOf = async (): Promise<boolean> => {
    const rows = (await readFeeds(db)).filter(
      ({ kind, vendor }) => kind === 'alerts' && vendors.includes(vendor),
    );
    const throughs = vendors.map(
      (vendor) => rows.find((row) => row.vendor === vendor)?.observedThrough ?? null,
    );
    const wasCurrent = isCurrent(asOf);
    // Known is what every feed has been read for.
    asOf = throughs.includes(null) || throughs.length === 0 ? null : Math.min(...(throughs as number[]));
    return isCurrent(asOf) !== wasCurrent;
  };

  const isCurrent = (at: number | null) => at !== null && clock.now() - at <= limitMs;

  const loadAll = async () => {
    const now = clock.now();
    // Read before the alerts: what it says must not be younger than they are.
    await readAsOf();
    const alerts = await alertsNear(db, vendors, now);
    const places = await readPlaceZones(db, null);
    held = new Map();
    zones = new Map();
    takeAlerts(alerts);
    takeZones(places);
    loadedAt = now;
    derived = null;
    log.debug(
      { alerts: held.size, places: zones.size },
      'alerts of the weather service were read from the store',
    );
  };

  const derive = () => {
    const now = clock.now();
    if (
      derived === null ||
      now < derived.at ||
      now - derived.at >= Math.max(deriveEveryMs, deriveEveryRealMs * clock.speed)
    ) {
      const all = [...held.values()].map(({ alert }) => alert);
      const active = activeAlerts(all, now);
      derived = { at: now, active, index: indexAlerts(active) };
    }
    return derived;
  };

  const zonesAt: AlertsLive['zonesAt'] = (place) => {
    const asked = isZoned ? zones.get(keyOf(roundPlace(place))) : [];
    return asked === undefined ? null : [...asked, ...feeds.flatMap((feed) => feed.zonesAt?.(place) ?? [])];
  };

  return {
    zonesAt,
    load: () => inOrder(loadAll),
    refresh: () =>
      inOrder(async () => {
        if (loadedAt === null || clock.now() - loadedAt >= reloadEveryMs) {
          await loadAll();
          return true;
        }
        const changes = [
          await readAsOf(),
          takeAlerts(await alertsReceivedSince(db, vendors, newestReceivedAt - overlapMs)),
          takeZones(await readPlaceZones(db, newestAskedAt - overlapMs)),
        ];
        if (changes[1]) derived = null;
        return changes.includes(true);
      }),
    at(place) {
      const now = clock.now();
      if (feeds.length === 0) return { state: 'known', alerts: [], asOf: now };
      const known = zonesAt(place);
      const here = { ...place, zones: known ?? [] };
      const alerts = alertsCovering(derive().index.near(here), here).filter(({ endsAt }) => endsAt > now);
      return { state: isCurrent(asOf) && known !== null ? 'known' : 'unknown', alerts, asOf };
    },
    everywhere() {
      const now = clock.now();
      if (feeds.length === 0) return { state: 'known', alerts: [], asOf: now };
      return {
        state: isCurrent(asOf) ? 'known' : 'unknown',
        alerts: derive().active.filter(({ endsAt }) => endsAt > now),
        asOf,
      };
    },
  };
}

function keyOf({ latitude, longitude }: RoundedPlace): string {
  return `${latitude},${longitude}`;
}
