import { HOUR_MS } from '@allclear/domain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { badAnswers, type FailingService, openFailingService } from '../failing-service.ts';
import { createOpenMeteoForecast, parseOpenMeteo } from './open-meteo.ts';

const T = Date.UTC(2026, 6, 15, 12);
const now = T + 20 * 60_000;
const signal = new AbortController().signal;
const hour = (index: number, offsetHours = 0) =>
  new Date(T + (index + offsetHours) * HOUR_MS).toISOString().slice(0, 16);
const threeHours = (offsetHours = 0) => [0, 1, 2].map((index) => hour(index, offsetHours));

/** An answer as the service writes it, made up for the purpose: three hours. */
const answer = (
  hourly: Record<string, unknown> = {},
  units: Record<string, string> = {},
  rest: Record<string, unknown> = {},
) => ({
  latitude: 40.9,
  longitude: -73.1,
  utc_offset_seconds: 0,
  timezone: 'GMT',
  elevation: 44,
  ...rest,
  hourly_units: {
    time: 'iso8601',
    temperature_2m: '°C',
    wind_speed_10m: 'm/s',
    wind_gusts_10m: 'm/s',
    precipitation: 'mm',
    snowfall: 'cm',
    cloud_cover: '%',
    precipitation_probability: '%',
    weather_code: 'wmo code',
    is_day: '',
    ...units,
  },
  hourly: {
    time: threeHours(),
    temperature_2m: [20, 21, null],
    wind_speed_10m: [5, 6, 7],
    wind_gusts_10m: [30, 9, 8],
    cloud_cover: [50, 60, null],
    precipitation: [9, 1.5, 2],
    snowfall: [0, 0.5, 0],
    precipitation_probability: [90, 40, 50],
    weather_code: [3, 95, 3],
    is_day: [1, 0, 0],
    ...hourly,
  },
});
const parse = (content: unknown, at = now) =>
  parseOpenMeteo(Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)), at);

describe('an answer', () => {
  test('becomes hours in SI units; what falls or blows within an hour stands beside its end', () => {
    const { hours, ...rest } = parse(answer());
    expect(rest).toEqual({ issuedAt: now, asOf: now, elevationM: 44 });
    expect(hours).toHaveLength(2);
    expect(hours[0]).toEqual({
      at: T,
      temperatureC: 20,
      relativeHumidityPct: null,
      windMps: 5,
      windGustMps: 9,
      windFromDegrees: null,
      cloudCover: 0.5,
      precipitationMm: 1.5,
      precipitationChancePct: 40,
      snowMm: 5,
      weatherCode: 19,
      isDaytime: true,
    });
  });
  test('in other units and another zone', () => {
    const local = answer(
      {
        time: threeHours(-4),
        temperature_2m: [68, 70, 72],
        wind_speed_10m: [10, 10, 10],
        precipitation: [0, 1, 0],
      },
      { temperature_2m: '°F', wind_speed_10m: 'mp/h', precipitation: 'inch' },
      { utc_offset_seconds: -14_400 },
    );
    const { hours } = parse(local);
    expect(hours[0]).toMatchObject({ at: T, temperatureC: 20, precipitationMm: 25.4 });
    expect(hours[0]!.windMps).toBeCloseTo(4.47, 2);
    expect(hours.at(-1)!.precipitationMm, 'the last hour does not know what falls in it').toBeNull();
  });
  test('with the former names of its variables', () => {
    const former = { windspeed_10m: [18, 18, 18], weathercode: [3, 95, 3], cloudcover: [50, 50, 50] };
    const without = { wind_speed_10m: undefined, weather_code: undefined, cloud_cover: undefined };
    const { hours } = parse(
      answer({ ...without, ...former }, { windspeed_10m: 'km/h', weathercode: 'wmo code', cloudcover: '%' }),
    );
    expect(hours[0]).toMatchObject({ windMps: 5, weatherCode: 19, cloudCover: 0.5 });
  });
  test('in epoch seconds', () => {
    expect(
      parse(answer({ time: [0, 1, 2].map((index) => (T + index * HOUR_MS) / 1_000) })).hours[0]!.at,
    ).toBe(T);
  });
  test.each<[string, Record<string, unknown>, Record<string, string>, object]>([
    [
      'a variable that its model does not have',
      { cloud_cover: [null, null, null] },
      { cloud_cover: 'undefined' },
      { cloudCover: null },
    ],
    ['a variable that is not there', { precipitation: undefined }, {}, { precipitationMm: null, snowMm: 5 }],
    [
      'what cannot be',
      { wind_speed_10m: [-9999, 0, 0], precipitation_probability: [0, 400, 0] },
      {},
      { windMps: null, precipitationChancePct: null },
    ],
    ['a code that is none', { weather_code: [1234, 777, 3] }, {}, { weatherCode: null }],
  ])('with %s', (_name, hourly, units, expected) => {
    expect(parse(answer(hourly, units)).hours[0]).toMatchObject(expected);
  });
  test('that goes on for longer than is asked for is cut', () => {
    const time = Array.from({ length: 400 }, (_, index) => hour(index));
    expect(parse(answer({ time, temperature_2m: time.map(() => 20) })).hours).toHaveLength(8 * 24);
  });
  test.each<[string, unknown]>([
    ['of a temperature without a unit', answer({}, { temperature_2m: '' })],
    ['of a unit that nobody knows', answer({}, { temperature_2m: 'K' })],
    ['of a speed in degrees', answer({}, { wind_speed_10m: '°' })],
    ['without a zone', answer({}, {}, { utc_offset_seconds: null })],
    ['of yesterday', answer({ time: threeHours(-24) })],
    ['of nulls alone', answer({ temperature_2m: [null, null, null] })],
    ['of nothing', answer({ time: [], temperature_2m: [] })],
    ['of another shape', { error: true, reason: 'Daily API request limit exceeded.' }],
  ])('%s is malformed', (_name, content) => {
    expect(() => parse(content)).toThrow(expect.objectContaining({ kind: 'malformed' }));
  });
});

describe('through the HTTP client', () => {
  let service: FailingService;
  const hosts: string[] = [];
  beforeAll(async () => {
    service = await openFailingService();
  });
  afterAll(() => service.close());
  const read = (key: string | null = null) => {
    const http = {
      ...service.http,
      get: (request: Parameters<typeof service.http.get>[0]) => {
        hosts.push(new URL(request.url).host);
        return service.http.get(request);
      },
    };
    return createOpenMeteoForecast({ http, key }).read({
      cell: { cell: 'x', latitude: 40.9, longitude: -73.1 },
      now,
      signal,
    });
  };

  test('one request for a cell, of the host for customers with a key', async () => {
    service.answer(() => ({ body: JSON.stringify(answer()) }));
    expect((await read()).hours).toHaveLength(2);
    expect((await read('SECRET')).hours).toHaveLength(2);
    expect(hosts).toEqual(['api.open-meteo.com', 'customer-api.open-meteo.com']);
    const [free, paid] = service.asked.map((path) => new URL(path, 'http://x').searchParams);
    expect(Object.fromEntries(free!)).toMatchObject({
      latitude: '40.900',
      longitude: '-73.100',
      timezone: 'UTC',
      wind_speed_unit: 'ms',
    });
    expect([free!.get('apikey'), paid!.get('apikey')]).toEqual([null, 'SECRET']);
  });
  test('places near each other, anywhere in the world, share a cell', async () => {
    const { cellOf, attribution } = createOpenMeteoForecast({ http: service.http, key: null });
    const cells = [
      cellOf({ latitude: -33.86, longitude: 151.2, signal }),
      cellOf({ latitude: -33.87, longitude: 151.21, signal }),
    ];
    expect(await Promise.all(cells)).toEqual(['-677,3024', '-677,3024']);
    expect(attribution).toContain('Open-Meteo.com (CC BY 4.0)');
  });
  test.each([
    ...badAnswers,
    ['half of it', { body: JSON.stringify(answer()).slice(0, 200) }, { kind: 'malformed' }] as const,
    [
      '400',
      { status: 400, body: '{"error":true,"reason":"no"}' },
      { kind: 'upstream', status: 400, retryable: false },
    ] as const,
    [
      'an old answer',
      { body: JSON.stringify(answer({ time: threeHours(-48) })) },
      { kind: 'malformed' },
    ] as const,
  ])(
    '%s is a failure that never contains the key, and the next answer counts again',
    async (_name, bad, expected) => {
      service.answer(() => bad);
      const thrown = await read('SECRET').then(
        () => null,
        (error: Error) => error,
      );
      expect(thrown).toMatchObject({ name: 'AdapterError', source: 'open-meteo.com', ...expected });
      expect(thrown!.message).not.toContain('SECRET');
      service.answer(() => ({ body: JSON.stringify(answer()) }));
      expect((await read()).hours).toHaveLength(2);
    },
  );
});
