import type { AlertFeed, AlertList } from '@allclear/adapters';
import { systemActor } from '../platform/actor.ts';
import { pollFeed } from '../platform/feeds/poll-feed.ts';
import type { StoringLoop } from '../platform/feeds/repeat-turns.ts';
import { storeAlerts } from './store.ts';

const actor = systemActor('poll-alerts');

/**
 * Polls one feed of weather-service alerts until the signal aborts. A list that cannot be read leaves what is
 * stored as it is.
 */
export async function pollAlerts({ feed, db, ...loop }: StoringLoop<AlertFeed>): Promise<void> {
  const { vendor } = feed;
  let stored: AlertList['alerts'] | null = null;
  await pollFeed({
    ...loop,
    source: `${vendor} alerts`,
    state: { db, kind: 'alerts', vendor },
    everyMs: feed.pollEveryMs,
    async poll({ startedAt, signal, onFault }) {
      const list = await feed.poll({ now: startedAt, signal, onFault });
      // A list that the service reports as unchanged is not written again.
      const alerts = list.alerts === stored ? [] : list.alerts;
      await storeAlerts(db, actor, vendor, { ...list, alerts }, loop.clock.now());
      stored = list.alerts;
    },
  });
}
