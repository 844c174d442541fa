import type { LightningFeed } from '@allclear/adapters';
import { feedState, type IndexedFeed } from '@allclear/domain';
import { Gauge } from 'prom-client';
import { defineSubject, type Loop, type Platform } from '../platform/subject.ts';
import { type LightningFeeds, openLightningFeeds } from './feeds.ts';
import { ingestRoutes } from './ingest/routes.ts';
import { listStrikeFeeds, vendorOf } from './ingest/store.ts';
import { createLightningLive, type LightningLive } from './lightning-live.ts';
import { pollAroundPlaces } from './poll-around-places.ts';
import { pollLightning } from './poll-lightning.ts';
import { lightningRetention } from './retention.ts';
import { lightningRoutes } from './routes.ts';
import { lightningSettings } from './settings.ts';
import { thunderRoutes } from './thunder/thunder.routes.ts';
import { watchLocations } from './watch-locations.ts';

export { type Box, isInBox } from './box.ts';
export {
  findStrikeFeed,
  ingestStrikes,
  registerStrikeFeed,
  type StrikeFeed,
  StrikeFeedTaken,
  vendorOf,
} from './ingest/store.ts';
export type { LightningLive } from './lightning-live.ts';
export { LightningWatch } from './lightning-watch.ts';
export { newestStrikes } from './newest-strikes.ts';
export { presentStrikePoints } from './present-strike-points.ts';
export { unpackPoints } from './store.ts';
export { createStrikeArrivals } from './strike-arrivals.ts';

export interface LightningApi {
  readonly live: LightningLive;
}

export const lightning = defineSubject({
  name: 'lightning',
  settings: lightningSettings,
  topics: { lightning: 'user', strikes: 'organization', thunder: 'organization' },
  changeTopics: ['lightning-batches', 'strike-feeds', 'thunder'],
  openFeeds: ({ platform, settings }) => openLightningFeeds(platform.weather, settings),
  async open({ platform, feeds }) {
    const { db, clock, events, log, weather } = platform;
    const live = createLightningLive({ db, clock, feeds: feeds.regions.map(asIndexedFeed) });
    const watch = watchLocations({ db, clock, live, events, log });
    const api: LightningApi = { live };
    return {
      api,
      async routes(app) {
        lightningRoutes(app, { db, clock, live });
        thunderRoutes(app, { db, clock, live });
        await ingestRoutes(app, { db, clock, live });
      },
      loops: loopsOf(feeds, live, platform),
      retention: lightningRetention(weather.kind),
      changes: watch,
      health: {
        feeds: [...feeds.regions, ...(feeds.aroundPlaces ? [feeds.aroundPlaces] : [])].map(({ vendor }) => ({
          kind: 'lightning',
          vendor,
        })),
        ownFeeds: (organizationId, now) => ownFeeds(platform, live, organizationId, now),
        metrics(registry) {
          new Gauge({
            name: 'allclear_lightning_lag_seconds',
            help: 'How far the observation of a lightning feed lies behind the clock, in seconds of weather',
            labelNames: ['feed'] as const,
            registers: [registry],
            collect() {
              for (const vendor of live.vendors) {
                const through = live.lightningIndex.observationOf(vendor, clock.now())?.observedThrough;
                if (through !== undefined) this.set({ feed: vendor }, (clock.now() - through) / 1000);
              }
            },
          });
        },
      },
      async close() {
        await watch.close();
        await Promise.all(feeds.regions.map((feed) => feed.close()));
      },
    };
  },
});

function loopsOf(
  { regions, aroundPlaces: around }: LightningFeeds,
  live: LightningLive,
  { db, clock, log, changes }: Platform,
): Loop[] {
  const loops = regions.map(
    (feed): Loop => ({
      name: `lightning ${feed.vendor}`,
      run: (signal) => pollLightning({ feed, db, live, clock, log, signal }),
    }),
  );
  if (around) {
    const nextWake = () => changes.next('locations');
    loops.push({
      name: `lightning ${around.vendor}`,
      run: (signal) => pollAroundPlaces({ around, db, live, clock, log, signal, nextWake }),
    });
  }
  return loops;
}

function asIndexedFeed(feed: LightningFeed): IndexedFeed {
  return {
    vendor: feed.vendor,
    providesCoverage: true,
    covers: (latitude, longitude) => feed.covers(latitude, longitude),
    ...(feed.sunWindow && { sunWindow: feed.sunWindow }),
  };
}

/** What the feeds have observed that an organization registered; a sensor as long as it reports. */
async function ownFeeds({ db }: Platform, live: LightningLive, organizationId: string, now: number) {
  return (await listStrikeFeeds(db, organizationId)).map((row) => {
    const kind = 'lightning';
    const observed = live.lightningIndex.observationOf(vendorOf(row), now)?.observedThrough ?? null;
    const observedThrough = row.providesCoverage ? observed : row.lastContactAt;
    return {
      kind,
      vendor: `ingest:${row.name}`,
      state: feedState({ kind, observedThrough, lastError: null }, now),
      observedThrough: observedThrough === null ? null : new Date(observedThrough).toISOString(),
      lastError: null,
    };
  });
}
