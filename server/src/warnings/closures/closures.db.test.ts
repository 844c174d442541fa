import { randomUUID } from 'node:crypto';
import type { Role } from '@allclear/domain';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { field, lightning } from '../../../test/field-policy.ts';
import { ask, openTestServer, type TestServer, testSecrets } from '../../../test/test-server.ts';
import { answersForPlaces } from '../answer-for-place.ts';
import { WarningWatch } from '../watch-warnings.ts';

const minute = 60_000;
const hour = 60 * minute;

let server: TestServer;
let organizationId: string;
let people: Record<Role, { id: string; key: string }>;
let stadium: string;

beforeEach(async () => {
  server = await openTestServer();
  ({ organizationId, people } = await server.organization('Our District'));
  const { clock, store } = server;
  const row = await store.db
    .insertInto('organization_locations')
    .values({ organization_id: organizationId, name: 'Stadium', ...field, created_at: new Date(clock.now()) })
    .returning('id')
    .executeTakeFirstOrThrow();
  stadium = row.id;
  await server.batch(clock.now() - hour, clock.now());
});
afterEach(() => server.close());

const call = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object, key = people.admin.key) =>
  ask(server.app, method, `/api/${path}`, { key, ...(body ? { body } : {}) });
const inHours = (hours: number) => new Date(server.clock.now() + hours * hour).toISOString();
const close = (reason: string, untilUtc: string | null = null, key = people.admin.key) =>
  call('POST', 'Closure', { organizationLocationId: stadium, reason, untilUtc }, key);
const answer = async () =>
  (await answersForPlaces(server.store.db, server.live, organizationId, server.clock.now()))[0]!.answer;
async function pass(minutes: number, flashes: object[] = []): Promise<void> {
  const from = server.clock.now();
  server.clock.advance(minutes * minute);
  await server.batch(from, server.clock.now(), flashes);
}

test('a closed place is stopped with its reason until somebody opens it; lightning alone does not open it', async () => {
  expect((await answer()).kind).toBe('clear');
  const { id, revision } = (await close('Field flooded')).body.data;
  await pass(90);
  expect(await answer()).toMatchObject({
    ...{ kind: 'stop', earliestClearAt: null },
    holds: [{ kind: 'closed', reason: 'Field flooded', until: null }],
  });
  const opened = await call('POST', `Closure/${id}/Open`, { revision });
  expect(opened.body.data).toMatchObject({ open: false, openedBy: expect.stringMatching(/\w/) });
  expect((await answer()).kind).toBe('clear');
  expect((await call('POST', `Closure/${id}/Open`, {})).status).toBe(404);
});

test('one with an end holds until then, 24 hours at most', async () => {
  const late = await close('Field flooded', inHours(25));
  expect([late.status, late.body.responseException.errors]).toEqual([
    400,
    { Until: ['A place can be closed for 24 hours at most, or until somebody opens it'] },
  ]);
  expect((await close('', null)).status).toBe(400);
  expect((await close('Field flooded', inHours(-1))).status).toBe(400);
  await close('Field flooded', inHours(1));
  expect(await answer()).toMatchObject({ kind: 'stop', earliestClearAt: server.clock.now() + hour });
  await pass(59);
  expect((await answer()).kind).toBe('stop');
  await pass(1);
  expect((await answer()).kind).toBe('clear');
  expect((await call('GET', 'Closure')).body.data).toEqual([]);
  // One that ran out makes room for the next.
  expect((await close('Again')).status).toBe(200);
});

test('it is changed on its revision; two admins at once are told of each other', async () => {
  const { id, revision } = (await close('Field flooded')).body.data;
  expect((await close('Twice')).status).toBe(409);
  const first = await call('PUT', `Closure/${id}`, { reason: 'Still wet', untilUtc: inHours(2), revision });
  expect(first.body.data).toMatchObject({ reason: 'Still wet', revision: revision + 1 });
  const second = await call('PUT', `Closure/${id}`, { reason: 'Dry', untilUtc: null, revision });
  expect([second.status, Object.keys(second.body.responseException.errors)]).toEqual([
    409,
    expect.arrayContaining(['Reason']),
  ]);
  const { rows } = await server.store.pool.query(
    `select action from audit_entries where action like 'closure.%' order by 1`,
  );
  expect(rows.map(({ action }) => action)).toEqual(['closure.added', 'closure.changed']);
});

test('everybody of the organization reads it, admins alone change it, others do not know it', async () => {
  const { id } = (await close('Field flooded')).body.data;
  const read = (await call('GET', 'Closure', undefined, people.customer.key)).body.data;
  expect(read).toMatchObject([{ id, reason: 'Field flooded', closedBy: null, open: true }]);
  expect((await close('Mine', null, people['assistant-admin'].key)).status).toBe(403);
  const open = () => call('POST', `Closure/${id}/Open`, {}, people.customer.key);
  expect((await open()).status).toBe(403);
  const theirs = await server.organization('Another District');
  expect((await call('GET', 'Closure', undefined, theirs.people.admin.key)).body.data).toEqual([]);
  expect((await call('POST', `Closure/${id}/Open`, {}, theirs.people.admin.key)).status).toBe(404);
  expect((await close('Theirs', null, theirs.people.admin.key)).status).toBe(404);
  expect((await call('POST', `Closure/${randomUUID()}/Open`, {})).status).toBe(404);
});

test('the all clear of a warning waits for it: people are told that the place is still closed', async () => {
  const { store, clock, live, alerts } = server;
  const watch = new WarningWatch({
    db: store.db,
    clock,
    live,
    alerts,
    weather: 'live',
    sender: 'us.example',
    secrets: testSecrets,
  });
  const stop = live.onBatches((batches) => watch.batches(batches));
  await call('POST', 'policy', lightning);
  watch.apply({ topic: 'policies', ids: [] });
  await watch.round();
  await pass(1, [{ at: clock.now(), key: 'strike', ...field }]);
  await watch.round();
  const { id } = (await close('Field flooded')).body.data;
  for (let minutes = 0; minutes < 31; minutes++) {
    await pass(1);
    await watch.round();
  }
  const said = () => store.db.selectFrom('notices').select(['kind', 'text']).orderBy('written_at').execute();
  expect((await said()).map(({ kind }) => kind)).toEqual(['started', 'ended']);
  expect((await said())[1]?.text).toContain('Still closed: Field flooded.');
  await call('POST', `Closure/${id}/Open`, {});
  await pass(1);
  await watch.round();
  expect((await said()).map(({ kind }) => kind)).toEqual(['started', 'ended', 'all-clear']);
  stop();
});

test('the violations of a location that is tied to the place name it', async () => {
  const added = await call(
    'POST',
    'location/Add',
    { label: 'Here', locationName: 'x', ...field, organizationLocationId: stadium },
    people.customer.key,
  );
  expect(added.status).toBe(200);
  const violations = async () =>
    (await call('GET', 'observations/Violations', undefined, people.customer.key)).body.data;
  expect(await violations()).toEqual([]);
  const { id } = (await close('Field flooded', inHours(1))).body.data;
  expect(await violations()).toEqual([
    {
      ...{ locationId: added.body.data.id, warnings: [], alertEvents: [] },
      closure: { id, reason: 'Field flooded', until: inHours(1) },
    },
  ]);
});
