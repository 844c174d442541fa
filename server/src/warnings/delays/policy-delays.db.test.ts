import type { LocalFilter } from '@allclear/domain';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testActor } from '../../../test/actor.ts';
import { field, lightning } from '../../../test/field-policy.ts';
import { ask, openTestServer, startAt, type TestServer, testSecrets } from '../../../test/test-server.ts';
import { dropNoticesBefore, dropWarningsBefore } from '../store.ts';
import { WarningWatch } from '../watch-warnings.ts';
import { type PolicyDelaysQuestion, policyDelays } from './policy-delays.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

let server: TestServer;
let organizationId: string;
let key: string;
let stadium: string;
let watch: WarningWatch;
let seenThrough: number;
let unsubscribe: () => void;

beforeEach(async () => {
  server = await openTestServer();
  const ours = await server.organization('Our District');
  organizationId = ours.organizationId;
  key = ours.people.admin.key;
  stadium = (await call('POST', 'organizationLocation/Add', { name: 'Stadium', address: '', ...field }))
    .organizationLocation.id;
  const now = server.clock.now();
  await server.batch(now - 60 * minute, now);
  seenThrough = now;
  const { store, clock, live, alerts } = server;
  watch = new WarningWatch({
    db: store.db,
    clock,
    live,
    alerts,
    weather: 'live',
    sender: 'us.example',
    secrets: testSecrets,
  });
  unsubscribe = live.onBatches((batches) => watch.batches(batches));
});
afterEach(async () => {
  unsubscribe();
  await server.close();
});

async function call(method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) {
  const answer = await ask(server.app, method, `/api/${path}`, { key, ...(body && { body }) });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  watch?.apply({ topic: 'policies', ids: [] });
  return answer.body.data;
}

/** Minutes go by, with strikes so many miles north of the field at the end of the first. */
async function pass(minutes: number, milesNorth: readonly number[] = [], isObserved = true): Promise<void> {
  for (let i = 0; i < minutes; i++) {
    server.clock.advance(minute);
    const now = server.clock.now();
    const flashes = (i === 0 ? milesNorth : []).map((miles, index) => ({
      ...{ at: now - 1_000, key: `${now} ${index}` },
      ...{ latitude: field.latitude + miles / 69.1, longitude: field.longitude },
    }));
    if (isObserved) {
      await server.batch(seenThrough, now, flashes);
      seenThrough = now;
    }
    await watch.round();
  }
}

const june: LocalFilter = { startDate: '2026-06-01', endDate: '2026-06-30', timeOfDay: null, daysOfWeek: [] };
const delays = (more: Partial<PolicyDelaysQuestion> = {}) =>
  policyDelays(server.store.db, {
    ...{ organizationId, organizationLocationIds: [stadium], types: ['LR1', 'LR2'] },
    ...{ interval: 'Detailed', filter: june, now: server.clock.now(), ...more },
  });
/** The cells of each row by their headers. */
async function table(more: Partial<PolicyDelaysQuestion> = {}) {
  const { columns, rows } = await delays(more);
  return rows.map((row) => Object.fromEntries(columns.map(({ header, cell }) => [header, cell(row)])));
}

test('a delay has the threshold of then, its first evidence, when people were notified, what was held and its earned end', async () => {
  const { policy } = await call('POST', 'policy', lightning);
  await pass(1, [4]);
  // The place is called otherwise and the radius is larger before the delay is over.
  await call('PATCH', 'policy', { id: policy.id, threshold: 12 });
  await call('POST', 'organizationLocation/Update', { id: stadium, name: 'Arena' });
  await pass(9);
  const lostAt = server.clock.now();
  await pass(10, [], false);
  const [open] = await table();
  expect(open).toMatchObject({ End: 'Still open: counted until now', 'Ended (local time)': null });
  const found = await server.store.db.selectFrom('warning_holds').selectAll().execute();
  expect(found).toMatchObject([{ until: null }]);
  const heldFrom = found[0]?.since.getTime() ?? 0;
  expect(heldFrom).toBeGreaterThan(lostAt);
  await pass(45);
  const { rows } = await delays();
  const [row] = rows;
  if (row?.kind !== 'delay' || rows.length !== 1) throw new Error('One delay was expected.');
  const { delay } = row;
  expect(delay).toMatchObject({
    ...{ policyType: 'LR1', threshold: 10, placeName: 'Stadium', end: 'all-clear' },
    ...{ startedAt: startAt + minute - 1_000, notifiedAt: startAt + minute },
    held: [{ from: heldFrom, until: startAt + 21 * minute }],
  });
  const endedAt = delay.endedAt ?? 0;
  expect(row.unknownMs).toBe(startAt + 21 * minute - heldFrom);
  expect(row.delayMs + row.unknownMs).toBe(endedAt - delay.startedAt);
  expect(await table()).toMatchObject([
    {
      ...{ Location: 'Arena', 'Name of the location then': 'Stadium', 'Policy type': 'LR1' },
      ...{ 'Threshold then': 10, 'Unit of the threshold': 'mi', 'Time zone': 'America/New_York' },
      ...{ 'First evidence (local time)': '2026-06-06T16:00:59-04:00', End: 'All clear' },
      'People notified (local time)': '2026-06-06T16:01:00-04:00',
    },
  ]);
});

test('a policy that notifies nobody has its delays and holds as well, and overlapping zones count once', async () => {
  await call('POST', 'policy', { ...lightning, notificationActions: [] });
  await call('POST', 'policy', { ...lightning, policyTypeShortName: 'LR2', threshold: 20 });
  await pass(1, [4, 15]);
  await pass(40);
  const rows = await table({ interval: 'Daily' });
  const of = (type: string) => rows.find((row) => row['Policy type'] === type);
  expect(rows).toHaveLength(3);
  expect(of('LR1')).toMatchObject({ Delays: 1, 'From (local day)': '2026-06-06' });
  expect(of('All, overlaps once')).toMatchObject({
    Delays: 2,
    'In delay (minutes)': of('LR2')?.['In delay (minutes)'],
  });
  const [first] = (await delays({ types: ['LR1'] })).rows;
  expect(first?.kind === 'delay' && first.delay.notifiedAt).toBeNull();
});

test('what ends without an all clear is no all clear, and the delays of a deleted place stay', async () => {
  await call('POST', 'policy', lightning);
  await pass(1, [4]);
  await pass(5);
  await pass(10, [], false);
  await call('DELETE', `organizationLocation/${stadium}`);
  await pass(1, [], false);
  const [row] = await table();
  expect(row).toMatchObject({
    Location: 'Stadium',
    End: 'Withdrawn: the location or its policy was removed',
  });
  // The stretch without data ends with it.
  const [hold] = await server.store.db.selectFrom('warning_holds').selectAll().execute();
  expect(hold?.until).toEqual(new Date(server.clock.now()));
  expect(Number(row?.['Unknown, data lost (minutes)'])).toBeGreaterThan(5);
});

test('other organizations, places, types and days have none of it', async () => {
  const theirs = await server.organization('Their District');
  await call('POST', 'policy', lightning);
  await pass(1, [4]);
  await pass(40);
  expect((await delays()).rows).toHaveLength(1);
  expect(await delays({ organizationId: theirs.organizationId })).toMatchObject({
    ...{ rows: [], placesWithoutDelay: [] },
  });
  expect(await delays({ types: ['WBGT'] })).toMatchObject({
    rows: [],
    placesWithoutDelay: [{ name: 'Stadium' }],
  });
  expect((await delays({ organizationLocationIds: [] })).rows).toEqual([]);
  expect((await delays({ filter: { ...june, startDate: '2026-06-07' } })).rows).toEqual([]);
});

test('a delay is on record after its notices are gone', async () => {
  await call('POST', 'policy', lightning);
  await pass(1, [4]);
  await pass(40);
  const before = await table();
  const later = server.clock.now() + 400 * day;
  const { db } = server.store;
  await dropNoticesBefore(db, testActor, later);
  await dropWarningsBefore(db, testActor, startAt);
  expect(await db.selectFrom('notices').selectAll().execute()).toEqual([]);
  expect(await table()).toEqual(before);
  expect(before[0]?.['People notified (local time)']).not.toBeNull();
  await dropWarningsBefore(db, testActor, later);
  expect(await table()).toEqual([]);
});

test('thresholds are given in metric units where asked', async () => {
  const { db } = server.store;
  const { policy } = await call('POST', 'policy', {
    ...{ policyTypeShortName: 'WBGT', threshold: 86, allClearMinutes: 30, allGroups: true },
  });
  await db
    .insertInto('warnings')
    .values({
      ...{
        organization_id: organizationId,
        policy_id: policy.id,
        policy_revision: 1,
        first_policy_revision: 1,
      },
      ...{ organization_location_id: stadium, place_id: stadium, ...field, state: '{"kind":"none"}' },
      ...{ started_at: new Date(startAt), updated_at: new Date(startAt), end_reason: 'all-clear' },
      ended_at: new Date(startAt + 90_000),
    })
    .execute();
  expect(await table({ types: ['WBGT'], units: 'metric' })).toMatchObject([
    { 'Threshold then': 30, 'Unit of the threshold': '°C', 'In delay (minutes)': 1.5 },
  ]);
});
