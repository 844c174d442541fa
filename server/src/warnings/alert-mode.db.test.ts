import { randomUUID } from 'node:crypto';
import type { Role } from '@allclear/domain';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { field, lightning } from '../../test/field-policy.ts';
import { ask, openTestServer, type TestServer, testSecrets } from '../../test/test-server.ts';
import { WarningWatch } from './watch-warnings.ts';

const minute = 60_000;

let server: TestServer;
let people: Record<Role, { id: string; key: string }>;
let watch: WarningWatch;
let stadium: string;
/** The end of the feed's observation. */
let seenThrough: number;
let unsubscribe: () => void;

beforeEach(async () => {
  server = await openTestServer();
  const ours = await server.organization('Our District');
  people = ours.people;
  const { db } = server.store;
  // Two people: one of them with geofence.
  await db
    .updateTable('users')
    .set({ is_active: false })
    .where('role', 'not in', ['admin', 'customer'])
    .execute();
  const { id } = await db
    .insertInto('organization_locations')
    .values({ organization_id: ours.organizationId, name: 'Stadium', ...field, created_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow();
  stadium = id;
  await call('POST', 'Settings/Notifications', { geofenceAlertsEnabled: true, alertTimesEnabled: false });
  const now = server.clock.now();
  await server.batch(now - 60 * minute, now);
  seenThrough = now;
  watch = new WarningWatch({
    ...{
      db,
      clock: server.clock,
      live: server.live,
      alerts: server.alerts,
      weather: 'live',
      sender: 'us.example',
      secrets: testSecrets,
    },
  });
  unsubscribe = server.live.onBatches((batches) => watch.batches(batches));
});
afterEach(async () => {
  unsubscribe();
  await server.close();
});

const call = (method: 'POST' | 'DELETE', path: string, body?: object) =>
  ask(server.app, method, `/api/${path}`, { key: people.admin.key, ...(body ? { body } : {}) });
async function policy(changes: object = {}): Promise<void> {
  expect((await call('POST', 'policy', { ...lightning, ...changes })).status).toBe(200);
  watch.apply({ topic: 'policies', ids: [] });
  await watch.round();
}
/** Time passes under the eyes of the feed, with a strike in the field or without. */
async function pass(minutes: number, strikes = false): Promise<void> {
  server.clock.advance(minutes * minute);
  const now = server.clock.now();
  const flashes = strikes ? [{ at: now - 1_000, key: `${now}`, ...field }] : [];
  await server.batch(seenThrough, now, flashes);
  seenThrough = now;
  await watch.round();
}
const deviceId = randomUUID();
/** The admin's open app is so far north of the field. */
async function isAt(milesNorth: number, accuracyMeters = 30): Promise<void> {
  const position = { deviceId, latitude: 28 + milesNorth / 69.1, longitude: -82, accuracyMeters };
  expect((await call('POST', 'Settings/Position', { ...position, ageSeconds: 0 })).status).toBe(200);
}
/** Who a notice was written to, and why nothing was sent. */
const written = async (kind: string) => {
  const rows = await server.store.db
    .selectFrom('notifications')
    .innerJoin('notices', 'notices.id', 'notice_id')
    .select(['user_id', 'muted'])
    .where('kind', '=', kind)
    .execute();
  return Object.fromEntries(
    rows.map(({ user_id, muted }) => [user_id === people.admin.id ? 'admin' : 'customer', muted]),
  );
};
const deliveriesOfAdmin = async () =>
  (
    await server.store.db
      .selectFrom('deliveries')
      .select('id')
      .where('user_id', '=', people.admin.id)
      .execute()
  ).length;

test('who is outside every zone of the place gets nothing, and the record says why; everybody else is notified', async () => {
  await policy();
  await isAt(30);
  await pass(1, true);
  expect(await written('started')).toEqual({ admin: 'outside', customer: null });
  expect(await deliveriesOfAdmin()).toBe(0);
  await pass(31);
  // Who was not notified of the start is not notified of the end.
  expect(await written('all-clear')).toEqual({ customer: null });
});

test.each([
  ['within the zone of the policy', () => isAt(9)],
  ['whose circle of accuracy touches the zone', () => isAt(12, 4_000)],
  ['at an unknown position', async () => undefined],
  [
    'whose position was deleted',
    async () => {
      await isAt(30);
      await call('DELETE', 'Settings/Position');
    },
  ],
  [
    'whose position is older than fifteen minutes',
    async () => {
      await isAt(30);
      await server.store.db
        .updateTable('shared_positions')
        .set({ taken_at: new Date(Date.now() - 16 * minute) })
        .execute();
    },
  ],
  [
    'whose position is of the future',
    async () => {
      await isAt(30);
      await server.store.db
        .updateTable('shared_positions')
        .set({ taken_at: new Date(Date.now() + 16 * minute) })
        .execute();
    },
  ],
  [
    'outside, whose organization no longer has alerts by position',
    async () => {
      await isAt(30);
      await server.store.db
        .updateTable('organizations')
        .set({ withheld_features: ['geofence.alerts.access'] })
        .execute();
    },
  ],
  [
    'within a zone that a colleague saved',
    async () => {
      await isAt(24);
      const { organization_id } = await server.store.db
        .selectFrom('organization_locations')
        .select('organization_id')
        .executeTakeFirstOrThrow();
      await server.store.db
        .insertInto('locations')
        .values({
          ...{ organization_id, user_id: people.customer.id, organization_location_id: stadium },
          ...{
            label: 'Stadium',
            location_name: '',
            ...field,
            radius1: 10,
            radius2: 25,
            radius3: 0,
            radius4: 0,
          },
          ...{ all_clear_minutes: 30, flags: 2, time_zone: 'UTC' },
          ...{ created_at: new Date(), updated_at: new Date() },
        })
        .execute();
    },
  ],
])('nobody is muted %s', async (_, prepare) => {
  await policy();
  await prepare();
  await pass(1, true);
  expect(await written('started')).toEqual({ admin: null, customer: null });
});

test('a life-safety policy notifies wherever people are', async () => {
  await policy({ lifeSafety: true });
  await isAt(30);
  await pass(1, true);
  expect(await written('started')).toEqual({ admin: null, customer: null });
});

test('who was notified and left is notified of the end', async () => {
  await policy();
  await isAt(2);
  await pass(1, true);
  expect(await written('started')).toEqual({ admin: null, customer: null });
  await isAt(30);
  await pass(31);
  expect(await written('all-clear')).toEqual({ admin: null, customer: null });
});

test('who comes into the zones of an open warning is notified that it is in effect, and of its end', async () => {
  await policy();
  await isAt(30);
  await pass(1, true);
  await pass(2);
  expect(await written('in-effect')).toEqual({});
  await isAt(3);
  await pass(2);
  expect(await written('in-effect')).toEqual({ admin: null });
  await pass(30);
  expect(await written('all-clear')).toEqual({ admin: null, customer: null });
});

test('an open warning reaches who stopped sharing', async () => {
  await policy();
  await isAt(30);
  await pass(1, true);
  await call('DELETE', 'Settings/Position');
  await pass(2);
  expect(await written('in-effect')).toEqual({ admin: null });
});
