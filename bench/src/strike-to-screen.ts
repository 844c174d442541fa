/**
 * From a strike that a feed delivers to the event that a client receives: through the transaction, the index,
 * the packed grid, the event streams and a real socket. 10,000 locations of 50 people, 500 strikes a second,
 * 50 open event streams. The yardstick in the same run is a bare write to the same sockets, without store or
 * matching.
 */

import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { LightningBatch, LightningFeed } from '@allclear/adapters';
import { createLightningLive } from '@allclear/server/lightning/lightning-live.ts';
import { pollLightning } from '@allclear/server/lightning/poll-lightning.ts';
import { watchLocations } from '@allclear/server/lightning/watch-locations.ts';
import { createChangeBus } from '@allclear/server/platform/change-feed/change-bus.ts';
import { followChanges } from '@allclear/server/platform/change-feed/follow-changes.ts';
import { StoreMemory } from '@allclear/server/platform/change-feed/store-memory.ts';
import { type Clock, liveClock } from '@allclear/server/platform/clock/clock.ts';
import { openStore, type Store } from '@allclear/server/platform/database/database.ts';
import { startEmbeddedPostgres } from '@allclear/server/platform/database/embedded/postgres.ts';
import { migrate } from '@allclear/server/platform/database/migrate.ts';
import { startEngine } from '@allclear/server/platform/engine/engine.ts';
import { EventStreams } from '@allclear/server/platform/events/event-streams.ts';
import pino from 'pino';
import { percentile, present, printed, random } from './measure.ts';

const locationCount = 10_000;
const userCount = 50;
const strikesPerSecond = 500;
const batchEveryMs = 100;
const seconds = 20;

export async function runStrikeToScreen(): Promise<unknown> {
  const folder = await mkdtemp(path.join(tmpdir(), 'allclear-bench-'));
  await chmod(folder, 0o711);
  const postgres = await startEmbeddedPostgres({ folder, log: () => {} });
  const store = openStore(postgres.url, { onError: () => {} });
  const log = pino({ level: 'warn' });
  try {
    await migrate(store.pool);
    const next = random(7);
    const people = await seed(store.pool, next);
    const { clock, live, events, watch, changes } = await openLive(store, log);
    const { web, url } = await serveEvents(events);
    const aimed: Aimed = new Map();
    const latencies: number[] = [];
    const streams = listenToAll(people.users, url, aimed, latencies);
    await Promise.all(streams.map((stream) => stream.open));

    const bench = createFeed({ clock, next, places: people.places, aimed });
    const stall = monitorEventLoopDelay({ resolution: 5 });
    stall.enable();
    const engine = startEngine({
      store,
      clock,
      loops: [
        {
          name: 'lightning bench',
          run: (signal) => pollLightning({ feed: bench.feed, db: store.db, live, clock, log, signal }),
        },
      ],
      retention: [],
      reload: changes.reload,
      log,
    });
    await pause(seconds * 1_000 + 2_500);
    stall.disable();
    await engine.stop();

    const floor = await bareWrites(streams, events);
    for (const stream of streams) stream.close();
    events.closeAll();
    await changes.close();
    await watch.close();
    await new Promise((resolve) => web.close(resolve));
    const { rows } = await store.pool.query<{ count: string }>('select count(*) from flashes');
    const p99 = percentile(latencies, 0.99);
    return {
      strikeToScreen: {
        locations: locationCount,
        streams: userCount,
        strikesPerSecond,
        strikesSent: bench.sent(),
        strikesStored: Number(present(rows[0]).count),
        heard: latencies.length,
        unheard: aimed.size,
        p50Ms: Math.round(percentile(latencies, 0.5)),
        p99Ms: Math.round(p99),
        goalP99Ms: 250,
        bareWriteP99Ms: Math.round(floor * 10) / 10,
        ratioToBareWrite: Math.round(p99 / floor),
        eventLoopStallP99Ms: Math.round(stall.percentile(99) / 1e5) / 10,
      },
    };
  } finally {
    await store.close();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** When a strike was delivered (`performance.now()`), by the id of the location at which it was aimed. */
type Aimed = Map<string, number>;

interface Place {
  readonly id: string;
  readonly latitude: number;
  readonly longitude: number;
}

/** Live lightning and its events, as in a server. */
async function openLive(store: Store, log: pino.Logger) {
  const clock = liveClock();
  const live = createLightningLive({
    db: store.db,
    clock,
    feeds: [{ vendor: 'bench', providesCoverage: true, covers: () => true }],
  });
  const events = new EventStreams(clock.now, {
    lightning: 'user',
    locations: 'user',
    strikes: 'organization',
  });
  const watch = watchLocations({ db: store.db, clock, live, events, log });
  const changes = await followChanges({
    databaseUrl: store.url,
    bus: createChangeBus(),
    memory: new StoreMemory(),
    handlers: [watch],
    log,
  });
  return { clock, live, events, watch, changes };
}

async function serveEvents(events: EventStreams) {
  const web = createServer((request, response) =>
    events.open(
      { userId: (request.url ?? '').slice(1), organizationId: '', credential: null, places: null },
      response,
    ),
  );
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  const address = web.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { web, url: `http://127.0.0.1:${port}` };
}

/** An event stream for each user. A change of the target location ends the measurement of a strike. */
function listenToAll(users: readonly string[], url: string, aimed: Aimed, latencies: number[]): Stream[] {
  return users.map((userId) =>
    listenTo(`${url}/${userId}`, (ids) => {
      const now = performance.now();
      for (const id of ids) {
        const at = aimed.get(id);
        if (at === undefined) continue;
        aimed.delete(id);
        latencies.push(now - at);
      }
    }),
  );
}

/** A feed that delivers strikes at locations chosen at random, and the number sent. */
function createFeed({
  clock,
  next,
  places,
  aimed,
}: {
  clock: Clock;
  next: () => number;
  places: readonly Place[];
  aimed: Aimed;
}): { feed: LightningFeed; sent: () => number } {
  let sent = 0;
  const feed: LightningFeed = {
    vendor: 'bench',
    pollEveryMs: 1_000,
    covers: () => true,
    async *poll({ signal }) {
      for (let number = 0; number < (seconds * 1_000) / batchEveryMs && !signal.aborted; number++) {
        await pause(batchEveryMs);
        const to = clock.now();
        const flashes = Array.from({ length: (strikesPerSecond * batchEveryMs) / 1_000 }, (_, index) => {
          const place = present(places[Math.floor(next() * places.length)]);
          if (!aimed.has(place.id)) aimed.set(place.id, performance.now());
          sent++;
          return {
            key: `${number}-${index}`,
            at: to - 10,
            latitude: place.latitude,
            longitude: place.longitude,
            points: Float64Array.of(place.latitude, place.longitude),
            energyJ: null,
            amplitudeKa: null,
            quality: 0,
            type: 0 as const,
          };
        });
        yield { key: `s${number}`, from: to - batchEveryMs, to, flashes } satisfies LightningBatch;
      }
      await new Promise<void>((resolve) =>
        signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve(), { once: true }),
      );
    },
    close: async () => {},
  };
  return { feed, sent: () => sent };
}

async function seed(pool: import('pg').Pool, next: () => number) {
  const { rows: organizations } = await pool.query<{ id: string }>(
    `insert into organizations (name, support_email, support_phone, created_at) values ('Benchmark', 'support@example.org', '', now()) returning id`,
  );
  const customer = present(organizations[0]).id;
  const { rows: users } = await pool.query<{ id: string }>(
    `insert into users (organization_id, user_name, first_name, role, created_at)
     select $1, 'person ' || i, 'Person', 'customer', now() from generate_series(1, $2) i returning id`,
    [customer, userCount],
  );
  const sites = Array.from({ length: locationCount }, () => ({
    latitude: 25 + next() * 24,
    longitude: -125 + next() * 58,
  }));
  const { rows: places } = await pool.query<Place>(
    `insert into locations (organization_id, user_id, label, latitude, longitude, radius1, radius2, radius3, all_clear_minutes, time_zone, created_at, updated_at)
     select $1, ($2::uuid[])[1 + (i % $3)], 'Site ' || i, lat, lon, 10, 20, 30, 30, 'UTC', now(), now()
     from unnest($4::float8[], $5::float8[]) with ordinality as t(lat, lon, i) returning id, latitude, longitude`,
    [
      customer,
      users.map(({ id }) => id),
      userCount,
      sites.map((s) => s.latitude),
      sites.map((s) => s.longitude),
    ],
  );
  return { users: users.map(({ id }) => id), places };
}

interface Stream {
  open: Promise<void>;
  onFrame: (() => void) | null;
  close(): void;
}

function listenTo(url: string, onChange: (locationIds: readonly string[]) => void): Stream {
  const aborter = new AbortController();
  let opened = () => {};
  const stream: Stream = {
    open: new Promise<void>((resolve) => {
      opened = resolve;
    }),
    onFrame: null,
    close: () => aborter.abort(),
  };
  const read = async () => {
    const answer = await fetch(url, { signal: aborter.signal });
    let text = '';
    for await (const chunk of present(answer.body)) {
      text += Buffer.from(chunk).toString();
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const data = /^data: (.*)$/m.exec(text.slice(0, end))?.[1];
        text = text.slice(end + 2);
        if (data === undefined) continue;
        opened();
        stream.onFrame?.();
        for (const change of JSON.parse(data) as { locationIds: string[] | null }[])
          if (change.locationIds) onChange(change.locationIds);
      }
    }
  };
  read().catch(() => {});
  return stream;
}

/**
 * p99 of a change that goes to every stream without other work, except for the time for which event streams
 * gather changes.
 */
async function bareWrites(streams: readonly Stream[], events: EventStreams): Promise<number> {
  const samples: number[] = [];
  for (let round = 0; round < 20; round++) {
    const started = performance.now();
    const received = streams.map(
      (stream) =>
        new Promise<void>((resolve) => {
          stream.onFrame = () => {
            samples.push(performance.now() - started);
            resolve();
          };
        }),
    );
    events.publish('observations');
    await Promise.all(received);
  }
  return percentile(samples, 0.99);
}

await printed(import.meta, runStrikeToScreen);
