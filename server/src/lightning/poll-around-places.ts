import type { LightningFeed } from '@allclear/adapters';
import type { FastifyBaseLogger } from 'fastify';
import { observedPlaces } from '../locations/store.ts';
import { notify } from '../platform/change-feed/change-feed.store.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { readFeeds, recordFeed } from '../platform/feeds/store.ts';
import type { LightningLive } from './lightning-live.ts';
import { pollLightning } from './poll-lightning.ts';

/** A network that is asked by place: one feed for each of the distinct centres that cover the places. */
export interface LightningAround {
  /** What its feeds are called together in the status. */
  readonly vendor: string;
  feedsFor(places: readonly { readonly latitude: number; readonly longitude: number }[]): LightningFeed[];
}

const checkEveryMs = 60_000;
/** How often its state as a whole is put together, ms of weather. */
const recordEveryMs = 10_000;

/**
 * Polls a network around all locations until the signal aborts: what is asked follows the locations as they
 * come and go. Each centre is a feed with an observation of its own, so a place that is new has been looked
 * at by nobody until its own feed has.
 */
export async function pollAroundPlaces({
  around,
  db,
  live,
  clock,
  log,
  signal,
  nextWake,
}: {
  around: LightningAround;
  db: Database;
  live: LightningLive;
  clock: Clock;
  log: FastifyBaseLogger;
  signal: AbortSignal;
  nextWake: () => AbortSignal;
}): Promise<void> {
  const running = new Map<string, { readonly stopping: AbortController; readonly done: Promise<void> }>();
  const announced = new Set<string>();
  // Who is seen by which feeds is asked anew once a feed has looked for the first time.
  const unsubscribe = live.onBatches((batches) => {
    const fresh = batches.filter(({ feed }) => running.has(feed) && !announced.has(feed));
    for (const { feed } of fresh) announced.add(feed);
    if (fresh.length === 0) return;
    void notify(db, { topic: 'strike-feeds' }).catch((error: unknown) =>
      log.error({ err: error }, 'a new feed could not be announced'),
    );
  });

  const follow = async () => {
    const feeds = around.feedsFor(await observedPlaces(db));
    const wanted = new Set(feeds.map(({ vendor }) => vendor));
    for (const [vendor, { stopping }] of running) {
      if (wanted.has(vendor)) continue;
      stopping.abort();
      running.delete(vendor);
      announced.delete(vendor);
    }
    for (const feed of feeds) {
      if (running.has(feed.vendor)) continue;
      const stopping = new AbortController();
      signal.addEventListener('abort', () => stopping.abort(), { once: true, signal: stopping.signal });
      running.set(feed.vendor, {
        stopping,
        done: pollLightning({ feed, db, live, clock, log, signal: stopping.signal }),
      });
    }
  };

  const record = async () => {
    const now = clock.now();
    const vendors = [...running.keys()];
    if (vendors.length === 0) return;
    const known = (await readFeeds(db)).filter(
      ({ kind, vendor }) => kind === 'lightning' && running.has(vendor),
    );
    const through = vendors.map(
      (vendor) => live.lightningIndex.observationOf(vendor, now)?.observedThrough ?? null,
    );
    const successes = known.map(({ lastSuccessAt }) => lastSuccessAt ?? 0);
    const failed = known
      .filter(({ lastError }) => lastError !== null)
      .sort((a, b) => (b.lastErrorAt ?? 0) - (a.lastErrorAt ?? 0))[0];
    await recordFeed(db, {
      kind: 'lightning',
      vendor: around.vendor,
      // As far as the place that is worst off.
      observedThrough: through.includes(null) ? null : Math.min(...through.map((at) => at!)),
      lastSuccessAt: Math.max(0, ...successes) || null,
      lastError: failed?.lastError ?? null,
      lastErrorAt: failed?.lastErrorAt ?? null,
    });
  };

  try {
    let followedAt = Number.NEGATIVE_INFINITY;
    while (!signal.aborted) {
      const wake = nextWake();
      try {
        if (wake.aborted || clock.now() - followedAt >= checkEveryMs) {
          await follow();
          followedAt = clock.now();
        }
        await record();
      } catch (error) {
        log.error({ err: error }, `${around.vendor} could not follow the locations`);
      }
      await clock.sleep(recordEveryMs, AbortSignal.any([signal, wake]));
      if (wake.aborted) followedAt = Number.NEGATIVE_INFINITY;
    }
  } finally {
    unsubscribe();
    for (const { stopping } of running.values()) stopping.abort();
    await Promise.all([...running.values()].map(({ done }) => done));
  }
}
