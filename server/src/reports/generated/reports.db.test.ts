import { readMail } from '@allclear/adapters/delivery/stand-in-smtp.ts';
import { DAY_MS, HOUR_MS } from '@allclear/domain';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AccountServer, openAccountServer } from '../../../test/account-server.ts';
import { testActor } from '../../../test/actor.ts';
import { addReportStation, rainAt, temperatureAt } from '../../../test/report-station.ts';
import { ask, startAt } from '../../../test/test-server.ts';
import { createApiKey } from '../../identity/index.ts';

let at: AccountServer;
let organizationId: string;
const eight = ['roof', 'kolkata', 'old', 'four', 'five', 'six', 'seven', 'eight'];
beforeAll(async () => {
  at = await openAccountServer();
  ({ organizationId } = at);
  const spans = [[startAt - 3 * DAY_MS, startAt]] as const;
  await addReportStation(db(), { organizationId, id: 'roof', name: '=cmd()|, "Roof"', rainFactor: 2, spans });
  await addReportStation(db(), {
    ...{ organizationId, id: 'kolkata', name: 'Kolkata', latitude: 22.57, longitude: 88.36 },
    ...{ timeZone: 'Asia/Kolkata', spans },
  });
  for (const id of eight.slice(3)) await addReportStation(db(), { organizationId, id, spans: [] });
  await addReportStation(db(), { organizationId, id: 'old', name: 'Old', spans, quarters: [0] });
}, 60_000);
afterAll(() => at?.close());

const db = () => at.server.store.db;
const keyOf = async (userId: string, organization = organizationId) =>
  (
    await createApiKey(db(), testActor, {
      organizationId: organization,
      userId,
      name: 'test',
      now: Date.now(),
    })
  ).key;
const signedIn = async (role: Parameters<AccountServer['person']>[0] = 'admin') => {
  const person = await at.person(role);
  return { ...person, key: await keyOf(person.id) };
};
const weather = (changes: object = {}, filters: object = {}, times: object = {}) => ({
  Name: 'Roof_WeatherData_06-04_06-05-26',
  ReportType: 0,
  HardwareFilters: {
    DataInterval: 60,
    HardwareIds: ['roof'],
    ObservationTypes: { AmbientTemperature: ['max', 'min', 'avg'], Precipitation: ['sum'] },
    TimeFilter: { StartDate: '2026-06-04', EndDate: '2026-06-05', ...times },
    ...filters,
  },
  ...changes,
});
const post = (key: string, body: object) =>
  ask(at.server.app, 'POST', '/api/reports/generate', { key, body });
const read = async (key: string, id: string) =>
  (await ask(at.server.app, 'GET', `/api/reports/${id}`, { key })).body.data;
const file = (key: string, id: string, format = 'csv') =>
  at.server.app.inject({
    method: 'GET',
    url: `/api/reports/${id}/file?format=${format}`,
    headers: { authorization: `Bearer ${key}` },
  });
const done = async (key: string, body: object): Promise<string> => {
  const answer = await post(key, body);
  expect(answer.body).toMatchObject({ data: { isRecurring: false } });
  expect(answer.status).toBe(202);
  const { id } = answer.body.data;
  await expect.poll(async () => (await read(key, id)).state, { timeout: 30_000, interval: 50 }).toBe('done');
  return id;
};
const rowsOf = async (key: string, id: string): Promise<Record<string, string>[]> => {
  const answer = await file(key, id);
  expect(answer.statusCode).toBe(200);
  return parse(answer.rawPayload, { bom: true, columns: true });
};
const settled = (key: string, id: string, mailed: number) =>
  expect.poll(async () => (await read(key, id)).mailed, { timeout: 30_000, interval: 50 }).toBe(mailed);

describe('a report of weather', () => {
  test('has one row an hour with the values of the database, in local time and UTC, and is mailed with its file', async () => {
    const asker = await signedIn();
    const colleague = await signedIn('assistant-admin');
    const stranger = await signedIn();
    const id = await done(asker.key, weather({ Recipients: [colleague.id, colleague.id, asker.id] }));
    const rows = await rowsOf(asker.key, id);
    expect(rows).toHaveLength(48);
    expect(Object.keys(rows[0] ?? {})).toEqual([
      ...['Station', 'Local Time', 'UTC', 'Coverage (%)', 'Ambient Temperature Maximum (°F)'],
      ...['Ambient Temperature Minimum (°F)', 'Ambient Temperature Average (°F)'],
      'Precipitation Accumulation (in)',
    ]);
    for (const [index, row] of rows.entries()) {
      const hour = Date.parse('2026-06-04T05:00:00Z') + index * HOUR_MS;
      const quarters = [0, 1, 2, 3].map((quarter) => hour + (quarter * HOUR_MS) / 4);
      const values = quarters.map(temperatureAt);
      const fahrenheit = (celsius: number) => ((celsius * 9) / 5 + 32).toFixed(1);
      expect(row).toEqual({
        // A name that a spreadsheet would run is text.
        Station: `'=cmd()|, "Roof"`,
        'Local Time': `${new Date(hour - 5 * HOUR_MS).toISOString().slice(0, 19)}-05:00`,
        UTC: new Date(hour).toISOString().replace('.000', ''),
        'Coverage (%)': '100',
        'Ambient Temperature Maximum (°F)': fahrenheit(Math.max(...values) + 1),
        'Ambient Temperature Minimum (°F)': fahrenheit(Math.min(...values) - 1),
        'Ambient Temperature Average (°F)': fahrenheit(values.reduce((sum, one) => sum + one) / 4),
        // The station's factor is 2.
        'Precipitation Accumulation (in)': (
          (2 * quarters.map(rainAt).reduce((sum, one) => sum + one)) /
          25.4
        ).toFixed(3),
      });
    }
    await settled(asker.key, id, 2);
    const mails = at.mail.mails.filter(({ raw }) => raw.includes(id));
    expect(mails.flatMap(({ to }) => to).sort()).toEqual([asker.email, colleague.email].sort());
    for (const { raw } of mails) {
      expect(raw).toContain('Roof_WeatherData_06-04_06-05-26.csv');
      expect(readMail(raw).headers.get('subject')).toBe('Report: Roof_WeatherData_06-04_06-05-26');
    }
    const report = await read(asker.key, id);
    expect(report).toMatchObject({ recipients: 2, mailed: 2, error: null, progress: 1 });
    expect(report.files).toEqual([
      {
        format: 'csv',
        name: 'Roof_WeatherData_06-04_06-05-26.csv',
        bytes: (await file(asker.key, id)).rawPayload.length,
      },
    ]);
    // Who has the mail has the file; another person of the organization has neither list nor file.
    expect((await file(colleague.key, id)).statusCode).toBe(200);
    expect((await file(stranger.key, id)).statusCode).toBe(404);
    expect((await ask(at.server.app, 'GET', '/api/reports', { key: stranger.key })).body.data).toEqual([]);
    const other = await at.server.organization('Other');
    expect((await file(other.people.admin.key, id)).statusCode).toBe(404);
  });

  test('is in metric units with rows of half hours where it is asked for, and empty where nothing was measured', async () => {
    const { key } = await signedIn();
    const body = weather({ UnitType: 1 }, { DataInterval: 30 }, { StartDate: '2026-06-02' });
    const rows = await rowsOf(key, await done(key, body));
    expect(rows).toHaveLength(4 * 48);
    const first = rows[0] ?? {};
    expect(first['Coverage (%)']).toBe('0');
    expect(first['Ambient Temperature Maximum (°C)']).toBe('');
    expect(first['Precipitation Accumulation (mm)']).toBe('');
    const some = rows.find((row) => row.UTC === '2026-06-05T12:30:00Z') ?? {};
    const [a, b] = [Date.parse('2026-06-05T12:30:00Z'), Date.parse('2026-06-05T12:45:00Z')];
    expect(some['Ambient Temperature Average (°C)']).toBe(
      ((temperatureAt(a) + temperatureAt(b)) / 2).toFixed(1),
    );
    expect(some['Precipitation Accumulation (mm)']).toBe((2 * (rainAt(a) + rainAt(b))).toFixed(2));
  });

  test('hours of a zone of half hours begin where its clock shows them', async () => {
    const { key } = await signedIn();
    const rows = await rowsOf(key, await done(key, weather({ UnitType: 1 }, { HardwareIds: ['kolkata'] })));
    expect(rows).toHaveLength(48);
    const [row = {}] = rows;
    expect([row['Local Time'], row.UTC]).toEqual(['2026-06-04T00:00:00+05:30', '2026-06-03T18:30:00Z']);
    const hour = Date.parse('2026-06-04T18:30:00Z');
    const quarters = [0, 1, 2, 3].map((quarter) => hour + (quarter * HOUR_MS) / 4);
    expect(rows[24]?.['Ambient Temperature Maximum (°C)']).toBe(
      (Math.max(...quarters.map(temperatureAt)) + 1).toFixed(1),
    );
  });

  test('has the hours of the night and the days that were chosen', async () => {
    const { key } = await signedIn();
    const times = { StartTimeOfDay: '22:00:00', EndTimeOfDay: '02:00:00', DaysOfWeek: [4] };
    // The evening of Thursday the 4th, and of it the hours after midnight.
    const rows = await rowsOf(key, await done(key, weather({}, {}, times)));
    expect(rows.map((row) => row['Local Time']?.slice(0, 16))).toEqual([
      ...['2026-06-04T22:00', '2026-06-04T23:00', '2026-06-05T00:00', '2026-06-05T01:00'],
    ]);
    const days = await rowsOf(key, await done(key, weather({ UnitType: 1 }, { DataInterval: 1440 }, times)));
    expect(days).toHaveLength(1);
    const night = Array.from(
      { length: 16 },
      (_, quarter) => Date.parse('2026-06-05T03:00:00Z') + (quarter * HOUR_MS) / 4,
    );
    expect(days[0]?.['Ambient Temperature Maximum (°C)']).toBe(
      (Math.max(...night.map(temperatureAt)) + 1).toFixed(1),
    );
  });

  test('is a PDF too, of the same bytes when it is made again', async () => {
    const { key } = await signedIn();
    const body = weather({ Name: 'Łódź 東京 =cmd()', FileFormats: [0, 1] });
    const id = await done(key, body);
    const { rawPayload, headers } = await file(key, id, 'pdf');
    expect(rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    expect(headers['content-type']).toBe('application/pdf');
    expect(headers['content-disposition']).toContain(`filename*=UTF-8''${encodeURIComponent('Łódź 東京 ')}`);
    expect((await read(key, id)).files.map(({ format }: { format: string }) => format)).toEqual([
      'csv',
      'pdf',
    ]);
  });

  test('that is larger than 5 MB is mailed as a link', async () => {
    const { key, email } = await signedIn();
    const ids = Array.from({ length: 44 }, (_, index) => `empty-${index}`);
    for (const id of ids) await addReportStation(db(), { organizationId, id, spans: [] });
    const body = weather(
      { Name: 'Large' },
      { HardwareIds: ids },
      { StartDate: '2026-03-07', EndDate: '2026-06-05' },
    );
    const id = await done(key, body);
    await settled(key, id, 1);
    expect((await read(key, id)).files[0].bytes).toBeGreaterThan(5 * 1024 * 1024);
    const mail = at.mail.mails.find(({ to }) => to.includes(email));
    expect(mail?.raw.length).toBeLessThan(20_000);
    const text = readMail(mail?.raw ?? '').bodies.get('text/plain');
    expect(text).toContain('Sign in to download it');
    expect(text).toContain(`/Reports/${id}?formats=csv`);
    const rows = await rowsOf(key, id);
    // The day on which clocks are set forward has 23 hours.
    expect(rows).toHaveLength(44 * (91 * 24 - 1));
  });

  test('is gone after 30 days', async () => {
    const { key } = await signedIn();
    const id = await done(key, weather());
    try {
      at.server.clock.set(startAt + 30 * DAY_MS + 1);
      expect((await file(key, id)).statusCode).toBe(404);
      expect((await ask(at.server.app, 'GET', `/api/reports/${id}`, { key })).status).toBe(404);
    } finally {
      at.server.clock.set(startAt);
    }
  });

  test('is removed with its files', async () => {
    const { key } = await signedIn();
    const other = await signedIn();
    const id = await done(key, weather());
    const remove = (by: string) => ask(at.server.app, 'DELETE', `/api/reports/${id}`, { key: by });
    expect((await remove(other.key)).status).toBe(404);
    expect((await remove(key)).status).toBe(200);
    expect((await remove(key)).status).toBe(404);
    const { rows } = await at.server.store.pool.query(
      'select count(*)::int as count from report_pieces where report_id = $1',
      [id],
    );
    expect(rows).toEqual([{ count: 0 }]);
  });

  test('whose mail is refused says so and stays', async () => {
    const { key } = await signedIn();
    const person = await at.person('customer');
    await db()
      .updateTable('users')
      .set({ email: 'not a mailbox@bay.example' })
      .where('id', '=', person.id)
      .execute();
    const id = await done(key, weather({ Recipients: [person.id] }));
    await expect
      .poll(async () => (await read(key, id)).error, { timeout: 30_000, interval: 50 })
      .toBe('1 of 2 emails could not be sent. The email address is not valid.');
    await settled(key, id, 1);
    expect(await read(key, id)).toMatchObject({ state: 'done', recipients: 2, mailed: 1 });
  });
});

describe('a request is refused', () => {
  const errorsOf = ({ body }: { body: { responseException: { errors?: Record<string, string[]> } } }) =>
    body.responseException.errors ?? {};
  const range = (interval: number, start: string) =>
    weather({}, { DataInterval: interval, ObservationTypes: { DewPoint: ['max'] } }, { StartDate: start });

  test.each([
    [
      'an end before the start',
      weather({}, {}, { StartDate: '2026-06-05', EndDate: '2026-06-04' }),
      'HardwareFilters.TimeFilter.EndDate',
      'The end date must not be before the start date',
    ],
    [
      'an end in the future',
      weather({}, {}, { EndDate: '2026-06-07' }),
      'HardwareFilters.TimeFilter.EndDate',
      'The end date must not be in the future',
    ],
    [
      '15 days by 15 minutes',
      range(15, '2026-05-22'),
      'HardwareFilters.TimeFilter.EndDate',
      'Your selected date range exceeds the 14-day limit for the 15 min interval. Please adjust your date range to continue.',
    ],
    [
      '32 days by 30 minutes',
      range(30, '2026-05-05'),
      'HardwareFilters.TimeFilter.EndDate',
      'Your selected date range exceeds the 31-day limit for the 30 min interval. Please adjust your date range to continue.',
    ],
    [
      '93 days by hours',
      range(60, '2026-03-05'),
      'HardwareFilters.TimeFilter.EndDate',
      'Your selected date range exceeds the 92-day limit for the 60 min interval. Please adjust your date range to continue.',
    ],
    [
      '1,826 days',
      range(1440, '2021-06-06'),
      'HardwareFilters.TimeFilter.EndDate',
      'Your selected date range exceeds the 1825-day limit for the 24 hour interval. Please adjust your date range to continue.',
    ],
    [
      'an interval that is neither',
      weather({}, { DataInterval: 45 }),
      'HardwareFilters.DataInterval',
      'The data interval must be 15, 30, 60 or 1440 minutes',
    ],
    [
      'an unknown observation',
      weather({}, { ObservationTypes: { Snow: ['max'] } }),
      'HardwareFilters.ObservationTypes',
      'Snow is no type of observation',
    ],
    [
      'an unknown metric',
      weather({}, { ObservationTypes: { WBGT: ['median'] } }),
      'HardwareFilters.ObservationTypes',
      'median is no metric',
    ],
    [
      'a sum of temperatures',
      weather({}, { ObservationTypes: { WBGT: ['sum'] } }),
      'HardwareFilters.ObservationTypes',
      'WBGT has no accumulation',
    ],
    [
      'no observation',
      weather({}, { ObservationTypes: { WBGT: [] } }),
      'HardwareFilters.ObservationTypes',
      'Choose at least one observation',
    ],
    [
      'no station',
      weather({}, { HardwareIds: [] }),
      'HardwareFilters.HardwareIds',
      'Choose at least one station',
    ],
    [
      'evapotranspiration by hours',
      weather({}, { ObservationTypes: { Evapotranspiration: ['sum'] } }),
      'HardwareFilters.ObservationTypes',
      'This data is only available for a 24 hour data interval.',
    ],
    [
      'the rain of an old station by 15 minutes',
      weather({}, { DataInterval: 15, HardwareIds: ['roof', 'old'] }),
      'HardwareFilters.ObservationTypes',
      'Precipitation is limited to 24-hour data intervals for legacy weather stations. Newer models capture up to 15-minute intervals.',
    ],
    ['no name', weather({ Name: '  ' }), 'Name', 'Enter a file name'],
    [
      'a name of 1,000 characters',
      weather({ Name: 'x'.repeat(1_000) }),
      'Name',
      'The file name can be at most 150 characters',
    ],
    [
      'half of the hours',
      weather({}, {}, { StartTimeOfDay: '08:00:00' }),
      'HardwareFilters.TimeFilter.EndTimeOfDay',
      'Choose an end of the hours too',
    ],
    [
      'a requestor that nobody is',
      weather({ Requestor: 'nobody' }),
      'Requestor',
      'The requestor must be an active person whom you may see',
    ],
    [
      'a recipient that nobody is',
      weather({ Recipients: ['nobody'] }),
      'Recipients',
      'Recipients must be active people whom you may see',
    ],
    [
      'a PDF of ten thousand rows and more',
      weather(
        { FileFormats: [1] },
        { DataInterval: 15, HardwareIds: eight, ObservationTypes: { WBGT: ['max'] } },
        { StartDate: '2026-05-24', EndDate: '2026-06-06' },
      ),
      'FileFormats',
      'A PDF has room for 10,000 rows. Choose CSV, a longer data interval, fewer days or fewer stations.',
    ],
  ])('for %s', async (_what, body, field, sentence) => {
    const { key } = await signedIn();
    const answer = await post(key, body);
    expect([answer.status, errorsOf(answer)]).toEqual([400, { [field]: [sentence] }]);
    expect((await ask(at.server.app, 'GET', '/api/reports', { key })).body.data).toEqual([]);
  });

  test('for rain by 15 minutes of just those stations of which the list says that they have it for whole days', async () => {
    const { key } = await signedIn();
    const spans = [[startAt - 3 * DAY_MS, startAt]] as const;
    await addReportStation(db(), { organizationId, id: 'half', spans, quarters: [0, 2] });
    await addReportStation(db(), { organizationId, id: 'three', spans, quarters: [0, 1, 2] });
    const listed = (await ask(at.server.app, 'GET', '/api/WeatherStation?pageSize=500', { key })).body.data;
    const hardware = (await ask(at.server.app, 'GET', '/api/hardware?pageSize=500', { key })).body.data;
    const kinds: Record<string, number> = {};
    for (const id of ['roof', 'kolkata', 'old', 'half', 'three', 'four']) {
      const kind = listed.find((station: { id: string }) => station.id === id).webRelayType;
      expect(hardware.find((unit: { id: string }) => unit.id === id).webRelayType).toBe(kind);
      const filters = { DataInterval: 15, HardwareIds: [id], ObservationTypes: { Precipitation: ['sum'] } };
      const { status } = await post(key, weather({}, filters));
      expect([id, status]).toEqual([id, kind === 3 ? 202 : 400]);
      kinds[id] = kind;
    }
    expect(kinds).toEqual({ roof: 3, kolkata: 3, old: 2, half: 2, three: 2, four: 3 });
  });

  test('for stations, people and reports of another organization', async () => {
    const { key } = await signedIn();
    const other = await at.server.organization('Foreign');
    await addReportStation(db(), { organizationId: other.organizationId, id: 'foreign', spans: [] });
    expect((await post(key, weather({}, { HardwareIds: ['roof', 'foreign'] }))).status).toBe(404);
    expect((await post(key, weather({}, { HardwareIds: ['none'] }))).status).toBe(404);
    const recipients = await post(key, weather({ Recipients: [other.people.admin.id] }));
    expect([recipients.status, Object.keys(errorsOf(recipients))]).toEqual([400, ['Recipients']]);
    const id = await done(key, weather());
    for (const [method, path] of [
      ['GET', `reports/${id}`],
      ['GET', `reports/${id}/file`],
      ['POST', `reports/${id}/cancel`],
      ['DELETE', `reports/${id}`],
      ['GET', 'reports/none'],
    ] as const)
      expect((await ask(at.server.app, method, `/api/${path}`, { key: other.people.admin.key })).status).toBe(
        404,
      );
  });

  test('for a siren, which measures nothing', async () => {
    const { key } = await signedIn();
    const { rows } = await at.server.store.pool.query<{ id: string }>(
      `insert into hardware_units (organization_id, name, model, driver, address, created_at, updated_at)
       values ($1, 'North siren', 'OWS', 'shelly', '10.0.0.1', now(), now()) returning id`,
      [organizationId],
    );
    const answer = await post(key, weather({}, { HardwareIds: ['roof', rows[0]?.id] }));
    expect(errorsOf(answer)).toEqual({
      'HardwareFilters.HardwareIds': ['North siren: hardware without a weather station has no weather data'],
    });
  });

  test('without the permission, and for delays without theirs', async () => {
    const { key } = await signedIn('customer');
    expect((await post(key, weather())).status).toBe(403);
    const { people } = await at.server.organization('No reports', ['historical_report.access']);
    expect((await post(people.admin.key, weather())).status).toBe(403);
    const delays = {
      Name: 'Delays',
      ReportType: 1,
      LocationFilters: {
        ...{
          DataInterval: 'Overall',
          OrganizationLocationIds: [],
          PolicyTypes: { Lightning: ['LR1', 'WIND'] },
        },
        TimeFilter: { StartDate: '2026-06-04', EndDate: '2026-06-05' },
      },
    };
    const without = await at.server.organization('No delays', ['historical_report.policy_delays.access']);
    expect((await post(without.people.admin.key, delays)).status).toBe(403);
    const asked = await post((await signedIn()).key, delays);
    expect(errorsOf(asked)).toEqual({
      'LocationFilters.OrganizationLocationIds': ['Choose at least one location'],
      'LocationFilters.PolicyTypes': ['WIND is no policy of the group Lightning'],
    });
  });

  test('a path in a name does not leave the folder', async () => {
    const { key } = await signedIn();
    const id = await done(key, weather({ Name: '../../etc/passwd\u0007' }));
    expect((await read(key, id)).files[0].name).toBe('etc-passwd.csv');
    expect((await file(key, id)).headers['content-disposition']).toContain('filename="etc-passwd.csv"');
  });
});
