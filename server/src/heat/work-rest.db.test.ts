import { GHSA_PROFILE, PUBLISHED_WORK_REST_PROFILES } from '@allclear/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ask, openTestServer, startAt, type TestServer } from '../../test/test-server.ts';

const nobody = '00000000-0000-4000-8000-000000000000';
type Organization = Awaited<ReturnType<TestServer['organization']>>;
let server: TestServer;
let ours: Organization;
let theirs: Organization;
let field: string;
let pool: string;
let theirField: string;
let counter = 0;

beforeAll(async () => {
  server = await openTestServer();
  theirs = await server.organization('Their District');
  theirField = await placeOf(theirs.organizationId, 'Their field');
});
afterAll(() => server.close());
beforeEach(async () => {
  counter += 1;
  ours = await server.organization(`District ${counter}`);
  field = await placeOf(ours.organizationId, 'Field');
  pool = await placeOf(ours.organizationId, 'Pool');
});

const call = (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
  key = ours.people.admin.key,
) => ask(server.app, method, `/api/${path}`, { key, ...(body ? { body } : {}) });
const placeOf = async (organizationId: string, name: string): Promise<string> =>
  (
    await server.store.db
      .insertInto('organization_locations')
      .values({
        organization_id: organizationId,
        name,
        latitude: 28,
        longitude: -82,
        created_at: new Date(startAt),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
const holds = async (placeId: string, key = ours.people.customer.key) => {
  const { status, body } = await call('GET', `WorkRest/ForLocation/${placeId}`, undefined, key);
  return status === 200 ? [body.data.chosenFor, body.data.name] : [status];
};
const choose = (
  organizationLocationId: string | null,
  profileId: string | null,
  key = ours.people.admin.key,
) => call('POST', 'WorkRest/Choices', { organizationLocationId, profileId }, key);

const band = (max: number | null, workPercent: number | null) => ({
  workRestIntensityId: 'hard',
  max,
  workPercent,
});
const form = {
  name: 'Grounds crew',
  primaryMetric: 'WBGT',
  customStopText: ' Go home ',
  intensities: [{ id: 'hard', name: 'Hard' }],
  modifiers: [{ id: 'suit', name: 'Suit', adjustment: 5 }],
  matrices: [band(80, 1), { ...band(90, 0.5), advice: 'Drink' }, band(null, 0)],
};
const riskForm = {
  name: 'Ours',
  metric: 'WBGT',
  riskLevels: [
    { id: 'low', name: 'Low', description: '', max: 80, color: '#11aa33', colorSecondary: '#0f5a30' },
    {
      id: 'high',
      name: 'High',
      description: 'Careful',
      max: null,
      color: '#d3382c',
      colorSecondary: '#7d140c',
    },
  ],
};
const add = async (part: object = {}) => {
  const { status, body } = await call('POST', 'WorkRest/Profiles', { ...form, ...part });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data.profile;
};

describe('which profile holds', () => {
  test('the place’s own, else the organization’s default, else the usual one, which says that nobody chose it', async () => {
    expect(await holds(field)).toEqual(['usual', GHSA_PROFILE.name]);
    expect((await choose(null, 'acsm-2007')).body.data.message).toBe('Updated');
    const { body } = await choose(field, 'tb-med-507');
    expect(body.data.choices).toEqual({
      usualProfileId: GHSA_PROFILE.id,
      defaultProfileId: 'acsm-2007',
      defaultRevision: 1,
      locations: [
        { organizationLocationId: field, name: 'Field', profileId: 'tb-med-507', revision: 1 },
        { organizationLocationId: pool, name: 'Pool', profileId: null, revision: 0 },
      ],
    });
    expect([await holds(field), await holds(pool)]).toEqual([
      ['location', 'Army TB MED 507'],
      ['organization', 'ACSM 2007'],
    ]);
    await choose(field, null);
    await choose(null, null);
    expect(await holds(field)).toEqual(['usual', GHSA_PROFILE.name]);
  });

  test('what another organization chose, made or owns is as unknown as what never was', async () => {
    const { id } = await add();
    await choose(null, id);
    expect(await holds(theirField, theirs.people.customer.key)).toEqual(['usual', GHSA_PROFILE.name]);
    expect(await holds(theirField)).toEqual([404]);
    const key = theirs.people.admin.key;
    const asThem = [
      await choose(theirField, id, key),
      await choose(field, 'acsm-2007', key),
      await call('PATCH', 'WorkRest/Profiles', { ...form, id, revision: 1 }, key),
      await call('DELETE', `WorkRest/Profiles/${id}`, undefined, key),
      await call('GET', `RiskProfile/${nobody}`, undefined, key),
    ];
    expect(asThem.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    const list = (await call('GET', 'WorkRest/Profiles', undefined, key)).body.data;
    expect(list.map((profile: { id: string }) => profile.id)).toEqual(
      PUBLISHED_WORK_REST_PROFILES.map((profile) => profile.id),
    );
    expect(await holds(field)).toEqual(['organization', 'Grounds crew']);
  });

  test('is read by everybody, listed for those who look after groups, and changed by admins', async () => {
    const statuses = async (method: 'GET' | 'POST', path: string, body?: object) =>
      Promise.all(
        (['admin', 'assistant-admin', 'customer'] as const).map(
          async (role) => (await call(method, path, body, ours.people[role].key)).status,
        ),
      );
    expect(await statuses('GET', `WorkRest/ForLocation/${field}`)).toEqual([200, 200, 200]);
    expect(await statuses('GET', 'RiskProfile/ghsa-bands')).toEqual([200, 200, 200]);
    expect(await statuses('GET', 'WorkRest/Choices')).toEqual([200, 200, 403]);
    expect(await statuses('GET', 'RiskProfile')).toEqual([200, 200, 403]);
    expect(
      await statuses('POST', 'WorkRest/Choices', { organizationLocationId: null, profileId: null }),
    ).toEqual([200, 403, 403]);
    expect((await ask(server.app, 'GET', `/api/WorkRest/ForLocation/${field}`)).status).toBe(401);
  });
});

describe('an own profile', () => {
  test('is added, changed and deleted, and what is answered is what was written', async () => {
    const profile = await add();
    expect(profile).toMatchObject({
      ...form,
      customStopText: 'Go home',
      isPublished: false,
      source: null,
      revision: 1,
    });
    const changed = await call('PATCH', 'WorkRest/Profiles', {
      ...form,
      id: profile.id,
      revision: 1,
      name: 'Crew',
      matrices: [band(null, 0.25)],
    });
    expect(changed.body.data).toMatchObject({
      message: 'Updated',
      profile: { name: 'Crew', matrices: [band(null, 0.25)], revision: 2 },
    });
    expect((await call('DELETE', `WorkRest/Profiles/${profile.id}`)).body.data.message).toBe('Deleted');
    expect((await call('DELETE', `WorkRest/Profiles/${profile.id}`)).status).toBe(404);
    expect((await call('DELETE', 'WorkRest/Profiles/ghsa-2-67')).status).toBe(404);
  });

  test.each<[string, object, string]>([
    ['no name', { name: ' ' }, 'Name'],
    ['bands out of order', { matrices: [band(90, 1), band(80, 0), band(null, 0)] }, 'Matrices'],
    ['no open end', { matrices: [band(90, 1)] }, 'Matrices'],
    ['more than the hour', { matrices: [band(null, 2)] }, 'Matrices'],
    ['a wild adjustment', { modifiers: [{ id: 'a', name: 'A', adjustment: 400 }] }, 'Modifiers'],
    ['a risk profile that is not there', { useRiskProfile: true, riskProfileId: nobody }, 'RiskProfileId'],
    [
      'a risk profile of another metric',
      { useRiskProfile: true, riskProfileId: 'nws-heat-index' },
      'RiskProfileId',
    ],
    ['a metric that is none', { primaryMetric: 'Mood' }, 'PrimaryMetric'],
  ])('%s is refused with a sentence, and nothing is saved', async (_, part, label) => {
    const { status, body } = await call('POST', 'WorkRest/Profiles', { ...form, ...part });
    expect([status, body.responseException.code]).toEqual([400, 'bad-input']);
    expect(body.responseException.errors[label], JSON.stringify(body)).toHaveLength(1);
    expect((await call('GET', 'WorkRest/Profiles')).body.data).toHaveLength(
      PUBLISHED_WORK_REST_PROFILES.length,
    );
  });

  test('two people at once: the second is told, and nothing of the first is lost', async () => {
    const { id } = await add();
    const change = (name: string) => call('PATCH', 'WorkRest/Profiles', { ...form, id, revision: 1, name });
    const answers = await Promise.all([change('First'), change('Second')]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const refused = answers.find(({ status }) => status === 409)!.body.responseException;
    expect(refused.message).toBe(
      'Somebody else changed this profile meanwhile. Load it again to see what it says now.',
    );
    const kept = answers.find(({ status }) => status === 200)!.body.data.profile;
    expect((await call('GET', 'WorkRest/Profiles')).body.data.at(-1)).toEqual(kept);
  });

  test('has a name of its own, and does not go while it is used', async () => {
    const { id } = await add();
    const twice = await call('POST', 'WorkRest/Profiles', { ...form, name: 'GROUNDS crew' });
    expect(twice.body.responseException.errors).toEqual({ Name: ['Another profile has this name'] });
    await choose(pool, id);
    expect((await call('DELETE', `WorkRest/Profiles/${id}`)).body.responseException).toMatchObject({
      code: 'conflict',
      message: 'This profile is in use. Choose another one wherever it is used, then delete it.',
    });
    await choose(pool, null);
    expect((await call('DELETE', `WorkRest/Profiles/${id}`)).status).toBe(200);
  });
});

test('an own risk profile is added, used, changed and kept while it is used', async () => {
  const { riskProfile } = (await call('POST', 'RiskProfile', riskForm)).body.data;
  expect(riskProfile.riskLevels[1]).toEqual({ ...riskForm.riskLevels[1], riskProfileId: riskProfile.id });
  const profile = await add({ useRiskProfile: true, riskProfileId: riskProfile.id });
  expect(profile.riskProfileId).toBe(riskProfile.id);
  expect(
    (await call('GET', `RiskProfile/${riskProfile.id}`, undefined, ours.people.customer.key)).body.data,
  ).toEqual(riskProfile);
  expect(
    (await call('GET', `RiskProfile/${riskProfile.id}`, undefined, theirs.people.admin.key)).status,
  ).toBe(404);
  const other = await call('PATCH', 'RiskProfile', {
    ...riskForm,
    id: riskProfile.id,
    revision: 1,
    metric: 'Temperature',
  });
  expect(other.body.responseException.errors).toHaveProperty('Metric');
  const change = { ...riskForm, id: riskProfile.id, revision: 1, name: 'Newer' };
  expect((await call('PATCH', 'RiskProfile', change)).body.data).toMatchObject({
    message: 'Updated',
    riskProfile: { name: 'Newer', revision: 2 },
  });
  expect((await call('PATCH', 'RiskProfile', change)).status).toBe(409);
  expect((await call('DELETE', `RiskProfile/${riskProfile.id}`)).status).toBe(409);
  await call('DELETE', `WorkRest/Profiles/${profile.id}`);
  expect((await call('DELETE', `RiskProfile/${riskProfile.id}`)).body.data.message).toBe('Deleted');
});
