import { describe, expect, test } from 'vitest';
import { BadUpload, readStationUpload, uploadCredentials } from './upload.ts';
import { readUploadTime } from './upload-time.ts';

const now = Date.UTC(2026, 5, 6, 20);

/** Cut down from what a gateway with a sensor array of either gauge and a lightning sensor sends. */
const gateway = {
  PASSKEY: '0123456789ABCDEF0123456789ABCDEF',
  stationtype: 'GW2000A_V2.1.4',
  dateutc: '2026-06-06 19:59:30',
  tempinf: '72.9',
  humidityin: '56',
  baromrelin: '29.870',
  baromabsin: '29.509',
  tempf: '59.7',
  humidity: '65',
  winddir: '327',
  windspeedmph: '2.24',
  windgustmph: '3.80',
  solarradiation: '120.50',
  rainratein: '0.000',
  hourlyrainin: '0.000',
  dailyrainin: '0.000',
  rrain_piezo: '0.100',
  hrain_piezo: '0.063',
  drain_piezo: '0.075',
  gain10_piezo: 1.0,
  pm25_ch1: '21.0',
  pm10_co2: '6.1',
  lightning_num: '13',
  lightning: '7',
  lightning_time: String(now / 1000 - 600),
};

describe('an upload', () => {
  test('of a gateway in SI units', () => {
    expect(readStationUpload(gateway, now)).toEqual({
      protocol: 'ecowitt',
      observedAt: now - 30_000,
      values: {
        temperatureC: expect.closeTo(15.389, 3),
        relativeHumidityPct: 65,
        windMps: expect.closeTo(1.0014, 4),
        windGustMps: expect.closeTo(1.6988, 4),
        windDirectionDeg: 327,
        seaLevelPressureHpa: expect.closeTo(1011.51, 1),
        solarWm2: 120.5,
        rainRateMmPerHour: expect.closeTo(2.54, 6),
        rainLastHourMm: expect.closeTo(1.6002, 6),
        rainTodayMm: expect.closeTo(1.905, 6),
        pm25Ugm3: 21,
        pm10Ugm3: 6.1,
        wbgtC: null,
      },
      lastStrike: { at: now - 600_000, distanceKm: 7 },
    });
  });

  test('of a console that speaks Weather Underground, numbers or text', () => {
    const fields = {
      ID: 'AC1',
      PASSWORD: 'secret',
      action: 'updateraw',
      dateutc: 'now',
      tempf: 89.42,
      dewptf: '70.7',
      rainin: '0.1',
      baromin: '30.135',
    };
    const upload = readStationUpload(fields, now);
    expect(upload).toMatchObject({ protocol: 'wunderground', observedAt: now, lastStrike: null });
    expect(upload.values.relativeHumidityPct).toBeCloseTo(54.2, 0);
    expect(upload.values.rainLastHourMm).toBeCloseTo(2.54, 6);
    expect(upload.values.seaLevelPressureHpa).toBeCloseTo(1020.5, 1);
  });

  test('of Ambient Weather is recognized by its type', () => {
    expect(readStationUpload({ ...gateway, stationtype: 'AMBWeatherV4.3.4' }, now).protocol).toBe('ambient');
  });

  test.each([
    '',
    ' ',
    '-9999',
    '-9999.0',
    '-999',
    '--',
    'null',
    'NaN',
    '1e999',
    '0x10',
    undefined,
    null,
    {},
    [],
  ])('%j is missing, and not zero', (missing) => {
    const { values } = readStationUpload({ ...gateway, tempf: missing, windspeedmph: missing }, now);
    expect(values).toMatchObject({ temperatureC: null, windMps: null, relativeHumidityPct: 65 });
  });

  test('whose barometer shows hPa under the name of inches was converted: no value with a unit counts', () => {
    const converted = {
      ...gateway,
      baromrelin: '1011.3',
      tempf: '-4.4',
      windspeedmph: '32.4',
      dewptf: '3',
      hourlyrainin: '1.5',
      wbgtf: '20',
    };
    for (const changes of [converted, { ...converted, baromrelin: '', baromabsin: '837.793' }]) {
      expect(readStationUpload({ ...changes, rrain_piezo: '2' }, now).values).toMatchObject({
        temperatureC: null,
        windMps: null,
        windGustMps: null,
        rainRateMmPerHour: null,
        rainLastHourMm: null,
        rainTodayMm: null,
        wbgtC: null,
        relativeHumidityPct: 65,
        windDirectionDeg: 327,
        solarWm2: 120.5,
        pm25Ugm3: 21,
      });
    }
    // Far above any range: the checks keep it out and say so.
    expect(readStationUpload(converted, now).values.seaLevelPressureHpa).toBeGreaterThan(30_000);
  });

  test('a WBGT without its unit counts where it can be in one only', () => {
    expect(readStationUpload({ ...gateway, wbgt: '82.40' }, now).values.wbgtC).toBeCloseTo(28, 6);
    expect(readStationUpload({ ...gateway, wbgt: '28.0' }, now).values.wbgtC).toBeNull();
    expect(readStationUpload({ ...gateway, wbgt: '28.0', wbgtf: '82.4' }, now).values.wbgtC).toBeCloseTo(
      28,
      6,
    );
  });

  test('zero is zero', () => {
    expect(readStationUpload({ ...gateway, windspeedmph: '0.00', tempf: '0' }, now).values).toMatchObject({
      windMps: 0,
      temperatureC: expect.closeTo(-17.78, 2),
    });
  });

  test.each([{}, { PASSKEY: 'x', dateutc: 'now' }, { tempf: '' }, { tempinf: '70' }, { '<html>': '' }])(
    '%j holds no measure',
    (fields) => {
      expect(() => readStationUpload(fields, now)).toThrow(BadUpload);
    },
  );

  test('a lightning sensor that noticed nothing, or whose clock is wrong, reports no strike', () => {
    for (const changes of [
      { lightning_time: '' },
      { lightning: '' },
      { lightning: '255' },
      { lightning_time: String(now / 1000 + 3_600) },
    ]) {
      expect(readStationUpload({ ...gateway, ...changes }, now).lastStrike).toBeNull();
    }
  });
});

describe('credentials', () => {
  test.each([
    [{ PASSKEY: 'k' }, { uploadId: null, key: 'k' }],
    [{ passkey: 'k' }, { uploadId: null, key: 'k' }],
    [
      { ID: 'i', PASSWORD: 'p' },
      { uploadId: 'i', key: 'p' },
    ],
    [{ PASSWORD: 'p' }, null],
    [{ ID: 'i' }, null],
    [{ PASSKEY: '' }, null],
    [{}, null],
  ])('%j', (fields, expected) => {
    expect(uploadCredentials(fields)).toEqual(expected);
  });
});

describe('the time of a report', () => {
  test.each([
    ['now', now],
    [null, now],
    ['2026-06-06 19:59:30', now - 30_000],
    ['2026-06-06+19:59:30', now - 30_000],
    ['2026-06-06+19%3A59%3A30', now - 30_000],
    ['2026-06-06%2019:59:30', now - 30_000],
    ['2026-06-06T19:59:30Z', now - 30_000],
    ['2026-6-6 9:5:3', Date.UTC(2026, 5, 6, 9, 5, 3)],
    ['2026-06-06 20:03:00', now],
    [`${now - 30_000}`, now - 30_000],
  ])('%s', (given, at) => {
    expect(readUploadTime(given, now)).toEqual({ kind: 'at', at });
  });
  test.each([
    '2026-06-06 20:06:00',
    '2016-4-19 4:42:35',
    '2026-02-30 12:00:00',
    '2026-06-06',
    'yesterday',
    '1780776000',
  ])('%s is refused', (given) => {
    expect(readUploadTime(given, now).kind).toBe('bad');
  });
});
