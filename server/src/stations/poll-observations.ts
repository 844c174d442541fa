import type { ObservationFeed } from '@allclear/adapters';
import { observedPlaces } from '../locations/index.ts';
import { systemActor } from '../platform/actor.ts';
import { pollFeed } from '../platform/feeds/poll-feed.ts';
import type { StoringLoop } from '../platform/feeds/repeat-turns.ts';
import { storeReports } from './observations.store.ts';

const actor = systemActor('poll-observations');

/**
 * Polls one observation feed around all locations until the signal aborts. A wake ends a wait early, so that
 * a new location has its weather soon.
 */
export async function pollObservations({ feed, db, ...loop }: StoringLoop<ObservationFeed>): Promise<void> {
  const { vendor } = feed;
  let newestAt: number | null = null;
  await pollFeed({
    ...loop,
    source: vendor,
    state: { db, kind: 'observations', vendor, observedThrough: () => newestAt },
    everyMs: feed.pollEveryMs,
    async poll({ startedAt, signal }) {
      const places = await observedPlaces(db);
      const reports = places.length === 0 ? [] : await feed.poll({ now: startedAt, places, signal });
      await storeReports(db, actor, vendor, reports, loop.clock.now());
      for (const report of reports) newestAt = Math.max(newestAt ?? 0, report.observedAt);
    },
  });
}
