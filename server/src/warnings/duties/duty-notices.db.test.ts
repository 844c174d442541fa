import type { Role } from '@allclear/domain';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { field, lightning } from '../../../test/field-policy.ts';
import { ask, openTestServer, type TestServer, testSecrets } from '../../../test/test-server.ts';
import { WarningWatch } from '../watch-warnings.ts';

const minute = 60_000;
let server: TestServer;
let people: Record<Role, { id: string; key: string }>;
let stadium: string;
let watch: WarningWatch;
let unsubscribe: () => void;

beforeEach(async () => {
  server = await openTestServer();
  ({ people } = await server.organization('Our District'));
  const place = await call('POST', 'organizationLocation/Add', { name: 'Stadium', address: '', ...field });
  stadium = place.body.data.organizationLocation.id;
  const now = server.clock.now();
  await server.batch(now - 60 * minute, now);
  const { clock, live, alerts, store } = server;
  const needs = { db: store.db, clock, live, alerts, weather: 'live', sender: 'us.example' } as const;
  watch = new WarningWatch({ ...needs, secrets: testSecrets });
  unsubscribe = live.onBatches((batches) => watch.batches(batches));
  await name(people.customer.id, 'Wanda', 'Watchful');
  await name(people['assistant-admin'].id, 'Dora', 'Decides');
});
afterEach(async () => {
  unsubscribe();
  await server.close();
});

const call = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object, key = people.admin.key) =>
  ask(server.app, method, `/api/${path}`, { key, ...(body ? { body } : {}) });
const name = (id: string, first_name: string, last_name: string) =>
  server.store.db.updateTable('users').set({ first_name, last_name }).where('id', '=', id).execute();
const setDuties = (watcher: string | null, decisionMaker: string | null) =>
  call('PUT', `Duty/${stadium}`, {
    ...{ watcher: { userId: watcher, standIns: [] }, decisionMaker: { userId: decisionMaker, standIns: [] } },
  });
async function strike(): Promise<void> {
  await call('POST', 'policy', lightning);
  watch.apply({ topic: 'policies', ids: [] });
  await watch.round();
  const from = server.clock.now();
  server.clock.advance(minute);
  const now = server.clock.now();
  await server.batch(from, now, [{ at: now - 1_000, key: 'one', latitude: 28.05, longitude: -82 }]);
  await watch.round();
}
const noticeText = async () =>
  await server.store.db.selectFrom('notices').select(['text', 'short']).executeTakeFirstOrThrow();

test('a notice names who decides and who watches there, until they are erased; programs get no names', async () => {
  await setDuties(people.customer.id, people['assistant-admin'].id);
  await strike();
  const { text } = await noticeText();
  expect(text).toContain('\n\nDecides: Dora Decides. Watches: Wanda Watchful.\n\n');
  const documents = await server.store.pool.query('select * from cap_messages');
  const events = await server.store.pool.query('select * from webhook_events');
  expect(JSON.stringify([documents.rows, events.rows])).not.toMatch(/Dora|Wanda/);
  const confirmation = 'Wanda Watchful';
  const erased = await call('POST', 'user/erase', { id: people.customer.id, confirmation });
  expect([erased.status, erased.body.responseException]).toEqual([200, undefined]);
  const after = await noticeText();
  expect(`${after.text} ${after.short}`).not.toContain('Wanda');
  expect(after.text).toContain('Decides: Dora Decides. Watches: Erased.');
});

test('a notice of a place where nobody is named says nothing of duties', async () => {
  await setDuties(null, null);
  await strike();
  expect((await noticeText()).text).not.toMatch(/Decides|Watches/);
});

test('who is on duty now is read for all places at once, and a change is announced', async () => {
  const topics: string[] = [];
  const end = server.platform.changes.subscribe(({ topic }) => void topics.push(topic));
  await setDuties(people.customer.id, null);
  const now = (await call('GET', 'Duty/Now', undefined, people.customer.key)).body.data;
  expect(now).toEqual([{ organizationLocationId: stadium, watcher: 'Wanda Watchful', decisionMaker: null }]);
  await expect.poll(() => topics.includes('duties')).toBe(true);
  const theirs = await server.organization('Their District');
  expect((await call('GET', 'Duty/Now', undefined, theirs.people.admin.key)).body.data).toEqual([]);
  end();
});
