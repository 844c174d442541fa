import { afterEach, beforeEach, expect, test } from 'vitest';
import { field, lightning } from '../../../test/field-policy.ts';
import { ask, openTestServer, type TestServer } from '../../../test/test-server.ts';

const minute = 60_000;
const path = '/api/public/OurDistrict/FieldSiren/Widget';

let server: TestServer;
let ours: Awaited<ReturnType<TestServer['organization']>>;
let placeId: string;
beforeEach(async () => {
  server = await openTestServer();
  ours = await server.organization('Our District');
  ({ id: placeId } = await server.store.db
    .insertInto('organization_locations')
    .values({ organization_id: ours.organizationId, name: 'Stadium', ...field, created_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow());
});
afterEach(() => server.close());

async function addSiren(values: object = {}) {
  const at = new Date();
  await server.store.db
    .insertInto('hardware_units')
    .values({
      ...{ organization_id: ours.organizationId, name: 'Field Siren', model: 'OWS', driver: 'shelly' },
      ...{ organization_location_id: placeId, address: '192.0.2.1', public_page: true },
      ...{ created_at: at, updated_at: at, ...values },
    })
    .execute();
  await changed();
}
const changed = async () => {
  const { notify } = await import('../../platform/change-feed/change-feed.store.ts');
  await notify(server.store.db, { topic: 'hardware', ids: [ours.organizationId] });
};
const state = () => ask(server.app, 'GET', path);
const eventually = (question: () => Promise<unknown>) => expect.poll(question, { timeout: 5_000 });

test('says clear only when nothing holds the place: unknown, clear, delay, unknown again, without a sign-in', async () => {
  await addSiren();
  expect(await state()).toMatchObject({
    status: 503,
    body: { responseException: { message: 'Failed to get data' } },
  });
  const begin = server.clock.now();
  await server.batch(begin - 60 * minute, begin);
  expect(await state()).toMatchObject({
    status: 200,
    body: {
      data: {
        ...{ locationName: 'Stadium', isInDelay: false, clearTime: '', remainingSeconds: null },
        ...{ state: 'clear', text: '', weather: 'simulated', drill: false },
      },
    },
  });
  server.clock.advance(minute);
  await server.batch(begin, begin + minute, [
    { at: begin + minute, key: 'a', latitude: field.latitude + 0.02, longitude: field.longitude },
  ]);
  await eventually(async () => (await state()).body.data?.state).toBe('delay');
  const delay = (await state()).body.data;
  // 4 pm in June at this place, and half an hour of quiet.
  expect(delay).toMatchObject({
    isInDelay: true,
    state: 'delay',
    clearTime: '4:31',
    locationName: 'Stadium',
  });
  expect(delay.remainingSeconds).toBeGreaterThanOrEqual(30 * 60);
  server.clock.advance(4 * minute);
  await eventually(async () => (await state()).status).toBe(503);
});

test('another warning than lightning is neither a delay nor an all clear, and a held one is no data', async () => {
  await addSiren();
  const { key } = ours.people.admin;
  const begin = server.clock.now();
  await server.batch(begin - 60 * minute, begin);
  const { body } = await ask(server.app, 'POST', '/api/policy', {
    ...{ key, body: { ...lightning, policyTypeShortName: 'GUST', threshold: 30, notificationActions: [] } },
  });
  await server.store.db
    .insertInto('warnings')
    .values({
      ...{ organization_id: ours.organizationId, policy_id: body.data.id, organization_location_id: placeId },
      ...{ policy_revision: 1, event_key: '', ...field, facts: '{}', started_at: new Date(begin) },
      ...{ updated_at: new Date(begin), state: JSON.stringify(openState(begin, null)) },
    })
    .execute();
  await reread();
  await eventually(async () => (await state()).body.data?.state).toBe('warning');
  const { data } = (await state()).body;
  expect(data).toMatchObject({ isInDelay: false, clearTime: '', remainingSeconds: null });
  expect(data.text).toContain('Wind Gust');
  await server.store.db
    .updateTable('warnings')
    .set({ state: JSON.stringify(openState(begin, begin)) })
    .execute();
  await reread();
  await eventually(async () => (await state()).status).toBe(503);
});

const reread = async () => {
  const { notify } = await import('../../platform/change-feed/change-feed.store.ts');
  await notify(server.store.db, { topic: 'warnings', ids: [ours.organizationId] });
};
const openState = (at: number, heldSince: number | null) => ({
  ...{ kind: 'open', phase: 'exceeded', startedAt: at, value: 40, evidenceAt: at, lastExceededAt: at },
  ...{ allClearTime: null, lastAlertAt: at, heldSince, lastUpdateAt: at },
});

test('is there only where it is switched on, and has no data while the siren is disabled, without a place, or not the only one of its name', async () => {
  const begin = server.clock.now();
  await server.batch(begin - 60 * minute, begin);
  expect(await state()).toMatchObject({ status: 404 });
  await addSiren({ public_page: false });
  await eventually(async () => (await state()).status).toBe(404);
  const put = async (values: object) => {
    await server.store.db.updateTable('hardware_units').set(values).execute();
    await changed();
  };
  await put({ public_page: true });
  await eventually(async () => (await state()).status).toBe(200);
  await put({ enabled: false });
  await eventually(async () => (await state()).status).toBe(503);
  await put({ enabled: true, organization_location_id: null });
  await eventually(async () => (await state()).status).toBe(503);
  await put({ organization_location_id: placeId });
  await eventually(async () => (await state()).status).toBe(200);
  const setStatus = async (status: 'ACTIVE' | 'CLOSED') => {
    await server.store.db.updateTable('organizations').set({ status }).execute();
    await changed();
  };
  await setStatus('CLOSED');
  await eventually(async () => (await state()).status).toBe(404);
  await setStatus('ACTIVE');
  await eventually(async () => (await state()).status).toBe(200);
  await addSiren({ name: 'FieldSiren' });
  await eventually(async () => (await state()).status).toBe(503);
});

test('those who ask without a stream share an answer that is kept for each change, and none is kept while it is unknown', async () => {
  await addSiren();
  const url = await server.app.listen({ port: 0, host: '127.0.0.1' });
  const asked = (headers: Record<string, string> = {}) => fetch(`${url}${path}`, { headers });
  const begin = server.clock.now();
  await server.batch(begin - 60 * minute, begin);
  const first = await asked();
  expect(first.headers.get('cache-control')).toBe('public, max-age=5');
  expect(first.headers.get('vary')).toBe('accept-encoding');
  expect(first.headers.get('set-cookie')).toBeNull();
  const { data } = (await first.json()) as { data: { state: string; wallNow: string } };
  expect(data.state).toBe('clear');
  expect(Math.abs(Date.now() - Date.parse(data.wallNow))).toBeLessThan(10_000);
  // Many screens of a school have one address: they are not counted.
  const many = new Set<number>();
  for (let i = 0; i < 15; i += 1)
    for (const { status } of await Promise.all(Array.from({ length: 100 }, () => asked()))) many.add(status);
  expect([...many]).toEqual([200]);
  const spelled = await fetch(`${url}/api/public/our%20district/FIELDSIREN/Widget`);
  expect(spelled.status).toBe(200);

  const changedAt = performance.now();
  server.clock.advance(1_000);
  await server.batch(begin, begin + 1_000, [{ at: begin + 1_000, key: 'a', ...field }]);
  await eventually(
    async () => ((await (await asked()).json()) as { data: { state: string } }).data.state,
  ).toBe('delay');
  expect(performance.now() - changedAt).toBeLessThan(1_500);
  server.clock.advance(4 * minute);
  await eventually(async () => (await asked()).status).toBe(503);
  const unknown = await asked();
  expect(unknown.headers.get('cache-control')).toBe('no-store');
  expect((await fetch(`${url}/api/public/OurDistrict/%E0%A4%A/Widget`)).status).toBe(400);
});

test('is sent to those who follow it within a second of a change, to 100 of one network', async () => {
  await addSiren();
  const url = await server.app.listen({ port: 0, host: '127.0.0.1' });
  const begin = server.clock.now();
  await server.batch(begin - 60 * minute, begin);
  const end = new AbortController();
  const open = () => fetch(`${url}${path}/Events`, { signal: end.signal });
  const stream = await open();
  expect(stream.headers.get('content-type')).toContain('text/event-stream');
  const states: (string | null)[] = [];
  void (async () => {
    const decoder = new TextDecoder();
    for await (const part of stream.body!)
      for (const [, data] of decoder.decode(part, { stream: true }).matchAll(/^data: (.*)$/gm))
        states.push(JSON.parse(data!).siren?.state ?? null);
  })().catch(() => undefined);
  await eventually(async () => states.at(-1)).toBe('clear');
  const sent = performance.now();
  server.clock.advance(1_000);
  await server.batch(begin, begin + 1_000, [{ at: begin + 1_000, key: 'a', ...field }]);
  await eventually(async () => states.at(-1)).toBe('delay');
  expect(performance.now() - sent).toBeLessThan(1_500);
  const others = await Promise.all(Array.from({ length: 100 }, open));
  expect(others.filter(({ status }) => status === 429).length).toBe(1);
  expect((await fetch(`${url}/api/public/OurDistrict/Other/Widget/Events`)).status).toBe(404);
  end.abort();
});
