import { finished } from 'node:stream/promises';
import {
  DAY_MS,
  fahrenheitFromCelsius,
  HOUR_MS,
  inchesFromMm,
  localDay,
  mphFromMps,
  roundTo,
} from '@allclear/domain';
import { parse } from 'csv-parse/sync';
import { beforeEach, describe, expect, test } from 'vitest';
import { testActor } from '../../../test/actor.ts';
import { ask, startAt } from '../../../test/test-server.ts';
import { openTwoOrganizations, ours, server, theirs } from '../../../test/two-organizations.ts';
import { type CopyOut, maxCopies, openCopyOut } from '../../platform/database/copy-out.store.ts';
import { stationStretches } from '../../stations/index.ts';
import { storeReports } from '../../stations/observations.store.ts';
import { downloadHeader } from './file-name.ts';
import { recordCsv } from './record-csv.store.ts';

openTwoOrganizations('Lakeside', 'Hillside');

const tampa = { stationId: 'KTPA', stationName: 'Tampa', latitude: 27.9, longitude: -82.5 };
const delhi = { stationId: 'VIDP', stationName: 'Delhi', latitude: 28.6, longitude: 77.2 };
type Place = typeof tampa;

const report = (place: Place, observedAt: number, values: object = {}) => ({
  ...place,
  elevationM: 8,
  observedAt,
  temperatureC: 20.17,
  dewPointC: 15.3,
  windMps: 3.3,
  windGustMps: 6.1,
  windDirection: 270 as const,
  altimeterHpa: null,
  visibilityMiles: null,
  visibilityAtLeast: false,
  precipitationLastHourMm: null,
  cloudCover: 0,
  weatherText: null,
  thunder: 'unknown' as const,
  raw: `${observedAt}`,
  ...values,
});
const send = (reports: ReturnType<typeof report>[]) =>
  storeReports(server.store.db, testActor, 'test', reports, startAt);
const everyQuarter = (place: Place, from: number, until: number) =>
  Array.from({ length: (until - from) / (HOUR_MS / 4) }, (_, i) => report(place, from + i * (HOUR_MS / 4)));

async function download(path: string, key = ours.people.customer.key) {
  const url = `/api/Observations/Historical/Export/${path}`;
  const answer = await server.app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${key}` } });
  return { status: answer.statusCode, text: answer.body, headers: answer.headers };
}
async function rowsOf(path: string): Promise<Record<string, string>[]> {
  const { status, text } = await download(path);
  expect(status).toBe(200);
  return parse(text, { bom: true, columns: true, record_delimiter: '\r\n' });
}
const failure = async (path: string) => {
  const { status, text } = await download(path);
  return [status, JSON.parse(text).responseException.message];
};
const day = (of: string) => `startDate=${of}&endDate=${of}`;

describe('the export', () => {
  beforeEach(() => send([report(tampa, startAt - HOUR_MS)]));

  test('refuses an interval that is neither Daily nor Hourly, and a range that is too long or ends before it starts', async () => {
    expect(await failure(`Weekly/KTPA?${day('2026-06-01')}`)).toEqual([
      400,
      'Invalid report interval. You must select Daily or Hourly.',
    ]);
    const span = (from: string, to: string) => `startDate=${from}&endDate=${to}`;
    expect(await failure(`Hourly/KTPA?${span('2026-03-01', '2026-06-01')}`)).toEqual([
      400,
      'the report cannot span more than 92 days',
    ]);
    expect((await download(`Hourly/KTPA?${span('2026-03-02', '2026-06-01')}`)).status).toBe(200);
    expect(await failure(`Daily/KTPA?${span('2021-06-01', '2026-05-31')}`)).toEqual([
      400,
      'the report cannot span more than 1825 days',
    ]);
    expect((await download(`daily/KTPA?${span('2021-06-02', '2026-05-31')}`)).status).toBe(200);
    expect(await failure(`ConditionSnapshots/KTPA?${span('2021-06-01', '2026-05-31')}`)).toEqual([
      400,
      'the report cannot span more than 1825 days',
    ]);
    expect(await failure(`Daily/KTPA?${span('2026-06-02', '2026-06-01')}`)).toEqual([
      400,
      'The end must be after the start',
    ]);
    expect((await download(`Daily/KTPA?${span('2026-02-30', '2026-06-01')}`)).status).toBe(400);
    expect((await download('Daily/KTPA')).status).toBe(400);
  });

  test('is not of a station of another organization, nor for somebody who is not signed in', async () => {
    await server.store.db
      .insertInto('stations')
      .values({
        ...{ id: 'theirs', vendor: 'test', name: 'Theirs', latitude: 28, longitude: -82 },
        ...{ organization_id: theirs.organizationId, updated_at: new Date(startAt) },
      })
      .execute();
    for (const interval of ['Daily', 'Hourly', 'ConditionSnapshots']) {
      const path = `${interval}/theirs?${day('2026-06-01')}`;
      expect((await download(path)).status).toBe(404);
      expect((await download(path, theirs.people.customer.key)).status).toBe(200);
      expect((await ask(server.app, 'GET', `/api/Observations/Historical/Export/${path}`)).status).toBe(401);
    }
  });

  test('leaves one entry in the audit, with the station and the range', async () => {
    const entries = () =>
      server.store.db
        .selectFrom('audit_entries')
        .select('body')
        .where('chain', '=', ours.organizationId)
        .where('action', '=', 'station-record.exported')
        .execute();
    await download(`Daily/KTPA?${day('2026-06-01')}`);
    const [entry, ...others] = await entries();
    expect(others).toEqual([]);
    expect(JSON.parse(String(entry?.body))).toMatchObject({
      recordId: 'KTPA',
      after: { interval: 'Daily', startDate: '2026-06-01', endDate: '2026-06-01' },
    });
    await download(`Daily/nowhere?${day('2026-06-01')}`);
    expect(await entries()).toHaveLength(1);
  });

  test('has the units of domain/, and what is missing is empty', async () => {
    const at = startAt - (startAt % HOUR_MS) - 30 * HOUR_MS;
    await send([
      report(tampa, at, { precipitationLastHourMm: 3.3, temperatureC: -20.3, dewPointC: -25, windMps: 7 }),
      report(tampa, at + HOUR_MS / 2, { precipitationLastHourMm: 4.4, windDirection: 0, windMps: 7 }),
      report(tampa, at + HOUR_MS, { temperatureC: null, dewPointC: null, windMps: null, windGustMps: null }),
    ]);
    const rows = await rowsOf(`Hourly/KTPA?${day('2026-06-05')}`);
    const row = (from: number) =>
      rows.find((one) => one.UTC === `${new Date(from).toISOString().slice(0, 19)}Z`);
    const [stored] = await stationStretches(server.store.db, 'KTPA', {
      ...{ length: 'hour', from: at, until: at + HOUR_MS },
    });
    if (!stored) throw new Error('nothing stored');
    const { temperatureC, windMps, gustMps, wbgtC, windChillC } = stored.measures;
    const mean = (of: typeof temperatureC) => (of === null ? null : of.sum / of.count);
    const shown = (value: number | null, decimals: number) => String(roundTo(value, decimals));
    expect(row(at)).toMatchObject({
      'Temperature minimum (°F)': shown(fahrenheitFromCelsius(temperatureC?.least), 1),
      'Temperature average (°F)': shown(fahrenheitFromCelsius(mean(temperatureC)), 1),
      'Temperature maximum (°F)': shown(fahrenheitFromCelsius(temperatureC?.greatest), 1),
      'Wind chill average (°F)': shown(fahrenheitFromCelsius(mean(windChillC)), 1),
      'WBGT maximum (°F)': shown(fahrenheitFromCelsius(wbgtC?.greatest), 1),
      'Wind speed average (mph)': shown(mphFromMps(mean(windMps)), 1),
      'Wind gust maximum (mph)': shown(mphFromMps(gustMps?.greatest), 1),
      // From the west and from the north.
      'Wind direction (degrees)': '315',
      'Precipitation total (in)': shown(inchesFromMm(stored.rainMm), 3),
      'Precipitation maximum in an hour (in)': shown(inchesFromMm(4.4), 3),
      'PM2.5 AQI average': '',
      'Coverage (0-1)': '0.5',
    });
    expect(row(at)?.['Temperature minimum (°F)']).toBe('-4.5');
    expect(row(at + HOUR_MS)).toMatchObject({
      'Temperature average (°F)': '',
      'Wind speed average (mph)': '',
      'Wind direction (degrees)': '',
      'Precipitation total (in)': '',
      'Coverage (0-1)': '0.25',
    });
    const {
      'Local time': local,
      UTC: utc,
      'Coverage (0-1)': coverage,
      ...empty
    } = row(at + 2 * HOUR_MS) ?? {};
    expect([local?.slice(-6), utc?.slice(-1), coverage]).toEqual(['-04:00', 'Z', '0']);
    expect(new Set(Object.values(empty))).toEqual(new Set(['']));
    expect(rows).toHaveLength(24);
  });

  test('has no row for hours and days that have not begun', async () => {
    const rows = await rowsOf('Hourly/KTPA?startDate=2026-06-06&endDate=2026-06-07');
    expect(rows.map((row) => row['Local time']).at(-1)).toBe('2026-06-06T15:00:00-04:00');
    expect(await rowsOf('Daily/KTPA?startDate=2026-06-06&endDate=2026-06-09')).toHaveLength(1);
    expect(await rowsOf('Daily/KTPA?startDate=2027-06-06&endDate=2027-06-09')).toEqual([]);
    expect(await rowsOf('Hourly/KTPA?startDate=2027-06-06&endDate=2027-06-09')).toEqual([]);
  });

  test('days of 23 and 25 hours are whole, and the hour that occurs twice has two rows', async () => {
    for (const [date, hours] of [
      ['2026-03-08', 23],
      ['2025-11-02', 25],
    ] as const) {
      const { from, until } = localDay(date, 'America/New_York');
      await send(everyQuarter(tampa, from, until));
      const [ofDay] = await rowsOf(`Daily/KTPA?${day(date)}`);
      expect(ofDay?.['Coverage (0-1)']).toBe('1');
      const rows = await rowsOf(`Hourly/KTPA?${day(date)}`);
      expect(rows).toHaveLength(hours);
      expect(rows.every((row) => row['Coverage (0-1)'] === '1')).toBe(true);
      expect(rows.slice(0, 4).map((row) => row['Local time']?.slice(11))).toEqual(
        hours === 23
          ? ['00:00:00-05:00', '01:00:00-05:00', '03:00:00-04:00', '04:00:00-04:00']
          : ['00:00:00-04:00', '01:00:00-04:00', '01:00:00-05:00', '02:00:00-05:00'],
      );
    }
  });

  test('hours are those of a clock that is half an hour beside UTC', async () => {
    const { from } = localDay('2026-06-01', 'Asia/Kolkata');
    await send([
      report(delhi, from + 5 * 60_000, { temperatureC: 20 }),
      report(delhi, from + 50 * 60_000, { temperatureC: 30 }),
      report(delhi, from + 65 * 60_000, { temperatureC: 40 }),
    ]);
    const rows = await rowsOf(`Hourly/VIDP?${day('2026-06-01')}`);
    expect(rows).toHaveLength(24);
    expect(
      rows
        .slice(0, 3)
        .map((row) => [row['Local time'], row.UTC, row['Temperature average (°F)'], row['Coverage (0-1)']]),
    ).toEqual([
      ['2026-06-01T00:00:00+05:30', '2026-05-31T18:30:00Z', '77', '0.5'],
      ['2026-06-01T01:00:00+05:30', '2026-05-31T19:30:00Z', '104', '0.25'],
      ['2026-06-01T02:00:00+05:30', '2026-05-31T20:30:00Z', '', '0'],
    ]);
  });

  test('lines end as RFC 4180 says, and the file is named after the station, whatever its name', async () => {
    const name = '=cmd()|"x"; ../Ştadium\r\n';
    await server.store.db.updateTable('stations').set({ name }).where('id', '=', 'KTPA').execute();
    const { text, headers } = await download(`Daily/KTPA?${day('2026-06-01')}`);
    expect(text.startsWith('\ufeffLocal time,UTC,')).toBe(true);
    expect(text.endsWith('\r\n')).toBe(true);
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8; header=present');
    expect(headers['content-disposition']).toBe(
      `attachment; filename="=cmd()_x_ ..__tadium_.csv"; filename*=UTF-8''%3Dcmd%28%29_x_%20.._%C5%9Etadium_.csv`,
    );
    expect(downloadHeader('..\u202e', 'csv')).toContain('filename="_.csv"');
    expect(downloadHeader('  ', 'csv')).toContain('filename="weather-station.csv"');
    expect(downloadHeader('\ud800', 'csv')).toContain("filename*=UTF-8''%EF%BF%BD.csv");
  });
});

describe('a file that is read slowly or not at all', () => {
  const long = { kind: 'hours' as const, from: startAt - 20_000 * DAY_MS, until: startAt };
  const of = { stationId: 'KTPA', timeZone: 'America/New_York', rainFactor: 1 };
  const backends = async () => {
    const { rows } = await server.store.pool.query<{ count: string }>(
      `select count(*) from pg_stat_activity where application_name = 'allclear export' and datname = current_database()
        and state <> 'idle'`,
    );
    return Number(rows[0]?.count);
  };
  const copying = async (work: (copies: CopyOut) => Promise<void>, limitMs?: number) => {
    const copies = openCopyOut(server.store.url, { onError: () => {}, ...(limitMs ? { limitMs } : {}) });
    try {
      await work(copies);
    } finally {
      await copies.close();
    }
  };

  test('a reader who leaves frees the connection', () =>
    copying(async (copies) => {
      const file = await recordCsv(copies, of, long);
      for await (const part of file) {
        expect(String(part)).toContain('Local time');
        break;
      }
      await expect.poll(backends).toBe(0);
      expect(copies.underWay).toBe(0);
    }));

  test('one who takes longer than the limit gets no whole file, and frees the connection', () =>
    copying(async (copies) => {
      const file = await recordCsv(copies, of, long);
      await expect(finished(file)).rejects.toThrow('read too slowly');
      await expect.poll(backends).toBe(0);
      expect(copies.underWay).toBe(0);
    }, 200));

  test('ten at once are served, an eleventh is refused, and one more once another has ended', () =>
    copying(async (copies) => {
      const files = await Promise.all(Array.from({ length: maxCopies }, () => recordCsv(copies, of, long)));
      await expect(recordCsv(copies, of, long)).rejects.toThrow();
      expect(copies.underWay).toBe(maxCopies);
      for (const file of files) file.destroy();
      await expect.poll(() => copies.underWay).toBe(0);
      const short = await recordCsv(copies, of, { kind: 'days', days: [] });
      let text = '';
      for await (const part of short) text += part;
      expect(text).toContain('Coverage (0-1)\r\n');
    }));

  test('an error of the database ends the file with it', () =>
    copying(async (copies) => {
      const file = await copies.csv('select 1 / (3 - n) from generate_series(1, 5) n', 'UTC');
      file.resume();
      await expect(finished(file)).rejects.toThrow('division by zero');
      expect(copies.underWay).toBe(0);
    }));
});
