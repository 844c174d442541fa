import type { FastifyBaseLogger } from 'fastify';
import type { LiveHub } from './api/live-hub.ts';
import type { Clock } from './clock.ts';
import type { AlertsLive } from './engine/alerts-live.ts';
import type { LightningLive } from './engine/lightning-live.ts';
import { LightningWatch } from './engine/lightning-watch.ts';
import type { Store } from './store/database.ts';
import { watchedLocations } from './store/locations.ts';
import { listen, type Notice } from './store/notices.ts';

const tickMs = 1_000;

/**
 * Keeps this process current with the store and tells the clients: sweeps go into the picture, the watch finds whose lightning changed,
 * alerts of the weather service are read anew, the hub sends it. What was missed while the line to PostgreSQL was down is read anew.
 */
export async function spreadChanges({
  store,
  clock,
  live,
  alerts,
  hub,
  log,
  onNotice,
}: {
  store: Store;
  clock: Clock;
  live: LightningLive;
  alerts: AlertsLive;
  hub: LiveHub;
  log: FastifyBaseLogger;
  /** Every notice, for the engine of this process. */
  onNotice: (notice: Notice) => void;
}): Promise<{ ready: () => boolean; close(): Promise<void> }> {
  let loaded = false;
  const owners = new Map<string, string>();
  const watch = new LightningWatch(live.picture, clock.now, (locations) => hub.lightning(locations));
  live.onSweeps((sweeps) => {
    watch.flashes(sweeps.flatMap((sweep) => sweep.flashes));
    for (const { feed, flashes } of sweeps) if (flashes.length > 0) hub.strikes(live.picture.feedOf(feed)?.customerId);
  });

  const watchAgain = async (of: { ids?: readonly string[]; customerIds?: readonly string[] } = {}) => {
    const locations = await watchedLocations(store.db, of);
    const touched = new Set<string>();
    const gone = new Set(of.ids ?? (of.customerIds ? [] : owners.keys()));
    for (const location of locations) {
      gone.delete(location.id);
      owners.set(location.id, location.userId);
      touched.add(location.userId);
    }
    for (const id of gone) {
      const owner = owners.get(id);
      if (owner) touched.add(owner);
      owners.delete(id);
    }
    watch.remove([...gone]);
    watch.put(locations);
    hub.locations(touched);
    hub.lightning(locations);
  };

  let work: Promise<void> = Promise.resolve();
  /** One thing after the other, in the order in which it was heard. */
  const inTurn = (step: () => Promise<void>) => {
    work = work.then(step).catch((error: unknown) => log.error({ err: error }, 'a change could not be followed'));
    return work;
  };
  let alertWork: Promise<void> = Promise.resolve();
  /** Alerts wait for each other and hold up no lightning. The engine hears of them when they can be asked for. */
  const readAlerts = (notice: Notice) => {
    alertWork = alertWork
      .then(async () => {
        const changed = await alerts.refresh();
        onNotice(notice);
        if (changed) hub.forAll('warnings');
      })
      .catch((error: unknown) => log.error({ err: error }, 'alerts could not be read from the store'));
  };
  const reload = () =>
    inTurn(async () => {
      await Promise.all([live.load(), alerts.load()]);
      await watchAgain();
      loaded = true;
    });
  const hear = (notice: Notice) => {
    if (notice.topic !== 'alerts') onNotice(notice);
    switch (notice.topic) {
      case 'sweeps':
        return void inTurn(() => live.applyStored(notice.ids));
      case 'locations':
        return void inTurn(() => watchAgain({ ids: notice.ids }));
      case 'observations':
        return notice.ids ? hub.forCustomers('observations', notice.ids) : hub.forAll('observations');
      case 'strike-feeds':
        return void inTurn(async () => {
          await live.loadFeeds();
          // Who is seen by which feeds changed.
          await watchAgain();
        });
      case 'policies':
        hub.forCustomers('policies', notice.ids);
        // Lightning policies set radii and timers.
        return void inTurn(() => watchAgain({ customerIds: notice.ids }));
      case 'profiles':
        return hub.forCustomers('profiles', notice.ids);
      case 'warnings':
        return hub.forCustomers('warnings', notice.ids);
      case 'notifications':
        return hub.forUsers('notifications', notice.ids);
      case 'alerts':
        return readAlerts(notice);
    }
  };

  const listener = await listen(store.url, {
    onNotice: hear,
    onGap: () => void reload(),
    onError: (error) => log.warn({ reason: error.message }, 'the line for notices broke; it is opened again'),
  });
  await work;
  const ticker = setInterval(() => watch.tick(), tickMs);
  return {
    ready: () => loaded,
    async close() {
      clearInterval(ticker);
      await listener.close();
      await Promise.all([work, alertWork]);
    },
  };
}
