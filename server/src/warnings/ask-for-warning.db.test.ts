import type { Role, WeatherKind } from '@allclear/domain';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testActor } from '../../test/actor.ts';
import { auditEntriesOf } from '../../test/audit/audit-entries.ts';
import { field, lightning } from '../../test/field-policy.ts';
import { ask, openTestServer, type TestServer, testSecrets } from '../../test/test-server.ts';
import { takeDueStep } from '../responses/steps.store.ts';
import { WarningWatch } from './watch-warnings.ts';

const minute = 60_000;
let server: TestServer;
let organizationId: string;
let people: Record<Role, { id: string; key: string }>;
let watch: WarningWatch;
let seenThrough: number;
let unsubscribe = () => {};

beforeEach(async () => {
  server = await openTestServer();
  ({ organizationId, people } = await server.organization('Our District'));
  await call('POST', 'organizationLocation/Add', { name: 'Stadium', address: '', ...field });
  seenThrough = server.clock.now();
  await server.batch(seenThrough - 60 * minute, seenThrough);
  follow('live');
});
afterEach(async () => {
  unsubscribe();
  await server.close();
});

/** As an engine of such weather. */
function follow(weather: WeatherKind): void {
  unsubscribe();
  const { clock, live, alerts, store } = server;
  const needs = { db: store.db, clock, live, alerts, weather, sender: 'us.example', secrets: testSecrets };
  const fresh = new WarningWatch(needs);
  unsubscribe = live.onBatches((batches) => fresh.batches(batches));
  watch = fresh;
}
const call = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object, key = people.admin.key) =>
  ask(server.app, method, `/api/${path}`, { key, ...(body ? { body } : {}) });
async function policy(changes: object = {}): Promise<string> {
  const { body } = await call('POST', 'policy', { ...lightning, asksResponse: true, ...changes });
  watch.apply({ topic: 'policies', ids: [] });
  await watch.round();
  return body.data.id;
}
/** Time passes under the eyes of the feed, with a strike at its end. */
async function pass(minutes: number, milesNorth?: number): Promise<void> {
  server.clock.advance(minutes * minute);
  const now = server.clock.now();
  const strike = { at: now - 1_000, key: `${now}`, latitude: 28 + (milesNorth ?? 0) / 69.1, longitude: -82 };
  await server.batch(seenThrough, now, milesNorth === undefined ? [] : [strike]);
  seenThrough = now;
  await watch.round();
}
const change = (id: string, columns: object) =>
  server.store.db.updateTable('users').set(columns).where('id', '=', id).execute();
const requests = async () => (await call('GET', 'Response/Warnings')).body.data;
const view = async (id: string) => (await call('GET', `Response/Request/${id}`)).body.data;
const asked = async (key = people.customer.key) =>
  (await call('GET', 'Response/Open', undefined, key)).body.data;
const noticesThatAsk = async () =>
  (
    await server.store.pool.query("select kind from notices where facts ? 'responseRequestId' order by at")
  ).rows.map(({ kind }) => kind);

test('a policy asks only where it is set to, and needs Notify Users for it', async () => {
  await policy({ asksResponse: false });
  await pass(1, 4);
  expect([await requests(), await asked()]).toEqual([[], []]);
  const { status, body } = await call('POST', 'policy', {
    ...{ ...lightning, asksResponse: true, notificationActions: [] },
  });
  expect([status, body.responseException.errors]).toEqual([
    400,
    { AsksResponse: ["Asking for a response needs 'Notify Users'"] },
  ]);
});

test('a warning asks once, with the steps of its start: neither a reminder nor the all clear asks', async () => {
  const steps = [{ target: { kind: 'desk' }, afterMinutes: 5 }];
  await call('PUT', 'Response/Escalation', { steps, revision: 0 });
  await policy({ reAlertMinutes: 5 });
  await pass(1, 4);
  const [request] = await requests();
  expect(request).toMatchObject({ organizationLocationName: 'Stadium', isDrill: false });
  expect(await asked()).toMatchObject([{ id: request.id, headline: expect.stringMatching(/^Lightning /) }]);
  await call('PUT', 'Response/Escalation', { steps: [], revision: 1 });
  await call(
    'POST',
    `Response/${request.id}`,
    { key: crypto.randomUUID(), kind: 'read' },
    people.customer.key,
  );
  await pass(10, 3);
  const { noResponse, read, inside, steps: kept } = await view(request.id);
  expect([read, inside]).toEqual([1, 0]);
  expect(noResponse).toBeGreaterThan(0);
  expect(kept).toHaveLength(1);
  expect(await takeDueStep(server.store.db, testActor, server.clock.now())).toBe(true);
  await pass(31);
  const kinds = await server.store.db.selectFrom('notices').select('kind').execute();
  expect(kinds.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['started', 'reminder', 'all-clear']));
  expect(await noticesThatAsk()).toEqual(['started']);
  expect(await requests()).toHaveLength(1);
  const noticed = (await auditEntriesOf(server.store, organizationId)).filter(
    ({ after }) => (after as { responseRequestId?: string } | null)?.responseRequestId === request.id,
  );
  expect(noticed).toHaveLength(1);
});

test('lightning that comes nearer is the same event; the next event asks again', async () => {
  await policy({ policyTypeShortName: 'LR2', threshold: 20 });
  await policy();
  await pass(1, 15);
  await pass(1, 4);
  expect(await requests()).toHaveLength(1);
  expect((await asked()).length).toBe(1);
  await pass(31);
  await pass(1, 4);
  expect(await requests()).toHaveLength(2);
});

test('whom hours mute is asked once they are over, with a step of the own minutes', async () => {
  const steps = [{ target: { kind: 'desk' }, afterMinutes: 5 }];
  await call('PUT', 'Response/Escalation', { steps, revision: 0 });
  await policy();
  for (const { id } of Object.values(people)) await change(id, { declines_notifications: true });
  await pass(1, 4);
  expect(await requests()).toEqual([]);
  await change(people.customer.id, { declines_notifications: false });
  await pass(8);
  const [request] = await requests();
  expect(await view(request.id)).toMatchObject({
    ...{ asked: 1, noResponse: 1 },
    nextStepUtc: new Date(server.clock.now() + 5 * minute).toISOString(),
  });
  expect(await noticesThatAsk()).toEqual(['started', 'in-effect']);
});

test('weather that is not live asks as a drill, and its steps keep quiet hours', async () => {
  follow('simulated');
  await policy({ lifeSafety: true });
  await pass(1, 4);
  const [request] = await requests();
  expect(request).toMatchObject({ isDrill: true, headline: expect.stringMatching(/^SIMULATED: /) });
  const rows = await server.store.db.selectFrom('response_requests').select('life_safety').execute();
  expect(rows).toEqual([{ life_safety: false }]);
});

test('an Assistant Admin sees people of the own group, and another organization nothing', async () => {
  const { key, id } = people['assistant-admin'];
  await policy();
  await pass(1, 4);
  const [request] = await requests();
  const theirs = await server.organization('Their District');
  expect((await call('GET', 'Response/Warnings', undefined, theirs.people.admin.key)).body.data).toEqual([]);
  expect((await call('GET', 'Response/Warnings', undefined, people.customer.key)).status).toBe(403);
  const path = `Response/Request/${request.id}`;
  expect((await call('GET', path, undefined, theirs.people.admin.key)).status).toBe(404);
  expect((await call('GET', path, undefined, key)).status).toBe(404);
  const group = await server.store.db
    .insertInto('groups')
    .values({
      ...{ organization_id: organizationId, name: 'North', alert_times: '[]', time_zone: 'America/New_York' },
      ...{ created_at: new Date(), updated_at: new Date() },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await change(id, { group_id: group.id });
  await change(people.customer.id, { group_id: group.id });
  expect((await call('GET', path, undefined, key)).body.data.asked).toBe(2);
  expect((await call('GET', `${path}/People`, undefined, key)).body.data.total).toBe(2);
  expect((await call('GET', 'Response/Warnings', undefined, key)).body.data).toHaveLength(1);
});
