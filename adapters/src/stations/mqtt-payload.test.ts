import { describe, expect, test } from 'vitest';
import { readMqttPayload } from './mqtt-payload.ts';
import type { UnitSystem } from './unit-names.ts';
import { BadUpload, readStationUpload } from './upload.ts';

const now = Date.UTC(2026, 5, 6, 20);
const read = (payload: unknown, units: UnitSystem | null = null) => {
  const text = typeof payload === 'string' ? payload : JSON.stringify(payload);
  return readStationUpload(readMqttPayload(Buffer.from(text), units), now);
};

/**
 * One report, as a gateway sends it and as programs between it and us pass it on, made up for the purpose.
 */
const raw = {
  stationtype: 'GW2000A_V2.1.4',
  dateutc: '2026-06-06 19:59:30',
  tempf: '68.0',
  humidity: '50',
  windspeedmph: '10.0',
  windgustmph: '20.0',
  winddir: '90',
  baromrelin: '29.92',
  rainratein: '0.10',
  hourlyrainin: '0.20',
  dailyrainin: '1.00',
  solarradiation: '500.0',
  pm25_ch1: '12.0',
  lightning: '10',
  lightning_time: `${now / 1_000 - 60}`,
  lightning_num: '3',
};
const unitless = {
  humidity: 50,
  winddir: 90,
  solarradiation: 500,
  pm25_ch1: 12,
  lightning_time: '2026-06-06T19:59:00+00:00',
};
const metric = {
  temp: 20,
  windspeed: 16.0934,
  windgust: 32.1869,
  baromrel: 1013.2,
  rainrate: 2.54,
  hourlyrain: 5.08,
  dailyrain: 25.4,
  lightning: 10,
  ...unitless,
};
const imperial = {
  temp: 68,
  windspeed: 10,
  windgust: 20,
  baromrel: 29.92,
  rainrate: 0.1,
  hourlyrain: 0.2,
  dailyrain: 1,
  lightning: 6.21371,
  ...unitless,
};
const suffixed = {
  temp_c: 20,
  windspeedms: 4.4704,
  windgust_kmh: 32.1869,
  baromrelhpa: 1013.2,
  rainrate_mm: 2.54,
  hourlyrainmm: 5.08,
  dailyrainmm: 25.4,
  lightning: 10,
  ...unitless,
};
const values = {
  temperatureC: expect.closeTo(20, 3),
  relativeHumidityPct: 50,
  windMps: expect.closeTo(4.4704, 3),
  windGustMps: expect.closeTo(8.9408, 3),
  windDirectionDeg: 90,
  seaLevelPressureHpa: expect.closeTo(1013.2, 0),
  solarWm2: 500,
  rainRateMmPerHour: expect.closeTo(2.54, 3),
  rainLastHourMm: expect.closeTo(5.08, 3),
  rainTodayMm: expect.closeTo(25.4, 3),
  pm25Ugm3: 12,
  pm10Ugm3: null,
  wbgtC: null,
};

describe('a payload', () => {
  test.each<[string, unknown, UnitSystem | null]>([
    ['JSON with the names of the gateway', raw, null],
    ['the same said to be metric: the names say otherwise', raw, 'metric'],
    ['the same said to be imperial', raw, 'imperial'],
    ['a form', new URLSearchParams(raw).toString(), null],
    ['JSON converted to metric units', metric, 'metric'],
    ['JSON converted to imperial units', imperial, 'imperial'],
    ['JSON with units in its names', suffixed, null],
    [
      'the names of the gateway with metric values, said to be metric',
      {
        ...raw,
        tempf: '20',
        windspeedmph: '16.0934',
        windgustmph: '32.1869',
        baromrelin: '1013.2',
        baromabsin: '1000.1',
        rainratein: '2.54',
        hourlyrainin: '5.08',
        dailyrainin: '25.4',
      },
      'metric',
    ],
    ['names in other cases', { ...suffixed, TempC: 20, temp_c: undefined }, null],
  ])('%s', (_name, payload, units) => {
    const upload = read(payload, units);
    expect(upload.values).toEqual(values);
    expect(upload.lastStrike).toEqual({ at: now - 60_000, distanceKm: expect.closeTo(10, 3) });
  });

  test('without units holds what has none, and the pressure that can be one thing only', () => {
    const ambiguous = {
      temperatureC: null,
      windMps: null,
      windGustMps: null,
      rainRateMmPerHour: null,
      rainLastHourMm: null,
      rainTodayMm: null,
    };
    for (const payload of [metric, imperial])
      expect(read(payload).values).toEqual({ ...values, ...ambiguous });
    expect(read({ ...metric, baromrel: 760 }).values.seaLevelPressureHpa).toBeNull();
    expect(read({ ...unitless, dewpoint: 20 }).values.temperatureC).toBeNull();
    expect(read({ ...unitless, wbgt: 82.4 }).values.wbgtC).toBeCloseTo(28, 6);
    expect(read({ ...unitless, wbgt: 28 }).values.wbgtC).toBeNull();
    expect(read({ ...unitless, wbgt: 28 }, 'metric').values.wbgtC).toBeCloseTo(28, 6);
  });

  test.each(['-9999', null, '', 'n/a', {}, [20]])('%j is missing', (missing) => {
    expect(read({ ...suffixed, temp_c: missing }).values).toMatchObject({
      temperatureC: null,
      windDirectionDeg: 90,
    });
    expect(read({ ...metric, temp: missing }, 'metric').values.temperatureC).toBeNull();
  });

  test.each<[string, string]>([
    ['nothing', ''],
    ['half of JSON', JSON.stringify(raw).slice(0, 60)],
    ['a list', JSON.stringify([raw])],
    ['a number', '20.5'],
    ['a page', '<html></html>'],
    ['an empty object', '{}'],
    ['bytes', '\u0000\u0001\ufffd'],
    ['ambiguous values alone', '{"temp":20,"windspeed":5}'],
    ['a clock that was never set', JSON.stringify({ ...raw, dateutc: '2000-01-01 00:00:00' })],
  ])('%s cannot be read', (_name, text) => {
    expect(() => read(text)).toThrow(BadUpload);
  });
});
