import { featureNumbers, features, permissionsOf } from '@allclear/domain';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask, openTestServer, type TestServer } from '../../test/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

test('a new organization holds every feature and 600 camera minutes; what is withheld is gone within two seconds', async () => {
  const { organizationId, people } = await server.organization('Our District');
  const { key } = people.admin;
  const permissions = async () =>
    (await ask(server.app, 'GET', '/api/user/current', { key })).body.data.permissions as string[];
  const customer = async () => (await ask(server.app, 'GET', '/api/Customer', { key })).body.data;
  expect(await permissions()).toEqual(permissionsOf('admin', []));
  expect(await customer()).toMatchObject({
    entitlements: featureNumbers([]),
    liveStreamMinutes: 600,
    status: 'ACTIVE',
    banner: null,
    companyType: null,
  });

  const withheld = ['met.support', 'live_camera.access'];
  await server.store.db
    .updateTable('organizations')
    .set({ withheld_features: withheld, banner: 'Fields 1 to 4 are closed' })
    .where('id', '=', organizationId)
    .execute();
  await expect.poll(permissions, { timeout: 2_000 }).toEqual(permissionsOf('admin', withheld));
  expect(features.filter((feature) => withheld.includes(feature))).toHaveLength(2);
  expect(await customer()).toMatchObject({
    entitlements: [1, 3, 6, 7, 9, 10],
    banner: 'Fields 1 to 4 are closed',
  });
});
