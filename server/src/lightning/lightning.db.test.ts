import type { Flash, LightningBatch, LightningFeed } from '@allclear/adapters';
import pino, { type Logger } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { testActor } from '../../test/actor.ts';
import {
  ask,
  handClock,
  openTestServer,
  startAt,
  type TestServer,
  testFeed,
  testFlash,
} from '../../test/test-server.ts';
import type { Clock } from '../platform/clock/clock.ts';
import { openStore, type Store } from '../platform/database/database.ts';
import { startEngine } from '../platform/engine/engine.ts';
import { createLightningLive, type LightningLive } from './lightning-live.ts';
import { pollLightning } from './poll-lightning.ts';
import { ingestBatches } from './store.ts';

const minute = 60_000;
const mile = 1 / ((3959 * Math.PI) / 180);
const north = (miles: number): Partial<Flash> => ({
  latitude: 28 + miles * mile,
  longitude: -82,
  points: Float64Array.of(28 + miles * mile, -82),
});

interface EngineParts {
  readonly store?: Store;
  readonly live?: LightningLive;
  readonly clock?: Clock;
  readonly log: Logger;
}

let server: TestServer;
let key: string;
let userId: string;
let id: string;

beforeEach(async () => {
  server = await openTestServer();
  const { people } = await server.organization('District');
  ({ key, id: userId } = people.admin);
  const body = {
    label: 'Stadium',
    latitude: 28,
    longitude: -82,
    radius1: 10,
    radius2: 20,
    radius3: 30,
    allClearMinutes: 30,
  };
  ({ id } = (await ask(server.app, 'POST', '/api/location/Add', { key, body })).body.data);
});
afterEach(() => server.close());

/** The response for one location; the list of all locations must contain the same. */
const delay = async () => {
  const own = await ask(server.app, 'GET', `/api/location/Delay/${id}`, { key });
  const listed = (await ask(server.app, 'GET', '/api/location/Delay', { key })).body.data.find(
    (one: { locationId: string }) => one.locationId === id,
  );
  const { code, message, lastKnown } = own.body.responseException ?? {};
  expect(listed.delay).toEqual(own.status === 200 ? own.body.data : null);
  expect(listed.responseException).toEqual(
    own.status === 200 ? null : { code, message, ...(lastKnown ? { lastKnown } : {}) },
  );
  return own;
};
const states = async () => {
  const { status, body } = await delay();
  return status === 200
    ? body.data.zones.map((zone: { state: string; reason: string | null }) => zone.reason ?? zone.state)
    : status;
};
/** Observes quietly in steps of five minutes, through an instant after the start. */
const quietThrough = async (from: number, to: number) => {
  for (let at = from; at < to; at += 5 * minute)
    await server.batch(startAt + at, startAt + Math.min(to, at + 5 * minute));
  server.clock.set(startAt + to + 30_000);
};

describe('the tape', () => {
  const tape = () => ask(server.app, 'GET', `/api/location/LightningTape/${id}`, { key });
  const at = (ms: number) => new Date(startAt + ms).toISOString();

  test('has the strikes of each zone, and is stored nowhere', async () => {
    await quietThrough(-60 * minute, 0);
    server.clock.set(startAt + 45_000);
    await server.batch(startAt, startAt + 20_000, [{ ...north(15), at: startAt + 5_500 }]);
    const { status, body, headers } = await tape();
    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
    expect(body.data).toMatchObject({
      now: at(45_000),
      observedThrough: at(20_000),
      confirmedThrough: at(20_000),
      quietCountsFrom: at(-60 * minute),
      unseen: [],
      pendingGap: null,
      strikes: { at: [(startAt + 5_500) / 1_000], distanceMiles: [15], bearingDegrees: [0] },
      strikesLeftOut: 0,
    });
    const strikesAt = body.data.zones.map((zone: { strikesAt: number[] }) => zone.strikesAt);
    expect(strikesAt).toEqual([[], [(startAt + 5_500) / 1_000], [(startAt + 5_500) / 1_000]]);
    expect(body.data.zones.map(({ range }: { range: string }) => range)).toEqual([
      '0-10 mi',
      '10-20 mi',
      '20-30 mi',
    ]);
  });

  test('says what was not observed, also while the status is unknown', async () => {
    expect((await tape()).body.data).toMatchObject({
      observedThrough: null,
      quietCountsFrom: null,
      unseen: [{ from: at(-30 * minute), to: at(0) }],
    });
    await quietThrough(-20 * minute, -10 * minute);
    server.clock.set(startAt);
    expect(await states()).toBe(503);
    const { status, body } = await tape();
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      observedThrough: at(-10 * minute),
      unseen: [{ from: at(-30 * minute), to: at(-20 * minute) }],
      pendingGap: { from: at(-10 * minute), to: at(0) },
    });
  });
});

describe('a delay', () => {
  test('begins with the strike in every zone that holds it, and ends only when the quiet was observed', async () => {
    await quietThrough(-60 * minute, 0);
    expect(await states()).toEqual(['clear', 'clear', 'clear']);
    server.clock.set(startAt + 45_000);
    await server.batch(startAt, startAt + 20_000, [{ ...north(15), at: startAt + 5_000 }]);
    const { body } = await delay();
    expect(body.data).toMatchObject({
      item1: '00:00:00',
      item2: '00:29:45',
      item3: '00:29:45',
      item4: '00:00:00',
      strikeCount: 1,
    });
    expect(body.data.zones[1]).toMatchObject({
      zone: 2,
      range: '10-20 mi',
      state: 'delay',
      reason: 'strike',
      remainingSeconds: 1785,
    });
    expect(body.data.zones[1].lastStrike).toMatchObject({
      distanceMiles: 15,
      bearingDegrees: 0,
      compass: 'N',
      at: new Date(startAt + 5_000).toISOString(),
    });

    await quietThrough(20_000, 30 * minute);
    expect(await states()).toEqual(['clear', 'strike', 'strike']);
    await server.batch(startAt + 30 * minute, startAt + 30 * minute + 10_000);
    expect(await states()).toEqual(['clear', 'clear', 'clear']);
  });

  test('is measured to the nearest group of a flash, not to its centroid', async () => {
    await quietThrough(-60 * minute, 0);
    const points = Float64Array.of(28 + 25 * mile, -82, 28 + 8 * mile, -82);
    await server.batch(startAt, startAt + 20_000, [{ latitude: 28 + 16 * mile, longitude: -82, points }]);
    expect(await states()).toEqual(['strike', 'strike', 'strike']);
    expect((await delay()).body.data.zones[0].lastStrike.distanceMiles).toBe(8);
  });

  test('is extended by a strike that arrives late, and not changed by one that arrives twice', async () => {
    await quietThrough(-60 * minute, 0);
    await server.batch(startAt, startAt + 20_000, [north(5)]);
    await quietThrough(40_000, 5 * minute);
    const before = await delay();
    await server.batch(startAt, startAt + 20_000, [north(5)]);
    expect((await delay()).body.data.zones).toEqual(before.body.data.zones);
    await server.batch(startAt + 20_000, startAt + 40_000, [{ ...north(5), at: startAt + 35_000 }]);
    expect((await delay()).body.data.zones[0].clearAt).toBe(
      new Date(startAt + 35_000 + 30 * minute).toISOString(),
    );
  });

  test('follows the radii and the timer as they are now', async () => {
    await quietThrough(-60 * minute, 0);
    await server.batch(startAt, startAt + 20_000, [north(12)]);
    expect(await states()).toEqual(['clear', 'strike', 'strike']);
    await ask(server.app, 'POST', '/api/location/Update', { key, body: { id, radius1: 13 } });
    expect(await states()).toEqual(['strike', 'strike', 'strike']);
    await ask(server.app, 'POST', '/api/location/Update', { key, body: { id, allClearMinutes: 10 } });
    const { body } = await delay();
    expect(body.data.note).toBe('Shorter than the 30 minutes that NFHS, NCAA and NWS advise');
    expect(body.data.zones[0].clearAt).toBe(new Date(startAt + 1_000 + 10 * minute).toISOString());
  });
});

describe('what was not observed', () => {
  test('is never clear: a feed that stops makes the answer unknown, with the last known state and without the word', async () => {
    await quietThrough(-60 * minute, 0);
    await server.batch(startAt, startAt + 20_000, [north(5)]);
    server.clock.set(startAt + 20_000 + 3 * minute);
    expect(await states()).toEqual(['strike', 'strike', 'strike']);
    server.clock.advance(1);
    const { status, body } = await delay();
    expect(status).toBe(503);
    expect(body.responseException).toMatchObject({
      code: 'lightning-unobserved',
      message: 'Lightning status is temporarily unavailable.',
      lastKnown: {
        observedThrough: new Date(startAt + 20_000).toISOString(),
        zones: [{ inDelay: true }, { inDelay: true }, { inDelay: true }],
      },
    });
    expect(JSON.stringify(body)).not.toMatch(/clear/i);
    // An hour later it is still unknown, although the timer would long have run out.
    server.clock.advance(60 * minute);
    expect(await states()).toBe(503);
  });

  test('when observation comes back the quiet time is counted anew, as observing', async () => {
    await quietThrough(-60 * minute, 0);
    server.clock.set(startAt + 10 * minute);
    await server.batch(startAt + 9 * minute, startAt + 10 * minute);
    // For two minutes the gap may still be filled; until then the state is unknown.
    expect(await states()).toBe(503);
    server.clock.set(startAt + 12 * minute);
    await server.batch(startAt + 10 * minute, startAt + 12 * minute);
    expect(await states()).toEqual(['observing', 'observing', 'observing']);
    expect((await delay()).body.data.item1).toBe('00:27:00');
    // The hole is filled after all: nothing was missed.
    await server.batch(startAt, startAt + 9 * minute);
    expect(await states()).toEqual(['clear', 'clear', 'clear']);
  });

  test('a new installation knows nothing, then is observing, not clear', async () => {
    expect((await delay()).body.responseException.lastKnown).toMatchObject({
      observedThrough: null,
      zones: [],
    });
    expect(await states()).toBe(503);
    await server.batch(startAt - 60_000, startAt);
    expect(await states()).toEqual(['observing', 'observing', 'observing']);
    expect((await delay()).body.data.item1).toBe('00:29:00');
    server.clock.advance(10 * minute);
    // Quiet that was not seen long enough was no quiet.
    const { lastKnown } = (await delay()).body.responseException;
    expect(lastKnown.zones.map((zone: { inDelay: boolean }) => zone.inDelay)).toEqual([true, true, true]);
  });
});

describe('the store', () => {
  test('gives another process, and a restart, the same answer', async () => {
    await quietThrough(-60 * minute, 0);
    await server.batch(startAt, startAt + 20_000, [north(5), north(18), north(40)]);
    const second = openStore(server.store.url, { onError: () => {} });
    try {
      const live = createLightningLive({ db: second.db, clock: server.clock, feeds: [testFeed] });
      await live.load();
      const place = { latitude: 28, longitude: -82 };
      const at = (lightningIndex: typeof live.lightningIndex) =>
        lightningIndex.latestWithin(place, [10, 20, 30, 50], 0);
      expect(at(live.lightningIndex)).toEqual(at(server.live.lightningIndex));
      expect(live.lightningIndex.observationAt(28, -82, server.clock.now())).toEqual(
        server.live.lightningIndex.observationAt(28, -82, server.clock.now()),
      );
    } finally {
      await second.close();
    }
  });

  test('takes a sweep once, however often and from however many processes it comes', async () => {
    const batch: LightningBatch = {
      key: 'same',
      from: startAt,
      to: startAt + 20_000,
      flashes: [testFlash(startAt, 0, north(5)), testFlash(startAt, 1, north(6))],
    };
    const second = openStore(server.store.url, { onError: () => {} });
    try {
      const taken = await Promise.all(
        [server.store, second, server.store, second].map((store) =>
          ingestBatches(store.db, testActor, testFeed.vendor, [batch, batch], startAt),
        ),
      );
      expect(taken.flat()).toHaveLength(1);
      const { count } = await server.store.db
        .selectFrom('flashes')
        .select((e) => e.fn.countAll<string>().as('count'))
        .executeTakeFirstOrThrow();
      expect(count).toBe('2');
    } finally {
      await second.close();
    }
  });

  test('a sweep that another process stored reaches this one', async () => {
    await quietThrough(-60 * minute, 0);
    const second = openStore(server.store.url, { onError: () => {} });
    try {
      const batch: LightningBatch = {
        key: 'elsewhere',
        from: startAt,
        to: startAt + 20_000,
        flashes: [testFlash(startAt, 0, north(5))],
      };
      const heard = new Promise<void>((resolve) => server.live.onBatches(() => resolve()));
      await ingestBatches(second.db, testActor, testFeed.vendor, [batch], server.clock.now());
      await heard;
      expect(await states()).toEqual(['strike', 'strike', 'strike']);
    } finally {
      await second.close();
    }
  });
});

/** A feed as the engine meets it, giving what a test puts in. */
function scriptedFeed(batches: () => readonly LightningBatch[]): LightningFeed & { polls: number } {
  const feed = {
    vendor: testFeed.vendor,
    polls: 0,
    pollEveryMs: 5,
    covers: testFeed.covers,
    async *poll({ known }: { known: (key: string) => boolean }) {
      feed.polls++;
      for (const batch of batches()) if (!known(batch.key)) yield batch;
    },
    close: async () => {},
  };
  return feed;
}

const until = async (condition: () => boolean | Promise<boolean>) => {
  for (let i = 0; i < 500; i++) {
    if (await condition()) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('it did not come about');
};

describe('the engine', () => {
  const log = pino({ level: 'silent' });
  const engineOn = (
    feed: LightningFeed,
    { store = server.store, live = server.live, clock = server.clock, log }: EngineParts,
  ) =>
    startEngine({
      store,
      clock,
      loops: [
        {
          name: 'lightning',
          run: (signal) => pollLightning({ feed, db: store.db, live, clock, log, signal }),
        },
      ],
      retention: [],
      reload: () => live.load(),
      log,
    });
  const quiet = () => ({ key: `q${startAt}`, from: startAt - 60 * minute, to: startAt, flashes: [] });

  test('runs in one process; the one that stands by takes over', async () => {
    const second = openStore(server.store.url, { onError: () => {} });
    const feeds = [scriptedFeed(() => [quiet()]), scriptedFeed(() => [quiet()])];
    const first = engineOn(feeds[0]!, { log });
    await until(() => feeds[0]!.polls > 2);
    const live = createLightningLive({ db: second.db, clock: server.clock, feeds: [testFeed] });
    const standby = engineOn(feeds[1]!, { store: second, live, log });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(feeds[1]!.polls).toBe(0);
    await first.stop();
    await until(() => feeds[1]!.polls > 0);
    await standby.stop();
    await second.close();
    expect(await states()).toEqual(['clear', 'clear', 'clear']);
  });

  test('a sweep from the future or with flashes of another day vouches for nothing and is told once', async () => {
    const lines: string[] = [];
    const wrong: LightningBatch[] = [
      { key: 'future', from: startAt, to: startAt + 10 * minute, flashes: [] },
      {
        key: 'strayed',
        from: startAt - 20_000,
        to: startAt,
        flashes: [testFlash(startAt, 0, { ...north(5), at: startAt - 86_400_000 })],
      },
    ];
    const feed = scriptedFeed(() => wrong);
    const engine = engineOn(feed, {
      log: pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) }),
    });
    await until(() => feed.polls > 5);
    await engine.stop();
    expect(lines.filter((line) => line.includes('unreadable'))).toHaveLength(2);
    expect(await states()).toBe(503);
  });

  test('a poll that brings more after the store refused a batch fails, and the next one stores', async () => {
    let isRefused = true;
    const feed: LightningFeed = {
      ...testFeed,
      pollEveryMs: 20,
      async *poll() {
        if (!isRefused) return yield quiet();
        // PostgreSQL takes no NUL in a text.
        yield { ...quiet(), key: 'refused\0' };
        await new Promise((resolve) => setTimeout(resolve, 200));
        isRefused = false;
        yield quiet();
      },
    };
    const lines: string[] = [];
    const engine = engineOn(feed, {
      clock: handClock(),
      log: pino({ level: 'info' }, { write: (line: string) => void lines.push(line) }),
    });
    await until(() => lines.some((line) => line.includes('is back')));
    await engine.stop();
    expect(lines.filter((line) => line.includes('went down'))).toHaveLength(1);
    expect(await states()).toEqual(['clear', 'clear', 'clear']);
  });

  test('a feed that fails is told once when it goes down and once when it is back, and status says why', async () => {
    const lines: string[] = [];
    let failing = true;
    const feed = scriptedFeed(() => {
      if (failing) throw new Error('the bucket is out of reach');
      return [quiet()];
    });
    const clock = handClock();
    // A minute of back-off passes in no time.
    const engine = engineOn(feed, {
      clock,
      log: pino({ level: 'info' }, { write: (line: string) => void lines.push(line) }),
    });
    await until(() => feed.polls > 4);
    const status = async () => (await ask(server.app, 'GET', '/api/status')).body.data.feeds[0];
    expect(await status()).toMatchObject({
      state: 'down',
      observedThrough: null,
      lastError: 'the bucket is out of reach',
    });
    failing = false;
    await until(async () => (await status()).state === 'ok');
    await engine.stop();
    expect(lines.filter((line) => line.includes('went down'))).toHaveLength(1);
    expect(lines.filter((line) => line.includes('is back'))).toHaveLength(1);
  });
});

describe('the event stream', () => {
  test('tells the owner within a second of a strike, and nobody else', async () => {
    await quietThrough(-60 * minute, 0);
    const other = await server.organization('Elsewhere');
    const address = await server.app.listen({ host: '127.0.0.1', port: 0 });
    const listen = async (bearer: string) => {
      const aborter = new AbortController();
      const answer = await fetch(`${address}/api/events`, {
        headers: { authorization: `Bearer ${bearer}` },
        signal: aborter.signal,
      });
      const heard: { topic: string; locationIds: string[] | null }[] = [];
      void (async () => {
        let text = '';
        for await (const chunk of answer.body!) {
          text += Buffer.from(chunk).toString();
          for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
            const data = /^event: change\ndata: (.*)$/m.exec(text.slice(0, end));
            if (data) heard.push(...JSON.parse(data[1]!));
            text = text.slice(end + 2);
          }
        }
      })().catch(() => {});
      return { heard, close: () => aborter.abort() };
    };
    const owner = await listen(key);
    const stranger = await listen(other.people.admin.key);
    await until(() => owner.heard.length > 0 && stranger.heard.length > 0);
    const before = performance.now();
    await server.batch(startAt, startAt + 20_000, [north(5)]);
    await until(() =>
      owner.heard.some(
        ({ topic, locationIds }) => topic === 'lightning' && locationIds?.includes(id) === true,
      ),
    );
    expect(performance.now() - before).toBeLessThan(1_000);
    await ask(server.app, 'POST', '/api/location/Update', { key, body: { id, label: 'Renamed' } });
    await until(() => owner.heard.some(({ topic }) => topic === 'locations'));
    // All users receive that there are strikes on the map; only the owner receives which places they affect.
    expect(stranger.heard.map(({ topic }) => topic).filter((topic) => topic !== 'strikes')).toEqual([
      'hello',
    ]);
    owner.close();
    stranger.close();
    await until(() => server.events.size === 0);
    expect(userId).not.toBe(other.people.admin.id);
  });
});
