import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ask, openTestServer, type TestServer } from '../../test/test-server.ts';

type Organization = Awaited<ReturnType<TestServer['organization']>>;
let server: TestServer;
let ours: Organization;
let theirs: Organization;
let counter = 0;

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  counter += 1;
  ours = await server.organization(`People ${counter}`);
  theirs = await server.organization(`Others ${counter}`);
});

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
    [7, ['There is no user group Strangers', 'Text Notifications must be yes or no']],
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

test('somebody who is there already is left as is, and the same file adds nobody twice', async () => {
  await group('Coaches');
  const lines = [
    header,
    `Kim,,kim-${counter}@example.org,,,Coaches,,`,
    'Noah,,,8135550101,Notification Only,Coaches,,',
  ];
  await store((await upload(lines)).body.data.id);
  const again = await upload(lines);
  expect(again.body.data.counts).toMatchObject({ add: 0, skip: 2 });
  expect((await store(again.body.data.id)).body.data.added).toBe(0);
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
