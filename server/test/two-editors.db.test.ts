import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ask, openTestServer, type TestServer } from './test-server.ts';

/**
 * Two people edit one record. The second save, based on the revision before the first, is refused with the
 * changed fields; a change without a revision is always saved.
 */

let server: TestServer;
let ours: Awaited<ReturnType<TestServer['organization']>>;
let stadium: string;
let counter = 0;

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  counter += 1;
  ours = await server.organization(`District ${counter}`);
  const { id } = await server.store.db
    .insertInto('organization_locations')
    .values({
      organization_id: ours.organizationId,
      name: 'Stadium',
      latitude: 28,
      longitude: -82,
      created_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  stadium = id;
});

async function call(method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) {
  const { key } = ours.people['super-admin'];
  return ask(server.app, method, `/api/${path}`, { key, ...(body ? { body } : {}) });
}

async function ok(method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) {
  const answer = await call(method, path, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.data;
}

interface Editable {
  /** Creates the record; returns how it is read and changed. */
  readonly open: () => Promise<{
    readonly read: () => Promise<{ revision: number }>;
    readonly save: (changes: object) => ReturnType<typeof call>;
  }>;
  readonly first: object;
  readonly second: object;
  /** Labels of what the first change changed. */
  readonly changed: readonly string[];
}

const at = (path: string, id: string) => async () =>
  (await ok('GET', path)).find((one: { id: string }) => one.id === id);
const save = (method: 'POST' | 'PATCH', path: string, always: object) => (changes: object) =>
  call(method, path, { ...always, ...changes });

const riskLevel = (name: string, max: number | null) => ({
  id: name,
  name,
  max,
  description: '',
  color: '#00aa00',
  colorSecondary: '#ffffff',
});

const editables: Record<string, Editable> = {
  'a location': {
    open: async () => {
      const { id } = await ok('POST', 'location/Add', { label: 'Gym', latitude: 28, longitude: -82 });
      return { read: at('location', id), save: save('POST', 'location/Update', { id }) };
    },
    first: { label: 'Gym north', radius1: 8 },
    second: { radius1: 6 },
    changed: ['Label', 'Radius1'],
  },
  'a user group': {
    open: async () => {
      const { id } = await ok('POST', 'site/add', { name: 'Coaches' });
      return { read: () => ok('GET', `site/${id}`), save: save('POST', 'site/update', { id }) };
    },
    first: { name: 'Head coaches', timeZone: 'America/Denver' },
    second: { name: 'Trainers' },
    changed: ['Name', 'TimeZone'],
  },
  'the groups of a location': {
    open: async () => {
      await ok('POST', 'site/add', { name: 'Coaches' });
      return {
        read: at('organizationLocation', stadium),
        save: async (changes) =>
          call('POST', 'organizationLocation/Sites', {
            organizationLocationId: stadium,
            sites: [],
            ...changes,
            ...('all' in changes
              ? { sites: (await ok('GET', 'site')).map(({ id }: { id: string }) => id) }
              : {}),
          }),
      };
    },
    first: { all: true },
    second: {},
    changed: ['Sites'],
  },
  'a notification user': {
    open: async () => {
      const form = { firstName: 'Ana', lastName: 'Desk', email: 'ana@district.example', timeZone: 'Central' };
      const { user } = await ok('POST', 'notificationuser', { ...form, emailNotifications: true });
      return {
        read: at('notificationuser', user.id),
        save: save('POST', 'notificationuser/update', { id: user.id }),
      };
    },
    first: { firstName: 'Anna' },
    second: { email: 'anna@district.example' },
    changed: ['FirstName'],
  },
  'notification settings': {
    open: async () => ({
      read: () => ok('GET', 'Settings/Notifications'),
      save: save('POST', 'Settings/Notifications', {}),
    }),
    first: { declinesNotifications: true, timeZone: 'Mountain' },
    second: { optOutForecast: true },
    changed: ['DeclinesNotifications', 'TimeZone'],
  },
  'map settings': {
    open: async () => {
      await ok('POST', 'Settings/Map', { opacity: 0.5 });
      return {
        read: () => ok('GET', 'Settings/Map'),
        save: save('POST', 'Settings/Map', { opacity: 0.5 }),
      };
    },
    first: { speed: 'fast', baseLayerStyle: 'dark' },
    second: { speed: 'slow' },
    changed: ['BaseLayerStyle', 'Speed'],
  },
  'a proactive forecast': {
    open: async () => {
      const form = { headline: 'Storms', message: '<p>Soon.</p>' };
      const expiresAt = (hours: number) => new Date(server.clock.now() + hours * 3_600_000).toISOString();
      const { id } = await ok('POST', 'ProactiveForecast', { ...form, expiresAt: expiresAt(4) });
      return {
        read: at('ProactiveForecast', id),
        save: (changes: { hours?: number; revision?: number }) =>
          call('POST', 'ProactiveForecast', {
            ...form,
            id,
            expiresAt: expiresAt(changes.hours ?? 4),
            ...(changes.revision === undefined ? {} : { revision: changes.revision }),
          }),
      };
    },
    first: { hours: 6 },
    second: { hours: 2 },
    changed: ['ExpiresAt', 'Messages'],
  },
  'a policy': {
    open: async () => {
      const form = { policyTypeShortName: 'HEAT', threshold: 100, allGroups: true };
      const { id } = await ok('POST', 'policy', form);
      return { read: at('policy', id), save: save('PATCH', 'policy', { id }) };
    },
    first: { threshold: 101, notificationActions: [{ allClear: false, message: 'Drink.' }] },
    second: { threshold: 99 },
    changed: ['NotificationActions', 'Threshold'],
  },
  'a work/rest choice': {
    open: async () => {
      const profiles = await ok('GET', 'WorkRest/Profiles');
      const choose = (number: number) => profiles[number].id;
      await ok('POST', 'WorkRest/Choices', { organizationLocationId: stadium, profileId: choose(0) });
      return {
        read: async () => (await ok('GET', 'WorkRest/Choices')).locations[0],
        save: (changes: { number?: number; revision?: number }) =>
          call('POST', 'WorkRest/Choices', {
            organizationLocationId: stadium,
            profileId: changes.number === undefined ? null : choose(changes.number),
            ...(changes.revision === undefined ? {} : { revision: changes.revision }),
          }),
      };
    },
    first: {},
    second: { number: 1 },
    changed: ['ProfileId'],
  },
};

describe.each(Object.entries(editables))('%s', (_name, { open, first, second, changed }) => {
  test('changed by two editors: the second is refused with what the first changed, and nothing is stored', async () => {
    const { read, save: change } = await open();
    const { revision } = await read();
    const saved = await change({ ...first, revision });
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    const between = await read();
    expect(between.revision).toBe(revision + 1);
    const refused = await change({ ...second, revision });
    expect(refused.status, JSON.stringify(refused.body)).toBe(409);
    const { code, message, errors } = refused.body.responseException;
    expect(code).toBe('conflict');
    expect(message).toMatch(/^Somebody else changed th.+ meanwhile\. Load it again/);
    expect(Object.keys(errors)).toEqual(changed);
    expect(await read()).toEqual(between);
    const again = await change({ ...second, revision: between.revision });
    expect(again.status, JSON.stringify(again.body)).toBe(200);
    expect((await read()).revision).toBe(revision + 2);
  });

  test('changed without a revision: the last write wins', async () => {
    const { read, save: change } = await open();
    const { revision } = await read();
    expect((await change(first)).status).toBe(200);
    expect((await change(second)).status).toBe(200);
    expect((await read()).revision).toBe(revision + 2);
  });

  test('changed twice at once on one revision: one of the two is refused', async () => {
    const { read, save: change } = await open();
    const { revision } = await read();
    const answers = await Promise.all([change({ ...first, revision }), change({ ...second, revision })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

test('a risk profile says what the other editor changed', async () => {
  const form = { name: 'Band', metric: 'WBGT', riskLevels: [riskLevel('Low', 80), riskLevel('High', null)] };
  const { riskProfile } = await ok('POST', 'RiskProfile', form);
  const { id, revision } = riskProfile;
  await ok('PATCH', 'RiskProfile', {
    ...form,
    id,
    revision,
    riskLevels: [riskLevel('Low', 82), riskLevel('High', null)],
  });
  const refused = await call('PATCH', 'RiskProfile', { ...form, id, revision, name: 'Team' });
  expect(refused.status).toBe(409);
  expect(Object.keys(refused.body.responseException.errors)).toEqual(['RiskLevels']);
});

test('who joins or leaves a group by another form raises its revision', async () => {
  const coaches = (await ok('POST', 'site/add', { name: 'Coaches' })).site;
  const trainers = (await ok('POST', 'site/add', { name: 'Trainers' })).site;
  const person = { firstName: 'Ana', lastName: 'Desk', phoneNumber: '202-555-0143', timeZone: 'Central' };
  const { user } = await ok('POST', 'notificationuser', {
    ...person,
    siteId: coaches.id,
    smsNotifications: true,
  });
  await ok('POST', 'site/update', { id: trainers.id, notificationUsers: [user.id] });
  const stale = await call('POST', 'site/update', { id: coaches.id, name: 'Heads', revision: 1 });
  expect(stale.status).toBe(409);
  expect(Object.keys(stale.body.responseException.errors)).toEqual(['NotificationUsers']);
  expect((await ok('GET', `site/${coaches.id}`)).revision).toBe(3);
});
