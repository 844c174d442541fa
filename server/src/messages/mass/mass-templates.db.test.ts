import { expect, test } from 'vitest';
import { auditEntriesOf } from '../../../test/audit/audit-entries.ts';
import { ask } from '../../../test/test-server.ts';
import { openTwoOrganizations, ours, server, theirs } from '../../../test/two-organizations.ts';

openTwoOrganizations('Templates');

const call = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object, key = ours.people.admin.key) =>
  ask(server.app, method, `/api/Communication/Mass/${path}`, { key, ...(body ? { body } : {}) });
const form = (changes: object = {}) => ({
  ...{ headline: 'Take shelter', message: 'Go inside.', senderText: 'Alex', channel: 7, ...changes },
});
const add = async (changes: object = {}) => (await call('POST', 'Create/Template', form(changes))).body.data;
const actions = async () =>
  (await auditEntriesOf(server.store, ours.organizationId))
    .map(({ action }) => action)
    .filter((action) => action.startsWith('mass-message'));

test('a template is saved without recipients, changed and deleted, with one entry each', async () => {
  const saved = await add({ recipients: [ours.people.customer.id], isDrill: true });
  expect(saved).toMatchObject({
    ...{ headline: 'Take shelter', isTemplate: true, isDrill: true, recipients: [], channel: 7, revision: 1 },
    ...{ progress: null, deliveredRecipients: [] },
  });
  const changed = await call('POST', 'Update/Template', form({ id: saved.id, revision: 1, message: 'Now.' }));
  expect([changed.status, changed.body.data]).toMatchObject([
    200,
    { message: 'Now.', revision: 2, recipients: [] },
  ]);
  expect((await call('GET', 'Templates')).body.data).toEqual([changed.body.data]);
  expect((await call('DELETE', `Delete/Template/${saved.id}`)).status).toBe(200);
  expect((await call('GET', 'Templates')).body.data).toEqual([]);
  expect(await actions()).toEqual([
    'mass-message-template.added',
    'mass-message-template.changed',
    'mass-message-template.deleted',
  ]);
});

test('templates are newest first', async () => {
  await add({ headline: 'a' });
  server.clock.advance(1_000);
  await add({ headline: 'b' });
  const { body } = await call('GET', 'Templates');
  expect(body.data.map(({ headline }: { headline: string }) => headline)).toEqual(['b', 'a']);
});

test('of two who change a template at once, the second is told what the first changed', async () => {
  const { id } = await add();
  const both = await Promise.all(
    ['One', 'Two'].map((message) => call('POST', 'Update/Template', form({ id, revision: 1, message }))),
  );
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(both.find(({ status }) => status === 409)?.body.responseException.errors).toEqual({
    Message: ['Somebody else changed this meanwhile'],
  });
  expect(await actions()).toEqual(['mass-message-template.added', 'mass-message-template.changed']);
});

test('a deleted template, one of another organization and none at all do not exist', async () => {
  const { id } = await add();
  const foreign = theirs.people.admin.key;
  expect((await call('POST', 'Update/Template', form({ id }), foreign)).status).toBe(404);
  expect((await call('DELETE', `Delete/Template/${id}`, undefined, foreign)).status).toBe(404);
  expect((await call('GET', 'Templates', undefined, foreign)).body.data).toEqual([]);
  await call('DELETE', `Delete/Template/${id}`);
  for (const gone of [id, 'x']) {
    expect((await call('POST', 'Update/Template', form({ id: gone }))).status).toBe(404);
    expect((await call('DELETE', `Delete/Template/${gone}`)).status).toBe(404);
  }
});

test.each([
  ['headline', { headline: 'h'.repeat(101) }, 'Headline'],
  ['message', { message: '' }, 'Message'],
  ['sender text', { senderText: ' ' }, 'SenderText'],
])('a template needs a right %s', async (_, changes, label) => {
  const { status, body } = await call('POST', 'Create/Template', form(changes));
  expect([status, Object.keys(body.responseException.errors)]).toEqual([400, [label]]);
});
