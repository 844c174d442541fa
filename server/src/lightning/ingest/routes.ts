import type { Flash } from '@allclear/adapters';
import {
  addStrikeFeed,
  deleteStrikeFeed,
  ingestStrikes as ingestRoute,
  listStrikeFeeds as listRoute,
  type PushedStrike,
  type StrikeFeed as StrikeFeedEntry,
} from '@allclear/contract';
import { MINUTE_MS } from '@allclear/domain';
import type { FastifyInstance } from 'fastify';
import { actorOf } from '../../platform/actor.ts';
import { createSerialQueue, type SerialQueue } from '../../platform/change-feed/serial-queue.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { keyOf } from '../../platform/database/record-key.ts';
import { conflict, invalid, notFound } from '../../platform/http/errors.ts';
import { isoTime } from '../../platform/http/iso-time.ts';
import { type Principal, serve } from '../../platform/http/serve.ts';
import type { LightningLive } from '../lightning-live.ts';
import {
  findStrikeFeed,
  ingestStrikes,
  listStrikeFeeds,
  maxStrikeFeeds,
  registerStrikeFeed,
  retireStrikeFeed,
  type StrikeFeed,
  StrikeFeedGone,
  StrikeFeedTaken,
  TooManyStrikeFeeds,
  vendorOf,
} from './store.ts';
import { readStrikesCsv } from './strikes-csv-body.ts';

/** A busy network pushes every second or two. */
const pushesPerMinute = 1_200;
const bodyLimit = 4 * 1024 * 1024;
/** A sender's clock may be this far ahead of ours. */
const futureMs = MINUTE_MS;
const oldestMs = 24 * 60 * MINUTE_MS;
const defaultFeed = 'push';

interface IngestContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly live: LightningLive;
}

/** Strikes that networks and sensors of one's own push. */
export async function ingestRoutes(app: FastifyInstance, context: IngestContext): Promise<void> {
  feedRoutes(app, context);
  await app.register(async (scope) => pushRoute(scope, context));
}

function feedRoutes(app: FastifyInstance, context: IngestContext): void {
  const { db, clock, live } = context;
  serve(app, listRoute, async ({ principal }) =>
    (await listStrikeFeeds(db, principal.organizationId)).map((feed) => present(context, feed)),
  );

  serve(app, addStrikeFeed, async ({ principal, body }) => {
    const { name, vouches: providesCoverage, latitude, longitude, radiusMiles } = body;
    const isWhole = latitude !== undefined && longitude !== undefined && radiusMiles !== undefined;
    const circle = isWhole ? { latitude, longitude, radiusMiles } : null;
    const row = await register(context, principal, { name, providesCoverage, circle });
    return { ...present(context, row), message: `Feed ingest:${row.name} registered` };
  });

  serve(app, deleteStrikeFeed, async ({ principal, params }) => {
    if (!(await retireStrikeFeed(db, actorOf(principal), keyOf(principal, params.id), clock.now())))
      throw notFound('The feed');
    await live.loadFeeds();
    return { id: params.id, message: 'Feed removed' };
  });
}

/** Strikes as JSON or as CSV. */
function pushRoute(scope: FastifyInstance, context: IngestContext): void {
  const { db, clock, live } = context;
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit },
    scope.getDefaultJsonParser('error', 'error'),
  );
  scope.addContentTypeParser(
    'text/csv',
    { parseAs: 'string', bodyLimit },
    async (_request: unknown, body: string | Buffer) => ({
      strikes: readStrikesCsv(String(body)),
    }),
  );

  // Pushes of one feed wait for each other here: waiting in the database, each would hold a connection, and a few
  // dozen at once would leave none for anybody else.
  const queues = new Map<string, SerialQueue>();
  const queueOf = (feedId: string) => {
    const queue = queues.get(feedId) ?? createSerialQueue();
    queues.set(feedId, queue);
    return queue;
  };

  serve(
    scope,
    ingestRoute,
    async ({ principal, query, body }) => {
      const now = clock.now();
      const window = windowOf(
        body.observedFrom ?? query.observedFrom,
        body.observedThrough ?? query.observedThrough,
        now,
      );
      const strikes = body.strikes.map((strike, index) => flashOf(strike, index, now));
      const feed = await pushedFeed(context, principal, body.feed ?? query.feed ?? defaultFeed);
      if (live.lightningIndex.feedOf(vendorOf(feed)) === undefined) await live.loadFeeds();
      const store = () => ingestStrikes(db, actorOf(principal), feed, { strikes, window }, now);
      const stored = await queueOf(feed.id)
        .add(store)
        .catch((error: unknown) => {
          if (error instanceof StrikeFeedGone) throw conflict('The feed was removed.');
          throw error;
        });
      live.apply(stored);
      return {
        feed: `ingest:${feed.name}`,
        vouches: feed.providesCoverage,
        received: strikes.length,
        added: stored.reduce((sum, { flashes }) => sum + flashes.length, 0),
        observedThrough: observedThrough(context, feed),
      };
    },
    { writesPerMinute: pushesPerMinute },
  );
}

/** The feed of a push, registered with the first one. */
async function pushedFeed(context: IngestContext, principal: Principal, name: string): Promise<StrikeFeed> {
  const find = () => findStrikeFeed(context.db, principal.organizationId, name);
  const known = await find();
  if (known) return known;
  try {
    return await register(context, principal, { name, providesCoverage: false, circle: null });
  } catch (error) {
    // Of several first pushes at once one registers the feed, and the others use it.
    const other = await find();
    if (!other) throw error;
    return other;
  }
}

async function register(
  { db, clock, live }: IngestContext,
  principal: Principal,
  input: Parameters<typeof registerStrikeFeed>[3],
): Promise<StrikeFeed> {
  try {
    const row = await registerStrikeFeed(
      db,
      actorOf(principal),
      principal.organizationId,
      input,
      clock.now(),
    );
    await live.loadFeeds();
    return row;
  } catch (error) {
    if (error instanceof StrikeFeedTaken)
      throw conflict('There is a feed of this name already. Remove it first: a registration never changes.');
    if (error instanceof TooManyStrikeFeeds)
      throw conflict(`An organization can have at most ${maxStrikeFeeds} feeds.`);
    throw error;
  }
}

function observedThrough({ live, clock }: IngestContext, row: StrikeFeed): string | null {
  const through = row.providesCoverage
    ? live.lightningIndex.observationOf(vendorOf(row), clock.now())?.observedThrough
    : undefined;
  return through === undefined ? null : new Date(through).toISOString();
}

function present(context: IngestContext, row: StrikeFeed): StrikeFeedEntry {
  return {
    id: row.id,
    vendor: `ingest:${row.name}`,
    name: row.name,
    vouches: row.providesCoverage,
    latitude: row.latitude,
    longitude: row.longitude,
    radiusMiles: row.radiusMiles,
    heardUtc: isoTime(row.lastContactAt),
    observedThrough: observedThrough(context, row),
    createdUtc: isoTime(row.createdAt),
  };
}

/** The observation window that the sender states; its end is at most `now`. */
function windowOf(
  from: string | undefined,
  through: string | undefined,
  now: number,
): { from: number; to: number } | null {
  if (from === undefined && through === undefined) return null;
  if (from === undefined || through === undefined) {
    throw invalid({
      [from === undefined ? 'ObservedFrom' : 'ObservedThrough']: [
        'ObservedFrom and ObservedThrough go together',
      ],
    });
  }
  const window = { from: Date.parse(from), to: Math.min(Date.parse(through), now) };
  if (Date.parse(through) > now + futureMs)
    throw invalid({ ObservedThrough: ['ObservedThrough lies in the future'] });
  if (window.from < now - oldestMs)
    throw invalid({ ObservedFrom: ['ObservedFrom lies more than a day back'] });
  if (!(window.from < window.to))
    throw invalid({ ObservedThrough: ['ObservedThrough must be after ObservedFrom'] });
  return window;
}

function flashOf(
  { timeUtc, latitude, longitude, amplitudeKa, type, key }: PushedStrike,
  index: number,
  now: number,
): Flash {
  const at = Date.parse(timeUtc);
  const label = `Strikes.${index}.timeUtc`;
  if (at > now + futureMs) throw invalid({ [label]: ['A strike lies in the future'] });
  if (at < now - oldestMs) throw invalid({ [label]: ['A strike lies more than a day back'] });
  return {
    key: key ?? `${at}:${latitude.toFixed(5)}:${longitude.toFixed(5)}`,
    at,
    latitude,
    longitude,
    points: Float64Array.of(latitude, longitude),
    energyJ: null,
    amplitudeKa: amplitudeKa ?? null,
    quality: 0,
    type: (type ?? 0) as Flash['type'],
  };
}
