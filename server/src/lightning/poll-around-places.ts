import type { LightningFeed } from '@allclear/adapters';
import { observedPlaces } from '../locations/index.ts';
import { systemActor } from '../platform/actor.ts';
import { notify } from '../platform/change-feed/change-feed.store.ts';
import type { Database } from '../platform/database/database.ts';
import { type FeedLoop, repeatTurns } from '../platform/feeds/repeat-turns.ts';
import { readFeeds, recordFeed } from '../platform/feeds/store.ts';
import type { LightningLive } from './lightning-live.ts';
import { pollLightning } from './poll-lightning.ts';

const actor = systemActor('poll-around-places');

/**
 * A network that is polled around places: one feed for each of the distinct centers that cover the places.
 */
export interface LightningAround {
  /** The name of its feeds together in the status. */
  readonly vendor: string;
  feedsFor(places: readonly { readonly latitude: number; readonly longitude: number }[]): LightningFeed[];
}

const checkEveryMs = 60_000;
/** How often the state of the whole network is recorded, ms of the product's time. */
const recordEveryMs = 10_000;

/**
 * Polls a network around all locations until the signal aborts; the centers follow the locations as they are
 * added and removed. Each center is a feed with an observation window of its own, so a new place is not
 * observed before its own feed has answered.
 */
export async function pollAroundPlaces({
  around,
  db,
  live,
  ...loop
}: FeedLoop & {
  readonly around: LightningAround;
  readonly db: Database;
  readonly live: LightningLive;
}): Promise<void> {
  const { clock, log, signal } = loop;
  const running = new Map<string, { readonly stopping: AbortController; readonly done: Promise<void> }>();
  const announced = new Set<string>();
  // Which feeds cover a location is evaluated again once a feed has brought its first batch.
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

  let followedAt = Number.NEGATIVE_INFINITY;
  let lastWake: AbortSignal | null = null;
  try {
    await repeatTurns(loop, async (wake) => {
      try {
        if (lastWake?.aborted || clock.now() - followedAt >= checkEveryMs) {
          await follow();
          followedAt = clock.now();
        }
        await recordTogether(db, around.vendor, [...running.keys()], (vendor) =>
          live.lightningIndex.observationOf(vendor, clock.now()),
        );
      } catch (error) {
        log.error({ err: error }, `${around.vendor} could not follow the locations`);
      }
      lastWake = wake;
      return { waitMs: recordEveryMs, wakes: true };
    });
  } finally {
    unsubscribe();
    for (const { stopping } of running.values()) stopping.abort();
    await Promise.all([...running.values()].map(({ done }) => done));
  }
}

/** Records the state of the feeds of all centers as that of one feed. */
async function recordTogether(
  db: Database,
  vendor: string,
  vendors: readonly string[],
  observationOf: (vendor: string) => { readonly observedThrough: number } | null,
): Promise<void> {
  if (vendors.length === 0) return;
  const own = (await readFeeds(db)).filter((one) => one.kind === 'lightning' && vendors.includes(one.vendor));
  const [failed] = own
    .filter(({ lastError }) => lastError !== null)
    .sort((a, b) => (b.lastErrorAt ?? 0) - (a.lastErrorAt ?? 0));
  // Infinitely long ago for a center that has observed nothing yet.
  const through = vendors.map((one) => observationOf(one)?.observedThrough ?? Number.NEGATIVE_INFINITY);
  const observedThrough = Math.min(...through);
  await recordFeed(db, actor, {
    kind: 'lightning',
    vendor,
    // The center that is furthest behind counts.
    observedThrough: Number.isFinite(observedThrough) ? observedThrough : null,
    lastSuccessAt: Math.max(0, ...own.map(({ lastSuccessAt }) => lastSuccessAt ?? 0)) || null,
    lastError: failed?.lastError ?? null,
    lastErrorAt: failed?.lastErrorAt ?? null,
  });
}
