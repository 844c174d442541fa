import { features, isFeature, isPermission, permissionsOf } from '@allclear/domain';
import { beforeAll, expect, test } from 'vitest';
import { call, dataOf } from './calls.ts';
import { rowsOf, settledRowsOf } from './database-rows.ts';
import { addOrganization, type Kind, type Organization } from './organizations.ts';
import { kindsOf, nameOf, routeCaller, walked } from './route-calls.ts';
import type { Attacked } from './under-attack.ts';

/** Records that lie in a group. */
const groupKinds = ['user', 'notificationUser', 'group'] as const satisfies readonly Kind[];

/** Refuse an Assistant Admin for anybody, also of the own group. */
const refusedByRole: readonly string[] = ['GET location/user/:userId'];

export function attackAcrossGroups(attacked: Attacked): void {
  let organization: Organization;
  /** Ids of the other group, and of people in it. */
  let other: Readonly<Record<(typeof groupKinds)[number], string>>;
  const faults: string[] = [];
  const send = routeCaller(() => attacked().main.url, faults);

  beforeAll(async () => {
    const { main, store, secrets } = attacked();
    organization = await addOrganization(main.url, store, 'qzgroups5v');
    for (const { key } of Object.values(organization.people)) secrets.push(key);
    const { people, ids } = organization;
    const addGroup = async (name: string, users: string[], notificationUsers: string[]) => {
      const added = await call(main.url, {
        ...{ method: 'POST', path: '/api/site/add', key: people['super-admin'].key },
        body: { name, users, notificationUsers },
      });
      return dataOf(added).id as string;
    };
    const group = await addGroup('one', [people['assistant-admin'].id, ids.user], [ids.notificationUser]);
    Object.assign(organization.ids, { group });
    const [user, notificationUser] = [
      await organization.make('user'),
      await organization.make('notificationUser'),
    ];
    other = { user, notificationUser, group: await addGroup('two', [user], [notificationUser]) };
  });

  test('an Assistant Admin finds nothing of another group by any id, and changes no row', async () => {
    const { people, ids, id: organizationId } = organization;
    const { store } = attacked();
    const before = await settledRowsOf(store, organizationId);
    const wrong: string[] = [];
    let calls = 0;
    for (const route of walked) {
      if (route.needs === 'public' || route.needs === 'operator') continue;
      const isAllowed =
        !refusedByRole.includes(nameOf(route)) &&
        (!isPermission(route.needs) || permissionsOf('assistant-admin', []).includes(route.needs));
      for (const kind of groupKinds) {
        if (!kindsOf(route).includes(kind)) continue;
        calls++;
        const { status, text } = await send(route, people['assistant-admin'].key, (asked) =>
          asked === kind ? other[kind] : ids[asked],
        );
        const expected = isAllowed ? [404, 400] : [403];
        if (!expected.includes(status))
          wrong.push(`${nameOf(route)} with the ${kind}: ${status} ${text.slice(0, 200)}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(calls).toBeGreaterThan(10);
    expect(await rowsOf(store, organizationId)).toEqual(before);
    expect(faults).toEqual([]);
  });
}

export function attackWithoutFeatures(attacked: Attacked): void {
  const faults: string[] = [];
  const send = routeCaller(() => attacked().main.url, faults);

  test('an organization from which a feature is withheld is refused what needs it, whatever the role', async () => {
    const { main, store, secrets } = attacked();
    const organization = await addOrganization(main.url, store, 'qzfeatures3n');
    const { people, ids, id: organizationId } = organization;
    for (const { key } of Object.values(people)) secrets.push(key);
    await store.db
      .updateTable('organizations')
      .set({ withheld_features: [...features] })
      .where('id', '=', organizationId)
      .execute();
    const before = await settledRowsOf(store, organizationId);
    const wrong: string[] = [];
    for (const route of walked.filter(({ needs }) => isFeature(needs)))
      for (const role of ['super-admin', 'admin', 'assistant-admin', 'customer'] as const) {
        const { status } = await send(route, people[role].key, (kind) => ids[kind]);
        if (status !== 403) wrong.push(`${role} ${nameOf(route)}: ${status}`);
      }
    expect(wrong).toEqual([]);
    expect(await rowsOf(store, organizationId)).toEqual(before);
    // What a role alone grants is left.
    const { text } = await call(main.url, {
      ...{ method: 'GET', path: '/api/user/current', key: people['super-admin'].key },
    });
    expect(JSON.parse(text).data.permissions).toEqual(permissionsOf('super-admin', features));
    expect(faults).toEqual([]);
  });
}
