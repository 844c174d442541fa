import { expect, test } from 'vitest';
import { ask } from '../../test/test-server.ts';
import { counter, openTwoOrganizations, ours, server, theirs } from '../../test/two-organizations.ts';

openTwoOrganizations('Settings');

const path = '/api/Settings/Organization';
const read = (key = ours.people.admin.key) => ask(server.app, 'GET', path, { key });
const save = (body: object, key = ours.people.admin.key) => ask(server.app, 'POST', path, { key, body });
const whole = {
  name: ' Lakeside Schools ',
  banner: ' Storm season: check your phone. ',
  supportEmail: 'help@lakeside.example',
  supportPhone: '(813) 555-0100 ext. 4',
  consultationEmail: 'desk@lakeside.example',
  defaultTimeZone: 'Pacific',
};

test('Admins change name, banner, contacts, defaults and the consultation desk, and everybody sees name and banner', async () => {
  const { revision } = (await read()).body.data;
  const saved = await save({ ...whole, revision });
  expect(saved.body.data).toEqual({
    message: 'Organization saved',
    settings: {
      ...whole,
      name: 'Lakeside Schools',
      banner: 'Storm season: check your phone.',
      defaultTimeZone: 'America/Los_Angeles',
      revision: revision + 1,
    },
  });
  expect((await read()).body.data).toEqual(saved.body.data.settings);
  const seen = await ask(server.app, 'GET', '/api/Customer', { key: ours.people.customer.key });
  expect(seen.body.data).toMatchObject({
    name: 'Lakeside Schools',
    banner: 'Storm season: check your phone.',
    supportEmail: 'help@lakeside.example',
  });
  expect((await read(theirs.people.admin.key)).body.data).toMatchObject({
    name: `Others ${counter}`,
    revision: 1,
  });
});

test('a field that is left out stays, an empty one is none, and a new group has the default time zone', async () => {
  await save(whole);
  await save({ banner: ' ', consultationEmail: '' });
  expect((await read()).body.data).toMatchObject({
    name: 'Lakeside Schools',
    banner: null,
    consultationEmail: null,
    defaultTimeZone: 'America/Los_Angeles',
  });
  const added = await ask(server.app, 'POST', '/api/site/add', {
    key: ours.people.admin.key,
    body: { name: 'Coaches' },
  });
  expect(added.body.data.site.timeZone).toBe('America/Los_Angeles');
});

test('of two editors the second gets 409 and is told what changed; nothing of the second is stored', async () => {
  const { revision } = (await read()).body.data;
  expect((await save({ banner: 'First', revision })).status).toBe(200);
  const late = await save({ banner: 'Second', name: 'Late', revision });
  expect(late.status).toBe(409);
  expect(Object.keys(late.body.responseException.errors)).toEqual(['Banner']);
  expect((await read()).body.data).toMatchObject({ banner: 'First', name: `Settings ${counter}` });
});

test('errors stand at their fields, and nothing is stored', async () => {
  const before = (await read()).body.data;
  const refused = await save({ ...whole, name: '<script>', supportEmail: 'nobody', defaultTimeZone: 'Moon' });
  expect(refused.status).toBe(400);
  expect(Object.keys(refused.body.responseException.errors)).toEqual([
    'Name',
    'SupportEmail',
    'DefaultTimeZone',
  ]);
  expect((await save({ banner: 'x'.repeat(10_000) })).status).toBe(400);
  expect((await read()).body.data).toEqual(before);
});

test('only Admins read and change them', async () => {
  for (const role of ['customer', 'assistant-admin'] as const) {
    expect((await read(ours.people[role].key)).status, role).toBe(403);
    expect((await save({ banner: 'Mine' }, ours.people[role].key)).status, role).toBe(403);
  }
  expect((await save({ banner: 'Ours' }, ours.people['super-admin'].key)).status).toBe(200);
});

test('the roles with a second step have a revision of their own, by which a second editor is refused', async () => {
  const roles = (body?: object) =>
    ask(server.app, body ? 'POST' : 'GET', '/api/Settings/SecondFactor', {
      key: ours.people.admin.key,
      ...(body ? { body } : {}),
    });
  expect((await roles()).body.data).toEqual({ roles: [], managedBy: 'allclear', revision: 1 });
  await save({ banner: 'Other form' });
  expect((await roles({ roles: [1, 2], revision: 1 })).body.data).toEqual({
    roles: [1, 2],
    managedBy: 'allclear',
    revision: 2,
  });
  expect((await roles({ roles: [4], revision: 1 })).status).toBe(409);
  expect((await roles()).body.data).toMatchObject({ roles: [1, 2], revision: 2 });
});
