import type { AddressInfo } from 'node:net';
import type { Route } from '@allclear/contract';
import * as contract from '@allclear/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ask, openTestServer, type TestServer } from '../../test/test-server.ts';
import { maxDisplayLinks } from '../identity/index.ts';

const nobody = '00000000-0000-4000-8000-000000000000';
const routes = (Object.values(contract) as unknown[]).filter(
  (entry): entry is Route =>
    typeof entry === 'object' && entry !== null && 'needs' in entry && 'path' in entry,
);

let server: TestServer;
let ours: Awaited<ReturnType<TestServer['organization']>>;
let origin: string;
let admin: string;

beforeEach(async () => {
  server = await openTestServer();
  ours = await server.organization('Our District');
  admin = ours.people.admin.key;
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`;
});
afterEach(() => server.close());

const get = (path: string, key: string) => ask(server.app, 'GET', `/api/${path}`, { key });
const post = (path: string, key: string, body: object) =>
  ask(server.app, 'POST', `/api/${path}`, { key, body });
const addPlace = async (key: string, label: string) =>
  (await post('location/Add', key, { label, locationName: label, latitude: 28, longitude: -82 })).body.data
    .id as string;
const makeLink = async (body: object, key = admin) =>
  (await post('DisplayLink', key, { name: 'Lobby', days: 7, ...body })).body.data as {
    id: string;
    token: string;
  };
const placesOf = async (token: string) =>
  (await get('location', token)).body.data.map(({ id }: { id: string }) => id);
const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const set = (id: string, values: object) =>
  server.store.db.updateTable('display_links').set(values).where('id', '=', id).execute();

/** An open event stream: what it reads, and how long it takes from a call until it has ended, real ms. */
async function stream(token: string) {
  const answer = await fetch(`${origin}/api/events`, { headers: { authorization: `Bearer ${token}` } });
  expect(answer.status).toBe(200);
  const reader = answer.body!.getReader();
  await reader.read();
  return {
    /** The next event about places. */
    async read() {
      for (;;) {
        const text = new TextDecoder().decode((await reader.read()).value);
        if (/"locationIds":\[/.test(text)) return text;
      }
    },
    async ended() {
      const begun = performance.now();
      while (!(await reader.read()).done);
      return performance.now() - begun;
    },
  };
}

/** Real ms within which a taken right is gone. */
const maxStaleMs = 2_000;

describe('a display link', () => {
  test('shows its places and no others of its creator, and the name of the organization', async () => {
    const [shown] = [await addPlace(admin, 'Stadium'), await addPlace(admin, 'Pool')];
    const { token } = await makeLink({ locationIds: [shown] });
    expect(token).toMatch(/^acd_[\w-]{43}$/);
    expect(await placesOf(token)).toEqual([shown]);
    const delays = await get('location/Delay', token);
    expect(delays.body.data.map(({ locationId }: { locationId: string }) => locationId)).toEqual([shown]);
    const conditions = await get('observations/ForLocations', token);
    expect(conditions.body.data.map(({ locationId }: { locationId: string }) => locationId)).toEqual([shown]);
    expect((await get('observations/Violations', token)).status).toBe(200);
    expect((await get('Customer', token)).body.data.name).toBe('Our District');
  });

  test('is refused by every route that is not for displays', async () => {
    const place = await addPlace(admin, 'Stadium');
    const { token } = await makeLink({ locationIds: [place] });
    const refused = routes.filter(({ needs, forDisplays }) => needs !== 'public' && !forDisplays);
    expect(refused.length).toBeGreaterThan(50);
    expect(refused.map(({ path }) => path)).toContain('DisplayLink');
    for (const { method, path } of refused) {
      const url = `/api/${path.replaceAll(/:\w+/g, place)}`;
      const { statusCode } = await server.app.inject({
        method,
        url,
        headers: { authorization: `Bearer ${token}` },
      });
      expect(statusCode, `${method} ${path}`).toBe(403);
    }
    expect(routes.filter(({ forDisplays }) => forDisplays).every(({ method }) => method === 'GET')).toBe(
      true,
    );
  });

  test('learns of changes at its own places only', async () => {
    const [shown, hidden] = [await addPlace(admin, 'Stadium'), await addPlace(admin, 'Pool')];
    const { token } = await makeLink({ locationIds: [shown] });
    const { read } = await stream(token);
    const userId = ours.people.admin.id;
    server.events.publishLocations('strikes', [{ id: hidden, userId }]);
    await later(300);
    server.events.publishLocations('strikes', [
      { id: shown, userId },
      { id: hidden, userId },
    ]);
    const first = await read();
    expect(first).toContain(shown);
    expect(first).not.toContain(hidden);
  });

  test('is stored as a digest only, and its token is shown once', async () => {
    const { id, token } = await makeLink({ locationIds: [await addPlace(admin, 'Stadium')] });
    const row = await server.store.db
      .selectFrom('display_links')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain(token.slice(4));
    expect(row.hash).toHaveLength(32);
    const list = await get('DisplayLink', admin);
    expect(list.body.data).toMatchObject([{ id, name: 'Lobby', places: 1, groupName: null, expired: false }]);
    expect(JSON.stringify(list.body)).not.toContain('acd_');
  });

  test('ends within two seconds of its revocation, with its streams', async () => {
    const place = await addPlace(admin, 'Stadium');
    const [{ id, token }, other] = [
      await makeLink({ locationIds: [place] }),
      await makeLink({ locationIds: [place] }),
    ];
    const [open, staying] = [await stream(token), await stream(other.token)];
    await later(600);
    expect((await get('location', token)).status).toBe(200);
    const revoked = await ask(server.app, 'DELETE', `/api/DisplayLink/${id}`, { key: admin });
    expect(revoked.status).toBe(200);
    expect(await open.ended()).toBeLessThan(maxStaleMs);
    await later(1_000);
    expect((await get('location', token)).status).toBe(401);
    expect((await get('location', other.token)).status).toBe(200);
    expect(await Promise.race([staying.ended(), later(100)])).toBeUndefined();
    expect((await get('DisplayLink', admin)).body.data).toHaveLength(1);
    expect((await ask(server.app, 'DELETE', `/api/DisplayLink/${id}`, { key: admin })).status).toBe(404);
  });

  test('ends when it expires, with its streams', async () => {
    const { id, token } = await makeLink({ locationIds: [await addPlace(admin, 'Stadium')] });
    const open = await stream(token);
    expect((await get('location', token)).status).toBe(200);
    await set(id, { expires_at: new Date() });
    expect(await open.ended()).toBeLessThan(maxStaleMs);
    await later(1_000);
    expect((await get('location', token)).status).toBe(401);
    expect((await get('DisplayLink', admin)).body.data).toMatchObject([{ id, expired: true }]);
  });

  test.each([
    ['deactivated', { is_active: false }],
    ['no admin any more', { role: 'customer' }],
  ])('ends within two seconds when its creator is %s', async (_name, values) => {
    const { token } = await makeLink({ locationIds: [await addPlace(admin, 'Stadium')] });
    const open = await stream(token);
    await later(1_100);
    expect((await get('location', token)).status).toBe(200);
    await server.store.db.updateTable('users').set(values).where('id', '=', ours.people.admin.id).execute();
    expect(await open.ended()).toBeLessThan(maxStaleMs);
    await later(1_000);
    expect((await get('location', token)).status).toBe(403);
    expect(
      (await fetch(`${origin}/api/events`, { headers: { authorization: `Bearer ${token}` } })).status,
    ).toBe(403);
  });

  test('loses a place within two seconds when its creator does', async () => {
    const [kept, lost] = [await addPlace(admin, 'Stadium'), await addPlace(admin, 'Pool')];
    const { token } = await makeLink({ locationIds: [kept, lost] });
    expect(new Set(await placesOf(token))).toEqual(new Set([kept, lost]));
    const open = await stream(token);
    await ask(server.app, 'DELETE', `/api/location/${lost}`, { key: admin });
    expect(await open.ended()).toBeLessThan(maxStaleMs);
    await later(1_000);
    expect(await placesOf(token)).toEqual([kept]);
  });

  test('of a group shows the places of the creator that belong to it now', async () => {
    const { id: organizationLocationId } = await server.store.db
      .insertInto('organization_locations')
      .values({
        organization_id: ours.organizationId,
        ...{ name: 'Track', latitude: 28, longitude: -82, created_at: new Date() },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await addPlace(admin, 'Stadium');
    const track = (
      await post('location/Add', admin, {
        ...{ label: 'Track', locationName: 'Track', latitude: 28, longitude: -82 },
        organizationLocationId,
      })
    ).body.data.id;
    const group = (
      await post('site/add', admin, { name: 'Coaches', organizationLocations: [organizationLocationId] })
    ).body.data.id;
    const { token } = await makeLink({ groupId: group });
    expect(await placesOf(token)).toEqual([track]);
    expect((await get('DisplayLink', admin)).body.data).toMatchObject([{ groupName: 'Coaches', places: 1 }]);
    await post('site/update', admin, { id: group, organizationLocations: [] });
    await later(1_100);
    expect(await placesOf(token)).toEqual([]);
  });

  test('notes when it was last used', async () => {
    const { id, token } = await makeLink({ locationIds: [await addPlace(admin, 'Stadium')] });
    expect((await get('DisplayLink', admin)).body.data).toMatchObject([{ id, lastUsedUtc: null }]);
    await get('location', token);
    const [used] = (await get('DisplayLink', admin)).body.data;
    expect(Date.parse(used.lastUsedUtc)).toBeGreaterThan(Date.now() - 60_000);
  });
});

describe('display links', () => {
  test('of another organization do not exist, nor do its places and groups', async () => {
    const theirs = await server.organization('Their District');
    const theirAdmin = theirs.people.admin.key;
    const place = await addPlace(admin, 'Stadium');
    const group = (await post('site/add', admin, { name: 'Coaches' })).body.data.id;
    const { id, token } = await makeLink({ locationIds: [place] });
    expect((await get('DisplayLink', theirAdmin)).body.data).toEqual([]);
    expect((await ask(server.app, 'DELETE', `/api/DisplayLink/${id}`, { key: theirAdmin })).status).toBe(404);
    const made = { name: 'Lobby', days: 7 };
    expect((await post('DisplayLink', theirAdmin, { ...made, locationIds: [place] })).status).toBe(404);
    expect((await post('DisplayLink', theirAdmin, { ...made, groupId: group })).status).toBe(404);
    // A creator who moves takes no display along.
    await later(1_100);
    await server.store.db
      .updateTable('users')
      .set({ organization_id: theirs.organizationId })
      .where('id', '=', ours.people.admin.id)
      .execute();
    await later(1_100);
    expect((await get('location', token)).status).toBe(403);
  });

  test('are made and seen by admins only, of own places, with sound input', async () => {
    const place = await addPlace(admin, 'Stadium');
    const body = { name: 'Lobby', days: 7, locationIds: [place] };
    for (const role of ['assistant-admin', 'customer'] as const) {
      expect((await post('DisplayLink', ours.people[role].key, body)).status).toBe(403);
      expect((await get('DisplayLink', ours.people[role].key)).status).toBe(403);
    }
    const others = await addPlace(ours.people['super-admin'].key, 'Elsewhere');
    expect((await post('DisplayLink', admin, { ...body, locationIds: [place, others] })).status).toBe(404);
    expect((await post('DisplayLink', admin, { ...body, groupId: nobody })).status).toBe(400);
    for (const wrong of [
      { days: 366 },
      { days: 0 },
      { name: ' ' },
      { locationIds: [] },
      { locationIds: undefined },
    ])
      expect((await post('DisplayLink', admin, { ...body, ...wrong })).status, JSON.stringify(wrong)).toBe(
        400,
      );
    expect((await post('DisplayLink', admin, { ...body, locationIds: ['x'] })).status).toBe(404);
    expect((await get('location', 'acd_wrong')).status).toBe(401);
    expect((await get('location', `acd_${'x'.repeat(43)}`)).status).toBe(401);
  });

  test('are limited in number', async () => {
    const place = await addPlace(admin, 'Stadium');
    await server.store.db
      .insertInto('display_links')
      .values(
        Array.from({ length: maxDisplayLinks }, (_, i) => ({
          organization_id: ours.organizationId,
          user_id: ours.people.admin.id,
          name: `Link ${i}`,
          location_ids: [place],
          hash: Buffer.from(`${i}`),
          created_at: new Date(),
          expires_at: new Date(Date.now() + 1_000_000),
        })),
      )
      .execute();
    expect((await post('DisplayLink', admin, { name: 'Lobby', days: 7, locationIds: [place] })).status).toBe(
      409,
    );
  });
});
