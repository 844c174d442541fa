import type { AddressInfo } from 'node:net';
import type { Role } from '@allclear/domain';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ask, openTestServer, type TestServer } from '../../test/test-server.ts';
import { type SignedIn, whoMayStill } from './watch-access.ts';

let server: TestServer;
let people: Record<Role, { id: string; key: string }>;
let origin: string;

beforeEach(async () => {
  server = await openTestServer();
  ({ people } = await server.organization('Our District'));
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`;
});
afterEach(() => server.close());

/** An open event stream; `endedAfter` is how long it takes from a call until it has ended, real ms. */
async function stream(key: string) {
  const answer = await fetch(`${origin}/api/events`, { headers: { authorization: `Bearer ${key}` } });
  expect(answer.status).toBe(200);
  const reader = answer.body!.getReader();
  await reader.read();
  return async () => {
    const begun = performance.now();
    while (!(await reader.read()).done);
    return performance.now() - begun;
  };
}
const set = (id: string, values: { is_active?: boolean; role?: string }) =>
  server.store.db.updateTable('users').set(values).where('id', '=', id).execute();
const statusOf = async (key: string) =>
  (await ask(server.app, 'GET', '/api/Notifications/Sent', { key })).status;
const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test('somebody who is deactivated by another process has no stream and no answer after two seconds', async () => {
  const { id, key } = people.admin;
  expect(await statusOf(key)).toBe(200);
  const ended = await stream(key);
  const other = await stream(people['super-admin'].key);
  await set(id, { is_active: false });
  expect(await ended()).toBeLessThan(2_000);
  await later(1_000);
  expect(await statusOf(key)).toBe(403);
  expect(await statusOf(people['super-admin'].key)).toBe(200);
  await set(people['super-admin'].id, { is_active: false });
  expect(await other()).toBeLessThan(2_000);
});

test('a role that changes is felt within two seconds', async () => {
  const { id, key } = people.admin;
  const ended = await stream(key);
  await later(1_200);
  expect(await statusOf(key)).toBe(200);
  await set(id, { role: 'customer' });
  expect(await ended()).toBeLessThan(2_000);
  await later(1_000);
  expect(await statusOf(key)).toBe(403);
});

test('a key that is revoked is refused within two seconds', async () => {
  const { id, key } = people.admin;
  expect(await statusOf(key)).toBe(200);
  const ended = await stream(key);
  const other = await stream(people['super-admin'].key);
  await server.store.db
    .updateTable('api_keys')
    .set({ revoked_at: new Date() })
    .where('user_id', '=', id)
    .execute();
  expect(await ended()).toBeLessThan(2_000);
  await later(1_500);
  const othersEnd = other();
  expect(await Promise.race([othersEnd, later(100)])).toBeUndefined();
  expect(await statusOf(key)).toBe(401);
});

test('what outlives an access token ends with the account, its role, the feature and the sign-in', async () => {
  const { db } = server.store;
  const { organizationId } = await db
    .selectFrom('users')
    .select('organization_id as organizationId')
    .where('id', '=', people.admin.id)
    .executeTakeFirstOrThrow();
  const principal = {
    ...{ userId: people.admin.id, organizationId: organizationId ?? '', places: null, credential: null },
  };
  const may = async (of: SignedIn = principal) =>
    (await whoMayStill(db, [of], 'live_camera.access', Date.now()))(of);
  expect(await may()).toBe(true);
  // A sign-in that is not, or no more, in the store.
  expect(await may({ ...principal, credential: { kind: 'grant', id: 'of-a-session-that-ended' } })).toBe(
    false,
  );
  await set(people.admin.id, { role: 'customer' });
  expect(await may()).toBe(false);
  await set(people.admin.id, { role: 'admin' });
  await db
    .updateTable('organizations')
    .set({ withheld_features: ['live_camera.access'] })
    .execute();
  expect(await may()).toBe(false);
  await db.updateTable('organizations').set({ withheld_features: [] }).execute();
  expect(await may()).toBe(true);
  await set(people.admin.id, { is_active: false });
  expect(await may()).toBe(false);
});
