import { installationChain } from '@allclear/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, openTestServer, type TestServer } from '../test-server.ts';
import { auditEntriesOf } from './audit-entries.ts';

let server: TestServer;
let ours: Awaited<ReturnType<TestServer['organization']>>;
beforeAll(async () => {
  server = await openTestServer();
  ours = await server.organization('District of the audit');
});
afterAll(() => server.close());

type Method = Parameters<typeof ask>[1];
async function call(
  method: Method,
  path: string,
  body?: object,
  role: 'super-admin' | 'customer' = 'super-admin',
) {
  const { key } = ours.people[role];
  return ask(server.app, method, `/api/${path}`, { key, ...(body ? { body } : {}) });
}

/** The entries that a call adds to the chain of the organization, and to that of the installation. */
async function entriesOf(work: () => Promise<unknown>) {
  const chains = [ours.organizationId, installationChain];
  const counts = await Promise.all(
    chains.map(async (chain) => (await auditEntriesOf(server.store, chain)).length),
  );
  await work();
  const added = await Promise.all(chains.map((chain, n) => auditEntriesOf(server.store, chain, counts[n])));
  return added.flat();
}

async function ok(method: Method, path: string, body?: object) {
  const answer = await call(method, path, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.data;
}

const digest = { personal: expect.stringMatching(/^[0-9a-f]{64}$/) };
let counter = 0;
const personBody = (siteId: string) => {
  counter += 1;
  return {
    ...{ firstName: 'Ada', lastName: 'Bayward', email: `audited-${counter}@bay.example`, siteId },
    ...{ timeZone: 'America/New_York', roleId: 4, smsNotifications: false, emailNotifications: true },
  };
};
const newGroup = async () => {
  counter += 1;
  return (await ok('POST', 'site/add', { name: `Group ${counter}`, timeZone: 'America/New_York' })) as {
    id: string;
    revision: number;
  };
};

describe('users', () => {
  it('leave one entry when they are added, changed, demoted, promoted and deleted', async () => {
    const siteId = groupIdOf(await newGroup());
    let id = '';
    const added = await entriesOf(async () => {
      id = (await ok('POST', 'user', personBody(siteId))).id;
    });
    expect(added).toMatchObject([
      {
        ...{ action: 'user.added', recordId: id, before: null },
        actor: { kind: 'user', id: ours.people['super-admin'].id, via: 'api-key' },
        after: { firstName: digest, lastName: digest, email: digest, role: 'customer', groupId: siteId },
      },
    ]);
    const changed = await entriesOf(() => ok('POST', 'user/update', { id, firstName: 'Eda', roleId: 3 }));
    expect(changed).toMatchObject([
      {
        ...{ action: 'user.changed', recordId: id },
        ...{ before: { firstName: digest, role: 'customer' }, after: { firstName: digest } },
      },
    ]);
    expect(Object.keys(changed[0]?.after ?? {}).sort()).toEqual(['firstName', 'role']);
    expect(await entriesOf(() => ok('DELETE', 'user/demote', { id }))).toMatchObject([
      { action: 'user.demoted', recordId: id, after: { role: 'notification-only' } },
    ]);
    const promoted = await entriesOf(() =>
      ok('POST', 'user/PromoteNotificationOnlyUser', { ...personBody(siteId), id }),
    );
    expect(promoted).toMatchObject([{ action: 'user.promoted', recordId: id }]);
    expect(await entriesOf(() => ok('DELETE', `user/${id}`))).toMatchObject([
      { action: 'user.deleted', recordId: id, before: { email: digest }, after: null },
    ]);
  });

  it('who only get notifications leave theirs', async () => {
    const siteId = groupIdOf(await newGroup());
    let id = '';
    const added = await entriesOf(async () => {
      id = (await ok('POST', 'notificationuser', personBody(siteId))).user.id;
    });
    expect(added).toMatchObject([
      { action: 'user.added', recordId: id, after: { role: 'notification-only' } },
    ]);
    const changed = await entriesOf(() => ok('POST', 'notificationuser/update', { id, lastName: 'Other' }));
    expect(changed).toMatchObject([{ action: 'user.changed', after: { lastName: digest } }]);
    expect(await entriesOf(() => ok('DELETE', `notificationuser/${id}`))).toMatchObject([
      { action: 'user.deleted', recordId: id },
    ]);
  });
});

const groupIdOf = (answer: object): string => {
  const found = /"id":"([0-9a-f-]{36})"/.exec(JSON.stringify(answer));
  expect(found, JSON.stringify(answer)).not.toBeNull();
  return found?.[1] ?? '';
};

describe('an organization', () => {
  it('leaves an entry for groups and settings', async () => {
    let id = '';
    const added = await entriesOf(async () => {
      id = groupIdOf(await newGroup());
    });
    expect(added).toMatchObject([{ action: 'group.added', recordId: id, before: null }]);
    const changed = await entriesOf(() => ok('POST', 'site/update', { id, name: 'Renamed' }));
    expect(changed).toMatchObject([{ action: 'group.changed', after: { name: 'Renamed' } }]);
    expect(Object.keys(changed[0]?.after ?? {})).toEqual(['name']);
    expect(await entriesOf(() => ok('POST', `site/delete/${id}`))).toMatchObject([
      { action: 'group.deleted', recordId: id, before: { name: 'Renamed' } },
    ]);
    expect(await entriesOf(() => ok('POST', 'Settings/Organization', { banner: 'Storm' }))).toMatchObject([
      { action: 'organization.changed', before: { banner: null }, after: { banner: 'Storm' } },
    ]);
    expect(await entriesOf(() => ok('POST', 'Settings/SecondFactor', { roles: [1] }))).toMatchObject([
      { action: 'organization.changed', before: { secondFactorRoles: [] } },
    ]);
  });
});

describe('a refused change', () => {
  it('leaves one entry, and its repeats another with their count', async () => {
    const foreign = '3f6c5a0e-9a51-4b5e-8f5e-0f2f6c3b1d10';
    const refused = await entriesOf(async () => {
      for (let n = 0; n < 5; n += 1) expect((await call('DELETE', `user/${foreign}`)).status).toBe(404);
    });
    expect(refused).toMatchObject([
      {
        action: 'request.refused',
        actor: { id: ours.people['super-admin'].id },
        after: { route: 'DELETE user/:id', status: 404, code: 'not-found', times: 1 },
      },
    ]);
    await server.store.pool.query(
      `update audit_refusals set window_started_at = now() - interval '11 minutes'`,
    );
    const next = await entriesOf(() => call('DELETE', `user/${foreign}`));
    expect(next).toMatchObject([{ action: 'request.refused', after: { times: 5 } }]);
  });

  it('leaves its entry for every kind of refusal, and nothing of the change', async () => {
    const refused = await entriesOf(async () => {
      expect((await call('POST', 'site/add', { name: '' })).status).toBe(400);
      expect((await call('POST', 'site/add', { name: 'Mine' }, 'customer')).status).toBe(403);
    });
    expect(refused.map(({ action, after }) => [action, after?.status])).toEqual([
      ['request.refused', 400],
      ['request.refused', 403],
    ]);
  });

  it('leaves none for a read, a caller who is not signed in, and what is excepted', async () => {
    const refused = await entriesOf(async () => {
      expect((await call('GET', 'user/customer', undefined, 'customer')).status).toBe(403);
      expect((await ask(server.app, 'POST', '/api/site/add', { body: {} })).status).toBe(401);
      expect((await call('POST', 'Settings/Position', { nonsense: true })).status).toBeGreaterThanOrEqual(
        400,
      );
    });
    expect(refused).toEqual([]);
  });
});
