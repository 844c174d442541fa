import type {
  AirQualityFeed,
  AlertFeed,
  ForecastFeed,
  LightningFeed,
  ObservationFeed,
  SimulatedStations,
  SnapshotFeed,
} from '@allclear/adapters';
import type { FastifyBaseLogger } from 'fastify';
import { pollAirQuality } from '../../air-quality/poll-air-quality.ts';
import type { AlertsLive } from '../../alerts/alerts-live.ts';
import { askZoneShapes } from '../../alerts/ask-zone-shapes.ts';
import { askZones } from '../../alerts/ask-zones.ts';
import { pollAlerts } from '../../alerts/poll-alerts.ts';
import { dropAlertsBefore } from '../../alerts/store.ts';
import { pollForecasts } from '../../forecasts/poll-forecasts.ts';
import { dropForecastsReadBefore } from '../../forecasts/store.ts';
import type { LightningLive } from '../../lightning/lightning-live.ts';
import { type LightningAround, pollAroundPlaces } from '../../lightning/poll-around-places.ts';
import { pollLightning } from '../../lightning/poll-lightning.ts';
import { dropBatchesBefore } from '../../lightning/store.ts';
import { cellSightingsKeptMs, dropCellSightingsBefore, storeSightings } from '../../map/storm-cells/store.ts';
import { pollObservations } from '../../stations/poll-observations.ts';
import { simulateCameras } from '../../stations/simulate-cameras.ts';
import { simulateStations } from '../../stations/simulate-stations.ts';
import { dropParticlesBefore } from '../../stations/station-particles.store.ts';
import { dropWarningsBefore } from '../../warnings/store.ts';
import { WarningWatch } from '../../warnings/watch-warnings.ts';
import type { Change } from '../change-feed/change-feed.store.ts';
import type { Clock } from '../clock/clock.ts';
import type { Store } from '../database/database.ts';
import { dropPartitionsBefore } from '../database/partitions.store.ts';
import { pollSnapshots } from '../feeds/poll-snapshots.ts';
import { tryEngineLock } from './engine-lock.store.ts';

/** How long raw data are kept. */
const retentionMs = 400 * 24 * 3_600_000;
/** Alerts of the weather service, after they ended; forecasts that were not read again. */
const alertRetentionMs = 7 * 24 * 3_600_000;
const standbyMs = 2_000;
const housekeepingMs = 3_600_000;

export interface Engine {
  /**
   * Something in the store changed; after a location was added or moved, observations around it are wanted
   * soon.
   */
  apply(change: Change): void;
  stop(): Promise<void>;
}

/**
 * Polls the feeds and stores what they bring, in exactly one process of a database: the holder of the lock.
 * The others stand by and take over when it goes.
 */
export function startEngine({
  store,
  clock,
  live,
  alerts,
  lightning,
  lightningAround = null,
  lightningKeptMs = retentionMs,
  observations,
  snapshotFeeds = [],
  alertFeeds,
  forecast = null,
  airQuality = null,
  simulatedStations = null,
  log,
}: {
  store: Store;
  clock: Clock;
  live: LightningLive;
  alerts: AlertsLive;
  lightning: readonly LightningFeed[];
  /** A network that is asked by place, null for none. */
  lightningAround?: LightningAround | null;
  /** How long strikes and looks are kept; longer than the picture looks back. */
  lightningKeptMs?: number;
  observations: readonly ObservationFeed[];
  /** Radar, storm cells, tropical systems: what is read whole each time. */
  snapshotFeeds?: readonly SnapshotFeed[];
  alertFeeds: readonly AlertFeed[];
  forecast?: ForecastFeed | null;
  airQuality?: AirQualityFeed | null;
  /** Own stations that report the simulated weather, null for none. */
  simulatedStations?: SimulatedStations | null;
  log: FastifyBaseLogger;
}): Engine {
  const stopping = new AbortController();
  let wake = new AbortController();
  let warnings: WarningWatch | null = null;

  const work = async (signal: AbortSignal) => {
    // What another engine stored last may still be on its way as a notice.
    await Promise.all([live.load(), alerts.load()]);
    const watch = new WarningWatch({ db: store.db, clock, live, alerts });
    warnings = watch;
    const unsubscribe = live.onBatches((batches) => watch.batches(batches));
    const loops = [
      ...lightning.map((feed) => pollLightning({ feed, db: store.db, live, clock, log, signal })),
      ...(lightningAround
        ? [
            pollAroundPlaces({
              around: lightningAround,
              db: store.db,
              live,
              clock,
              log,
              signal,
              nextWake: () => wake.signal,
            }),
          ]
        : []),
      ...observations.map((feed) =>
        pollObservations({ feed, db: store.db, clock, log, signal, nextWake: () => wake.signal }),
      ),
      ...alertFeeds.map((feed) => pollAlerts({ feed, db: store.db, clock, log, signal })),
      ...alertFeeds.flatMap(({ vendor, zonesOf }) =>
        zonesOf
          ? [
              askZones({
                feed: { vendor, zonesOf },
                db: store.db,
                clock,
                log,
                signal,
                nextWake: () => wake.signal,
              }),
            ]
          : [],
      ),
      ...alertFeeds.flatMap(({ vendor, shapeOf }) =>
        shapeOf
          ? [askZoneShapes({ feed: { vendor, shapeOf }, alerts, db: store.db, clock, log, signal })]
          : [],
      ),
      ...(forecast
        ? [pollForecasts({ feed: forecast, db: store.db, clock, log, signal, nextWake: () => wake.signal })]
        : []),
      ...snapshotFeeds.map((feed) =>
        pollSnapshots({
          feed,
          db: store.db,
          clock,
          log,
          signal,
          ...(feed.kind === 'storm-cells' ? { alongside: storeSightings } : {}),
        }),
      ),
      ...(airQuality
        ? [
            pollAirQuality({
              feed: airQuality,
              db: store.db,
              clock,
              log,
              signal,
              nextWake: () => wake.signal,
            }),
          ]
        : []),
      ...(simulatedStations
        ? [simulateStations, simulateCameras].map((run) =>
            run({ simulation: simulatedStations, db: store.db, clock, log, signal }),
          )
        : []),
      watch.run(signal, log),
      housekeeping(signal),
    ];
    try {
      await Promise.all(loops);
    } finally {
      unsubscribe();
      warnings = null;
    }
  };

  const housekeeping = async (signal: AbortSignal) => {
    while (!signal.aborted) {
      try {
        const before = clock.now() - retentionMs;
        await dropPartitionsBefore(store.db, 'flashes', clock.now() - lightningKeptMs);
        await dropPartitionsBefore(store.db, 'observations', before);
        await dropBatchesBefore(store.db, clock.now() - lightningKeptMs);
        await dropWarningsBefore(store.db, before);
        await dropAlertsBefore(store.db, clock.now() - alertRetentionMs);
        await dropForecastsReadBefore(store.db, clock.now() - alertRetentionMs);
        await dropParticlesBefore(store.db, clock.now() - alertRetentionMs);
        await dropCellSightingsBefore(store.db, clock.now() - cellSightingsKeptMs);
      } catch (error) {
        log.error({ err: error }, 'old data could not be dropped');
      }
      await clock.sleep(housekeepingMs, signal);
    }
  };

  const run = async () => {
    let told = false;
    while (!stopping.signal.aborted) {
      const turn = new AbortController();
      const end = () => turn.abort();
      stopping.signal.addEventListener('abort', end, { once: true });
      try {
        const lock = await tryEngineLock(store.url, (error) => {
          log.warn({ reason: error?.message }, 'the engine lost its lock and stops until it has it again');
          turn.abort();
        });
        if (lock === null) {
          if (!told) log.info('another engine is active; standing by');
          told = true;
        } else {
          told = false;
          log.info('the engine is active');
          try {
            await work(turn.signal);
          } finally {
            turn.abort();
            await lock.release();
          }
        }
      } catch (error) {
        log.error({ err: error }, 'the engine failed and starts again');
      } finally {
        stopping.signal.removeEventListener('abort', end);
      }
      if (!stopping.signal.aborted) await new Promise((resolve) => setTimeout(resolve, standbyMs));
    }
  };
  const running = run();

  return {
    apply(change) {
      warnings?.apply(change);
      if (change.topic !== 'locations') return;
      const previous = wake;
      wake = new AbortController();
      previous.abort();
    },
    async stop() {
      stopping.abort();
      await running;
      await Promise.all(lightning.map((feed) => feed.close()));
    },
  };
}
