import type { AlertFeed } from '@allclear/adapters';
import { createSerialQueue } from '../platform/change-feed/serial-queue.ts';
import { defineSubject, type Loop, type Platform } from '../platform/subject.ts';
import { advisoryRoutes } from './advisories.routes.ts';
import { type AlertsLive, createAlertsLive } from './alerts-live.ts';
import { askZoneShapes } from './ask-zone-shapes.ts';
import { askZones } from './ask-zones.ts';
import { openAlertFeeds } from './feeds.ts';
import { mapAlertRoutes } from './map-alerts.routes.ts';
import { pollAlerts } from './poll-alerts.ts';
import { dropAlertsBefore } from './store.ts';

export type { AlertsLive } from './alerts-live.ts';
export { type RoundedPlace, readPlaceZones, roundPlace } from './place-zones.store.ts';

/** How long alerts are kept after they ended. */
const alertsKeepMs = 7 * 24 * 3_600_000;

export interface AlertsApi {
  readonly live: AlertsLive;
  /** Calls the listener when new alerts can be read, until the returned function is called. */
  onRefresh(listener: () => void): () => void;
}

export const alerts = defineSubject({
  name: 'alerts',
  changeTopics: ['alerts'],
  openFeeds: ({ platform }) => openAlertFeeds(platform.weather),
  async open({ platform, feeds }) {
    const { db, clock, log, events } = platform;
    const live = createAlertsLive({ db, clock, log, feeds: feeds.map(asZonedFeed) });
    const listeners = new Set<() => void>();
    // Alerts have a queue of their own, so that they never delay lightning.
    const queue = createSerialQueue();
    const refresh = async () => {
      const changed = await live.refresh();
      for (const listener of listeners) listener();
      if (changed) events.publish('warnings');
    };
    const addRefresh = () =>
      queue
        .add(refresh)
        .catch((error: unknown) => log.error({ err: error }, 'alerts could not be read from the store'));
    const api: AlertsApi = {
      live,
      onRefresh(listener) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    };
    return {
      api,
      routes(app) {
        advisoryRoutes(app, { db, alerts: live });
        mapAlertRoutes(app, {
          db,
          alerts: live,
          shapesFrom: feeds.filter(({ shapeOf }) => shapeOf).map(({ vendor }) => vendor),
        });
      },
      loops: feeds.flatMap((feed) => loopsOf(feed, live, platform)),
      retention: [{ table: 'weather_alerts', keepMs: alertsKeepMs, dropBefore: dropAlertsBefore }],
      changes: {
        apply({ topic }) {
          if (topic === 'alerts') void addRefresh();
        },
        reload: () => live.load(),
      },
      health: { feeds: feeds.map(({ vendor }) => ({ kind: 'alerts', vendor })) },
      close: () => queue.idle(),
    };
  },
});

function loopsOf(feed: AlertFeed, live: AlertsLive, { db, clock, log, changes }: Platform): Loop[] {
  const { vendor, zonesOf, shapeOf } = feed;
  const nextWake = () => changes.next('locations');
  const loops: Loop[] = [
    {
      name: `alerts ${vendor}`,
      run: (signal) => pollAlerts({ feed, db, clock, log, signal }),
    },
  ];
  if (zonesOf) {
    loops.push({
      name: `zones of places ${vendor}`,
      run: (signal) => askZones({ feed: { vendor, zonesOf }, db, clock, log, signal, nextWake }),
    });
  }
  if (shapeOf) {
    loops.push({
      name: `shapes of zones ${vendor}`,
      run: (signal) => askZoneShapes({ feed: { vendor, shapeOf }, alerts: live, db, clock, log, signal }),
    });
  }
  return loops;
}

function asZonedFeed({ vendor, zonesOf, zonesAt }: AlertFeed) {
  return { vendor, zoned: zonesOf !== undefined, ...(zonesAt ? { zonesAt } : {}) };
}
