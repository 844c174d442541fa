import type { StoredMessage } from '@allclear/contract';
import { describe, expect, test } from 'vitest';
import { auditEntriesOf } from '../../../test/audit/audit-entries.ts';
import { callsOf } from '../../../test/hardware/set-up-hardware.ts';
import { openTwoOrganizations, ours, server, theirs } from '../../../test/two-organizations.ts';

openTwoOrganizations('Park');

const call = callsOf(() => ({ app: server.app, key: ours.people.admin.key }));
const callTheirs = callsOf(() => ({ app: server.app, key: theirs.people.admin.key }));
const form = { title: 'Lightning', message: 'Go inside now.' };
const add = async (more: object = {}): Promise<StoredMessage> => {
  const answer = await call('POST', 'PA/StoredMessage', { ...form, ...more });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.data;
};
const list = async () => (await call('GET', 'PA/StoredMessages')).body.data as StoredMessage[];
const failureOf = ({ status, body }: Awaited<ReturnType<typeof call>>) => ({
  status,
  errors: body.responseException?.errors ?? body.responseException?.message,
});

test('a message is stored, changed and deleted, each with its text and one entry', async () => {
  const stored = await add({ clip: 'horn.wav' });
  expect(stored).toEqual({
    ...{ ...form, clip: 'horn.wav', id: stored.id, customerId: ours.organizationId, revision: 1 },
    responseMessage: 'Successfully Added Stored Message',
  });
  const changed = await call('PATCH', 'PA/StoredMessage', { id: stored.id, message: ' Come in. ' });
  expect(changed.body.data).toMatchObject({
    ...{ title: 'Lightning', message: 'Come in.', clip: 'horn.wav', revision: 2 },
    responseMessage: 'Successfully Updated Stored Message',
  });
  expect((await call('DELETE', `PA/StoredMessage/${stored.id}`)).body.data).toEqual({
    ...{ id: stored.id, message: 'Successfully Deleted Stored Message' },
  });
  expect(await list()).toEqual([]);
  const actions = (await auditEntriesOf(server.store, ours.organizationId)).map(({ action }) => action);
  expect(actions.filter((action) => action.startsWith('stored-message'))).toEqual([
    ...['stored-message.added', 'stored-message.changed', 'stored-message.deleted'],
  ]);
});

test('the list is by title, in pages', async () => {
  for (const title of ['b', 'C', 'a']) await add({ title });
  expect((await list()).map(({ title }) => title)).toEqual(['a', 'b', 'C']);
  const page = await call('GET', 'PA/StoredMessages?limit=2');
  expect(page.body.data).toHaveLength(2);
  expect(page.headers.link).toContain('rel="next"');
});

describe('refused, and nothing is stored:', () => {
  test.each<[string, object, object]>([
    ['351 characters', { message: 'x'.repeat(351) }, { Message: ['At most 350 characters'] }],
    ['no message', { message: '  ' }, { Message: ['Enter a message'] }],
    ['no title', { title: '  ' }, { Title: ['Enter a title'] }],
  ])('%s', async (_, more, errors) => {
    expect(failureOf(await call('POST', 'PA/StoredMessage', { ...form, ...more }))).toEqual({
      status: 400,
      errors,
    });
    expect(await list()).toEqual([]);
    const { id } = await add();
    expect(failureOf(await call('PATCH', 'PA/StoredMessage', { id, ...more }))).toEqual({
      status: 400,
      errors,
    });
    expect(await list()).toMatchObject([{ ...form, revision: 1 }]);
  });

  test('a message of another organization', async () => {
    const { id } = await add();
    expect((await callTheirs('PATCH', 'PA/StoredMessage', { id, title: 'x' })).status).toBe(404);
    expect((await callTheirs('DELETE', `PA/StoredMessage/${id}`)).status).toBe(404);
    expect((await callTheirs('GET', 'PA/StoredMessages')).body.data).toEqual([]);
    expect(await list()).toMatchObject([{ ...form, revision: 1 }]);
  });

  test('the second of two changes at once', async () => {
    const { id } = await add();
    const answers = await Promise.all(
      ['One', 'Two'].map((title) => call('PATCH', 'PA/StoredMessage', { id, title, revision: 1 })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('more than 500', async () => {
    const at = new Date();
    await server.store.db
      .insertInto('pa_messages')
      .values(
        Array.from({ length: 500 }, (_, n) => ({
          ...{
            organization_id: ours.organizationId,
            title: `T${n}`,
            message: 'x',
            created_at: at,
            updated_at: at,
          },
        })),
      )
      .execute();
    expect(failureOf(await call('POST', 'PA/StoredMessage', form))).toEqual({
      ...{ status: 409, errors: 'An organization can store at most 500 messages.' },
    });
  });
});

test('only whoever may use the loudspeakers reads them', async () => {
  const customer = callsOf(() => ({ app: server.app, key: ours.people.customer.key }));
  expect((await customer('GET', 'PA/StoredMessages')).status).toBe(403);
  expect((await customer('POST', 'PA/StoredMessage', form)).status).toBe(403);
  const withheld = await server.organization(`Withheld ${ours.organizationId}`, ['pa.full_access']);
  const admin = callsOf(() => ({ app: server.app, key: withheld.people.admin.key }));
  expect((await admin('GET', 'PA/StoredMessages')).status).toBe(403);
});
