import type { AlertFeed } from '@allclear/adapters';
import { backOffMs } from '@allclear/adapters';
import type { FastifyBaseLogger } from 'fastify';
import { systemActor } from '../platform/actor.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { failureDelayMs } from '../platform/feeds/failure-delay.ts';
import { FeedLog } from '../platform/feeds/feed-log.ts';
import { placesToAsk, type RoundedPlace, storePlaceZones } from './place-zones.store.ts';

const actor = systemActor('ask-zones');

/** Zones are redrawn once or twice a year, with months of notice. */
const goodForMs = 7 * 24 * 3_600_000;
/** Between two requests: a thousand new places take half an hour and the service hardly notices. */
const gentlyMs = 2_000;
const checkEveryMs = 60_000;

/**
 * Asks the weather service in which zones the places of all locations lie: new places first, each once a
 * week, one request every two seconds. A place that the service cannot answer for waits longer each time and
 * holds up no other. `wake` cuts the wait short (a location was added).
 */
export async function askZones({
  feed,
  db,
  clock,
  log,
  signal,
  nextWake,
}: {
  feed: Required<Pick<AlertFeed, 'vendor' | 'zonesOf'>>;
  db: Database;
  clock: Clock;
  log: FastifyBaseLogger;
  signal: AbortSignal;
  nextWake: () => AbortSignal;
}): Promise<void> {
  const feedLog = new FeedLog(log, `${feed.vendor} zones`);
  const failedTasks = new Map<string, { readonly failures: number; readonly retryAt: number }>();
  let failuresInARow = 0;

  const ask = async (place: RoundedPlace) => {
    const key = `${place.latitude},${place.longitude}`;
    try {
      const zones = await feed.zonesOf({
        latitude: place.latitude / 1_000,
        longitude: place.longitude / 1_000,
        signal,
      });
      await storePlaceZones(db, actor, place, zones, clock.now());
      failedTasks.delete(key);
      failuresInARow = 0;
      feedLog.succeeded();
      return gentlyMs;
    } catch (thrown) {
      if (signal.aborted) return 0;
      failuresInARow++;
      const failures = (failedTasks.get(key)?.failures ?? 0) + 1;
      failedTasks.set(key, {
        failures,
        retryAt: clock.now() + Math.max(checkEveryMs / 4, 10 * backOffMs(failures, Math.random())),
      });
      feedLog.failed(thrown);
      return failureDelayMs(thrown, failuresInARow, gentlyMs);
    }
  };

  while (!signal.aborted) {
    const wake = nextWake();
    try {
      for (const place of await placesToAsk(db, clock.now() - goodForMs)) {
        const failedTask = failedTasks.get(`${place.latitude},${place.longitude}`);
        if (failedTask && failedTask.retryAt > clock.now()) continue;
        const waitMs = await ask(place);
        await clock.sleep(waitMs, signal);
        // A new location comes before those that are asked again.
        if (signal.aborted || wake.aborted) break;
      }
    } catch (storeError) {
      if (!signal.aborted) log.error({ err: storeError }, 'places could not be read to ask for their zones');
    }
    if (wake.aborted) continue;
    await clock.sleep(checkEveryMs, AbortSignal.any([signal, wake]));
  }
}
