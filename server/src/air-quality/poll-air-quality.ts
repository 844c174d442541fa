import type { AirQualityFeed } from '@allclear/adapters';
import type { FastifyBaseLogger } from 'fastify';
import { systemActor } from '../platform/actor.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { FeedLog } from '../platform/feeds/feed-log.ts';
import { runFeedTasks } from '../platform/feeds/run-feed-tasks.ts';
import { recordFeed } from '../platform/feeds/store.ts';
import { airQualityAsOf, airQualityPlacesToAsk, storeAirQuality } from './store.ts';

const actor = systemActor('poll-air-quality');

/**
 * Asks what the air is like around every watched place, places within some three miles together, until the
 * signal aborts.
 */
export async function pollAirQuality({
  feed,
  db,
  clock,
  log,
  signal,
  nextWake,
}: {
  feed: AirQualityFeed;
  db: Database;
  clock: Clock;
  log: FastifyBaseLogger;
  signal: AbortSignal;
  nextWake: () => AbortSignal;
}): Promise<void> {
  const { vendor } = feed;
  const feedLog = new FeedLog(log, `${vendor} air quality`);
  let lastSuccessAt: number | null = null;
  let lastErrorAt: number | null = null;
  await runFeedTasks({
    ...{ feedLog, pauseMs: feed.pauseMs, clock, log, signal, nextWake },
    list: async () =>
      (await airQualityPlacesToAsk(db, vendor, clock.now() - feed.pollEveryMs)).map((place) => ({
        key: `${place.latitude},${place.longitude}`,
        async run() {
          const readings = await feed.read({
            ...place,
            now: clock.now(),
            signal,
            onFault: (fault) => feedLog.fault(fault),
          });
          await storeAirQuality(db, actor, vendor, place, readings, clock.now());
          lastSuccessAt = clock.now();
        },
      })),
    settle: async (lastError) => {
      if (lastError !== null) lastErrorAt = clock.now();
      const observedThrough = await airQualityAsOf(db, vendor);
      await recordFeed(db, {
        kind: 'air-quality',
        vendor,
        observedThrough,
        lastSuccessAt,
        lastError,
        lastErrorAt,
      });
    },
  });
}
