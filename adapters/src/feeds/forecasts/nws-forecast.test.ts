import { HOUR_MS } from '@allclear/domain';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AdapterError } from '../../adapter-error.ts';
import { type HttpClient, openLiveHttpClient } from '../../http-client/index.ts';
import { openStandIn, type StandIn } from '../../stand-in-server.ts';
import { createNwsPoints } from '../alerts/nws-points.ts';
import { nwsPoint } from '../alerts/nws-sample.ts';
import { createNwsForecast, parseNwsForecast } from './nws-forecast.ts';
import { nwsGrid, nwsHourly, nwsLayer } from './nws-forecast-sample.ts';
import { stretchOf } from './nws-layers.ts';
import { parseNwsPeriods, windMps } from './nws-periods.ts';
import type { ForecastFeed } from './port.ts';

const T = Date.UTC(2026, 6, 15, 12);
const signal = new AbortController().signal;
const cell = { cell: 'ALY/71,67', latitude: 42.7, longitude: -73.7 };

const parse = (changes: Record<string, unknown> = {}, hourly: string | null = nwsHourly(T, 24), now = T) =>
  parseNwsForecast(
    JSON.parse(nwsGrid(T - HOUR_MS, T - 6 * HOUR_MS, changes)),
    hourly ? parseNwsPeriods(JSON.parse(hourly)) : [],
    now,
  );
const at = (forecast: ReturnType<typeof parse>, hour: number) =>
  forecast.hours.find((one) => one.at === T + hour * HOUR_MS);

describe('the grid', () => {
  test('becomes hours in SI units', () => {
    const forecast = parse();
    expect(forecast).toMatchObject({ issuedAt: T - HOUR_MS, asOf: T, elevationM: 100 });
    expect(forecast.hours).toHaveLength(168);
    expect(forecast.hours[0]!.at, 'hours that passed since it began are there').toBe(T - 6 * HOUR_MS);
    expect(at(forecast, 0)).toEqual({
      at: T,
      temperatureC: 20,
      relativeHumidityPct: 50,
      windMps: 5,
      windGustMps: 10,
      windFromDegrees: 310,
      cloudCover: 0.4,
      precipitationMm: 0.5,
      precipitationChancePct: 30,
      snowMm: 0,
      weatherCode: 19,
      isDaytime: true,
    });
    // Beyond the hourly forecast the grid's own words count.
    expect(at(forecast, 30)).toMatchObject({ weatherCode: 13, isDaytime: null });
  });
  test('holds values for the stretches that it names, wherever they begin within the hour', () => {
    const start = T - 8 * 60_000;
    const forecast = parse(
      {
        temperature: nwsLayer('wmoUnit:degC', start, [
          [2, 10],
          [1, null],
          [5, 12],
        ]),
      },
      null,
    );
    expect([0, 1, 2, 3, 7, 8].map((hour) => at(forecast, hour)?.temperatureC)).toEqual([
      10,
      10,
      undefined,
      12,
      12,
      undefined,
    ]);
    const filled = parse({
      temperature: nwsLayer('wmoUnit:degC', start, [
        [2, 10],
        [1, null],
        [5, 12],
      ]),
    });
    expect(at(filled, 2)?.temperatureC, 'the hourly forecast fills what is null').toBeCloseTo(20);
  });
  test.each<[string, Record<string, unknown>, object]>([
    ['°F', { temperature: nwsLayer('wmoUnit:degF', T, [[24, 68]]) }, { temperatureC: 20 }],
    [
      'the older prefix of units',
      { temperature: nwsLayer('unit:degC', T, [[24, 21]]) },
      { temperatureC: 21 },
    ],
    ['m/s', { windSpeed: nwsLayer('wmoUnit:m_s-1', T, [[24, 7]]) }, { windMps: 7 }],
    [
      'an amount over a day is spread over its hours',
      { quantitativePrecipitation: nwsLayer('wmoUnit:mm', T, [[24, 48]]) },
      { precipitationMm: 2 },
    ],
    [
      'a layer that is missing',
      { windGust: undefined, snowfallAmount: null },
      { windGustMps: null, snowMm: null },
    ],
    ['an empty layer without a unit', { windGust: { values: [] } }, { windGustMps: null }],
    ['nulls', { skyCover: nwsLayer('wmoUnit:percent', T, [[24, null]]) }, { cloudCover: null }],
    [
      'what cannot be',
      { relativeHumidity: nwsLayer('wmoUnit:percent', T, [[24, -9999]]) },
      { relativeHumidityPct: 51 },
    ],
  ])('%s', (_name, changes, expected) => {
    expect(at(parse(changes), 0)).toMatchObject(expected);
  });
  test('an office that did not renew it for a day is not valid now', () => {
    const grid = JSON.parse(nwsGrid(T - 30 * HOUR_MS, T - 36 * HOUR_MS));
    expect(parseNwsForecast(grid, [], T).asOf).toBe(T - 12 * HOUR_MS);
  });
  test.each<[string, string]>([
    ['a unit that nobody knows', nwsGrid(T, T, { temperature: nwsLayer('wmoUnit:K_m-1', T, [[24, 1]]) })],
    ['no temperatures', nwsGrid(T, T, { temperature: { uom: 'wmoUnit:degC' } })],
    ['nothing to come', nwsGrid(T, T - 400 * HOUR_MS)],
    ['another shape', '{"type":"Feature"}'],
    ['a list', '[]'],
  ])('%s is malformed', (_name, grid) => {
    expect(() => parseNwsForecast(JSON.parse(grid), [], T)).toThrow(
      expect.objectContaining({ kind: 'malformed' }),
    );
  });
});

test.each<[unknown, number | null]>([
  ['2026-07-15T12:00:00+00:00/PT2H', 2],
  ['2026-07-15T12:00:00+00:00/P1DT6H', 30],
  ['2026-07-15T08:00:00-04:00/PT30M', 0.5],
  ['2026-07-15T12:00:00+00:00/2026-07-15T15:00:00+00:00', 3],
  ['2026-07-15T12:00:00+00:00/P', null],
  ['2026-07-15T12:00:00+00:00', null],
  ['noon/PT2H', null],
  [null, null],
])('the stretch %s', (text, hours) => {
  const stretch = stretchOf(text);
  expect(stretch && (stretch.to - stretch.from) / HOUR_MS).toBe(hours);
  if (stretch) expect(stretch.from).toBe(T);
});

test.each<[unknown, number | null]>([
  ['14 mph', 6.26],
  ['5 to 10 mph', 4.47],
  ['0 mph', 0],
  ['15 km/h', 4.17],
  [{ unitCode: 'wmoUnit:km_h-1', value: 18 }, 5],
  [{ unitCode: 'wmoUnit:km_h-1', minValue: 9, maxValue: 36 }, 10],
  [{ unitCode: 'wmoUnit:km_h-1', value: null }, null],
  ['calm', null],
  ['12', null],
  [null, null],
])('the wind %j', (value, expected) => {
  const speed = windMps(value);
  if (expected === null) expect(speed).toBeNull();
  else expect(speed).toBeCloseTo(expected, 2);
});

describe('the hourly forecast', () => {
  test('missing values are missing, and periods that are none are left out', () => {
    const nulls = {
      temperature: null,
      windSpeed: '',
      windDirection: '',
      relativeHumidity: { value: null },
      shortForecast: '',
      icon: null,
      isDaytime: null,
    };
    const json = JSON.parse(nwsHourly(T, 2, nulls));
    json.properties.periods.push(null, {}, { startTime: 'noon' });
    const missing = {
      temperatureC: null,
      windMps: null,
      windFromDegrees: null,
      relativeHumidityPct: null,
      weatherCode: null,
      isDaytime: null,
    };
    expect(parseNwsPeriods(json)).toEqual(
      [T, T + HOUR_MS].map((from) => ({ from, to: from + HOUR_MS, precipitationChancePct: 30, ...missing })),
    );
  });
  test('numbers written as text', () => {
    expect(
      parseNwsPeriods(
        JSON.parse(nwsHourly(T, 1, { temperature: '68', relativeHumidity: { value: '40' } })),
      )[0],
    ).toMatchObject({
      temperatureC: 20,
      relativeHumidityPct: 40,
    });
  });
  test('a temperature with its unit inside, and an icon where there are no words', () => {
    const changes = { temperature: { unitCode: 'wmoUnit:degC', value: 20 }, shortForecast: 'Unheard Of' };
    expect(parseNwsPeriods(JSON.parse(nwsHourly(T, 1, changes)))[0]).toMatchObject({
      temperatureC: 20,
      weatherCode: 19,
      windFromDegrees: 315,
    });
  });
});

describe('through the HTTP client', () => {
  type Body = string | Buffer | 'silence';
  type Answer = { status?: number; headers?: Record<string, string>; body: Body };
  let service: StandIn;
  let http: HttpClient;
  let feed: ForecastFeed;
  let points: ReturnType<typeof createNwsPoints>;
  let answers: { grid: Answer; hourly: Answer; point: Answer };

  beforeEach(async () => {
    answers = {
      grid: { body: nwsGrid(T - HOUR_MS, T) },
      hourly: { body: nwsHourly(T, 24) },
      point: {
        body: nwsPoint({ forecast: 'NYZ052' }).replace(
          '"@type"',
          '"gridId":"ALY","gridX":71,"gridY":67,"@type"',
        ),
      },
    };
    service = await openStandIn(({ url }, response) => {
      const {
        status = 200,
        headers = {},
        body,
      } = answers[url!.endsWith('/hourly') ? 'hourly' : url!.startsWith('/points') ? 'point' : 'grid'];
      if (body !== 'silence') response.writeHead(status, headers).end(body);
    });
    const live = openLiveHttpClient({ userAgent: 'Allclear test (ops@example.org)' });
    http = {
      get: (request) =>
        live.get({
          ...request,
          url: request.url.replace('https://api.weather.gov', service.url),
          timeoutMs: 1_000,
        }),
      close: () => live.close(),
    };
    points = createNwsPoints({ http });
    feed = createNwsForecast({ http, points });
  });
  afterEach(async () => {
    await http.close();
    await service.close();
  });
  const read = (onFault?: (error: Error) => void) =>
    feed.read({ cell, now: T, signal, ...(onFault ? { onFault } : {}) });
  const failure = (act: () => Promise<unknown>) =>
    act().then(
      () => null,
      (thrown: AdapterError) => thrown,
    );

  test('grid and words in two requests', async () => {
    expect((await read()).hours[0]).toMatchObject({ at: T, weatherCode: 19 });
    expect(service.requests.map(({ url }) => url)).toEqual([
      '/gridpoints/ALY/71,67',
      '/gridpoints/ALY/71,67/forecast/hourly',
    ]);
    expect(feed).toMatchObject({ vendor: 'nws', pollEveryMs: HOUR_MS });
  });
  test('without the phrases the grid is used, and it is reported', async () => {
    answers.hourly = { status: 503, body: '{}' };
    const faults: Error[] = [];
    expect((await read((fault) => faults.push(fault))).hours[0]).toMatchObject({
      at: T,
      weatherCode: 13,
      isDaytime: null,
    });
    expect(faults).toHaveLength(1);
  });
  test.each<[string, Answer, object]>([
    ['a page', { body: '<html>Access Denied</html>' }, { kind: 'malformed' }],
    ['an empty body', { status: 204, body: '' }, { kind: 'malformed' }],
    ['half of it', { body: nwsGrid(T, T).slice(0, 400) }, { kind: 'malformed' }],
    ['404', { status: 404, body: '{}' }, { kind: 'upstream', status: 404, retryable: false }],
    [
      '429',
      { status: 429, headers: { 'retry-after': '90' }, body: '' },
      { kind: 'upstream', status: 429, retryAfterMs: 90_000 },
    ],
    ['503', { status: 503, body: '<html>busy</html>' }, { kind: 'upstream', status: 503, retryable: true }],
    ['silence', { body: 'silence' }, { kind: 'timeout', retryable: true }],
    ['50 MB', { body: Buffer.alloc(50_000_000, ' ') }, { kind: 'malformed' }],
  ])('%s is a failure of one request, and the next answer counts again', async (_name, bad, expected) => {
    answers.grid = bad;
    expect(await failure(read)).toMatchObject({
      name: 'AdapterError',
      source: 'api.weather.gov',
      ...expected,
    });
    expect(service.requests).toHaveLength(1);
    answers.grid = { body: nwsGrid(T, T) };
    expect((await read()).hours).not.toHaveLength(0);
  });

  test('a place is asked for once, for its zones and for its cell', async () => {
    const place = { latitude: 42.745, longitude: -73.752, signal };
    const [zones, grid] = await Promise.all([points.ask(place, 'zones'), feed.cellOf(place)]);
    expect([zones.zones, grid]).toEqual([['NYZ052'], 'ALY/71,67']);
    expect(service.requests).toHaveLength(1);
    expect(await feed.cellOf(place), 'asked again, it is asked for anew').toBe('ALY/71,67');
    expect(service.requests).toHaveLength(2);
  });
  test('a failed answer is not shared; outside the United States there is no cell, and none on a point without a grid', async () => {
    const place = { latitude: 42.745, longitude: -73.752, signal };
    answers.point = { status: 500, body: '{}' };
    expect(await failure(() => points.ask(place, 'zones'))).toMatchObject({ status: 500 });
    answers.point = { status: 404, body: '{}' };
    expect(await feed.cellOf(place)).toBeNull();
    answers.point = { body: nwsPoint({ forecast: 'GMZ850' }) };
    expect(await feed.cellOf({ latitude: 27, longitude: -85, signal })).toBeNull();
  });
});
