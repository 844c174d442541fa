import path from 'node:path';
import type { SnapshotFeed } from '@allclear/adapters';
import { forecasts } from '../forecasts/index.ts';
import { lightning } from '../lightning/index.ts';
import { pollSnapshots } from '../platform/feeds/poll-snapshots.ts';
import { createSnapshotsLive } from '../platform/feeds/snapshots-live.ts';
import { defineSubject, type Loop, type Platform } from '../platform/subject.ts';
import { createBaseMaps } from './base-maps/base-maps.ts';
import { baseMapRoutes } from './base-maps/routes.ts';
import { openMapFeeds } from './feeds.ts';
import { mapSettingsRoutes } from './map-settings.routes.ts';
import { type DiskCache, openDiskCache } from './radar/disk-cache.ts';
import { createRadar, type Radar } from './radar/radar.ts';
import { radarRoutes } from './radar/routes.ts';
import { createForecastRoads } from './roads/forecast-roads.ts';
import { roadConditionRoutes } from './roads/routes.ts';
import { mapRoutes } from './routes.ts';
import { mapSettings } from './settings.ts';
import { stormCellRoutes } from './storm-cells/routes.ts';
import { cellSightingsKeptMs, dropCellSightingsBefore, storeSightings } from './storm-cells/store.ts';
import { stormReplayRoutes } from './storm-replay/routes.ts';
import { surfaceAnalysisRoutes } from './surface-analysis.routes.ts';
import { tropicalRoutes } from './tropical.routes.ts';

export type { Radar } from './radar/radar.ts';
export { viewAround } from './radar/view-around.ts';

/** Most memory that tiles and letters of base maps may take: some thousands of them. */
const baseMapCacheBytes = 64 * 1024 * 1024;

export interface MapApi {
  readonly radar: Radar;
}

export const map = defineSubject({
  name: 'map',
  needs: { lightning, forecasts },
  settings: mapSettings,
  openFeeds: ({ platform, settings }) => openMapFeeds(platform, settings),
  async open({ platform, settings, needs, feeds }) {
    const { db, clock, log, rasterPool: pool } = platform;
    const { live } = needs.lightning;
    const roads =
      feeds.roads ??
      (needs.forecasts.source && createForecastRoads({ db, forecast: needs.forecasts.source, pool }));
    const radarFeeds = [...feeds.radar, ...(roads?.feeds ?? [])];
    const snapshots = createSnapshotsLive(db);
    const radar = createRadar({
      feeds: radarFeeds,
      snapshots,
      clock,
      pool,
      cacheBytes: settings.radarCacheBytes,
      disk: await openRadarDisk(settings.radarDiskBytes, platform),
    });
    const baseMaps = createBaseMaps({
      maps: feeds.baseMaps,
      path: '/api/map/base',
      cacheBytes: baseMapCacheBytes,
      log,
    });
    const { stormCells, tropical, fronts } = feeds;
    const polled: SnapshotFeed[] = [...radarFeeds, stormCells, tropical, ...(fronts ? [fronts] : [])];
    const api: MapApi = { radar };
    return {
      api,
      routes(app) {
        mapRoutes(app, { clock, live });
        mapSettingsRoutes(app, { db, clock });
        baseMapRoutes(app, { baseMaps });
        radarRoutes(app, { radar, clock });
        stormCellRoutes(app, { snapshots, clock, feed: stormCells });
        stormReplayRoutes(app, { db, clock, live, cellFeed: stormCells });
        tropicalRoutes(app, { snapshots, clock, feed: tropical });
        roadConditionRoutes(app, { roads, clock });
        surfaceAnalysisRoutes(app, { snapshots, clock, radar, fronts, hasTropical: true });
      },
      loops: polled.map((feed) => snapshotLoop(feed, platform, feed === stormCells)),
      retention: [
        {
          table: 'storm_cell_sightings',
          keepMs: cellSightingsKeptMs,
          dropBefore: dropCellSightingsBefore,
        },
      ],
      health: { feeds: polled.map(({ kind, vendor }) => ({ kind, vendor })) },
      async close() {
        baseMaps.close();
        await radar.close();
      },
    };
  },
});

function snapshotLoop(feed: SnapshotFeed, { db, clock, log }: Platform, hasSightings: boolean): Loop {
  const alongside = hasSightings ? { alongside: storeSightings } : {};
  return {
    name: `${feed.kind} ${feed.vendor}`,
    run: (signal) => pollSnapshots({ feed, db, clock, log, signal, ...alongside }),
  };
}

/** Radar works without its folder; the sources are then requested more often. */
async function openRadarDisk(
  maxBytes: number,
  { settings: { data, services }, log }: Pick<Platform, 'settings' | 'log'>,
): Promise<DiskCache | null> {
  if (maxBytes === 0 || !services.has('api')) return null;
  const onError = (error: unknown) => log.warn({ err: error }, 'radar images cannot be kept on disk');
  try {
    return await openDiskCache({ folder: path.join(data, 'radar'), maxBytes, onError });
  } catch (error) {
    onError(error);
    return null;
  }
}
