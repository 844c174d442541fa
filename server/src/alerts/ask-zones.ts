import { type AlertFeed, backOffMs } from '@allclear/adapters';
import { systemActor } from '../platform/actor.ts';
import type { StoringLoop } from '../platform/feeds/repeat-turns.ts';
import { runFeedTasks } from '../platform/feeds/run-feed-tasks.ts';
import { placesToAsk, storePlaceZones } from './place-zones.store.ts';

const actor = systemActor('ask-zones');

/** Zones are redrawn once or twice a year, with months of notice. */
const goodForMs = 7 * 24 * 3_600_000;
/** Between two requests: a thousand new places take half an hour, which is no load for the service. */
const pauseMs = 2_000;

/**
 * Requests from the weather service the zones of the places of all locations: new places first, each once a
 * week, one request every two seconds. A place whose request fails waits longer each time and delays no
 * other. A wake (a location was added) ends the wait early.
 */
export async function askZones({
  feed,
  db,
  ...loop
}: StoringLoop<Required<Pick<AlertFeed, 'vendor' | 'zonesOf'>>>): Promise<void> {
  const { clock, signal } = loop;
  await runFeedTasks({
    ...loop,
    source: `${feed.vendor} zones`,
    state: null,
    pauseMs,
    // A new location goes before repeated requests, because a wake ends the batch.
    batch: Number.POSITIVE_INFINITY,
    retryMs: (failures) => 10 * backOffMs(failures, Math.random()),
    list: async () =>
      (await placesToAsk(db, clock.now() - goodForMs)).map((place) => ({
        key: `${place.latitude},${place.longitude}`,
        async run() {
          const latitude = place.latitude / 1_000;
          const longitude = place.longitude / 1_000;
          await storePlaceZones(
            db,
            actor,
            place,
            await feed.zonesOf({ latitude, longitude, signal }),
            clock.now(),
          );
        },
      })),
  });
}
