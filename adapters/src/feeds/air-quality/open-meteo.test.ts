import { HOUR_MS, pollutantIndices } from '@allclear/domain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { badAnswers, type FailingService, openFailingService } from '../failing-service.ts';
import { createOpenMeteoAirQuality, parseOpenMeteoAir } from './open-meteo.ts';

const T = Date.UTC(2026, 6, 15, 12);
const now = T + 20 * 60_000;
const place = { latitude: 40.9, longitude: -73.1 };
const signal = new AbortController().signal;

/**
 * An answer as the service writes it, made up for the purpose: 36 hours up to midnight, the present one is
 * the 25th.
 */
const answer = (
  hourly: Record<string, unknown> = {},
  units: Record<string, string> = {},
  firstAt = T - 24 * HOUR_MS,
) => ({
  latitude: 40.8,
  longitude: -73.2,
  utc_offset_seconds: 0,
  timezone: 'GMT',
  elevation: 44,
  hourly_units: { time: 'iso8601', pm2_5: '\u03bcg/m³', pm10: '\u03bcg/m³', ozone: '\u03bcg/m³', ...units },
  hourly: {
    time: Array.from({ length: 36 }, (_, index) =>
      new Date(firstAt + index * HOUR_MS).toISOString().slice(0, 16),
    ),
    pm2_5: Array.from({ length: 36 }, (_, index) => (index <= 24 ? 40 : 500)),
    pm10: Array.from({ length: 36 }, (_, index) => index),
    ozone: Array.from({ length: 36 }, () => 98.16),
    ...hourly,
  },
});
const parse = (content: unknown) =>
  parseOpenMeteoAir(Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)), place, now);

describe('an answer', () => {
  test('becomes the last day up to now, newest first, and says that it is a model at the place', () => {
    const readings = parse(answer());
    expect(readings.map(({ pollutant }) => pollutant)).toEqual(['PM2.5', 'PM10', 'O3']);
    for (const reading of readings) {
      expect(reading).toMatchObject({ ...place, modelled: true, observedAt: T, nowCastIndex: null });
      expect(reading.siteName).toContain('no monitor');
      expect(reading.hours).toHaveLength(24);
    }
    expect(
      readings[0]!.hours!.every((value) => value === 40),
      'nothing of what is still to come',
    ).toBe(true);
    expect(readings[1]!.hours!.slice(0, 3)).toEqual([24, 23, 22]);
    expect(readings[2]!.hours![0], 'parts per million').toBeCloseTo(0.05, 4);
    expect(pollutantIndices('PM2.5', null, readings[0]!.hours).nowCast).toBe(112);
  });
  test('with nulls: the newest hour is the newest that is known, and a pollutant without any is left out', () => {
    const holes = Array.from({ length: 36 }, (_, index) => (index > 22 || index === 20 ? null : 10));
    const readings = parse(
      answer({ pm2_5: holes, ozone: Array.from({ length: 36 }, () => null) }, { ozone: 'undefined' }),
    );
    expect(readings.map(({ pollutant }) => pollutant)).toEqual(['PM2.5', 'PM10']);
    expect(readings[0]).toMatchObject({ observedAt: T - 2 * HOUR_MS });
    expect(readings[0]!.hours!.slice(0, 4)).toEqual([10, 10, null, 10]);
    expect(readings[0]!.hours!.at(-1), 'before the first hour nothing is known').toBeNull();
  });
  test('of the present alone is one hour', () => {
    const current = { time: '2026-07-15T12:00', interval: 3600, ozone: 98.16 };
    const readings = parse({ utc_offset_seconds: 0, current_units: { ozone: '\u00b5g/m³' }, current });
    expect(readings).toMatchObject([{ pollutant: 'O3', observedAt: T }]);
    expect(readings[0]!.hours!.slice(1).every((value) => value === null)).toBe(true);
  });
  test('of nulls alone: nothing is known', () => {
    const nulls = Array.from({ length: 36 }, () => null);
    expect(parse(answer({ pm2_5: nulls, pm10: nulls, ozone: nulls }))).toEqual([]);
  });
  test.each<[string, unknown]>([
    ['in a unit that nobody knows', answer({}, { ozone: 'ppb' })],
    ['of last week', answer({}, {}, T - 168 * HOUR_MS)],
    ['without any pollutant', answer({ pm2_5: undefined, pm10: undefined, ozone: undefined })],
    ['of nothing', answer({ time: [] })],
    ['of another shape', { error: true, reason: 'no' }],
  ])('%s is malformed', (_name, content) => {
    expect(() => parse(content)).toThrow(expect.objectContaining({ kind: 'malformed' }));
  });
});

describe('through the HTTP client', () => {
  let service: FailingService;
  beforeAll(async () => {
    service = await openFailingService();
  });
  afterAll(() => service.close());
  const feed = (key: string | null = null) => createOpenMeteoAirQuality({ http: service.http, key });
  const read = (key: string | null = null) => feed(key).read({ ...place, now, signal });

  test('one request for a place; no measurement gives an empty list with the attribution', async () => {
    service.answer(() => ({ body: JSON.stringify(answer()) }));
    expect(await read()).toHaveLength(3);
    const { pathname, searchParams } = new URL(service.asked[0]!, 'http://x');
    expect(pathname).toBe('/v1/air-quality');
    expect(Object.fromEntries(searchParams)).toMatchObject({
      latitude: '40.900',
      hourly: 'pm2_5,pm10,ozone',
      timezone: 'UTC',
    });
    expect(feed().attribution).toMatch(/Open-Meteo\.com \(CC BY 4\.0\).*not measured/);
  });
  test.each([
    ...badAnswers,
    ['half of it', { body: JSON.stringify(answer()).slice(0, 300) }, { kind: 'malformed' }] as const,
    [
      'an old answer',
      { body: JSON.stringify(answer({}, {}, T - 100 * HOUR_MS)) },
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
      expect(await read()).toHaveLength(3);
    },
  );
});
