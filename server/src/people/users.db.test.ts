import { beforeEach, describe, expect, test } from 'vitest';
import { ask } from '../../test/test-server.ts';
import { openTwoOrganizations, ours, server, theirs } from '../../test/two-organizations.ts';

const nobody = '00000000-0000-4000-8000-000000000000';
const office = { firstName: 'Front', lastName: 'Office', email: 'office@example.org', timeZone: 'Eastern' };

let key: string;

openTwoOrganizations('Ours', 'Theirs');
beforeEach(async () => {
  key = ours.people.admin.key;
});

const post = (path: string, body: object, as = key) =>
  ask(server.app, 'POST', `/api/${path}`, { key: as, body });
const get = (path: string, as = key) => ask(server.app, 'GET', `/api/${path}`, { key: as });
const remove = (id: string, as = key) =>
  ask(server.app, 'DELETE', `/api/notificationuser/${id}`, { key: as });
const add = async (change: object = {}, as = key): Promise<string> =>
  (await post('notificationuser', { ...office, ...change }, as)).body.data.user.id;
const group = async (name: string, users: string[] = [], as = key): Promise<string> =>
  (await post('site/add', { name, users }, as)).body.data.id;
const idsIn = (answer: { body: { data: { id: string }[] } }) => answer.body.data.map((person) => person.id);
/** The label of a person's group on the wire. */
const groupLabel = 'SiteId';
const errorsOf = (answer: { body: { responseException: { errors?: Record<string, string[]> } } }) =>
  answer.body.responseException.errors ?? {};
const stored = (id: string) =>
  server.store.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

describe('the people of an organization', () => {
  test('are those who sign in, with role, group and saved locations', async () => {
    const coaches = await group('Coaches', [ours.people.customer.id]);
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
    const location = { label: 'Field', latitude: 28, longitude: -82, organizationLocationId: place.id };
    await post('location/Add', location, ours.people.customer.key);
    const people = (await get('user/customer')).body.data as {
      id: string;
      roleId: number;
      roleName: string;
    }[];
    expect(people.map((person) => [person.roleName, person.roleId])).toEqual([
      ['Admin', 2],
      ['Assistant Admin', 3],
      ['Customer', 4],
      ['Super Admin', 1],
    ]);
    expect(people.find((person) => person.id === ours.people.customer.id)).toMatchObject({
      customerId: ours.organizationId,
      fullName: 'customer',
      roleHierarchy: 4,
      siteId: coaches,
      siteName: 'Coaches',
      orgLocations: [place.id],
      isActive: true,
    });
  });

  test('are seen by the admin roles alone', async () => {
    for (const path of ['user/customer', 'notificationuser']) {
      expect((await get(path, ours.people.customer.key)).status).toBe(403);
      expect((await get(path, ours.people['super-admin'].key)).status).toBe(200);
    }
    expect((await post('notificationuser', office, ours.people.customer.key)).status).toBe(403);
    expect((await remove(nobody, ours.people.customer.key)).status).toBe(403);
  });
});

describe('somebody who only receives notifications', () => {
  test('is added, listed, changed and deleted', async () => {
    const added = await post('notificationuser', {
      ...office,
      firstName: ' Front ',
      email: '',
      phoneNumber: '(813) 555-0123',
      smsNotifications: true,
    });
    expect(added.status).toBe(200);
    const { user } = added.body.data;
    expect(user).toMatchObject({
      firstName: 'Front',
      fullName: 'Front Office',
      email: null,
      phoneNumber: '+18135550123',
      userName: '+18135550123',
      timeZone: 'America/New_York',
      roleId: -1,
      roleName: 'Notification Only',
      roleHierarchy: 5,
      siteId: null,
      smsNotifications: true,
      emailNotifications: true,
    });
    expect((await stored(user.id)).notification_type).toBe(1);
    expect(idsIn(await get('notificationuser'))).toContain(user.id);
    expect(idsIn(await get('user/customer'))).not.toContain(user.id);

    const changed = await post('notificationuser/update', {
      id: user.id,
      email: 'office@example.org',
      phoneNumber: '',
      smsNotifications: false,
    });
    expect(changed.body.data.user).toMatchObject({
      firstName: 'Front',
      email: 'office@example.org',
      phoneNumber: null,
      timeZone: 'America/New_York',
    });
    expect((await stored(user.id)).notification_type).toBe(0);

    expect((await remove(user.id)).body.data).toEqual({ id: user.id, message: 'User deleted' });
    expect(idsIn(await get('notificationuser'))).not.toContain(user.id);
    expect((await remove(user.id)).status).toBe(404);
    expect((await post('notificationuser/update', { id: user.id, firstName: 'Back' })).status).toBe(404);
  });

  test('leaves the record of what was sent, and no way to be reached', async () => {
    const coaches = await group('Coaches');
    const id = await add({ phoneNumber: '+18135550123', siteId: coaches });
    const { db } = server.store;
    const at = new Date();
    const published = await db
      .insertInto('notices')
      .values({
        organization_id: ours.organizationId,
        warning_id: null,
        warning_revision: null,
        kind: 'test',
        event_type: 1,
        correlation_id: nobody,
        organization_location_id: null,
        subject: 'This is a test',
        text: 'This is a test',
        short: 'This is a test',
        time_zone: 'UTC',
        at,
        written_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('notifications')
      .values({ notice_id: published.id, organization_id: ours.organizationId, user_id: id, muted: null, at })
      .execute();
    const common = { organization_id: ours.organizationId, user_id: id, created_at: at };
    await db
      .insertInto('push_subscriptions')
      .values({ ...common, endpoint: `https://push.example.org/${id}`, p256dh: 'x', auth: 'x' })
      .execute();
    const location = {
      label: 'Field',
      latitude: 28,
      longitude: -82,
      radius1: 10,
      all_clear_minutes: 30,
      time_zone: 'UTC',
    };
    await db
      .insertInto('locations')
      .values({ ...common, ...location, updated_at: at })
      .execute();

    await remove(id);
    expect(await stored(id)).toMatchObject({
      is_active: false,
      first_name: 'Front',
      email: null,
      phone_number: null,
      group_id: null,
      user_name: '',
    });
    const rest = async (table: 'notifications' | 'push_subscriptions' | 'locations') =>
      (await db.selectFrom(table).select('user_id').where('user_id', '=', id).execute()).length;
    expect([await rest('notifications'), await rest('push_subscriptions'), await rest('locations')]).toEqual([
      1, 0, 0,
    ]);
    // The group is empty and the address is free again.
    expect((await post(`site/delete/${coaches}`, {})).status).toBe(200);
    expect(await add()).not.toBe(id);
  });

  test.each<[string, object, string]>([
    ['no first name', { firstName: ' ' }, 'FirstName'],
    ['a script in the first name', { firstName: '<script>alert(1)</script>' }, 'FirstName'],
    ['a last name of 10,000 characters', { lastName: 'x'.repeat(10_000) }, 'LastName'],
    ['neither address nor number', { email: ' ', phoneNumber: null }, 'Email'],
    ['an address without a host', { email: 'office' }, 'Email'],
    ['an address with a header in it', { email: 'office@example.org\r\nBcc: all@example.org' }, 'Email'],
    ['a number that is none', { phoneNumber: '555-0100' }, 'PhoneNumber'],
    ['text messages without a number', { smsNotifications: true }, 'PhoneNumber'],
    ['an unknown time zone', { timeZone: 'Mars/Olympus' }, 'TimeZone'],
    ['an unknown group', { siteId: nobody }, 'SiteId'],
    ['a group id that is none', { siteId: '1 or 1=1' }, 'SiteId'],
  ])('%s is refused under its field, and nothing is saved', async (_name, change, label) => {
    const id = await add({ email: 'first@example.org' });
    const before = await stored(id);
    for (const answer of [
      await post('notificationuser', { ...office, ...change }),
      await post('notificationuser/update', { id, ...office, phoneNumber: null, ...change }),
    ]) {
      expect(answer.status).toBe(400);
      expect(Object.keys(errorsOf(answer))).toEqual([label]);
    }
    expect(await stored(id)).toEqual(before);
    expect((await get('notificationuser')).body.data).toHaveLength(2);
  });

  test('has an address of their own in the organization, which says nothing of other organizations', async () => {
    const id = await add();
    const admin = (await stored(ours.people.admin.id)).email!;
    for (const email of ['OFFICE@example.org', admin.toUpperCase()]) {
      const answer = await post('notificationuser', { ...office, email });
      expect(answer.status).toBe(409);
      expect(errorsOf(answer).Email).toHaveLength(1);
    }
    expect((await post('notificationuser/update', { id, email: admin })).status).toBe(409);
    expect((await post('notificationuser/update', { id, email: 'Office@Example.org' })).status).toBe(200);
    // Notified by two organizations, in one of which a user signs in with the address.
    const theirAdmin = (await stored(theirs.people.admin.id)).email!;
    expect((await post('notificationuser', { ...office, email: theirAdmin })).status).toBe(200);
    expect((await post('notificationuser', office, theirs.people.admin.key)).status).toBe(200);
  });

  test('of two who are added at once with one address one is', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => post('notificationuser', office)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409, 409, 409]);
  });

  test('takes mail again at another address', async () => {
    const id = await add();
    const subscriptions = async () => (await get(`notificationuser/${id}/emailsubscriptions`)).body.data;
    expect(await subscriptions()).toEqual([
      { email: 'office@example.org', suppressed: false, suppressedAt: null },
    ]);
    const at = new Date(Date.UTC(2026, 5, 6));
    await server.store.db
      .updateTable('users')
      .set({ email_suppressed_at: at })
      .where('id', '=', id)
      .execute();
    await post('notificationuser/update', { id, lastName: 'Desk', email: 'office@example.org' });
    expect(await subscriptions()).toEqual([
      { email: 'office@example.org', suppressed: true, suppressedAt: at.toISOString() },
    ]);
    await post('notificationuser/update', { id, email: 'desk@example.org' });
    expect(await subscriptions()).toEqual([
      { email: 'desk@example.org', suppressed: false, suppressedAt: null },
    ]);
    await post('notificationuser/update', { id, email: null, phoneNumber: '8135550123' });
    expect(await subscriptions()).toEqual([]);
  });
});

test('another organization’s people and groups do not exist', async () => {
  const theirKey = theirs.people.admin.key;
  const id = await add({ email: 'desk@example.org' }, theirKey);
  const theirGroup = await group('Their coaches', [], theirKey);
  for (const one of [id, nobody, 'no-uuid']) {
    expect((await post('notificationuser/update', { id: one, firstName: 'Ours' })).status).toBe(404);
    expect((await remove(one)).status).toBe(404);
    expect((await get(`notificationuser/${one}/emailsubscriptions`)).status).toBe(404);
  }
  expect(errorsOf(await post('notificationuser', { ...office, siteId: theirGroup }))).toEqual(
    errorsOf(await post('notificationuser', { ...office, siteId: nobody })),
  );
  expect(idsIn(await get('notificationuser'))).not.toContain(id);
  expect(idsIn(await get('user/customer'))).not.toContain(theirs.people.customer.id);
  expect((await stored(id)).first_name).toBe('Front');
  // A user who signs in cannot be changed or deleted as a notification-only one.
  expect((await remove(ours.people.customer.id)).status).toBe(404);
  expect(
    (await post('notificationuser/update', { id: ours.people.customer.id, firstName: 'X' })).status,
  ).toBe(404);
});

test('an Assistant Admin sees and changes the own group’s people only', async () => {
  const { 'assistant-admin': assistant, customer } = ours.people;
  expect((await get('user/customer', assistant.key)).body.data).toEqual([]);
  expect(errorsOf(await post('notificationuser', office, assistant.key))[groupLabel]).toHaveLength(1);

  const own = await group('Own', [assistant.id]);
  const other = await group('Other', [customer.id]);
  const stranger = await add({ email: 'stranger@example.org', siteId: other });
  const loner = await add({ email: 'loner@example.org' });
  expect(idsIn(await get('user/customer', assistant.key))).toEqual([assistant.id]);

  const mine = await add({ email: 'mine@example.org' }, assistant.key);
  expect((await stored(mine)).group_id).toBe(own);
  expect(idsIn(await get('notificationuser', assistant.key))).toEqual([mine]);
  expect(
    (
      await post(
        'notificationuser/update',
        { id: mine, siteId: own.toUpperCase(), firstName: 'Mine' },
        assistant.key,
      )
    ).status,
  ).toBe(200);
  for (const groupId of [other, nobody, null, '']) {
    expect(
      errorsOf(await post('notificationuser/update', { id: mine, siteId: groupId }, assistant.key))[
        groupLabel
      ],
    ).toEqual(['There is no such user group']);
  }
  expect(
    errorsOf(await post('notificationuser', { ...office, siteId: other }, assistant.key))[groupLabel],
  ).toEqual(['There is no such user group']);
  for (const id of [stranger, loner]) {
    expect((await post('notificationuser/update', { id, firstName: 'X' }, assistant.key)).status).toBe(404);
    expect((await remove(id, assistant.key)).status).toBe(404);
    expect((await get(`notificationuser/${id}/emailsubscriptions`, assistant.key)).status).toBe(404);
  }
  expect((await remove(mine, assistant.key)).status).toBe(200);
});

test('of changes at once each is whole', async () => {
  const id = await add();
  const [a, b] = [await group('A'), await group('B')];
  const versions = Array.from({ length: 10 }, (_, index) => ({
    id,
    firstName: `First ${index}`,
    lastName: `Last ${index}`,
    email: `person${index}@example.org`,
    siteId: index % 2 === 0 ? a : b,
  }));
  const answers = await Promise.all([
    ...versions.map((version) => post('notificationuser/update', version)),
    post('notificationuser/update', { ...versions[0], firstName: 'Half', timeZone: 'nowhere' }),
  ]);
  expect(answers.slice(0, 10).map((answer) => answer.status)).toEqual(versions.map(() => 200));
  expect(answers[10]!.status).toBe(400);
  const { first_name, last_name, email, group_id } = await stored(id);
  expect(versions).toContainEqual({
    id,
    firstName: first_name,
    lastName: last_name,
    email,
    siteId: group_id,
  });
});
