import type { LightningFeed } from '@allclear/adapters';
import { createXweatherFeed, type HttpClient, xweatherCenters } from '@allclear/adapters';
import pino from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ask, openTestServer, startAt, type TestServer } from '../../test/test-server.ts';
import { readFeeds } from '../platform/feeds/store.ts';
import { pollAroundPlaces } from './poll-around-places.ts';

const minute = 60_000;
let server: TestServer;
let key: string;
beforeEach(async () => {
  server = await openTestServer();
  key = (await server.organization('District')).people.admin.key;
});
afterEach(() => server.close());

/** East of 100° no satellite of the test server observes. */
const add = async (latitude: number, longitude: number) =>
  (
    await ask(server.app, 'POST', '/api/location/Add', {
      key,
      body: { label: 'Place', latitude, longitude, radius1: 10, allClearMinutes: 10 },
    })
  ).body.data.id;
const delay = async (id: string) => {
  const { status, body } = await ask(server.app, 'GET', `/api/location/Delay/${id}`, { key });
  return status === 200
    ? (body.data.zones[0].reason ?? body.data.zones[0].state)
    : body.responseException.code;
};
const until = async (met: () => Promise<boolean>) => {
  for (let tries = 0; tries < 400; tries++) {
    if (await met()) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error('It did not come to that.');
};

test('each place is observed by its own feed, for the full time, from when it was first asked about', async () => {
  const strikes = new Map<string, number>();
  let down = false;
  const http: HttpClient = {
    async get({ url }) {
      if (down) throw new Error('The network is gone.');
      const center = decodeURIComponent(new URL(url).pathname.split('/').at(-1)!);
      const at = strikes.get(center);
      const [lat, long] = center.split(',').map(Number);
      const response =
        at === undefined
          ? []
          : [
              {
                id: `${center} ${at}`,
                loc: { lat, long },
                ob: { timestampMS: at, pulse: { type: 'cg', peakamp: -5_000 } },
              },
            ];
      return {
        status: 200,
        headers: {},
        bytes: Buffer.from(JSON.stringify({ success: true, error: null, response })),
      };
    },
    close: async () => {},
  };
  const stopping = new AbortController();
  const first = await add(20, 120);
  expect(await delay(first)).toBe('lightning-not-covered');
  const feedsFor = (places: readonly { latitude: number; longitude: number }[]): LightningFeed[] =>
    xweatherCenters(places).map((center) =>
      createXweatherFeed({ http, key: { clientId: 'a', clientSecret: 'b' }, center }),
    );
  const running = pollAroundPlaces({
    around: { vendor: 'xweather', feedsFor },
    db: server.store.db,
    live: server.live,
    clock: server.clock,
    log: pino({ level: 'silent' }),
    signal: stopping.signal,
    nextWake: () => new AbortController().signal,
  });
  try {
    await until(async () => (await delay(first)) === 'observing');
    for (let at = 1; at <= 8; at++) {
      server.clock.set(startAt + at * minute);
      const vendor = 'xweather:20.0,120.0';
      await until(
        async () =>
          server.live.lightningIndex.observationOf(vendor, server.clock.now())?.observedThrough ===
          server.clock.now() - 30_000,
      );
    }
    expect(await delay(first)).toBe('clear');

    // A place that is added now has not been observed: observation elsewhere does not count for it.
    const second = await add(35, 135);
    expect(await delay(second)).toBe('lightning-not-covered');
    server.clock.advance(minute);
    await until(async () => (await delay(second)) === 'observing');
    expect(await delay(first)).toBe('clear');

    strikes.set('20.0,120.0', server.clock.now());
    server.clock.advance(minute);
    await until(async () => (await delay(first)) === 'strike');
    expect(await delay(second)).toBe('observing');

    await until(async () =>
      (await readFeeds(server.store.db)).some(
        ({ vendor, observedThrough }) => vendor === 'xweather' && observedThrough !== null,
      ),
    );
    down = true;
    server.clock.advance(5 * minute);
    await until(async () =>
      (await readFeeds(server.store.db)).some(
        ({ vendor, lastError }) => vendor === 'xweather' && lastError !== null,
      ),
    );
    expect(await delay(first)).toBe('lightning-unobserved');
  } finally {
    stopping.abort();
    await running;
  }
});
