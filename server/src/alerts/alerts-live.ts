import type { AlertFeed } from '@allclear/adapters';
import { type ActiveAlert, activeAlerts, alertsCovering } from '@allclear/domain';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { type IndexedAlerts, indexAlerts } from './alert-index.ts';
import { createAlertReader } from './alert-reader.ts';
import { roundPlace } from './place-zones.store.ts';

/**
 * What is in effect is derived again whenever something changed, and after this, but not more often than
 * every five seconds of real time.
 */
const deriveEveryMs = 30_000;
const deriveEveryRealMs = 5_000;

export interface AlertsAt {
  /**
   * `unknown` when no list was read for 10 minutes, or when the zones of the place are not known yet. Then
   * `alerts` are those that were in effect and have not expired, and there may be more.
   */
  readonly state: 'known' | 'unknown';
  readonly alerts: readonly ActiveAlert[];
  /** The instant for which the list is good, epoch ms; null before the first. */
  readonly asOf: number | null;
}

export interface AlertsLive {
  /** Reads everything from the store: at the start and after a gap in the change feed. */
  load(): Promise<void>;
  /** Reads what is new since, on a change `alerts`. True when what is in effect anywhere may have changed. */
  refresh(): Promise<boolean>;
  /**
   * What is in effect at a place (degrees), newest first. Nothing, and known, where no feed of alerts is set.
   */
  at(place: { readonly latitude: number; readonly longitude: number }): AlertsAt;
  /** The zones of a place as the service names them; null until it has answered. */
  zonesAt(place: { readonly latitude: number; readonly longitude: number }): readonly string[] | null;
  /** What is in effect anywhere, newest first; `unknown` when no list was read for 10 minutes. */
  everywhere(): AlertsAt;
}

/**
 * The weather-service alerts of this process, derived from the store and kept current. `feeds` are those that
 * this installation polls. `zoned`: the feed's alerts may name zones instead of drawing them, so the zones of
 * each place must be requested; `zonesAt` has them.
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
  const isZoned = feeds.some(({ zoned }) => zoned);
  const reader = createAlertReader({ db, clock, log, vendors: feeds.map(({ vendor }) => vendor) });
  const { records } = reader;
  let derived: {
    readonly at: number;
    readonly revision: number;
    readonly active: readonly ActiveAlert[];
    readonly index: IndexedAlerts;
  } | null = null;
  const derive = () => {
    const now = clock.now();
    if (
      derived === null ||
      derived.revision !== records.revision ||
      now < derived.at ||
      now - derived.at >= Math.max(deriveEveryMs, deriveEveryRealMs * clock.speed)
    ) {
      const active = activeAlerts(records.alerts(), now);
      derived = { at: now, revision: records.revision, active, index: indexAlerts(active) };
    }
    return derived;
  };

  const zonesAt: AlertsLive['zonesAt'] = (place) => {
    const asked = isZoned ? records.zonesOf(roundPlace(place)) : [];
    return asked === undefined ? null : [...asked, ...feeds.flatMap((feed) => feed.zonesAt?.(place) ?? [])];
  };

  return {
    zonesAt,
    load: reader.load,
    refresh: reader.refresh,
    at(place) {
      const now = clock.now();
      if (feeds.length === 0) return { state: 'known', alerts: [], asOf: now };
      const known = zonesAt(place);
      const here = { ...place, zones: known ?? [] };
      const alerts = alertsCovering(derive().index.near(here), here).filter(({ endsAt }) => endsAt > now);
      return {
        state: reader.isCurrent() && known !== null ? 'known' : 'unknown',
        alerts,
        asOf: reader.asOf(),
      };
    },
    everywhere() {
      const now = clock.now();
      if (feeds.length === 0) return { state: 'known', alerts: [], asOf: now };
      return {
        state: reader.isCurrent() ? 'known' : 'unknown',
        alerts: derive().active.filter(({ endsAt }) => endsAt > now),
        asOf: reader.asOf(),
      };
    },
  };
}
