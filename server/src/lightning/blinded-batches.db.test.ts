import type { Flash, LightningBatch, LightningFeed } from '@allclear/adapters';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testActor } from '../../test/actor.ts';
import { ask, openTestServer, startAt, type TestServer, testFlash } from '../../test/test-server.ts';
import { openStore } from '../platform/database/database.ts';
import { windowsBetween } from '../warnings/backtest/history.store.ts';
import { createLightningLive } from './lightning-live.ts';
import { ingestBatches } from './store.ts';

const second = 1_000;
const minute = 60 * second;
const batchMs = 20 * second;
const vendor = 'mapper';

/** The sun may blind it from the start of the test on, for an hour. */
const mapper: LightningFeed = {
  vendor,
  pollEveryMs: minute,
  close: async () => {},
  covers: () => true,
  sunWindow: (at) => at > startAt && at < startAt + 60 * minute,
  async *poll() {},
};
const place = { latitude: 28, longitude: -82 };

let server: TestServer;
let key: string;
let id: string;

beforeAll(async () => {
  server = await openTestServer(undefined, {
    overrides: { lightning: { feeds: { regions: [mapper], aroundPlaces: null } } },
  });
  ({ key } = (await server.organization('District')).people.admin);
  const body = { label: 'Stadium', ...place, radius1: 10, allClearMinutes: 30 };
  ({ id } = (await ask(server.app, 'POST', '/api/location/Add', { key, body })).body.data);
});
afterAll(() => server.close());

/** Batches from one instant up to another, in seconds after the start; the clock goes on to 15 s after them. */
async function observe(
  from: number,
  to: number,
  eventCount: number | null,
  more: { dataLost?: boolean; flash?: Partial<Flash> } = {},
) {
  const batches: LightningBatch[] = [];
  for (let at = startAt + from * second; at < startAt + to * second; at += batchMs)
    batches.push({
      key: `${at}`,
      from: at,
      to: at + batchMs,
      flashes: more.flash ? [testFlash(at, 0, more.flash)] : [],
      eventCount,
      ...(more.dataLost === undefined ? {} : { dataLost: more.dataLost }),
    });
  server.clock.set(startAt + (to + 15) * second);
  server.live.apply(await ingestBatches(server.store.db, testActor, vendor, batches, server.clock.now()));
}

const delay = () => ask(server.app, 'GET', `/api/location/Delay/${id}`, { key });
const iso = (seconds: number) => new Date(startAt + seconds * second).toISOString();

/** What a process that starts now derives from the store is what this one derived batch by batch. */
async function expectSameAfterRestart() {
  const other = openStore(server.store.url, { onError: () => {} });
  try {
    const feeds = [{ ...mapper, providesCoverage: true }];
    const live = createLightningLive({ db: other.db, clock: server.clock, feeds });
    await live.load();
    const now = server.clock.now();
    const [ours, theirs] = [server.live.lightningIndex, live.lightningIndex];
    expect(theirs.observationOf(vendor, now)).toEqual(ours.observationOf(vendor, now));
    expect(theirs.blindReason(feeds, now)).toBe(ours.blindReason(feeds, now));
    expect(theirs.windowsOf(feeds)).toEqual(ours.windowsOf(feeds));
  } finally {
    await other.close();
  }
}

test('a night with the sun in the instrument, and a restart at each step of it', async () => {
  await observe(-5_400, 0, 8_000);
  expect((await delay()).body.data).toMatchObject({
    zones: [{ state: 'clear' }],
    remark: null,
    confirmedThrough: iso(0),
  });

  // A flash, and ten quiet minutes in the sun window: the countdown waits for what is not confirmed yet.
  await observe(0, 20, 8_000, { flash: { ...place, points: Float64Array.of(28, -82) } });
  await observe(20, 600, 9_000);
  const usual = (await delay()).body.data;
  expect(usual).toMatchObject({
    remark: null,
    paused: false,
    observedThrough: iso(600),
    confirmedThrough: iso(460),
    zones: [{ state: 'delay', reason: 'strike' }],
  });
  const { clearAt, remainingSeconds, countdownSeconds } = usual.zones[0];
  expect(remainingSeconds).toBe((Date.parse(clearAt) - Date.parse(iso(460))) / 1_000);
  expect(countdownSeconds).toBeGreaterThanOrEqual(remainingSeconds);
  await expectSameAfterRestart();

  // Ten times the events: the last two minutes are taken back, and the answer gives the reason.
  await observe(600, 620, 80_000);
  const blinded = (await delay()).body.data;
  expect(blinded).toMatchObject({
    remark: 'The lightning mapper is blinded by the sun.',
    observedThrough: iso(460),
    zones: [{ state: 'delay', reason: 'strike' }],
  });
  expect(Date.parse(blinded.confirmedThrough)).toBeLessThanOrEqual(Date.parse(usual.confirmedThrough));
  await expectSameAfterRestart();

  await observe(620, 900, 80_000);
  const { status, body } = await delay();
  expect(status).toBe(503);
  expect(body.responseException).toMatchObject({
    code: 'lightning-unobserved',
    message: 'Lightning status is temporarily unavailable.',
    lastKnown: { remark: 'The lightning mapper is blinded by the sun.', observedThrough: iso(460) },
  });
  await expectSameAfterRestart();

  // The instrument sees again: nothing that was earned before counts.
  await observe(900, 1_200, 8_000);
  await observe(1_200, 2_400, 8_000);
  expect((await delay()).body.data).toMatchObject({
    remark: null,
    zones: [{ state: 'delay', reason: 'observing', clearAt: iso(1_040 + 1_800) }],
  });
  await observe(2_400, 2_960, 8_000);
  expect((await delay()).body.data.zones[0].state).toBe('delay');
  await observe(2_960, 2_980, 8_000);
  expect((await delay()).body.data).toMatchObject({
    confirmedThrough: iso(2_840),
    zones: [{ state: 'clear' }],
  });
  await expectSameAfterRestart();

  // Lost data count as unseen, in the sun window and after it.
  await observe(2_980, 4_000, 8_000);
  await observe(4_000, 4_080, 8_000, { dataLost: true });
  expect((await delay()).body.data).toMatchObject({
    remark: 'The lightning mapper lost data.',
    observedThrough: iso(4_000),
  });
  await expectSameAfterRestart();
});

test('trying policies on the past reads what the batches reported', async () => {
  await observe(7_200, 7_220, 5, { dataLost: true });
  await observe(7_220, 7_240, null);
  const windows = await windowsBetween(
    server.store.db,
    startAt + 7_200 * second,
    startAt + 7_240 * second,
    (feed, at) => feed === vendor && at === startAt + 7_240 * second,
  );
  expect(windows.get(vendor)).toMatchObject([
    { eventCount: 5, dataLost: true, inSunWindow: false },
    { eventCount: null, dataLost: false, inSunWindow: true },
  ]);
});
