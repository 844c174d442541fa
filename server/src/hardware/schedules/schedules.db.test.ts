import { MINUTE_MS } from '@allclear/domain';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { addTestUnit } from '../../../test/hardware/test-units.ts';
import { ask, openTestServer, startAt, type TestServer } from '../../../test/test-server.ts';
import { runSchedules, type ScheduleContext } from './run-schedules.ts';

let server: TestServer;
let ours: Awaited<ReturnType<TestServer['organization']>>;
let theirs: Awaited<ReturnType<TestServer['organization']>>;
let siren: string;
beforeAll(async () => {
  server = await openTestServer();
  ours = await server.organization('Our District');
  theirs = await server.organization('Their District');
  siren = await addTestUnit(server.store.db, ours.organizationId, { name: 'Stadium siren' });
});
afterAll(() => server?.close());

const path = '/api/Siren/Schedule';
const form = { kind: 'delay', every: 'week', weekday: 3, time: '12:00:00' };
const add = (key: string, body: object) =>
  ask(server.app, 'POST', path, { key, body: { hardwareId: siren, ...form, ...body } });
const admin = () => ours.people.admin.key;
const rowOf = (id: string) =>
  server.store.db.selectFrom('hardware_schedules').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

describe('scheduled tests', () => {
  test('an Admin adds, changes and removes one; each leaves an entry in the audit', async () => {
    const { status, body } = await add(admin(), {});
    expect([status, body.data]).toMatchObject([
      200,
      {
        ...{ hardwareName: 'Stadium siren', message: 'Test scheduled', isOverdue: false, skipped: null },
        // Wednesday noon in Dallas, after Saturday June 6.
        nextUtc: '2026-06-10T17:00:00.000Z',
      },
    ]);
    const { id, revision } = body.data;
    expect((await add(admin(), {})).status).toBe(409);
    const change = (fields: object) =>
      ask(server.app, 'PATCH', path, { key: admin(), body: { id, ...fields } });
    const changed = await change({ every: 'month', revision });
    expect(changed.body.data).toMatchObject({ every: 'month', nextUtc: '2026-07-01T17:00:00.000Z' });
    expect((await change({ weekday: 4, revision: revision - 1 })).status).toBe(409);
    const calendar = await server.app.inject({
      ...{ method: 'GET', url: '/api/Siren/Calendar', headers: { authorization: `Bearer ${admin()}` } },
    });
    expect(calendar.headers['content-type']).toBe('text/calendar; charset=utf-8');
    expect(calendar.body.match(/BEGIN:VEVENT/g)).toHaveLength(3);
    expect(calendar.body).toContain('DTSTART:20260701T170000Z');
    const others = await ask(server.app, 'DELETE', `${path}/${id}`, { key: theirs.people.admin.key });
    expect(others.status).toBe(404);
    expect((await ask(server.app, 'DELETE', `${path}/${id}`, { key: admin() })).status).toBe(200);
    expect((await ask(server.app, 'GET', path, { key: admin() })).body.data).toEqual([]);
    const entries = await server.store.db
      .selectFrom('audit_entries')
      .select('action')
      .where('record_id', '=', id)
      .execute();
    expect(entries.map(({ action }) => action).sort()).toEqual([
      'siren-schedule.added',
      'siren-schedule.changed',
      'siren-schedule.deleted',
    ]);
  });

  test('what cannot be is refused by field; another organization has no such unit', async () => {
    const errorsOf = async (body: object) =>
      Object.keys((await add(admin(), body)).body.responseException.errors);
    expect(await errorsOf({ time: '25:00:00' })).toEqual(['Time']);
    expect(await errorsOf({ time: '12:00:30' })).toEqual(['Time']);
    expect(await errorsOf({ weekday: 7 })).toEqual(['Weekday']);
    const relays = await addTestUnit(server.store.db, ours.organizationId, { model: 'RLY' });
    expect(await errorsOf({ hardwareId: relays })).toEqual(['Kind']);
    expect((await add(theirs.people.admin.key, {})).status).toBe(404);
    expect((await add(ours.people['assistant-admin'].key, {})).status).toBe(403);
    expect((await ask(server.app, 'GET', path, { key: ours.people.customer.key })).status).toBe(403);
  });
});

describe('their turns', () => {
  /** Runs the loop until a check holds. */
  async function run(context: Partial<ScheduleContext>, check: () => Promise<void>): Promise<void> {
    const { db } = server.store;
    const stopping = new AbortController();
    const running = runSchedules({
      ...{ db, clock: server.clock, log: server.platform.log },
      begin: async () => null,
      check: async () => null,
      ...context,
    }).run(stopping.signal);
    try {
      await vi.waitFor(check, { timeout: 10_000, interval: 20 });
    } finally {
      stopping.abort();
      await running;
    }
  }

  test('a test begins at its time, once; one that is refused says why and is tried again', async () => {
    const { body } = await add(admin(), { weekday: 3 });
    const { id } = body.data;
    const due = Date.UTC(2026, 5, 10, 17);
    server.clock.set(due + 1_000);
    let begun = 0;
    const busy = 'Its place is in delay.';
    await run({ begin: async () => busy }, async () => expect((await rowOf(id)).skipped).toBe(busy));
    const retry = (await rowOf(id)).next_at.getTime();
    expect(retry).toBeGreaterThan(due);
    expect(retry).toBeLessThan(due + 2 * 60 * MINUTE_MS);
    const list = await ask(server.app, 'GET', path, { key: admin() });
    expect(list.body.data[0].skipped).toMatch(/^Skipped: Its place is in delay\. Tried again at /);
    server.clock.set(retry + 1_000);
    const begin = async () => {
      begun += 1;
      return null;
    };
    await run({ begin }, async () => expect((await rowOf(id)).last_done_at).toBeInstanceOf(Date));
    expect(begun).toBe(1);
    expect(await rowOf(id)).toMatchObject({ skipped: null, next_at: new Date(Date.UTC(2026, 5, 17, 17)) });
  });

  test('a silent check asks the unit and records a test; a test that nobody ran is skipped and overdue', async () => {
    const { body } = await add(admin(), { kind: 'communication', weekday: 4 });
    const { id } = body.data;
    const due = (await rowOf(id)).next_at.getTime();
    server.clock.set(due + 1_000);
    await run({ check: async () => 'It did not answer.' }, async () =>
      expect((await rowOf(id)).skipped).toBe('It did not answer.'),
    );
    server.clock.set((await rowOf(id)).next_at.getTime() + 1_000);
    await run({}, async () => expect((await rowOf(id)).skipped).toBeNull());
    const tests = await server.store.db
      .selectFrom('hardware_tests')
      .selectAll()
      .where('schedule_id', '=', id)
      .execute();
    expect(tests).toMatchObject([{ kind: 'communication', ended_because: 'over', user_id: null }]);
    const late = (await rowOf(id)).next_at.getTime() + 26 * 60 * MINUTE_MS;
    server.clock.set(late);
    const list = await ask(server.app, 'GET', path, { key: admin() });
    expect(list.body.data.find((one: { id: string }) => one.id === id).isOverdue).toBe(true);
    await run({}, async () => expect((await rowOf(id)).skipped).toBe('No server ran at its time.'));
    expect(startAt).toBeLessThan(late);
  });
});
