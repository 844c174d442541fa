import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { badAnswers, type FailingService, openFailingService } from '../failing-service.ts';
import { createNwsStations } from './nws-stations.ts';

const now = Date.UTC(2026, 6, 15, 20);
const place = { latitude: 42.7, longitude: -73.8 };
const quantity = (value: number | null, unitCode: string, qualityControl = 'V') => ({
  unitCode: `wmoUnit:${unitCode}`,
  value,
  qualityControl,
});
/** As the service writes it, shortened to what is read. */
const observation = (changes: object = {}) => ({
  id: 'https://api.weather.gov/stations/KALB/observations/x',
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [-73.8, 42.75] },
  properties: {
    elevation: quantity(89, 'm'),
    stationName: 'Albany International Airport',
    timestamp: new Date(now - 600_000).toISOString().replace('.000Z', '+00:00'),
    rawMessage: '',
    textDescription: 'Partly Cloudy',
    temperature: quantity(25, 'degC'),
    dewpoint: quantity(null, 'degC', 'Z'),
    windDirection: quantity(270, 'degree_(angle)'),
    windSpeed: quantity(36, 'km_h-1'),
    windGust: quantity(null, 'km_h-1', 'Z'),
    barometricPressure: quantity(101_500, 'Pa'),
    seaLevelPressure: quantity(null, 'Pa', 'Z'),
    visibility: quantity(16_093.44, 'm', 'C'),
    precipitationLastHour: quantity(2.5, 'mm'),
    relativeHumidity: quantity(50, 'percent'),
    cloudLayers: [{ base: quantity(3_048, 'm'), amount: 'SCT' }],
    ...changes,
  },
});

let service: FailingService;
beforeAll(async () => {
  service = await openFailingService();
});
afterAll(() => service.close());

const open = (stationIds = ['KALB']) => createNwsStations({ http: service.http, stationIds });
const poll = (feed = open(), at = now) =>
  feed.poll({ now: at, places: [place], signal: new AbortController().signal });
const answer = (changes: object) => service.answer(() => ({ body: JSON.stringify(observation(changes)) }));

describe('an observation', () => {
  test('in SI units; humidity stands in for a dew point that is missing', async () => {
    answer({});
    expect(await poll()).toEqual([
      {
        stationId: 'KALB',
        stationName: 'Albany International Airport',
        latitude: 42.75,
        longitude: -73.8,
        elevationM: 89,
        observedAt: now - 600_000,
        temperatureC: 25,
        dewPointC: expect.closeTo(13.9, 0),
        windMps: 10,
        windGustMps: null,
        windDirection: 270,
        altimeterHpa: 1_015,
        visibilityMiles: expect.closeTo(10, 3),
        visibilityAtLeast: true,
        precipitationLastHourMm: 2.5,
        cloudCover: 3.5 / 8,
        weatherText: 'Partly Cloudy',
        thunder: 'unknown',
        raw: '',
      },
    ]);
    expect(service.asked.at(-1)).toBe('/stations/KALB/observations/latest');
  });
  test.each<[string, object, object]>([
    ['a null', { temperature: quantity(null, 'degC') }, { temperatureC: null, dewPointC: null }],
    [
      'nothing at all',
      { temperature: undefined, cloudLayers: undefined },
      { temperatureC: null, cloudCover: null },
    ],
    [
      'what was rejected',
      { temperature: quantity(99, 'degC', 'X'), windSpeed: quantity(400, 'km_h-1', 'Q') },
      { temperatureC: null, windMps: null },
    ],
    [
      'what was rejected in the older spelling',
      { temperature: quantity(99, 'degC', 'qc:X') },
      { temperatureC: null },
    ],
    [
      'numbers written as text',
      { temperature: { unitCode: 'unit:degC', value: '10', qualityControl: 'qc:V' } },
      { temperatureC: 10 },
    ],
    [
      'another unit',
      { temperature: quantity(77, 'degF'), windSpeed: quantity(5, 'm_s-1') },
      { temperatureC: 25, windMps: 5 },
    ],
    ['thunder', { textDescription: 'Thunderstorms and Rain' }, { thunder: 'yes' }],
    ['calm', { windSpeed: quantity(0, 'km_h-1') }, { windMps: 0, windDirection: null }],
  ])('with %s', async (_name, changes, expected) => {
    answer(changes);
    expect(await poll()).toMatchObject([expected]);
  });
  test('of a list is the newest; an empty list is none; a station that says nothing has its time in its name', async () => {
    const at = (minutes: number) =>
      observation({ timestamp: new Date(now - minutes * 60_000).toISOString() });
    service.answer(() => ({
      body: JSON.stringify({ type: 'FeatureCollection', features: [at(30), at(10), at(20)] }),
    }));
    expect(await poll()).toMatchObject([{ observedAt: now - 600_000 }]);
    service.answer(() => ({ body: '{"type":"FeatureCollection","features":[]}' }));
    expect(await poll()).toEqual([]);
    const { geometry } = observation();
    const id = `https://api.weather.gov/stations/KALB/observations/${new Date(now - 60_000).toISOString()}`;
    service.answer(() => ({
      body: JSON.stringify({ id, type: 'Feature', geometry, properties: { '@id': id } }),
    }));
    expect(await poll()).toMatchObject([
      { observedAt: now - 60_000, temperatureC: null, windMps: null, visibilityMiles: null },
    ]);
  });
  test('that is old is not handed over, and one far from every place neither', async () => {
    answer({ timestamp: new Date(now - 4 * 3_600_000).toISOString() });
    expect(await poll()).toEqual([]);
    answer({});
    expect(
      await open().poll({
        now,
        places: [{ latitude: 28, longitude: -82 }],
        signal: new AbortController().signal,
      }),
    ).toEqual([]);
  });
  test.each<[string, object]>([
    ['of the future', { timestamp: new Date(now + 3_600_000).toISOString() }],
    ['without a time', { timestamp: null }],
    ['in a unit that nobody knows', { windSpeed: quantity(5, 'furlong') }],
  ])('%s is malformed', async (_name, changes) => {
    answer(changes);
    await expect(poll()).rejects.toMatchObject({ kind: 'malformed' });
  });
});

test('many stations: all the first time, then one a poll in turn', async () => {
  answer({});
  const before = service.asked.length;
  const feed = open(['K1', 'K2', 'K3']);
  expect(await poll(feed)).toHaveLength(3);
  for (const minute of [1, 2, 3]) await poll(feed, now + minute * 60_000);
  expect(service.asked.slice(before + 3).sort()).toEqual(
    ['K1', 'K2', 'K3'].map((id) => `/stations/${id}/observations/latest`),
  );
});

describe('a failure', () => {
  test.each([
    ...badAnswers,
    ['an answer that is cut off', { body: '{"type":"Feature","prop' }, { kind: 'malformed' }] as const,
  ])('%s', async (_name, given, expected) => {
    service.answer(() => given);
    await expect(poll()).rejects.toMatchObject({ name: 'AdapterError', ...expected });
  });
});
