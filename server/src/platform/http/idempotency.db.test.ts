import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ask, openTestServer, type TestServer } from '../../../test/test-server.ts';

let server: TestServer;
let key: string;
let assistant: string;
let made = 0;

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  made++;
  const { people } = await server.organization(`District ${made}`);
  key = people.admin.key;
  assistant = people['assistant-admin'].key;
});

const policy = { policyTypeShortName: 'WIND', threshold: 35, allGroups: true };
const add = (idempotencyKey: string, body: object = policy, who = key) =>
  ask(server.app, 'POST', '/api/policy', { key: who, body, headers: { 'idempotency-key': idempotencyKey } });
const policies = async () => (await ask(server.app, 'GET', '/api/policy', { key })).body.data.length;

test('one request, one policy: the same key again gets the first answer and changes nothing', async () => {
  const before = await policies();
  const first = await add('press-1');
  const second = await add('press-1');
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(second.body).toEqual(first.body);
  expect(await policies()).toBe(before + 1);
  expect((await add('press-2', { ...policy, policyTypeShortName: 'GUST' })).status).toBe(200);
  expect(await policies()).toBe(before + 2);
});

test('twenty at once make one; the others hear that it is being answered, or get its answer', async () => {
  const before = await policies();
  const answers = await Promise.all(Array.from({ length: 20 }, () => add('at-once')));
  expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
  const ids = answers.flatMap(({ status, body }) => (status === 200 ? [body.data.id] : []));
  expect(new Set(ids).size).toBe(1);
  expect(await policies()).toBe(before + 1);
  expect((await add('at-once')).body.data.id).toBe(ids[0]);
});

test('a request that failed is tried again', async () => {
  expect((await add('again', { ...policy, threshold: -1 })).status).toBe(400);
  expect((await add('again')).status).toBe(200);
});

test('a key is of one request and of one person', async () => {
  const before = await policies();
  expect((await add('mine')).status).toBe(200);
  expect(await add('mine', { ...policy, threshold: 40 })).toMatchObject({
    status: 409,
    body: { responseException: { message: 'This Idempotency-Key was used for another request.' } },
  });
  const theirs = await add('mine', { ...policy, policyTypeShortName: 'GUST' }, assistant);
  expect(theirs.status).not.toBe(409);
  expect(await policies()).toBeGreaterThanOrEqual(before + 1);
});

test.each(['', 'x'.repeat(201), 'with space'])('the key %j is refused', async (bad) => {
  expect((await add(bad)).status).toBe(400);
});

test('a request that was lost with its process is taken over after a minute', async () => {
  const { status } = await add('lost');
  expect(status).toBe(200);
  const lost = (startedAt: Date) =>
    server.store.db
      .updateTable('idempotent_requests')
      .set({ answer: null, started_at: startedAt })
      .where('key', '=', 'lost')
      .execute();
  await lost(new Date());
  expect((await add('lost')).status).toBe(409);
  await lost(new Date(Date.now() - 61_000));
  expect((await add('lost')).body.responseException?.message).not.toBe(
    'This request is being answered already.',
  );
});
