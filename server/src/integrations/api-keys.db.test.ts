import { randomUUID } from 'node:crypto';
import type { ApiKey } from '@allclear/contract';
import type { Role } from '@allclear/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AccountServer, openAccountServer, password } from '../../test/account-server.ts';
import { testActor } from '../../test/actor.ts';
import { signInStandIn } from '../../test/sign-in-stand-in.ts';
import { createApiKey, maxApiKeys } from '../identity/index.ts';

const dayMs = 86_400_000;
/** Real ms within which a taken right is gone. */
const maxStaleMs = 2_000;

let at: AccountServer;
let owner: { id: string; token: string };
let admin: { id: string; token: string };
beforeAll(async () => {
  at = await openAccountServer({ trustProxy: { kind: 'hops', hops: 1 } });
});
afterAll(() => at?.close());
beforeEach(async () => {
  await db().deleteFrom('sign_in_failures').execute();
  await db().deleteFrom('api_keys').execute();
  owner = await signedIn('admin');
  admin = await signedIn('super-admin');
});

const db = () => at.server.store.db;
async function signedIn(role: Role) {
  const { id, email } = await at.person(role);
  return { id, token: (await signInStandIn(at.url).signIn({ email, password })).access_token };
}
async function ask(method: string, path: string, bearer: string, body?: unknown, headers = {}) {
  const answer = await fetch(`${at.url}/api/${path}`, {
    method,
    headers: {
      ...{ authorization: `Bearer ${bearer}`, ...headers },
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came back
  return { status: answer.status, body: (text === '' ? null : JSON.parse(text)) as any };
}
const rights = ['locations:read', 'locations:write', 'observations:read', 'policies:view'];
const make = async (more: object = {}, by = owner) => {
  const answer = await ask('POST', 'ApiKey', by.token, { name: 'Scoreboard', permissions: rights, ...more });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.data as ApiKey & { key: string };
};
const list = async (by = owner) => (await ask('GET', 'ApiKey', by.token)).body.data as ApiKey[];
const statusOf = async (key: string, path = 'location', headers = {}) =>
  (await ask('GET', path, key, undefined, headers)).status;
const addPlace = async (label: string, more: object = {}) =>
  (
    await ask('POST', 'location/Add', owner.token, {
      ...{ label, locationName: label, latitude: 28, longitude: -82 },
      ...more,
    })
  ).body.data.id as string;
const messageOf = ({ body }: { body: { responseException: { message: string } } }) =>
  body.responseException.message;
const set = (id: string, values: object) =>
  db().updateTable('api_keys').set(values).where('id', '=', id).execute();
const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('a new key', () => {
  test('is shown once, ends after a year, and only its digest is stored and logged', async () => {
    const made = await make();
    expect(made.key).toMatch(/^allclear_[0-9A-Za-z]{49}$/);
    expect(made).toMatchObject({ name: 'Scoreboard', isMine: true, permissions: rights, lastUsedUtc: null });
    const lives = Date.parse(made.expiresUtc ?? '') - Date.parse(made.createdUtc);
    expect(lives).toBe(365 * dayMs);
    expect(await statusOf(made.key)).toBe(200);
    const [listed] = await list(admin);
    expect(listed).toMatchObject({ id: made.id, prefix: made.key.slice(0, 15), isMine: false });
    expect(JSON.stringify(listed)).not.toContain(made.key);
    const rows = await db().selectFrom('api_keys').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(made.key);
    expect(at.server.logged.join('')).not.toContain(made.key.slice(15));
  });

  test.each([
    [{ permissions: [] }, 400, 'at least one permission'],
    [{ permissions: ['operator'] }, 400, 'what you may not do: operator'],
    [{ permissions: ['api-keys:write'] }, 400, 'cannot make API keys'],
    [{ name: ' ' }, 400, 'required'],
    [{ days: 366 }, 400, 'at most 365'],
    [{ days: 0 }, 400, 'at least 1'],
    [{ networks: ['office'] }, 400, '‘office’ is no address and no network'],
    [{ networks: [] }, 400, 'at least one network'],
    [{ locationIds: [] }, 400, 'at least one place'],
    [{ locationIds: ['x'] }, 404, 'One of the places'],
    [{ locationIds: [randomUUID()] }, 404, 'One of the places'],
    [{ organizationLocationIds: [randomUUID()] }, 404, 'One of the places'],
  ])('with %j is refused', async (more, status, sentence) => {
    const answer = await ask('POST', 'ApiKey', owner.token, {
      ...{ name: 'Scoreboard', permissions: rights },
      ...more,
    });
    expect(answer.status).toBe(status);
    expect(messageOf(answer)).toContain(sentence);
    expect(await list()).toEqual([]);
  });

  test('has no right that its owner has not', async () => {
    await db()
      .updateTable('organizations')
      .set({ withheld_features: ['widget.access'] })
      .where('id', '=', at.organizationId)
      .execute();
    await later(1_100);
    const body = { name: 'Scoreboard', permissions: ['locations:read', 'widget.access'] };
    const answer = await ask('POST', 'ApiKey', owner.token, body);
    await db().updateTable('organizations').set({ withheld_features: [] }).execute();
    expect(answer.status).toBe(400);
    expect(messageOf(answer)).toBe('You cannot give a key what you may not do: widget.access');
  });

  test('is made by admins only, and by no key', async () => {
    const customer = await signedIn('customer');
    const { key } = await createApiKey(db(), testActor, {
      ...{ organizationId: at.organizationId, userId: owner.id, name: 'whole', now: Date.now() },
    });
    const { id } = await make();
    const body = { name: 'More', permissions: ['locations:read'] };
    for (const bearer of [customer.token, key]) {
      expect((await ask('POST', 'ApiKey', bearer, body)).status).toBe(403);
      expect((await ask('PATCH', 'ApiKey', bearer, { id, name: 'x' })).status).toBe(403);
      expect((await ask('POST', `ApiKey/Rotate/${id}`, bearer)).status).toBe(403);
      expect((await ask('DELETE', `ApiKey/${id}`, bearer)).status).toBe(403);
    }
  });

  test(`is the last after ${maxApiKeys} valid ones`, async () => {
    await db()
      .insertInto('api_keys')
      .values(
        Array.from({ length: maxApiKeys + 1 }, (_, index) => ({
          ...{ organization_id: at.organizationId, user_id: owner.id, name: `Key ${index}` },
          ...{ hash: Buffer.from(`${index}`), created_at: new Date() },
          // One has ended, another is about to be revoked.
          expires_at: index === 0 ? new Date() : null,
        })),
      )
      .execute();
    const body = { name: 'Scoreboard', permissions: rights };
    const refused = await ask('POST', 'ApiKey', owner.token, body);
    expect(refused.status).toBe(409);
    expect(messageOf(refused)).toContain('at most 100 API keys');
    const valid = (await list()).find(({ expired }) => !expired);
    await ask('DELETE', `ApiKey/${valid?.id}`, owner.token);
    // Two at once: one of them is the last.
    const both = await Promise.all([1, 2].map(() => ask('POST', 'ApiKey', owner.token, body)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe('a key may', () => {
  test('what it was given, and nothing that needs only a sign-in', async () => {
    const { key } = await make({ permissions: ['locations:read'] });
    expect(await statusOf(key)).toBe(200);
    expect((await ask('POST', 'location/Add', key, {})).status).toBe(403);
    expect(await statusOf(key, 'policy')).toBe(403);
    for (const path of ['user/profile', 'account/sessions', 'Settings/Notifications', 'ApiKey', 'Webhook'])
      expect(await statusOf(key, path), path).toBe(403);
    for (const path of ['user/current', 'Customer']) expect(await statusOf(key, path), path).toBe(200);
    const { permissions } = (await ask('GET', 'user/current', key)).body.data;
    expect(permissions).toEqual(['locations:read']);
  });

  test('not more than its owner at the time: rights that are taken go within two seconds', async () => {
    const { key } = await make({ permissions: ['locations:read', 'organization-locations:write'] });
    const body = { name: 'Track', latitude: 28, longitude: -82 };
    expect((await ask('POST', 'organizationLocation/Add', key, body)).status).not.toBe(403);
    await db().updateTable('users').set({ role: 'customer' }).where('id', '=', owner.id).execute();
    await later(maxStaleMs);
    expect((await ask('POST', 'organizationLocation/Add', key, body)).status).toBe(403);
    expect(await statusOf(key)).toBe(200);
    await db().updateTable('users').set({ is_active: false }).where('id', '=', owner.id).execute();
    await later(maxStaleMs);
    expect(await statusOf(key)).toBe(403);
  });

  test('read its places only, and ask nothing that cannot be limited to them', async () => {
    const { id: trackId } = await db()
      .insertInto('organization_locations')
      .values({
        organization_id: at.organizationId,
        ...{ name: `Track ${randomUUID()}`, latitude: 28, longitude: -82, created_at: new Date() },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const [stadium, , track] = [
      await addPlace('Stadium'),
      await addPlace('Pool'),
      await addPlace('Track', { organizationLocationId: trackId }),
    ];
    const permissions = ['locations:read', 'observations:read', 'policies:read', 'locations:read-others'];
    const { key, id } = await make({
      ...{ permissions, locationIds: [stadium], organizationLocationIds: [trackId] },
    });
    const places = async () =>
      (await ask('GET', 'location', key)).body.data.map((place: { id: string }) => place.id).sort();
    expect(await places()).toEqual([stadium, track].sort());
    const delays = (await ask('GET', 'location/Delay', key)).body.data;
    expect(delays.map(({ locationId }: { locationId: string }) => locationId).sort()).toEqual(
      [stadium, track].sort(),
    );
    for (const path of [`location/Delay/${stadium}`, 'user/current', `location/user/${owner.id}`])
      expect(await statusOf(key, path), path).toBe(403);
    // A place that goes is gone for the key.
    await ask('DELETE', `location/${stadium}`, owner.token);
    await later(1_100);
    expect(await places()).toEqual([track]);
    await ask('PATCH', 'ApiKey', owner.token, { id, locationIds: null, organizationLocationIds: null });
    await later(1_100);
    expect(await places()).toHaveLength(2);
  });

  test('be used from its networks only, by the address that the trusted proxy saw', async () => {
    const { key, id } = await make({ networks: ['192.0.2.0/24', '2001:db8:1::/48'] });
    const from = (address: string) => statusOf(key, 'location', { 'x-forwarded-for': address });
    expect(await from('192.0.2.7')).toBe(200);
    expect(await from('2001:db8:1:9::1')).toBe(200);
    for (const address of ['198.51.100.1', '2001:db8:2::1', '192.0.2.7, 198.51.100.1'])
      expect(await from(address), address).toBe(403);
    const refused = await ask('GET', 'location', key, undefined, { 'x-forwarded-for': '198.51.100.1' });
    expect(messageOf(refused)).toBe('This API key may not be used from this network.');
    await ask('PATCH', 'ApiKey', owner.token, { id, networks: null });
    await later(1_100);
    expect(await from('198.51.100.1')).toBe(200);
  });
});

describe('a key', () => {
  test('notes when and from where it was last used, at most once a minute', async () => {
    const { key, id } = await make();
    await statusOf(key, 'location', { 'x-forwarded-for': '192.0.2.7' });
    await statusOf(key, 'location', { 'x-forwarded-for': '2001:db8:1:2:3::9' });
    const [used] = await list();
    expect(used).toMatchObject({ id, lastUsedNetwork: '192.0.2.7' });
    expect(Date.now() - Date.parse(used?.lastUsedUtc ?? '')).toBeLessThan(60_000);
  });

  test('is refused after its end', async () => {
    const { key, id } = await make({ days: 1 });
    expect(await statusOf(key)).toBe(200);
    await set(id, { expires_at: new Date() });
    await later(1_100);
    expect(await statusOf(key)).toBe(401);
    expect(await list()).toMatchObject([{ id, expired: true }]);
    const rotated = await ask('POST', `ApiKey/Rotate/${id}`, owner.token);
    expect([rotated.status, messageOf(rotated)]).toEqual([409, 'This API key has ended. Make a new one.']);
  });

  test('that is rotated works beside the new one for a day', async () => {
    const first = await make({ days: 30 });
    await statusOf(first.key);
    const rotated = await ask('POST', `ApiKey/Rotate/${first.id}`, owner.token);
    const second = rotated.body.data as ApiKey & { key: string };
    expect(second.id).toBe(first.id);
    expect(second.key).not.toBe(first.key);
    const lives = Date.parse(second.expiresUtc ?? '') - Date.now();
    expect(Math.abs(lives - 30 * dayMs)).toBeLessThan(60_000);
    const overlap = Date.parse(second.previousEndsUtc ?? '') - Date.now();
    expect(Math.abs(overlap - dayMs)).toBeLessThan(60_000);
    for (const { key } of [first, second]) expect(await statusOf(key)).toBe(200);
    const again = await ask('POST', `ApiKey/Rotate/${first.id}`, owner.token);
    expect(again.status).toBe(409);
    expect(messageOf(again)).toContain('rotated less than a day ago');
    await set(first.id, { previous_ends_at: new Date() });
    await later(1_100);
    expect([await statusOf(first.key), await statusOf(second.key)]).toEqual([401, 200]);
    expect(await list()).toMatchObject([{ previousEndsUtc: null }]);
  });

  test('is revoked by any admin, with its predecessor and its streams, and changed by its owner only', async () => {
    const { key, id } = await make();
    const { key: next } = (await ask('POST', `ApiKey/Rotate/${id}`, owner.token)).body.data;
    for (const refused of [
      await ask('PATCH', 'ApiKey', admin.token, { id, name: 'Mine' }),
      await ask('POST', `ApiKey/Rotate/${id}`, admin.token),
    ]) {
      expect(refused.status).toBe(403);
      expect(messageOf(refused)).toContain('Only its owner');
    }
    const stream = await fetch(`${at.url}/api/events`, { headers: { authorization: `Bearer ${next}` } });
    expect(stream.status).toBe(200);
    const reader = stream.body!.getReader();
    const begun = performance.now();
    expect((await ask('DELETE', `ApiKey/${id}`, admin.token)).status).toBe(200);
    while (!(await reader.read()).done);
    expect(performance.now() - begun).toBeLessThan(maxStaleMs);
    await later(1_000);
    for (const old of [key, next]) expect(await statusOf(old)).toBe(401);
    expect((await ask('DELETE', `ApiKey/${id}`, admin.token)).status).toBe(404);
    expect(await list()).toEqual([]);
  });

  test('of a person of another organization does not exist', async () => {
    const { id } = await make();
    const theirs = await at.server.organization(`Their District ${randomUUID()}`);
    await db()
      .updateTable('users')
      .set({ organization_id: theirs.organizationId })
      .where('id', '=', admin.id)
      .execute();
    await later(1_100);
    expect(await list(admin)).toHaveLength(5);
    expect((await list(admin)).map((key) => key.id)).not.toContain(id);
    for (const [method, path, body] of [
      ['PATCH', 'ApiKey', { id, name: 'x' }],
      ['POST', `ApiKey/Rotate/${id}`],
      ['DELETE', `ApiKey/${id}`],
    ] as const)
      expect((await ask(method, path, admin.token, body)).status).toBe(404);
  });

  test('moves to no other organization with its owner', async () => {
    const { key } = await make();
    const theirs = await at.server.organization(`New District ${randomUUID()}`);
    await db()
      .updateTable('users')
      .set({ organization_id: theirs.organizationId })
      .where('id', '=', owner.id)
      .execute();
    await later(1_100);
    expect(await statusOf(key)).toBe(403);
  });
});

test('each change of a key leaves an entry, without the key and its digest', async () => {
  const { id, key, revision } = await make({ networks: ['192.0.2.0/24'] });
  const changed = await ask('PATCH', 'ApiKey', owner.token, {
    id,
    revision,
    permissions: ['locations:read'],
  });
  expect(changed.body.data).toMatchObject({ revision: 2, permissions: ['locations:read'] });
  const stale = await ask('PATCH', 'ApiKey', owner.token, { id, revision, permissions: rights });
  expect(stale.status).toBe(409);
  expect(stale.body.responseException.errors).toHaveProperty('Permissions');
  await ask('POST', `ApiKey/Rotate/${id}`, owner.token);
  await ask('DELETE', `ApiKey/${id}`, admin.token);
  const rows = await db()
    .selectFrom('audit_entries')
    .select(['action', 'actor_id as actorId', 'body'])
    .where('record_id', '=', id)
    .orderBy('sequence')
    .execute();
  expect(rows.map(({ action, actorId }) => [action, actorId])).toEqual([
    ['api-key.added', owner.id],
    ['api-key.changed', owner.id],
    ['api-key.rotated', owner.id],
    ['api-key.revoked', admin.id],
  ]);
  const [, change] = rows.map(({ body }) => JSON.parse(body));
  expect(change).toMatchObject({
    before: { permissions: rights },
    after: { permissions: ['locations:read'] },
  });
  const text = JSON.stringify(rows);
  expect(text).not.toContain(key.slice(15));
  expect(text).not.toMatch(/hash":"\\\\x/);
});
