import { parse } from 'csv-parse/sync';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { field, lightning } from '../../../test/field-policy.ts';
import { ask, openTestServer, type TestServer, testSecrets } from '../../../test/test-server.ts';
import { startJobs } from '../../platform/jobs/start-jobs.ts';
import { WarningWatch } from '../../warnings/watch-warnings.ts';
import { reportedEvapotranspiration } from './evapotranspiration.ts';
import { makeReportJob } from './make-report.ts';

const minute = 60_000;
let server: TestServer;
let key: string;
let stop: (() => Promise<unknown> | unknown)[];

beforeEach(async () => {
  server = await openTestServer();
  key = (await server.organization('Our District')).people.admin.key;
  const { store, clock, platform } = server;
  const job = makeReportJob({ clock, evapotranspiration: reportedEvapotranspiration });
  const worker = startJobs({ url: store.url, jobs: [job], log: platform.log });
  stop = [() => worker.stop()];
});
afterEach(async () => {
  for (const end of stop) await end();
  await server.close();
});

async function call(method: 'GET' | 'POST', path: string, body?: object) {
  const answer = await ask(server.app, method, `/api/${path}`, { key, ...(body && { body }) });
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body.data;
}

/** A strike near a new place with a lightning policy, and 45 quiet minutes that were observed. */
async function oneDelay(): Promise<string> {
  const { store, clock, live, alerts } = server;
  const { id } = (await call('POST', 'organizationLocation/Add', { name: '=Arena', address: '', ...field }))
    .organizationLocation;
  await call('POST', 'policy', lightning);
  const watch = new WarningWatch({
    db: store.db,
    clock,
    live,
    alerts,
    weather: 'live',
    sender: 'us.example',
    secrets: testSecrets,
  });
  stop.push(live.onBatches((batches) => watch.batches(batches)));
  await server.batch(clock.now() - 60 * minute, clock.now());
  for (let i = 0; i < 45; i++) {
    const from = clock.now();
    clock.advance(minute);
    const at = clock.now() - 1_000;
    const strike = { at, key: 'near', latitude: field.latitude + 4 / 69.1, longitude: field.longitude };
    await server.batch(from, clock.now(), i === 0 ? [strike] : []);
    await watch.round();
  }
  return id;
}

async function rowsOf(locationId: string, interval: string, times: object = {}) {
  const { id } = await call('POST', 'reports/generate', {
    ...{ Name: 'Delays', ReportType: 1 },
    LocationFilters: {
      ...{
        DataInterval: interval,
        OrganizationLocationIds: [locationId],
        PolicyTypes: { Lightning: ['LR1'] },
      },
      TimeFilter: { StartDate: '2026-06-01', EndDate: '2026-06-06', ...times },
    },
  });
  await expect
    .poll(async () => (await call('GET', `reports/${id}`)).state, { timeout: 20_000, interval: 50 })
    .toBe('done');
  const file = await server.app.inject({
    url: `/api/reports/${id}/file`,
    headers: { authorization: `Bearer ${key}` },
  });
  return parse(file.rawPayload, { bom: true, columns: true }) as Record<string, string>[];
}

test('a report of policy delays has each delay, or its sums, of the hours that were chosen', async () => {
  const place = await oneDelay();
  const [delay, ...others] = await rowsOf(place, 'Detailed');
  expect(others).toEqual([]);
  // Text that a spreadsheet would read as a formula is defused.
  expect(delay).toMatchObject({ Location: "'=Arena", 'Policy type': 'LR1', End: 'All clear' });
  const minutes = Number(delay?.['In delay (minutes)']);
  expect(minutes).toBeGreaterThanOrEqual(30);
  expect(delay?.['Unknown, data lost (minutes)']).toBe('0');
  const sums = await rowsOf(place, 'Overall');
  expect(sums.map((row) => [row['Policy type'], row.Delays, Number(row['In delay (minutes)'])])).toEqual([
    ['LR1', '1', minutes],
    ['All, overlaps once', '1', minutes],
  ]);
  // It began at 4 PM of the place.
  const morning = { StartTimeOfDay: '06:00:00', EndTimeOfDay: '12:00:00' };
  expect(await rowsOf(place, 'Overall', morning)).toEqual([]);
});
