import type { AirQualityFeed } from '@allclear/adapters';
import { systemActor } from '../platform/actor.ts';
import type { StoringLoop } from '../platform/feeds/repeat-turns.ts';
import { runFeedTasks } from '../platform/feeds/run-feed-tasks.ts';
import { airQualityAsOf, airQualityPlacesToAsk, storeAirQuality } from './store.ts';

const actor = systemActor('poll-air-quality');

/**
 * Requests the air quality around every watched place until the signal aborts. Places within some three miles
 * share a request.
 */
export async function pollAirQuality({ feed, db, ...loop }: StoringLoop<AirQualityFeed>): Promise<void> {
  const { vendor } = feed;
  const { clock, signal } = loop;
  await runFeedTasks({
    ...loop,
    source: `${vendor} air quality`,
    state: { db, kind: 'air-quality', vendor, observedThrough: () => airQualityAsOf(db, vendor) },
    pauseMs: feed.pauseMs,
    list: async () =>
      (await airQualityPlacesToAsk(db, vendor, clock.now() - feed.pollEveryMs)).map((place) => ({
        key: `${place.latitude},${place.longitude}`,
        async run(onFault) {
          const readings = await feed.read({ ...place, now: clock.now(), signal, onFault });
          await storeAirQuality(db, actor, vendor, place, readings, clock.now());
        },
      })),
  });
}
