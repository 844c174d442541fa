import type { FastifyBaseLogger } from 'fastify';
import { watchedLocations } from '../locations/index.ts';
import type { Change } from '../platform/change-feed/change-feed.store.ts';
import { createSerialQueue } from '../platform/change-feed/serial-queue.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import type { EventStreams } from '../platform/events/event-streams.ts';
import type { ChangeHandler } from '../platform/subject.ts';
import type { LightningLive } from './lightning-live.ts';
import { LightningWatch } from './lightning-watch.ts';
import { organizationsOfReports } from './thunder/thunder.store.ts';

const tickMs = 1_000;

/**
 * Keeps the lightning index and the watch of all locations consistent with the store, and announces to
 * clients whose lightning changed.
 */
export function watchLocations({
  db,
  clock,
  live,
  events,
  log,
}: {
  db: Database;
  clock: Clock;
  live: LightningLive;
  events: EventStreams;
  log: FastifyBaseLogger;
}): ChangeHandler & { close(): Promise<void> } {
  const ownerOf = new Map<string, string>();
  const watch = new LightningWatch(live.lightningIndex, clock.now, (locations) =>
    events.publishLocations('lightning', locations),
  );
  const queue = createSerialQueue();
  const addStep = (step: () => Promise<void>) =>
    queue.add(step).catch((error: unknown) => log.error({ err: error }, 'a change could not be followed'));
  const unsubscribe = live.onBatches((batches) => {
    watch.flashes(batches.flatMap((batch) => batch.flashes));
    for (const { feed, flashes } of batches) {
      if (flashes.length === 0) continue;
      const organizationId = live.lightningIndex.feedOf(feed)?.organizationId;
      events.publish('strikes', organizationId === undefined ? undefined : [organizationId]);
    }
  });
  const unsubscribeReports = live.onReports((placeIds) => watch.reported(placeIds));
  const ticker = setInterval(() => watch.tick(), tickMs);

  const watchAgain = async (of: { ids?: readonly string[]; organizationIds?: readonly string[] } = {}) => {
    const locations = await watchedLocations(db, of);
    const touched = new Set<string>();
    const gone = new Set(of.ids ?? (of.organizationIds ? [] : ownerOf.keys()));
    for (const location of locations) {
      gone.delete(location.id);
      ownerOf.set(location.id, location.userId);
      touched.add(location.userId);
    }
    for (const id of gone) {
      const owner = ownerOf.get(id);
      if (owner) touched.add(owner);
      ownerOf.delete(id);
    }
    watch.remove([...gone]);
    watch.put(locations);
    events.publish('locations', touched);
    events.publishLocations('lightning', locations);
  };

  const follow = async ({ topic, ids = [] }: Change) => {
    if (topic === 'lightning-batches') await live.applyStored(ids);
    else if (topic === 'thunder') await followThunder({ db, live, events }, ids);
    else if (topic === 'locations') await watchAgain({ ids });
    // Lightning policies set radii and timers.
    else if (topic === 'policies') await watchAgain({ organizationIds: ids });
    else if (topic === 'strike-feeds') {
      await live.loadFeeds();
      // Which feeds cover a location changed.
      await watchAgain();
    }
  };

  return {
    apply: (change) => void addStep(() => follow(change)),
    reload: () =>
      addStep(async () => {
        await live.load();
        await watchAgain();
      }),
    async close() {
      unsubscribe();
      unsubscribeReports();
      clearInterval(ticker);
      await queue.idle();
    },
  };
}

/** Reports of thunder that some process stored. */
async function followThunder(
  { db, live, events }: { db: Database; live: LightningLive; events: EventStreams },
  ids: readonly string[],
): Promise<void> {
  await live.applyStoredReports(ids);
  events.publish('thunder', await organizationsOfReports(db, ids));
}
