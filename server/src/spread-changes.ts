import type { FastifyBaseLogger } from 'fastify';
import type { AlertsLive } from './alerts/alerts-live.ts';
import type { LightningLive } from './lightning/lightning-live.ts';
import { LightningWatch } from './lightning/lightning-watch.ts';
import { watchedLocations } from './locations/store.ts';
import { type Change, listen } from './platform/change-feed/change-feed.store.ts';
import type { Clock } from './platform/clock/clock.ts';
import type { Store } from './platform/database/database.ts';
import type { LiveHub } from './platform/events/live-hub.ts';

const tickMs = 1_000;

/**
 * Keeps this process current with the store and tells the clients: sweeps go into the picture, the watch
 * finds whose lightning changed, alerts of the weather service are read anew, the hub sends it. What was
 * missed while the line to PostgreSQL was down is read anew.
 */
export async function spreadChanges({
  store,
  clock,
  live,
  alerts,
  hub,
  log,
  onChange,
}: {
  store: Store;
  clock: Clock;
  live: LightningLive;
  alerts: AlertsLive;
  hub: LiveHub;
  log: FastifyBaseLogger;
  /** Every notice, for the engine of this process. */
  onChange: (change: Change) => void;
}): Promise<{ ready: () => boolean; close(): Promise<void> }> {
  let loaded = false;
  const owners = new Map<string, string>();
  const watch = new LightningWatch(live.lightningIndex, clock.now, (locations) => hub.lightning(locations));
  live.onBatches((batches) => {
    watch.flashes(batches.flatMap((batch) => batch.flashes));
    for (const { feed, flashes } of batches)
      if (flashes.length > 0) hub.strikes(live.lightningIndex.feedOf(feed)?.organizationId);
  });

  const watchAgain = async (of: { ids?: readonly string[]; organizationIds?: readonly string[] } = {}) => {
    const locations = await watchedLocations(store.db, of);
    const touched = new Set<string>();
    const gone = new Set(of.ids ?? (of.organizationIds ? [] : owners.keys()));
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
    work = work
      .then(step)
      .catch((error: unknown) => log.error({ err: error }, 'a change could not be followed'));
    return work;
  };
  let alertWork: Promise<void> = Promise.resolve();
  /**
   * Alerts wait for each other and hold up no lightning. The engine hears of them when they can be asked for.
   */
  const readAlerts = (change: Change) => {
    alertWork = alertWork
      .then(async () => {
        const changed = await alerts.refresh();
        onChange(change);
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
  const apply = (change: Change) => {
    if (change.topic !== 'alerts') onChange(change);
    switch (change.topic) {
      case 'lightning-batches':
        return void inTurn(() => live.applyStored(change.ids));
      case 'locations':
        return void inTurn(() => watchAgain({ ids: change.ids }));
      case 'observations':
        return change.ids ? hub.forOrganizations('observations', change.ids) : hub.forAll('observations');
      case 'strike-feeds':
        return void inTurn(async () => {
          await live.loadFeeds();
          // Who is seen by which feeds changed.
          await watchAgain();
        });
      case 'policies':
        hub.forOrganizations('policies', change.ids);
        // Lightning policies set radii and timers.
        return void inTurn(() => watchAgain({ organizationIds: change.ids }));
      case 'profiles':
        return hub.forOrganizations('profiles', change.ids);
      case 'warnings':
        return hub.forOrganizations('warnings', change.ids);
      case 'notifications':
        return hub.forUsers('notifications', change.ids);
      case 'alerts':
        return readAlerts(change);
    }
  };

  const listener = await listen(store.url, {
    onChange: apply,
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
