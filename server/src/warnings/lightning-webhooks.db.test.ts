import { afterAll, beforeAll, expect, test } from 'vitest';
import { testActor } from '../../test/actor.ts';
import { openTestServer, startAt, type TestServer } from '../../test/test-server.ts';
import { notePlaceState } from '../notifications/index.ts';
import { lightningState, placesForWebhooks } from './lightning-webhooks.ts';

const minuteMs = 60_000;
let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

test('a place that has lightning, is quiet again, or is not observed, is an event each, once', async () => {
  const { organizationId } = await server.organization('Our District');
  const { db } = server.store;
  const own = { organization_id: organizationId, created_at: new Date() };
  await db
    .insertInto('organization_locations')
    .values({ ...own, name: 'Track', latitude: 28, longitude: -82 })
    .execute();
  expect(await placesForWebhooks(db)).toEqual([]);
  await db
    .insertInto('webhooks')
    .values({ ...own, url: 'https://hooks.invalid/', secret: 'whsec_x', kinds: ['lightning.changed'] })
    .execute();
  const step = async () => {
    const [place] = await placesForWebhooks(db);
    const state = lightningState(server.live, place!, server.clock.now());
    await notePlaceState(db, testActor, state);
    return state;
  };
  const sent = async () =>
    (await db.selectFrom('webhook_events').select('data').orderBy('created_at').execute()).map(
      ({ data }) => data,
    );
  // Nothing was observed yet; that is its first state and no change.
  expect(await step()).toMatchObject({ state: 'unknown', clearAt: null });
  expect(await sent()).toEqual([]);
  await server.batch(startAt - 40 * minuteMs, startAt);
  expect((await step()).state).toBe('clear');
  server.clock.advance(minuteMs);
  await server.batch(startAt, startAt + minuteMs, [{}]);
  const delay = await step();
  expect(delay).toMatchObject({ state: 'delay' });
  await step();
  server.clock.advance(40 * minuteMs);
  expect((await step()).state).not.toBe('clear');
  await server.batch(startAt + minuteMs, startAt + 41 * minuteMs);
  expect((await step()).state).toBe('clear');
  const states = (await sent()) as { state: string; before: string; clearUtc: string | null }[];
  expect(states.map(({ before, state }) => [before, state]).at(0)).toEqual(['unknown', 'clear']);
  expect(states.filter(({ state }) => state === 'delay')).toEqual([
    expect.objectContaining({
      ...{ before: 'clear', clearUtc: new Date(delay.clearAt ?? 0).toISOString() },
      place: { id: expect.any(String), name: 'Track' },
    }),
  ]);
  expect(states.at(-1)?.state).toBe('clear');
});

test('the places of an organization are read by as many statements, however many they are', async () => {
  const { organizationId } = await server.organization('Large District');
  const { db, pool } = server.store;
  const own = { organization_id: organizationId, created_at: new Date() };
  await db
    .insertInto('webhooks')
    .values({ ...own, url: 'https://hooks.invalid/', secret: 'whsec_x', kinds: ['lightning.changed'] })
    .execute();
  const add = (count: number) =>
    db
      .insertInto('organization_locations')
      .values(
        Array.from({ length: count }, (_, n) => ({ ...own, name: `${n}`, latitude: 28, longitude: -82 })),
      )
      .execute();
  const statements = async () => {
    const counts: number[] = [];
    // What the server does beside it is counted as well, and is not there each time.
    for (let round = 0; round < 5; round++) {
      let count = 0;
      const counted = () => {
        count += 1;
      };
      pool.on('acquire', counted);
      await placesForWebhooks(db);
      pool.off('acquire', counted);
      counts.push(count);
    }
    return Math.min(...counts);
  };
  await add(2);
  const few = await statements();
  await add(40);
  expect(await statements()).toBe(few);
});
