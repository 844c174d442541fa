import { expect, test } from 'vitest';
import { ask } from '../../test/test-server.ts';
import { counter, openTwoOrganizations, ours, server, theirs } from '../../test/two-organizations.ts';

openTwoOrganizations('People');

const path = '/api/user/Import';
const upload = (lines: readonly string[], key = ours.people.admin.key) =>
  server.app
    .inject({
      method: 'POST',
      url: path,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'text/csv' },
      payload: `${lines.join('\r\n')}\r\n`,
    })
    .then((answer) => ({ status: answer.statusCode, body: JSON.parse(answer.body) }));
const call = async (method: 'GET' | 'POST', route: string, body?: object, key = ours.people.admin.key) =>
  ask(server.app, method, `/api/${route}`, { key, ...(body ? { body } : {}) });
const rowsOf = async (id: string) => (await call('GET', `user/Import/${id}/Rows`)).body.data.rows;
const store = (id: string, key = ours.people.admin.key) => call('POST', `user/Import/${id}`, undefined, key);
const group = async (name: string, users: string[] = []): Promise<string> =>
  (await call('POST', 'site/add', { name, users })).body.data.id;
const emails = async (list = 'user/customer') =>
  (await call('GET', list)).body.data.map(({ email }: { email: string }) => email);
const header =
  'First Name,Last Name,Email,Phone Number,Permission Level,User Group,Time Zone,Text Notifications';

test('accounts and people who are only notified are shown, then added as the form adds them', async () => {
  const coaches = await group('Coaches');
  const preview = await upload([
    header,
    `Casey,Coach,casey-${counter}@example.org,(813) 555-0100,Assistant Admin,coaches,Pacific,yes`,
    `Kim,,kim-${counter}@example.org,,,Coaches,,`,
    'Noah,Notified,,813-555-0101,Notification Only,,,yes',
    `Super,Sam,sam-${counter}@example.org,,Super Admin,Coaches,,`,
    `No,Group,no-${counter}@example.org,,Customer,,,`,
    `Bad,,bad,12,Customer,Strangers,Moon,maybe`,
    `Twin,,KIM-${counter}@example.org,,,Coaches,,`,
  ]);
  const { id, counts } = preview.body.data;
  expect(counts).toEqual({ add: 3, change: 0, skip: 0, error: 4, check: 0 });
  expect((await rowsOf(id)).map(({ row, notes }: never) => [row, notes])).toEqual([
    [2, []],
    [3, []],
    [4, []],
    [5, ['You can only give permission levels below your own']],
    [6, ['User group is required']],
    // All that is wrong at once.
    [
      7,
      [
        'There is no user group Strangers',
        'Text Notifications must be yes or no',
        'Email must be an address like name@example.org',
        'Phone number must have ten digits, or begin with + and the country code',
        'Time zone must be Central, Eastern, Mountain, Pacific or an IANA name like America/Phoenix',
      ],
    ],
    [8, ['Row 3 has the same address or number']],
  ]);
  expect(await emails()).not.toContain(`casey-${counter}@example.org`);
  expect((await store(id)).body.data).toEqual({ message: '3 added, 0 changed', added: 3, changed: 0 });
  const users = (await call('GET', 'user/customer')).body.data;
  const find = (email: string) => users.find((user: { email: string }) => user.email === email);
  expect(find(`casey-${counter}@example.org`)).toMatchObject({
    ...{ fullName: 'Casey Coach', phoneNumber: '+18135550100', roleId: 3, siteId: coaches },
    ...{ timeZone: 'America/Los_Angeles', smsNotifications: true, emailNotifications: true, activated: null },
  });
  expect(find(`kim-${counter}@example.org`)).toMatchObject({ roleId: 4, timeZone: 'America/Chicago' });
  const notified = (await call('GET', 'notificationuser')).body.data;
  expect(notified.find(({ fullName }: { fullName: string }) => fullName === 'Noah Notified')).toMatchObject({
    ...{ phoneNumber: '+18135550101', roleId: -1, siteId: null },
  });
});

test('somebody who is there is changed where the file says something else, and the same file changes nothing', async () => {
  const coaches = await group('Coaches');
  const other = await group('Others');
  await store(
    (
      await upload([
        header,
        `Kim,Keeper,kim-${counter}@example.org,813-555-0100,,Coaches,Pacific,yes`,
        'Noah,,,8135550101,Notification Only,Coaches,,',
      ])
    ).body.data.id,
  );
  const lines = [
    header,
    `Kimberly,,KIM-${counter}@example.org,,Assistant Admin,others,,`,
    'Noah,Notified,,+1 (813) 555-0101,,,,yes',
  ];
  const preview = await upload(lines);
  expect(preview.body.data.counts).toEqual({ add: 0, change: 2, skip: 0, error: 0, check: 0 });
  expect((await rowsOf(preview.body.data.id)).map(({ notes }: never) => notes)).toEqual([
    [
      'First name: Kim → Kimberly',
      'User group: Coaches → Others',
      'Permission level: Customer → Assistant Admin',
    ],
    ['Last name: none → Notified', 'Text notifications: off → on'],
  ]);
  expect((await store(preview.body.data.id)).body.data).toMatchObject({ added: 0, changed: 2 });
  const users = (await call('GET', 'user/customer')).body.data;
  expect(users.find(({ email }: { email: string }) => email === `kim-${counter}@example.org`)).toMatchObject({
    ...{ fullName: 'Kimberly Keeper', roleId: 3, siteId: other, phoneNumber: '+18135550100', revision: 2 },
    ...{ timeZone: 'America/Los_Angeles', smsNotifications: true },
  });
  const [noah] = (await call('GET', 'notificationuser')).body.data.filter(
    ({ firstName }: { firstName: string }) => firstName === 'Noah',
  );
  expect(noah).toMatchObject({ lastName: 'Notified', siteId: coaches, smsNotifications: true, revision: 2 });
  const again = await upload(lines);
  expect(again.body.data.counts).toMatchObject({ add: 0, change: 0, skip: 2 });
  expect((await store(again.body.data.id)).body.data).toMatchObject({ added: 0, changed: 0 });
});

test('an import changes neither the own account, nor people of the own rank, nor who signs in at all', async () => {
  const coaches = await group('Coaches');
  await store((await upload([header, `Kim,,kim-${counter}@example.org,,,Coaches,,`])).body.data.id);
  const users = (await call('GET', 'user/customer')).body.data;
  const emailOf = (id: string) => users.find((user: { id: string }) => user.id === id).email;
  const preview = await upload([
    header,
    `Me,,${emailOf(ours.people.admin.id)},,Customer,Coaches,,`,
    `Above,,${emailOf(ours.people['super-admin'].id)},,Customer,Coaches,,`,
    `Kim,,kim-${counter}@example.org,,Notification Only,Coaches,,`,
    `Lee,,lee-${counter}@example.org,,Admin,Coaches,,`,
  ]);
  expect((await rowsOf(preview.body.data.id)).map(({ outcome, notes }: never) => [outcome, notes])).toEqual([
    ['skip', ['Your own account is changed on the page Profile']],
    ['skip', ['Somebody whom you cannot change has this email address or number']],
    [
      'error',
      ['Between Notification Only and the other permission levels people are changed on the page Users'],
    ],
    ['error', ['You can only give permission levels below your own']],
  ]);
  expect(coaches).not.toBe('');
});

test('somebody who was changed since the preview is not overwritten, and nothing else is stored', async () => {
  await group('Coaches');
  const line = (name: string) => `${name},,kim-${counter}@example.org,,,Coaches,,`;
  await store((await upload([header, line('Kim')])).body.data.id);
  const preview = await upload([header, line('Kimberly'), `Lee,,lee-${counter}@example.org,,,Coaches,,`]);
  const kim = (await call('GET', 'user/customer')).body.data.find(
    ({ firstName }: { firstName: string }) => firstName === 'Kim',
  );
  expect((await call('POST', 'user/update', { id: kim.id, lastName: 'Keeper' })).status).toBe(200);
  const refused = await store(preview.body.data.id);
  expect([refused.status, refused.body.responseException.message]).toEqual([
    409,
    expect.stringContaining('in row 2.'),
  ]);
  expect(await emails()).not.toContain(`lee-${counter}@example.org`);
});

test('when an address is taken or a group is gone meanwhile, nobody is added, and the rows are named', async () => {
  const coaches = await group('Coaches');
  const gone = await group('Gone');
  const preview = await upload([
    header,
    `Kim,,kim-${counter}@example.org,,,Coaches,,`,
    `Lee,,lee-${counter}@example.org,,,Gone,,`,
    `Max,,max-${counter}@example.org,,,Coaches,,`,
  ]);
  const person = { firstName: 'Kim', email: `Kim-${counter}@example.org`, timeZone: 'Eastern', roleId: 4 };
  await call('POST', 'user', { ...person, lastName: '', siteId: coaches });
  await call('POST', `site/delete/${gone}`);
  const refused = await store(preview.body.data.id);
  expect(refused.status).toBe(409);
  expect(refused.body.responseException.message).toContain('in row 2, 3.');
  expect(await emails()).not.toContain(`max-${counter}@example.org`);
});

test('an Assistant Admin adds to the own group only, and nobody of the same level', async () => {
  const { id, key } = ours.people['assistant-admin'];
  const own = await group('Own', [id]);
  await group('Other');
  const preview = await upload(
    [
      header,
      `Kim,,kim-${counter}@example.org,,Customer,,,`,
      `Lee,,lee-${counter}@example.org,,Customer,Other,,`,
      `Max,,max-${counter}@example.org,,Assistant Admin,Own,,`,
    ],
    key,
  );
  expect(preview.body.data.counts).toMatchObject({ add: 1, error: 2 });
  expect((await store(preview.body.data.id, key)).status).toBe(200);
  const users = (await call('GET', 'user/customer')).body.data;
  expect(users.find(({ email }: { email: string }) => email.startsWith('kim'))).toMatchObject({
    siteId: own,
  });
  // The preview of somebody who was moved to another group since then is refused.
  const late = await upload([header, `Pat,,pat-${counter}@example.org,,Customer,,,`], key);
  await group('Moved to', [id]);
  expect((await store(late.body.data.id, key)).status).toBe(403);
  expect(await emails()).not.toContain(`pat-${counter}@example.org`);
});

test('an address of another organization is added like any other', async () => {
  await group('Coaches');
  const taken = (await call('GET', 'user/current', undefined, theirs.people.customer.key)).body.data.email;
  const preview = await upload([header, `Kim,,${taken},,,Coaches,,`]);
  expect(preview.body.data.counts).toMatchObject({ add: 1, error: 0 });
  expect((await store(preview.body.data.id)).body.data.added).toBe(1);
  expect(await emails()).toContain(taken);
});

test('a preview is its maker’s, and customers import nobody', async () => {
  await group('Coaches');
  const { id } = (await upload([header, `Kim,,kim-${counter}@example.org,,,Coaches,,`])).body.data;
  expect((await store(id, theirs.people.admin.key)).status).toBe(404);
  expect((await store(id, ours.people['super-admin'].key)).status).toBe(404);
  expect((await upload([header, 'Kim'], ours.people.customer.key)).status).toBe(403);
  // A preview of people is none of locations.
  expect((await call('POST', `organizationLocation/Import/${id}`)).status).toBe(404);
});
