import type { Role } from '@allclear/domain';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { field } from '../../../test/field-policy.ts';
import { ask, openTestServer, type TestServer } from '../../../test/test-server.ts';

let server: TestServer;
let organizationId: string;
let people: Record<Role, { id: string; key: string }>;
let stadium: string;

beforeEach(async () => {
  server = await openTestServer();
  ({ organizationId, people } = await server.organization('Our District'));
  const place = await call('POST', 'organizationLocation/Add', { name: 'Stadium', address: '', ...field });
  stadium = place.body.data.organizationLocation.id;
});
afterEach(() => server.close());

function call(method: 'GET' | 'POST' | 'PUT', path: string, body?: object, key = people.admin.key) {
  return ask(server.app, method, `/api/${path}`, { key, ...(body ? { body } : {}) });
}
const nobody = { userId: null, standIns: [] };
const save = (body: object = {}, key = people.admin.key) =>
  call('PUT', `Duty/${stadium}`, { watcher: nobody, decisionMaker: nobody, ...body }, key);
const read = async (key = people.admin.key) =>
  (await call('GET', `Duty/${stadium}`, undefined, key)).body.data;
const faults = async () => (await call('GET', 'Duty')).body.data;
const change = (id: string, columns: object) =>
  server.store.db.updateTable('users').set(columns).where('id', '=', id).execute();
/** Saturday, 4 PM at the place. */
const standIn = { weekdays: [6], startsAt: '15:00', endsAt: '17:00' };
const everybody = () => ({
  watcher: { userId: people.customer.id, standIns: [{ userId: people['assistant-admin'].id, ...standIn }] },
  decisionMaker: { userId: people.admin.id, standIns: [] },
});

test('who is on duty is read by everybody; what is wrong and the times are for admins', async () => {
  expect(await read()).toMatchObject({ onDuty: [], revision: 0, watcher: nobody });
  expect((await save(everybody())).status).toBe(200);
  const shown = await read();
  expect(shown).toMatchObject({ timeZone: 'America/New_York', revision: 1, ...everybody() });
  expect(shown.onDuty.map(({ kind, name }: { kind: string; name: string }) => [kind, name])).toEqual([
    ['watcher', expect.stringMatching(/\w/)],
    ['decision-maker', expect.stringMatching(/\w/)],
  ]);
  const [during] = shown.onDuty;
  server.clock.advance(3_600_000);
  expect((await read()).onDuty[0].name).not.toBe(during.name);
  await change(people.admin.id, { declines_notifications: true });
  expect((await read()).onDuty[1].fault).toBe('Declines all notifications');
  expect(await read(people.customer.key)).toMatchObject({
    ...{ watcher: null, decisionMaker: null },
    onDuty: [{ fault: null }, { name: expect.stringMatching(/\w/), fault: null }],
  });
});

test('somebody on duty who is not reached, and nobody on duty, are faults that admins see', async () => {
  expect(await faults()).toEqual([]);
  await save(everybody());
  expect(await faults()).toEqual([]);
  const noChannel = { email: null, user_name: 'x', phone_number: null };
  await change(people['assistant-admin'].id, noChannel);
  expect(await faults()).toMatchObject([
    {
      ...{ organizationLocationName: 'Stadium', kind: 'watcher' },
      fault: 'Has no channel by which messages arrive',
    },
  ]);
  await change(people['assistant-admin'].id, { is_active: false });
  // The person of the duty stands where the stand-in does not count.
  expect(await faults()).toEqual([]);
  await change(people.customer.id, { is_active: false });
  expect(await faults()).toMatchObject([{ name: null, fault: 'Nobody who is active has this duty now' }]);
  expect((await call('GET', 'Duty', undefined, people.customer.key)).status).toBe(403);
});

test('a change is in the audit, names its revision, and is refused with sentences', async () => {
  await save(everybody());
  const stale = await save({ ...everybody(), watcher: nobody, revision: 0 });
  expect(stale.status).toBe(409);
  expect((await save({ revision: 1 })).body.data).toMatchObject({ revision: 2, watcher: nobody });
  const bad = await save({
    watcher: { userId: null, standIns: [{ userId: people.admin.id, ...standIn, weekdays: [] }] },
  });
  expect([bad.status, bad.body.responseException.errors]).toEqual([
    400,
    { 'Watcher.StandIns[1].Weekdays': ['Choose at least one day'] },
  ]);
  const entries = await server.store.db.selectFrom('audit_entries').select('action').execute();
  expect(entries.filter(({ action }) => action === 'duties.changed')).toHaveLength(2);
  expect((await save({}, people['assistant-admin'].key)).status).toBe(403);
});

test('another organization has neither the place nor the people', async () => {
  await save(everybody());
  const theirs = await server.organization('Their District');
  const { key, id } = theirs.people.admin;
  expect((await call('GET', `Duty/${stadium}`, undefined, key)).status).toBe(404);
  expect((await save({}, key)).status).toBe(404);
  expect((await call('GET', 'Duty', undefined, key)).body.data).toEqual([]);
  for (const userId of [id, 'nonsense']) {
    const { status, body } = await save({ decisionMaker: { userId, standIns: [] } });
    expect([status, body.responseException.errors]).toEqual([
      400,
      { DecisionMaker: ['Choose people of the organization who are active'] },
    ]);
  }
  expect((await read()).revision).toBe(1);
  expect(organizationId).not.toBe(theirs.organizationId);
});
