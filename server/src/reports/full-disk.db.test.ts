import { DAY_MS } from '@allclear/domain';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSmallDisk, type SmallDisk, whyNoSmallDisk } from '../../test/disk/small-disk.ts';
import { addReportStation } from '../../test/report-station.ts';
import { ask, openTestServer, startAt, type TestServer } from '../../test/test-server.ts';
import { startJobs } from '../platform/jobs/start-jobs.ts';
import { reportedEvapotranspiration } from './generated/evapotranspiration.ts';
import { makeReportJob } from './generated/make-report.ts';

/** A disk of the database that is really full: PostgreSQL says 53100. */

const why = whyNoSmallDisk();
const onSmallDisk = (name: string, run: () => Promise<void>) =>
  test.skipIf(why !== null)(why === null ? name : `${name} (left out: ${why})`, run);

let server: TestServer;
let disk: SmallDisk;
let key: string;
const ends: (() => Promise<void>)[] = [];
beforeEach(async () => {
  if (why !== null) return;
  disk = await openSmallDisk(1_024);
  server = await openTestServer();
  const { organizationId, people } = await server.organization('Bay Schools');
  key = people.admin.key;
  await addReportStation(server.store.db, {
    ...{ organizationId, id: 'roof', spans: [[startAt - 14 * DAY_MS, startAt]] },
  });
});
afterEach(async () => {
  if (why !== null) return;
  for (const end of ends.splice(0)) await end();
  await server.close();
  await disk.close();
});

const body = {
  ...{ Name: 'Hours', ReportType: 0, FileFormats: [0, 1] },
  HardwareFilters: {
    ...{ DataInterval: 15, HardwareIds: ['roof'] },
    ObservationTypes: { AmbientTemperature: ['max', 'min', 'avg'] },
    TimeFilter: { StartDate: '2026-05-24', EndDate: '2026-06-05' },
  },
};
const request = () => ask(server.app, 'POST', '/api/reports/generate', { key, body });
const get = async (path: string) => (await ask(server.app, 'GET', `/api/${path}`, { key })).body.data;
const file = (path: string) =>
  server.app.inject({ url: `/api/${path}`, headers: { authorization: `Bearer ${key}` } });
const one = async (text: string) => (await server.store.pool.query(text)).rows[0];
const stateOf = (id: string) =>
  expect.poll(async () => (await get(`reports/${id}`)).state, { timeout: 60_000, interval: 50 });

function startWorker() {
  const { store, platform, clock } = server;
  const job = makeReportJob({ clock, evapotranspiration: reportedEvapotranspiration });
  const worker = startJobs({ url: store.url, jobs: [job], log: platform.log });
  ends.push(() => worker.stop());
}

onSmallDisk(
  'a report for which the disk has no room says so, leaves nothing half-made, and is made once there is room',
  async () => {
    await disk.hold(server.store, 'report_pieces');
    await disk.resize(128);
    startWorker();
    const failed = (await request()).body.data.id;
    await stateOf(failed).toBe('failed');
    expect(await get(`reports/${failed}`)).toMatchObject({
      error: 'There was an error generating the report. Please try again later.',
      ...{ files: [], expiresAt: null, recipients: 0 },
    });
    expect((await file(`reports/${failed}/file?format=csv`)).statusCode).toBe(404);
    // The report is told to have failed before its job is.
    await expect
      .poll(() => one('select state, error from job_records'), { timeout: 60_000 })
      .toEqual({ state: 'failed', error: expect.stringMatching(/No space left on device/) });
    const counts = `select (select count(*)::int from report_files) as files,
      (select count(*)::int from report_pieces) as pieces, (select count(*)::int from report_mails) as mails`;
    expect(await one(counts)).toEqual({ files: 0, pieces: 0, mails: 0 });

    await disk.resize(16_384);
    const { id } = (await request()).body.data;
    await stateOf(id).toBe('done');
    for (const { format, bytes } of (await get(`reports/${id}`)).files)
      expect((await file(`reports/${id}/file?format=${format}`)).rawPayload).toHaveLength(bytes);
    expect(await one(counts)).toMatchObject({ files: 2, mails: 1 });
  },
);

onSmallDisk('a request that cannot be stored is refused whole: no report, no job, no entry', async () => {
  await disk.hold(server.store, 'audit_entries');
  await disk.fill();
  let stored = 0;
  let answer = await request();
  for (; answer.status === 202; answer = await request()) {
    stored += 1;
    // A person has five open reports at most.
    await server.store.pool.query(`update job_records set state = 'cancelled'`);
  }
  expect(answer.status).toBe(500);
  const counts = `select (select count(*)::int from reports) as reports, (select count(*)::int from job_records) as jobs,
    (select count(*)::int from audit_entries where action = 'report.requested') as entries`;
  expect(await one(counts)).toEqual({ reports: stored, jobs: stored, entries: stored });
  expect(server.logged.filter((line) => line.includes('"code":"53100"'))).toHaveLength(1);

  await disk.resize(16_384);
  expect((await request()).status).toBe(202);
});

onSmallDisk('an export without room for its entry sends no file and frees its connection', async () => {
  await disk.hold(server.store, 'audit_entries');
  await disk.fill();
  const path = 'Observations/Historical/Export/Daily/roof?startDate=2026-06-01&endDate=2026-06-05';
  const entries = async () =>
    (await one(`select count(*)::int as n from audit_entries where action = 'station-record.exported'`)).n;
  let sent = 0;
  let answer = await file(path);
  for (; answer.statusCode === 200; answer = await file(path)) sent += 1;
  expect(answer.statusCode).toBe(500);
  expect(answer.headers['content-disposition']).toBeUndefined();
  expect(answer.body).not.toContain('Local time');
  expect(await entries()).toBe(sent);
  await expect
    .poll(
      async () =>
        (
          await one(`select count(*)::int as n from pg_stat_activity
            where application_name = 'allclear export' and datname = current_database() and state <> 'idle'`)
        ).n,
    )
    .toBe(0);

  await disk.resize(16_384);
  expect((await file(path)).statusCode).toBe(200);
  expect(await entries()).toBe(sent + 1);
});
