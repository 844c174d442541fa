import { randomUUID } from 'node:crypto';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@allclear/domain';
import { parse } from 'csv-parse/sync';
import pino from 'pino';
import { beforeEach, describe, expect, test } from 'vitest';
import { testActor } from '../../../test/actor.ts';
import { lightning } from '../../../test/field-policy.ts';
import { ask, startAt } from '../../../test/test-server.ts';
import { openTwoOrganizations, ours, server, theirs } from '../../../test/two-organizations.ts';
import { savePracticeTimes } from '../../locations/index.ts';
import { ensurePartitions } from '../../platform/database/partitions.store.ts';
import { snapshotRound } from './take-snapshots.ts';

openTwoOrganizations('Lakeside', 'Hillside');

let place: string;
let station: string;

beforeEach(async () => {
  server.clock.set(startAt);
  const { db } = server.store;
  await ensurePartitions(db, 'observations', [startAt]);
  await db.deleteFrom('warnings').execute();
  await db.deleteFrom('snapshot_schedules').execute();
  place = (
    await db
      .insertInto('organization_locations')
      .values({
        ...{ organization_id: ours.organizationId, name: 'Stadium', latitude: 28, longitude: -82 },
        created_at: new Date(startAt),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
  station = `roof ${randomUUID()}`;
  await db
    .insertInto('stations')
    .values({
      ...{ id: station, vendor: 'test', name: 'Roof', latitude: 28, longitude: -82, rain_factor: 2 },
      ...{ organization_id: ours.organizationId, organization_location_id: place },
      updated_at: new Date(startAt),
    })
    .execute();
});

const report = (at: number, values: object = {}) =>
  server.store.db
    .insertInto('observations')
    .values({
      ...{ station_id: station, observed_at: new Date(at), received_at: new Date(at), raw: '{}' },
      ...{
        temperature_c: 30,
        dew_point_c: 20,
        wind_mps: 2,
        thunder: 'unknown',
        rain_today_mm: 25.4,
        ...values,
      },
    })
    .execute();
const round = () =>
  snapshotRound({ db: server.store.db, clock: server.clock, log: pino({ level: 'silent' }) as never });
const range = 'startDate=2026-05-01&endDate=2026-12-01';
const call = (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
  key = ours.people.admin.key,
) => ask(server.app, method, `/api/${path}`, { key, ...(body ? { body } : {}) });
const at = () => encodeURIComponent(station);
const list = async () => (await call('GET', `ConditionSnapshots/${at()}?${range}`)).body.data;
const csv = async (): Promise<Record<string, string>[]> => {
  const answer = await server.app.inject({
    method: 'GET',
    url: `/api/Observations/Historical/Export/ConditionSnapshots/${at()}?${range}`,
    headers: { authorization: `Bearer ${ours.people.customer.key}` },
  });
  expect(answer.statusCode).toBe(200);
  return parse(answer.body, { bom: true, columns: true, record_delimiter: '\r\n' });
};
const add = (note: string, key?: string) => call('POST', `ConditionSnapshots/${at()}`, { note }, key);
const schedule = (rule: object, key?: string) =>
  call('POST', 'SnapshotSchedules', { weatherStationId: station, rule }, key);
const weekly = (time: string) => ({ kind: 'weekly', weekdays: [6, 0, 1, 2, 3, 4, 5], time });

describe('a snapshot by a person', () => {
  test('keeps what the station said, with its age and units, who took it and a note on one line', async () => {
    await report(startAt - 2 * MINUTE_MS);
    await report(startAt + MINUTE_MS, { temperature_c: 10 });
    const { status, body } = await add('  Before\r\n\tthe game ', ours.people.customer.key);
    expect([status, body.data.message]).toEqual([200, 'Snapshot taken']);
    const [snapshot, ...others] = await list();
    expect(others).toEqual([]);
    expect(snapshot).toEqual(body.data.snapshot);
    expect(snapshot).toMatchObject({
      at: new Date(startAt).toISOString(),
      reason: 'person',
      note: 'Before the game',
      takenBy: { id: ours.people.customer.id },
      observedAt: new Date(startAt - 2 * MINUTE_MS).toISOString(),
      ageSeconds: 120,
      stale: false,
      values: {
        ...{ temperatureF: 86, dewPointF: 68, windMph: 4.5, humidityPct: 55, rainTodayIn: 2, pm25Aqi: null },
        ...{ wbgtSource: 'estimated', gustMph: null, rainLastHourIn: null },
      },
    });
    await report(startAt, { wbgt_c: 25 });
    expect((await add('')).body.data.snapshot.values).toMatchObject({ wbgtF: 77, wbgtSource: 'measured' });
  });

  test('of a station with an old report, or none, has no values and says so', async () => {
    expect((await add('')).body.data.snapshot).toMatchObject({
      observedAt: null,
      ageSeconds: null,
      stale: true,
    });
    server.clock.advance(1_000);
    await report(startAt + 1_000 - 16 * MINUTE_MS);
    const { snapshot } = (await add('')).body.data;
    expect(snapshot).toMatchObject({ ageSeconds: 960, stale: true });
    expect(new Set(Object.values(snapshot.values))).toEqual(new Set([null]));
    const [, row] = await csv();
    expect(row).toMatchObject({ Current: 'no', 'Age (s)': '960', 'Temperature (°F)': '', Note: '' });
  });

  test('a note of 501 characters is refused', async () => {
    expect((await add('n'.repeat(500))).status).toBe(200);
    const { status, body } = await add('n'.repeat(501));
    expect([status, body.responseException.errors]).toEqual([
      400,
      { Note: ['Note can be at most 500 characters'] },
    ]);
  });

  test('is of the organization alone, and leaves an entry in the audit', async () => {
    await add('ours');
    expect((await add('theirs', theirs.people.admin.key)).status).toBe(404);
    const theirList = await call(
      'GET',
      `ConditionSnapshots/${at()}?${range}`,
      undefined,
      theirs.people.admin.key,
    );
    expect(theirList.status).toBe(404);
    const entries = await server.store.db
      .selectFrom('audit_entries')
      .select('body')
      .where('chain', '=', ours.organizationId)
      .where('action', '=', 'condition-snapshot.added')
      .execute();
    expect(entries).toHaveLength(1);
  });

  test('the list has pages, newest first', async () => {
    for (const note of ['1', '2', '3']) {
      server.clock.advance(MINUTE_MS);
      await add(note);
    }
    const first = await call('GET', `ConditionSnapshots/${at()}?${range}&limit=2`);
    expect(first.body.data.map(({ note }: { note: string }) => note)).toEqual(['3', '2']);
    const next = /<\/api\/(.+)>/.exec(String(first.headers.link))?.[1] ?? '';
    expect((await call('GET', next)).body.data.map(({ note }: { note: string }) => note)).toEqual(['1']);
  });

  test('no text of the file is a formula in a spreadsheet', async () => {
    for (const note of ['=cmd()', '+1', '-1', '@sum', 'a "quoted", note']) {
      server.clock.advance(1_000);
      await add(note);
    }
    await server.store.db
      .updateTable('users')
      .set({ first_name: '=cmd()|x', last_name: 'y' })
      .where('id', '=', ours.people.admin.id)
      .execute();
    const rows = await csv();
    expect(rows.map(({ Note }) => Note)).toEqual(["'=cmd()", "'+1", "'-1", "'@sum", 'a "quoted", note']);
    expect(rows[0]?.['Taken by']).toBe("'=cmd()|x y");
    expect(rows[0]?.Reason).toBe('Taken by a person');
    expect(rows[0]?.['Local time']).toBe('2026-06-06T16:00:01-04:00');
  });
});

describe('when a warning at the place of the station starts or ends', () => {
  async function warning(values: object = {}): Promise<string> {
    const { body } = await call('POST', 'policy', lightning);
    const { id } = await server.store.db
      .insertInto('warnings')
      .values({
        ...{ organization_id: ours.organizationId, policy_id: body.data.id, policy_revision: 1 },
        ...{ organization_location_id: place, latitude: 28, longitude: -82, state: '{}' },
        ...{ started_at: new Date(startAt - HOUR_MS), updated_at: new Date(startAt), ...values },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }

  test('each has one snapshot of its instant, however late it is taken and however often is looked', async () => {
    await report(startAt - HOUR_MS - MINUTE_MS, { temperature_c: 20 });
    await report(startAt - MINUTE_MS, { temperature_c: 25 });
    const id = await warning();
    expect(await Promise.all([round(), round()])).toSatisfy(([a, b]: number[]) => (a ?? 0) + (b ?? 0) === 1);
    expect(await round()).toBe(0);
    expect(await list()).toMatchObject([
      {
        ...{
          reason: 'warning-started',
          warningId: id,
          takenBy: null,
          ageSeconds: 60,
          cause: expect.any(String),
        },
        ...{ at: new Date(startAt - HOUR_MS).toISOString(), values: { temperatureF: 68 } },
      },
    ]);
    await server.store.db
      .updateTable('warnings')
      .set({ ended_at: new Date(startAt), end_reason: 'all-clear' })
      .where('id', '=', id)
      .execute();
    expect(await round()).toBe(1);
    expect(await round()).toBe(0);
    const [ended, started] = await list();
    expect([ended.reason, started.reason]).toEqual(['warning-ended', 'warning-started']);
    expect(ended).toMatchObject({ warningId: id, values: { temperatureF: 77 } });
    expect(ended.cause).not.toBe('');
  });

  test('elsewhere, or long before: none', async () => {
    await warning({ organization_location_id: null });
    await warning({ started_at: new Date(startAt - 3 * DAY_MS) });
    expect(await round()).toBe(0);
  });
});

describe('at set times', () => {
  test('snapshots are taken once, after an interruption too, and not before a schedule was there', async () => {
    expect((await schedule(weekly('15:00'))).status).toBe(200);
    server.clock.set(startAt + 10 * MINUTE_MS);
    expect(await round()).toBe(0);
    await report(startAt + 23 * HOUR_MS - MINUTE_MS);
    server.clock.set(startAt + 2 * DAY_MS);
    expect(await round()).toBe(2);
    expect(await round()).toBe(0);
    const found = await list();
    expect(found.map(({ at: when }: { at: string }) => when)).toEqual([
      '2026-06-08T19:00:00.000Z',
      '2026-06-07T19:00:00.000Z',
    ]);
    expect(found[1]).toMatchObject({ reason: 'scheduled', ageSeconds: 60, values: { temperatureF: 86 } });
    expect(found[0]).toMatchObject({ stale: true });
  });

  test('thirty minutes before practice', async () => {
    const practice = {
      ...{ id: randomUUID(), name: 'Football', weekdays: [0], startsAt: '16:00', endsAt: '18:00' },
      ...{ validFrom: null, validUntil: null, exceptions: [] },
    };
    const of = { organizationId: ours.organizationId, id: place };
    await savePracticeTimes(server.store.db, testActor, of, () => [practice], startAt);
    const { body } = await schedule({ kind: 'before-practice', minutes: 30 });
    expect(body.data.schedule.nextAt).toBe('2026-06-07T19:30:00.000Z');
    server.clock.set(Date.parse('2026-06-07T19:29:59Z'));
    expect(await round()).toBe(0);
    server.clock.set(Date.parse('2026-06-07T19:30:00Z'));
    expect(await round()).toBe(1);
    expect(await list()).toMatchObject([{ reason: 'scheduled', cause: 'Football' }]);
    expect((await csv())[0]).toMatchObject({ Reason: 'Scheduled', 'Policy or practice': 'Football' });
  });

  test('that Admins set: with a revision, an entry each, no rule twice, and none of another organization', async () => {
    expect((await schedule(weekly('15:00'), ours.people.customer.key)).status).toBe(403);
    expect((await schedule(weekly('15:00'), theirs.people.admin.key)).status).toBe(404);
    const { body } = await schedule(weekly('15:00'));
    const { id, revision } = body.data.schedule;
    expect(body.data.schedule).toMatchObject({
      rule: { kind: 'weekly', weekdays: [0, 1, 2, 3, 4, 5, 6], time: '15:00' },
      nextAt: '2026-06-07T19:00:00.000Z',
      revision: 1,
    });
    expect((await schedule(weekly('15:00'))).status).toBe(409);
    expect((await schedule(weekly('24:00'))).status).toBe(400);
    expect((await schedule({ kind: 'before-practice', minutes: 241 })).status).toBe(400);
    const change = { rule: weekly('09:30'), revision };
    expect((await call('PATCH', `SnapshotSchedules/${id}`, change, theirs.people.admin.key)).status).toBe(
      404,
    );
    const changed = await call('PATCH', `SnapshotSchedules/${id}`, change);
    expect(changed.body.data.schedule).toMatchObject({ revision: 2, rule: { time: '09:30' } });
    expect((await call('PATCH', `SnapshotSchedules/${id}`, change)).status).toBe(409);
    const shown = await call('GET', `SnapshotSchedules/Station/${at()}`, undefined, ours.people.customer.key);
    expect(shown.body.data).toHaveLength(1);
    expect((await call('DELETE', `SnapshotSchedules/${id}`, undefined, theirs.people.admin.key)).status).toBe(
      404,
    );
    expect((await call('DELETE', `SnapshotSchedules/${id}`)).status).toBe(200);
    expect((await call('DELETE', `SnapshotSchedules/${id}`)).status).toBe(404);
    const entries = await server.store.db
      .selectFrom('audit_entries')
      .select('action')
      .where('chain', '=', ours.organizationId)
      .where('action', 'like', 'snapshot-schedule.%')
      .orderBy('sequence')
      .execute();
    expect(entries.map(({ action }) => action)).toEqual([
      'snapshot-schedule.added',
      'snapshot-schedule.changed',
      'snapshot-schedule.deleted',
    ]);
  });
});
