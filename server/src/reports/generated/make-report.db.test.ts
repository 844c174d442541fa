import { DAY_MS } from '@allclear/domain';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addReportStation } from '../../../test/report-station.ts';
import { ask, openTestServer, startAt, type TestServer } from '../../../test/test-server.ts';
import { startJobs } from '../../platform/jobs/start-jobs.ts';
import { reportedEvapotranspiration } from './evapotranspiration.ts';
import { makeReportJob, reportFailed } from './make-report.ts';
import { queueAllDue } from './recurring-loop.ts';
import type { EvapotranspirationOf } from './weather-rows.ts';

let server: TestServer;
let organizationId: string;
let people: Awaited<ReturnType<TestServer['organization']>>['people'];
let stop: (() => Promise<void>)[] = [];
beforeEach(async () => {
  server = await openTestServer();
  ({ organizationId, people } = await server.organization('Bay Schools'));
  await addReportStation(server.store.db, {
    ...{ organizationId, id: 'roof', spans: [[startAt - 40 * DAY_MS, startAt]] },
  });
});
afterEach(async () => {
  for (const end of stop) await end();
  stop = [];
  await server.close();
});

const body = {
  Name: 'Days',
  ReportType: 0,
  HardwareFilters: {
    ...{ DataInterval: 1440, HardwareIds: ['roof'] },
    ObservationTypes: { AmbientTemperature: ['max'], Evapotranspiration: ['sum'] },
    TimeFilter: { StartDate: '2026-06-01', EndDate: '2026-06-05' },
  },
};
const post = (more: object = {}, key = people.admin.key, path = 'generate') =>
  ask(server.app, 'POST', `/api/reports/${path}`, { key, body: { ...body, ...more } });
const list = async (key = people.admin.key) =>
  (await ask(server.app, 'GET', '/api/reports', { key })).body.data;
const cancel = (id: string, key = people.admin.key) =>
  ask(server.app, 'POST', `/api/reports/${id}/cancel`, { key });
/** Starts the job; `evapotranspiration` is where a test steps in while a report is made. */
function run(evapotranspiration: EvapotranspirationOf = reportedEvapotranspiration) {
  const { store, platform, clock } = server;
  const job = makeReportJob({ clock, evapotranspiration });
  const worker = startJobs({ url: store.url, jobs: [job], log: platform.log });
  stop.push(() => worker.stop());
}
const counts = async () => {
  const { rows } = await server.store.pool.query(`
    select (select count(*)::int from report_files) as files, (select count(*)::int from report_pieces) as pieces,
      (select count(*)::int from report_mails) as mails,
      (select count(*)::int from job_records where name = 'mail-report') as jobs`);
  return rows[0];
};
const stateOf = (id: string) =>
  expect.poll(async () => (await list()).find((one: { id: string }) => one.id === id)?.state, {
    ...{ timeout: 20_000, interval: 50 },
  });

test('evapotranspiration of days is in its column', async () => {
  run(async () => new Map([[Date.parse('2026-06-02T05:00:00Z'), 5.08]]));
  const { id } = (await post()).body.data;
  await stateOf(id).toBe('done');
  const answer = await ask(server.app, 'GET', `/api/reports/${id}`, { key: people.admin.key });
  expect(answer.body.data.files).toHaveLength(1);
  const file = await server.app.inject({
    url: `/api/reports/${id}/file`,
    headers: { authorization: `Bearer ${people.admin.key}` },
  });
  expect(file.body.split('\r\n').map((line) => line.split(',').at(-1))).toEqual([
    ...['Evapotranspiration Accumulation (in)', '', '0.200', '', '', '', ''],
  ]);
});

test('a queued report that is canceled is never made', async () => {
  const { id } = (await post()).body.data;
  expect((await list())[0]).toMatchObject({ id, state: 'queued', progress: 0, files: [], expiresAt: null });
  expect((await cancel(id, people['super-admin'].key)).status).toBe(404);
  expect((await cancel(id)).status).toBe(200);
  expect((await cancel(id)).status).toBe(409);
  run();
  const { id: next } = (await post()).body.data;
  await stateOf(next).toBe('done');
  await stateOf(id).toBe('canceled');
  expect(await counts()).toMatchObject({ files: 1 });
});

test('a report that is canceled while it is made leaves nothing', async () => {
  const reached = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  run(async () => {
    reached.resolve();
    await goOn.promise;
    return new Map();
  });
  const { id } = (await post()).body.data;
  await reached.promise;
  await stateOf(id).toBe('working');
  expect((await cancel(id)).status).toBe(200);
  goOn.resolve();
  await stateOf(id).toBe('canceled');
  await expect
    .poll(
      async () =>
        (await server.store.pool.query("select state from job_records where name = 'make-report'")).rows,
    )
    .toEqual([{ state: 'cancelled' }]);
  expect(await counts()).toEqual({ files: 0, pieces: 0, mails: 0, jobs: 0 });
});

test('a report that fails for a moment is made once, and mailed once', async () => {
  let failures = 0;
  run(async () => {
    failures += 1;
    if (failures < 3) throw new Error('The connection was lost.');
    return new Map();
  });
  const { id } = (await post({ FileFormats: [0, 1] })).body.data;
  await stateOf(id).toBe('done');
  expect(await counts()).toEqual({ files: 2, pieces: 2, mails: 1, jobs: 1 });
});

test('a report that cannot be made says so, and has no file', async () => {
  run(async () => {
    throw new Error('could not extend file: No space left on device');
  });
  const { id } = (await post()).body.data;
  await stateOf(id).toBe('failed');
  expect((await list())[0]).toMatchObject({ error: reportFailed, files: [], expiresAt: null });
  expect(reportFailed).toBe('There was an error generating the report. Please try again later.');
  expect(await counts()).toEqual({ files: 0, pieces: 0, mails: 0, jobs: 0 });
});

test('one person has five open reports at most, also when many are asked for at once', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => post()));
  expect(answers.map(({ status }) => status).sort()).toEqual([202, 202, 202, 202, 202, 429, 429, 429]);
  expect((await post({}, people['super-admin'].key)).status).toBe(202);
  await cancel((await list())[0].id);
  expect((await post()).status).toBe(202);
});

test('each change has one audit entry', async () => {
  const { id } = (await post()).body.data;
  await cancel(id);
  await ask(server.app, 'DELETE', `/api/reports/${id}`, { key: people.admin.key });
  const { rows } = await server.store.pool.query(
    "select action from audit_entries where action like 'report.%' order by sequence",
  );
  expect(rows.map(({ action }) => action)).toEqual(['report.requested', 'report.canceled', 'report.deleted']);
});

const recurring = async (key = people.admin.key) =>
  (await ask(server.app, 'GET', '/api/reports/recurring', { key })).body.data;
const change = (id: string, more: object, key = people.admin.key) =>
  ask(server.app, 'POST', `/api/reports/recurring/${id}`, { key, body: more });

test('a recurring report is made once at each 06:00 of the organization, by however many engines', async () => {
  const { store, clock, platform } = server;
  await store.db
    .updateTable('organizations')
    .set({ default_time_zone: 'America/Chicago' })
    .where('id', '=', organizationId)
    .execute();
  const answer = await post({ Recurring: { recurringPeriod: 'WEEK', weekday: 1 } });
  expect([answer.status, answer.body.data.isRecurring]).toEqual([202, true]);
  const [stored] = await recurring();
  expect(stored).toMatchObject({
    ...{ id: answer.body.data.id, name: 'Days', recurringPeriod: 'WEEK', weekday: 1, dayOfMonth: null },
    ...{ isPaused: false, nextAt: '2026-06-08T11:00:00.000Z', lastReportId: null, revision: 1 },
  });
  expect(await list()).toEqual([]);
  const needs = { db: store.db, clock, log: platform.log };
  const round = async () =>
    (await Promise.all([queueAllDue(needs), queueAllDue(needs), queueAllDue(needs)])).sort();
  clock.set(Date.parse('2026-06-08T10:59:59Z'));
  expect(await round()).toEqual([0, 0, 0]);
  clock.set(Date.parse('2026-06-08T11:00:00Z'));
  expect(await round()).toEqual([0, 0, 1]);
  expect(await round()).toEqual([0, 0, 0]);
  const [made] = await list();
  expect(made).toMatchObject({
    ...{ name: 'Days 2026-06-07', startDate: '2026-06-01', endDate: '2026-06-07', recurringId: stored.id },
  });
  // No server ran for two weeks: what was missed is made up for.
  clock.set(Date.parse('2026-06-23T00:00:00Z'));
  expect(await round()).toEqual([0, 0, 2]);
  expect((await list()).map(({ endDate }: { endDate: string }) => endDate).sort()).toEqual([
    ...['2026-06-07', '2026-06-14', '2026-06-21'],
  ]);
  expect((await recurring())[0].nextAt).toBe('2026-06-29T11:00:00.000Z');
});

test('a recurring report is paused, goes on without what was due meanwhile, and ends; only for who asked for it', async () => {
  const { store, clock, platform } = server;
  const { id } = (await post({ Recurring: { recurringPeriod: 'DAY' } })).body.data;
  const other = people['super-admin'].key;
  expect(await recurring(other)).toEqual([]);
  expect((await change(id, { isPaused: true, revision: 1 }, other)).status).toBe(404);
  expect((await change(id, { isPaused: true, revision: 1 })).body.data.revision).toBe(2);
  expect((await change(id, { isPaused: false, revision: 1 })).status).toBe(409);
  expect((await recurring())[0]).toMatchObject({ isPaused: true, nextAt: null });
  clock.advance(3 * DAY_MS);
  expect(await queueAllDue({ db: store.db, clock, log: platform.log })).toBe(0);
  expect((await change(id, { isPaused: false, revision: 2 })).status).toBe(200);
  expect(await queueAllDue({ db: store.db, clock, log: platform.log })).toBe(0);
  clock.advance(DAY_MS);
  expect(await queueAllDue({ db: store.db, clock, log: platform.log })).toBe(1);
  const end = (key?: string) =>
    ask(server.app, 'DELETE', `/api/reports/recurring/${id}`, { key: key ?? people.admin.key });
  expect((await end(other)).status).toBe(404);
  expect((await end()).status).toBe(200);
  expect(await recurring()).toEqual([]);
  // What it made stays.
  expect(await list()).toHaveLength(1);
});

test('a recurring report of somebody who may have none any more is paused', async () => {
  const { store, clock, platform } = server;
  await post({ Recurring: { recurringPeriod: 'DAY' } });
  await store.db.updateTable('users').set({ role: 'customer' }).where('id', '=', people.admin.id).execute();
  clock.advance(2 * DAY_MS);
  expect(await queueAllDue({ db: store.db, clock, log: platform.log })).toBe(0);
  const { rows } = await store.pool.query('select is_paused, next_at from recurring_reports');
  expect(rows).toEqual([{ is_paused: true, next_at: null }]);
});

test('a recurring report needs its day, and a month does not fit in days of quarter hours', async () => {
  const month = await post({ Recurring: { recurringPeriod: 'MONTH' } });
  expect(month.body.responseException.errors).toEqual({
    'Recurring.dayOfMonth': ['Choose a day of the month'],
  });
  const fine = await post({
    Recurring: { recurringPeriod: 'MONTH', dayOfMonth: 1 },
    HardwareFilters: {
      ...body.HardwareFilters,
      ...{ DataInterval: 15, ObservationTypes: { WBGT: ['max'] } },
    },
  });
  expect(Object.keys(fine.body.responseException.errors)).toEqual(['Recurring.recurringPeriod']);
});
