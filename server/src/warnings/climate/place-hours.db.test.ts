import { HOUR_MS, MINUTE_MS } from '@allclear/domain';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ask, openTestServer, startAt, type TestServer } from '../../../test/test-server.ts';
import { countNextHour } from './count-place-hours.ts';
import { placeHours } from './place-hours.store.ts';

let server: TestServer;
let organizationId: string;
let key: string;
let stadium: string;

/** The hour that is counted begins here; it is due two hours later. */
const hour = startAt;
const field = { latitude: 28, longitude: -82 };

beforeEach(async () => {
  server = await openTestServer();
  server.clock.set(hour - 4 * HOUR_MS);
  const ours = await server.organization('Our District');
  organizationId = ours.organizationId;
  key = ours.people.admin.key;
  stadium = (await call('POST', 'organizationLocation/Add', { name: 'Stadium', address: '', ...field }))
    .organizationLocation.id;
});
afterEach(() => server.close());

async function call(method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) {
  const answer = await ask(server.app, method, `/api/${path}`, { key, ...(body && { body }) });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.data;
}

/** The feed observes from minute to minute of the hour, in batches of a minute; some minutes it does not see. */
async function observe(from: number, to: number, except: (minute: number) => boolean = () => false) {
  for (let minute = from; minute < to; minute++)
    if (!except(minute)) await server.batch(hour + minute * MINUTE_MS, hour + (minute + 1) * MINUTE_MS);
}
/** A strike in a minute of the hour, so many miles north of the field. */
const strike = (minute: number, miles: number) =>
  server.batch(hour + minute * MINUTE_MS, hour + (minute + 1) * MINUTE_MS, [
    { at: hour + minute * MINUTE_MS, latitude: field.latitude + miles / 69.1, longitude: field.longitude },
  ]);
const count = (now: number) => countNextHour({ db: server.store.db, live: server.live }, now);
const counted = (of = { organizationId, placeId: stadium }) =>
  placeHours(server.store.db, { ...of, from: 0, until: hour + 24 * HOUR_MS });
const counts = async () => (await counted()).find((row) => row.hour === hour);
/** Counts until nothing is due. */
async function countAll(now: number): Promise<number> {
  let hours = 0;
  while (await count(now)) hours++;
  return hours;
}

test('an hour has its strikes by zone and the seconds in delay, by the policies of then', async () => {
  await call('POST', 'policy', {
    ...{ policyTypeShortName: 'LR1', threshold: 8, allClearMinutes: 20, allGroups: true },
  });
  const second = { policyTypeShortName: 'LR2', threshold: 15, allClearMinutes: 20, allGroups: true };
  const { policy } = await call('POST', 'policy', second);
  await observe(-90, 90, (minute) => minute === 10 || minute === 30);
  await strike(10, 5);
  await strike(30, 12);
  // What is set after the hour does not count.
  server.clock.set(hour + HOUR_MS + 1);
  await call('PATCH', 'policy', { id: policy.id, threshold: 40 });
  await countAll(hour + 2 * HOUR_MS);
  const found = await counts();
  expect(found).toMatchObject({
    ...{ ...field, allClearMinutes: 20, radiusMiles: [8, 15, null, null] },
    ...{ strikes: [1, 2, null, null], unknownSeconds: [0, 0, null, null] },
  });
  // Quiet was observed a minute later at the most.
  const [first = 0, outer = 0] = found?.delaySeconds ?? [];
  expect(first).toBeGreaterThanOrEqual(20 * 60);
  expect(first).toBeLessThanOrEqual(21 * 60);
  expect(outer).toBeGreaterThanOrEqual(40 * 60);
  expect(outer).toBeLessThanOrEqual(41 * 60);
});

test('a gap of the observation is unknown, with the quiet time after it, and not clear', async () => {
  await observe(-120, 90, (minute) => minute >= 10 && minute < 20);
  await countAll(hour + 2 * HOUR_MS);
  const found = await counts();
  // Without a policy as a new location begins: 10 miles, 30 minutes.
  expect(found).toMatchObject({
    ...{ radiusMiles: [10, null, null, null], allClearMinutes: 30 },
    ...{ strikes: [0, null, null, null], delaySeconds: [0, null, null, null] },
  });
  const unknown = found?.unknownSeconds[0] ?? 0;
  expect(unknown).toBeGreaterThanOrEqual(38 * 60);
  expect(unknown).toBeLessThanOrEqual(42 * 60);
});

test('a place that no feed observes is unknown', async () => {
  const { organizationLocation } = await call('POST', 'organizationLocation/Add', {
    ...{ name: 'Far', address: '', latitude: 28, longitude: 120 },
  });
  await observe(-60, 60);
  await countAll(hour + 2 * HOUR_MS);
  const [last] = (await counted({ organizationId, placeId: organizationLocation.id })).slice(-1);
  expect(last).toMatchObject({ hour, unknownSeconds: [3_600, null, null, null] });
});

test('an hour is counted an hour after its end, with what came late; again, it is replaced', async () => {
  await observe(-120, 10);
  await observe(20, 60);
  expect(await count(hour + 2 * HOUR_MS - 1)).toBe(true);
  expect(await counts()).toBeUndefined();
  await observe(10, 20);
  await strike(61, 5);
  await countAll(hour + 2 * HOUR_MS);
  expect(await counts()).toMatchObject({
    strikes: [0, null, null, null],
    unknownSeconds: [0, null, null, null],
  });
  expect(await count(hour + 2 * HOUR_MS)).toBe(false);
  const before = await counted();
  await server.store.pool.query('delete from counted_hours');
  await countAll(hour + 2 * HOUR_MS);
  expect(await counted()).toEqual(before);
});

test('hours that were missed are counted later, the latest first, as far as lightning is kept', async () => {
  await observe(-180, 180);
  await countAll(hour + 2 * HOUR_MS);
  expect((await counted()).map((row) => (row.hour - hour) / HOUR_MS)).toEqual([-3, -2, -1, 0]);
  expect(await count(hour + 4 * HOUR_MS)).toBe(true);
  expect((await counted()).map((row) => (row.hour - hour) / HOUR_MS)).toEqual([-3, -2, -1, 0, 2]);
  expect(await countAll(hour + 4 * HOUR_MS)).toBe(1);
});

test('without lightning there is no hour, and other organizations read none', async () => {
  expect(await count(hour + 2 * HOUR_MS)).toBe(false);
  await observe(-60, 60);
  await countAll(hour + 2 * HOUR_MS);
  const theirs = await server.organization('Their District');
  expect(await counted({ organizationId: theirs.organizationId, placeId: stadium })).toEqual([]);
});
