import { mayManage, type Role, roleNumber, roles } from '@allclear/domain';
import { beforeEach, describe, expect, test } from 'vitest';
import { ask } from '../../test/test-server.ts';
import { counter, openTwoOrganizations, ours, server, theirs } from '../../test/two-organizations.ts';
import { accountByEmail } from '../identity/store.ts';

const nobody = '00000000-0000-4000-8000-000000000000';

let key: string;
let coaches: string;

openTwoOrganizations('Accounts');
beforeEach(async () => {
  key = ours.people.admin.key;
  coaches = await group('Coaches');
});

const post = (path: string, body: object, as = key, headers = {}) =>
  ask(server.app, 'POST', `/api/${path}`, { key: as, body, headers });
const get = (path: string, as = key) => ask(server.app, 'GET', `/api/${path}`, { key: as });
const remove = (id: string, as = key) => ask(server.app, 'DELETE', `/api/user/${id}`, { key: as });
const demote = (id: string, as = key) =>
  ask(server.app, 'DELETE', '/api/user/demote', { key: as, body: { id } });
const promote = (body: object, as = key) => post('user/PromoteNotificationOnlyUser', body, as);
const group = async (name: string, users: string[] = [], as = key): Promise<string> =>
  (await post('site/add', { name, users }, as)).body.data.id;
const coach = () => ({
  firstName: 'Casey',
  lastName: 'Coach',
  email: `casey-${counter}@example.org`,
  timeZone: 'Eastern',
  roleId: 4,
  siteId: coaches,
});
const add = async (change: object = {}, as = key) =>
  (await post('user', { ...coach(), ...change }, as, { ReturnUser: '' })).body.data.user;
const errorsOf = (answer: { body: { responseException: { errors?: Record<string, string[]> } } }) =>
  answer.body.responseException.errors ?? {};
const stored = (id: string) =>
  server.store.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const labels = { group: 'SiteId' };

test('the roles have the numbers of the wire, the most senior first', async () => {
  expect((await get('user/roles')).body.data).toEqual([
    { id: 1, name: 'Super Admin', displayName: 'Super Admin', hierarchy: 1 },
    { id: 2, name: 'Admin', displayName: 'Admin', hierarchy: 2 },
    { id: 3, name: 'Assistant Admin', displayName: 'Assistant Admin', hierarchy: 3 },
    { id: 4, name: 'Customer', displayName: 'Customer', hierarchy: 4 },
    { id: -1, name: 'Notification Only', displayName: 'Notification Only', hierarchy: 5 },
  ]);
  expect((await get('user/roles', ours.people.customer.key)).status).toBe(403);
});

describe('somebody who signs in', () => {
  test('is added, and answered whole with the header ReturnUser', async () => {
    const plain = await post('user', { ...coach(), email: 'plain@example.org' });
    expect(plain.body.data).toEqual({ id: expect.any(String), message: 'User added' });
    const answer = await post('user', { ...coach(), phoneNumber: ' ' }, key, { ReturnUser: '' });
    expect(answer.body.data).toMatchObject({
      message: 'User added',
      user: {
        ...{ fullName: 'Casey Coach', email: `casey-${counter}@example.org`, phoneNumber: null },
        ...{ userName: `casey-${counter}@example.org`, timeZone: 'America/New_York' },
        ...{ roleId: 4, roleName: 'Customer', siteId: coaches, siteName: 'Coaches' },
        ...{ smsNotifications: false, emailNotifications: true, isActive: true, activated: null },
        ...{ emailSuppressed: false, revision: 1 },
      },
    });
    expect((await stored(answer.body.data.id)).password_hash).toBeNull();
    expect((await get(`site/${coaches}`)).body.data.users).toHaveLength(2);
  });

  test.each<[string, object, string]>([
    ['no first name', { firstName: ' ' }, 'FirstName'],
    ['a script in the first name', { firstName: '<b>Casey</b>' }, 'FirstName'],
    ['a last name of 10,000 characters', { lastName: 'x'.repeat(10_000) }, 'LastName'],
    ['no address', { email: '' }, 'Email'],
    ['an address without a host', { email: 'casey' }, 'Email'],
    ['a number that is none', { phoneNumber: '555-0100' }, 'PhoneNumber'],
    ['text messages without a number', { smsNotifications: true }, 'PhoneNumber'],
    ['an unknown time zone', { timeZone: 'Mars/Olympus' }, 'TimeZone'],
    ['a role that is none', { roleId: 7 }, 'RoleId'],
    ['the role of somebody who does not sign in', { roleId: -1 }, 'RoleId'],
    ['markup in the user name', { userName: '<i>casey</i>' }, 'UserName'],
    ['no group', { siteId: null }, labels.group],
    ['an unknown group', { siteId: nobody }, labels.group],
  ])('%s is refused under its field, and nothing is saved', async (_name, change, label) => {
    const { id } = await add({ email: 'first@example.org' });
    const before = await stored(id);
    for (const answer of [
      await post('user', { ...coach(), ...change }),
      await post('user/update', { id, ...coach(), ...change }),
    ]) {
      expect(answer.status).toBe(400);
      expect(Object.keys(errorsOf(answer))).toEqual([label]);
    }
    expect(await stored(id)).toEqual(before);
    expect((await get('user/customer')).body.data).toHaveLength(5);
  });

  test('a new address changes an equal user name, and no other one', async () => {
    const { id } = await add();
    await server.store.db
      .updateTable('users')
      .set({ email_suppressed_at: new Date() })
      .where('id', '=', id)
      .execute();
    const update = async (change: object) => (await post('user/update', { id, ...change })).body.data.user;
    expect(await update({ lastName: 'Trainer' })).toMatchObject({ emailSuppressed: true });
    expect(
      await update({ email: 'new@example.org', userName: `casey-${counter}@example.org` }),
    ).toMatchObject({
      email: 'new@example.org',
      userName: 'new@example.org',
      emailSuppressed: false,
    });
    expect(await update({ userName: 'casey' })).toMatchObject({ userName: 'casey' });
    expect(await update({ email: 'newest@example.org' })).toMatchObject({ userName: 'casey' });
  });

  test('an edit that began from an older version names what somebody else changed', async () => {
    const { id, revision } = await add();
    const other = await group('Trainers');
    expect((await post('user/update', { id, revision, siteId: other, roleId: 3 })).status).toBe(200);
    const late = await post('user/update', { id, revision, lastName: 'Late' });
    expect(late.status).toBe(409);
    expect(Object.keys(errorsOf(late))).toEqual(['RoleId', labels.group]);
    expect((await stored(id)).last_name).toBe('Coach');
    expect((await post('user/roles', { userId: id, roleId: 4, revision })).status).toBe(409);
    expect((await post('user/roles', { userId: id, roleId: 4 })).body.data.user.roleId).toBe(4);
  });

  test('is deactivated: keys and sign-ins are refused within two seconds', async () => {
    const { id, key: memberKey } = ours.people.customer;
    await server.store.db
      .insertInto('oidc_records')
      .values({ model: 'Session', id: `s${counter}`, payload: JSON.stringify({ accountId: id }) })
      .execute();
    expect((await get('user/current', memberKey)).status).toBe(200);
    expect((await post('user/update', { id, isActive: false })).body.data.user.isActive).toBe(false);
    await expect
      .poll(async () => (await get('user/current', memberKey)).status, { timeout: 2_000 })
      .toBe(403);
    const sessions = await server.store.db
      .selectFrom('oidc_records')
      .where('id', '=', `s${counter}`)
      .selectAll()
      .execute();
    expect(sessions).toEqual([]);
    expect((await post('user/update', { id, isActive: true })).body.data.user.isActive).toBe(true);
    await expect
      .poll(async () => (await get('user/current', memberKey)).status, { timeout: 10_000 })
      .toBe(200);
  });

  test('is deleted: the name stays on record, the address can be used again', async () => {
    const user = await add();
    const { id, key: memberKey } = ours.people.customer;
    await post('location/Add', { label: 'Field', latitude: 28, longitude: -82 }, memberKey);
    expect((await remove(id)).body.data).toEqual({ id, message: 'User deleted' });
    await expect
      .poll(async () => (await get('user/current', memberKey)).status, { timeout: 2_000 })
      .toBe(401);
    expect(
      await server.store.db.selectFrom('locations').where('user_id', '=', id).selectAll().execute(),
    ).toEqual([]);

    expect((await remove(user.id)).status).toBe(200);
    expect(await stored(user.id)).toMatchObject({
      ...{ first_name: 'Casey', email: null, phone_number: null, password_hash: null, group_id: null },
      ...{ is_active: false, user_name: '' },
    });
    expect((await remove(user.id)).status).toBe(404);
    expect((await post('user/update', { id: user.id, firstName: 'Back' })).status).toBe(404);
    expect((await post(`site/delete/${coaches}`, {})).status).toBe(200);
    coaches = await group('New coaches');
    expect((await add()).id).not.toBe(user.id);
  });
});

describe('demotion and promotion', () => {
  test('a demoted user keeps the organization’s locations and loses sign-in, custom locations and settings', async () => {
    const { id, key: memberKey } = ours.people.customer;
    const place = await server.store.db
      .insertInto('organization_locations')
      .values({
        organization_id: ours.organizationId,
        name: 'Field',
        latitude: 28,
        longitude: -82,
        created_at: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await post(`location/Update/OrganizationLocation/${id}`, [{ organizationLocationId: place.id }] as never);
    await post('location/Add', { label: 'My back yard', latitude: 28, longitude: -82 }, memberKey);
    await server.store.db
      .updateTable('users')
      .set({ declines_notifications: true, group_id: coaches, password_hash: 'x' })
      .where('id', '=', id)
      .execute();

    const demoted = await demote(id);
    expect(demoted.body.data).toMatchObject({
      message: 'User changed to Notification Only',
      user: { roleId: -1, siteId: coaches, orgLocations: [place.id] },
    });
    expect(await stored(id)).toMatchObject({
      password_hash: null,
      declines_notifications: false,
      is_active: true,
    });
    const rest = await server.store.db
      .selectFrom('locations')
      .where('user_id', '=', id)
      .select('label')
      .execute();
    expect(rest).toEqual([{ label: 'Field' }]);
    await expect
      .poll(async () => (await get('user/current', memberKey)).status, { timeout: 2_000 })
      .toBe(401);
    expect((await get(`site/${coaches}`)).body.data).toMatchObject({ users: [], notificationUsers: [id] });
    expect((await demote(id)).status).toBe(404);
    expect((await ask(server.app, 'DELETE', '/api/user/demote', { key })).status).toBe(400);

    const promoted = await promote({ id, roleId: 3 });
    expect(promoted.body.data).toMatchObject({
      message: 'Successfully promoted to full user',
      user: { roleId: 3, activated: null, siteId: coaches, orgLocations: [place.id] },
    });
    expect((await promote({ id, roleId: 3 })).status).toBe(404);
  });

  test('the id of a demotion may be in the query', async () => {
    const { id } = ours.people.customer;
    const answer = await ask(server.app, 'DELETE', `/api/user/demote?id=${id}`, { key });
    expect(answer.body.data.user.roleId).toBe(-1);
  });

  test('a promotion needs what an account needs', async () => {
    const body = { firstName: 'Phone', phoneNumber: '8135550123', timeZone: 'Eastern' };
    const { id } = (await post('notificationuser', body)).body.data.user;
    expect(Object.keys(errorsOf(await promote({ id, roleId: 4 })))).toEqual(['Email', labels.group]);
    expect((await stored(id)).role).toBe('notification-only');
    const promoted = await promote({ id, roleId: 4, email: 'phone@example.org', siteId: coaches });
    expect(promoted.body.data.user).toMatchObject({ userName: 'phone@example.org', roleId: 4 });
  });
});

describe('rank', () => {
  const all = Object.keys(roles) as Role[];
  const signingIn = all.filter((role) => roles[role].signsIn);

  test('only people of a strictly lower rank are changed, and only such roles are given', async () => {
    // Everybody is of one group, so that rank alone decides for the Assistant Admin.
    await post('site/update', { id: coaches, users: signingIn.map((role) => ours.people[role].id) });
    await server.store.db
      .insertInto('users')
      .values({
        ...{
          organization_id: ours.organizationId,
          email: `second-${counter}@example.org`,
          user_name: 'second',
        },
        ...{
          password_hash: null,
          first_name: 'Second',
          phone_number: null,
          role: 'super-admin',
          created_at: new Date(),
        },
      })
      .execute();
    for (const editor of signingIn)
      for (const role of signingIn) {
        const { id } = ours.people[role];
        const as = ours.people[editor].key;
        const allowed = mayManage(editor, role);
        const refused = editor === role && editor !== 'customer' ? 409 : 403;
        const what = `${editor} changes ${role}`;
        expect((await post('user/update', { id, lastName: editor }, as)).status, what).toBe(
          allowed ? 200 : refused,
        );
        if (!allowed) {
          expect((await remove(id, as)).status, what).toBe(refused);
          expect((await demote(id, as)).status, what).toBe(refused);
          expect((await post('user/update', { id, isActive: false }, as)).status, what).toBe(refused);
        }
        const email = `${editor}-${role}-${counter}@example.org`;
        const added = await post('user', { ...coach(), email, roleId: roleNumber(role) }, as);
        expect(added.status, `${editor} adds ${role}`).toBe(allowed ? 200 : 403);
        if (!allowed && editor !== 'customer') expect(Object.keys(errorsOf(added))).toEqual(['RoleId']);
      }
  });

  test('the last Super Admin can be neither demoted, deleted nor deactivated', async () => {
    const { id } = ours.people['super-admin'];
    for (const as of [key, ours.people['super-admin'].key]) {
      expect((await demote(id, as)).status).toBe(409);
      expect((await remove(id, as)).status).toBe(409);
      expect((await post('user/update', { id, isActive: false }, as)).status).toBe(409);
      expect((await post('user/roles', { userId: id, roleId: 4 }, as)).status).toBe(409);
    }
    expect(await stored(id)).toMatchObject({ role: 'super-admin', is_active: true });
  });

  test('an Assistant Admin manages the own group alone', async () => {
    const { 'assistant-admin': assistant, customer } = ours.people;
    const own = await group('Own', [assistant.id]);
    const other = await group('Other', [customer.id]);
    const mine = (await post('user', { ...coach(), siteId: undefined }, assistant.key, { ReturnUser: '' }))
      .body.data.user;
    expect(mine.siteId).toBe(own);
    const moved = await post('user/update', { id: mine.id, siteId: other }, assistant.key);
    expect(errorsOf(moved)[labels.group]).toEqual(['There is no such user group']);
    for (const id of [customer.id, nobody, 'no-uuid']) {
      expect((await post('user/update', { id, firstName: 'X' }, assistant.key)).status).toBe(404);
      expect((await remove(id, assistant.key)).status).toBe(404);
      expect((await demote(id, assistant.key)).status).toBe(404);
      expect((await promote({ id, roleId: 4 }, assistant.key)).status).toBe(404);
    }
    expect((await remove(mine.id, assistant.key)).status).toBe(200);
  });
});

describe('an email address', () => {
  test('of this organization is refused under Email', async () => {
    await add();
    const again = await post('user', coach());
    expect(again.status).toBe(409);
    expect(errorsOf(again).Email).toHaveLength(1);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => post('user', { ...coach(), email: 'race@example.org' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
  });

  test('of another organization is answered like a new one, and goes on signing in there', async () => {
    const first = await add();
    const theirKey = theirs.people.admin.key;
    const siteId = await group('Theirs', [], theirKey);
    const email = first.email.toUpperCase();
    const second = await post('user', { ...coach(), email, siteId }, theirKey, { ReturnUser: '' });
    const fresh = await post(
      'user',
      { ...coach(), email: `fresh-${counter}@example.org`, siteId },
      theirKey,
      { ReturnUser: '' },
    );
    expect(second.status).toBe(200);
    const shape = ({ body }: typeof second) => ({
      ...body.data,
      id: '',
      user: { ...body.data.user, id: '', email: '', userName: '' },
    });
    expect(shape(second)).toEqual(shape(fresh));
    const signsIn = async () => (await accountByEmail(server.store.db, first.email))?.id;
    expect(await signsIn()).toBe(first.id);
    // The first account gives the address up: the second one has it.
    await post('user/update', { id: first.id, email: `moved-${counter}@example.org` });
    expect(await signsIn()).toBe(second.body.data.id);
    expect((await post('user/update', { id: first.id, email: first.email })).status).toBe(200);
    expect(await signsIn()).toBe(second.body.data.id);
    await remove(second.body.data.id, theirKey);
    expect(await signsIn()).toBe(first.id);
  });

  test('added in two organizations at once signs in to one of them', async () => {
    const theirKey = theirs.people.admin.key;
    const siteId = await group('Theirs', [], theirKey);
    const email = `both-${counter}@example.org`;
    const answers = await Promise.all([
      post('user', { ...coach(), email }),
      post('user', { ...coach(), email, siteId }, theirKey),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const ids = answers.map(({ body }) => body.data.id);
    const holders = await Promise.all(ids.map(async (id) => (await stored(id)).email_signs_in));
    expect(holders.toSorted()).toEqual([false, true]);
  });
});

test('another organization’s people do not exist', async () => {
  const { id } = theirs.people.customer;
  for (const one of [id, nobody, 'no-uuid']) {
    expect((await post('user/update', { id: one, firstName: 'X' })).status).toBe(404);
    expect((await post('user/roles', { userId: one, roleId: 4 })).status).toBe(404);
    expect((await remove(one)).status).toBe(404);
    expect((await demote(one)).status).toBe(404);
    expect((await promote({ id: one, roleId: 4 })).status).toBe(404);
  }
  // Somebody who only receives notifications has no account to change.
  const notified = ours.people['notification-only'].id;
  expect((await post('user/update', { id: notified, firstName: 'X' })).status).toBe(404);
  expect((await remove(notified)).status).toBe(404);
});
