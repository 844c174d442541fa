import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask, openTestServer, type TestServer } from '../../../test/test-server.ts';

let server: TestServer;
let people: Awaited<ReturnType<TestServer['organization']>>['people'];

beforeAll(async () => {
  server = await openTestServer();
  ({ people } = await server.organization('Our District'));
});
afterAll(() => server.close());

const events = () =>
  server.logged.map((line) => JSON.parse(line)).filter((line: { security?: boolean }) => line.security);

test('a refusal is logged with who and what, and with nothing that was sent', async () => {
  const { id, key } = people.customer;
  const body = { policyTypeShortName: 'WIND', threshold: 35, name: 'a name of ours' };
  expect((await ask(server.app, 'POST', '/api/policy', { key, body })).status).toBe(403);
  expect(events()).toContainEqual(
    expect.objectContaining({
      event: 'refused',
      userId: id,
      route: 'POST /api/policy',
      network: '127.0.0.1',
    }),
  );
  expect(JSON.stringify(events())).not.toContain('a name of ours');
  expect(JSON.stringify(events())).not.toContain(key);
});

test('a throttle is logged', async () => {
  const { id, key } = people.admin;
  const send = () => ask(server.app, 'POST', '/api/Settings/Notifications/Test', { key });
  let status = 200;
  for (let i = 0; i < 10 && status !== 429; i++) ({ status } = await send());
  expect(status).toBe(429);
  expect(events()).toContainEqual(
    expect.objectContaining({
      event: 'throttled',
      userId: id,
      route: 'POST /api/Settings/Notifications/Test',
    }),
  );
});
