import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openLiveHttpClient } from '../http-client/index.ts';
import { openStandIn, type StandIn } from '../stand-in-server.ts';
import { type CityRecord, readCityFile } from './city-file.ts';
import { createCityIndex, packCities } from './city-index.ts';
import { foldName, parseCoordinates } from './coordinates.ts';
import { createOfflineGeocoder } from './offline-geocoder.ts';
import type { Geocoder } from './port.ts';
import { createRemoteGeocoder } from './remote-geocoder.ts';

describe('coordinates typed as text', () => {
  test.each([
    ['27.95, -82.46', 27.95, -82.46],
    ['27.95 -82.46', 27.95, -82.46],
    ['27.95N 82.46W', 27.95, -82.46],
    ['27.95° N, 82.46° W', 27.95, -82.46],
    ['33.9 s; 151.2 e', -33.9, 151.2],
    ['0,0', 0, 0],
  ])('%s', (text, latitude, longitude) => {
    expect(parseCoordinates(text)).toMatchObject({ latitude, longitude });
  });
  test.each([
    'Tampa',
    '33602',
    '27.95',
    '127, -82',
    '27, -182',
    '27.95, -82.46, 3',
    '1600 Pennsylvania Ave',
    '',
  ])('%j is none', (text) => {
    expect(parseCoordinates(text)).toBeNull();
  });
});

test.each([
  ['São Paulo', 'sao paulo'],
  ["Coeur d'Alene", 'coeur dalene'],
  ['Winston-Salem', 'winston salem'],
  ['  St.  Petersburg, FL ', 'st petersburg, fl'],
])('%j is compared as %j', (text, folded) => {
  expect(foldName(text)).toBe(folded);
});

describe('offline', () => {
  let geocoder: Geocoder;
  beforeAll(() => {
    geocoder = createOfflineGeocoder();
  });
  afterAll(() => geocoder.close());
  const first = async (text: string) => (await geocoder.search({ text, limit: 8 }))[0]?.label ?? null;

  test.each([
    ['tampa', 'Tampa, FL'],
    ['Tampa, Florida', 'Tampa, FL'],
    ['springfield il', 'Springfield, IL'],
    ['Springfield, MA', 'Springfield, MA'],
    ['saint petersburg fl', 'St. Petersburg, FL'],
    ['ft worth', 'Fort Worth, TX'],
    ['toronto', 'Toronto, Canada'],
    ['sao paulo', 'São Paulo, Brazil'],
    ['Paris, TX', 'Paris, TX'],
    ['london uk', 'London, United Kingdom'],
    ['27.95, -82.46', '27.9500, -82.4600'],
    ['qqqqq', null],
    ['', null],
    [', FL', null],
  ])('%s: %s', async (text, label) => {
    expect(await first(text)).toBe(label);
  });
  test('at most as many as asked for, with their places', async () => {
    const places = await geocoder.search({ text: 'san', limit: 3 });
    expect(places).toHaveLength(3);
    for (const { latitude, longitude } of places)
      expect(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180).toBe(true);
  });
  test('the nearest city, none in the middle of the sea', async () => {
    expect(await geocoder.reverse({ latitude: 28.15, longitude: -82.75 })).toMatchObject({
      label: 'Tarpon Springs, FL',
    });
    expect(await geocoder.reverse({ latitude: 0, longitude: -140 })).toBeNull();
  });
});

describe('the packed list', () => {
  const word = fc.stringMatching(/^[a-cÀÉ -]{1,4}$/);
  const city: fc.Arbitrary<CityRecord> = fc.record({
    name: word,
    country: fc.constant('US'),
    adminCode: fc.constantFrom('FL', 'GA'),
    population: fc.integer({ min: 0, max: 9 }),
    latitude: fc.integer({ min: -80, max: 80 }),
    longitude: fc.integer({ min: -179, max: 179 }),
  });
  test('finds what a scan of every city finds, in the same order of worth', () => {
    fc.assert(
      fc.property(fc.array(city, { maxLength: 30 }), word, (cities, typed) => {
        const prefix = foldName(typed);
        fc.pre(prefix !== '');
        const naive = cities.filter(
          ({ name, adminCode }) => foldName(name).startsWith(prefix) && adminCode === 'FL',
        );
        const worth = (one: CityRecord) => (foldName(one.name) === prefix ? 100 : 0) + one.population;
        const found = createCityIndex(packCities(cities)).withPrefix(
          prefix,
          5,
          ({ adminCode }) => adminCode === 'FL',
        );
        expect(found.map(worth)).toEqual(
          naive
            .map(worth)
            .sort((a, b) => b - a)
            .slice(0, 5),
        );
        for (const one of found) expect(naive).toContainEqual(one);
      }),
    );
  });
  test('a file that is cut short is refused', () => {
    expect(() => [...readCityFile(Uint8Array.of(200))]).toThrow('cut short');
  });
});

describe('a server', () => {
  let service: StandIn;
  let answer: string;
  const http = openLiveHttpClient({ userAgent: 'test' });
  beforeAll(async () => {
    service = await openStandIn((_request, response) => response.end(answer));
  });
  afterAll(async () => {
    await http.close();
    await service.close();
  });

  const stadium = {
    type: 'FeatureCollection',
    features: [
      {
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [-82.5034, 27.9759] },
        properties: {
          osm_type: 'W',
          countrycode: 'US',
          country: 'United States',
          state: 'Florida',
          city: 'Tampa',
          street: 'North Dale Mabry Highway',
          housenumber: '4201',
          name: 'Raymond James Stadium',
        },
      },
      { type: 'Feature', geometry: null, properties: { name: 'Nowhere' } },
      {
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [2.3483, 48.8535] },
        properties: { countrycode: 'FR', country: 'France', state: 'Ile-de-France', name: 'Paris' },
      },
    ],
  };
  test('Photon', async () => {
    const geocoder = createRemoteGeocoder({ kind: 'photon', url: `${service.url}/photon/`, http });
    answer = JSON.stringify(stadium);
    expect(await geocoder.search({ text: ' raymond & james ', limit: 5 })).toEqual([
      {
        label: 'Raymond James Stadium, 4201 North Dale Mabry Highway, Tampa, FL',
        latitude: 27.9759,
        longitude: -82.5034,
      },
      { label: 'Paris, Ile-de-France, France', latitude: 48.8535, longitude: 2.3483 },
    ]);
    expect(service.requests.at(-1)!.url).toBe('/photon/api?q=raymond%20%26%20james&limit=5&lang=en');
    expect(await geocoder.search({ text: 'x', limit: 1 })).toHaveLength(1);
    expect((await geocoder.reverse({ latitude: 27.98, longitude: -82.5 }))?.label).toContain('Raymond James');
    expect(await geocoder.reverse({ latitude: 40, longitude: -82.5 })).toBeNull();
    answer = '{"type":"FeatureCollection","features":[]}';
    expect(await geocoder.search({ text: 'x', limit: 1 })).toEqual([]);
    expect(await geocoder.reverse({ latitude: 40, longitude: -82.5 })).toBeNull();
  });
  test('Nominatim', async () => {
    const geocoder = createRemoteGeocoder({ kind: 'nominatim', url: service.url, http });
    const row = {
      place_id: 1,
      lat: '27.9477595',
      lon: '-82.4584440',
      category: 'boundary',
      display_name: 'Tampa, Hillsborough County, Florida, United States',
    };
    answer = JSON.stringify([row, { place_id: 2 }]);
    expect(await geocoder.search({ text: 'tampa', limit: 5 })).toEqual([
      { label: row.display_name, latitude: 27.9477595, longitude: -82.458444 },
    ]);
    expect(service.requests.at(-1)!.url).toBe('/search?q=tampa&format=jsonv2&limit=5&accept-language=en');
    answer = JSON.stringify(row);
    expect((await geocoder.reverse({ latitude: 27.95, longitude: -82.46 }))?.label).toBe(row.display_name);
    answer = '{"error":"Unable to geocode"}';
    expect(await geocoder.reverse({ latitude: 0, longitude: -140 })).toBeNull();
  });
  test.each(['<html>Bad gateway</html>', '{"message":"hello"}', '', '[{'])(
    '%j is malformed',
    async (text) => {
      answer = text;
      for (const kind of ['photon', 'nominatim'] as const) {
        await expect(
          createRemoteGeocoder({ kind, url: service.url, http }).search({ text: 'x', limit: 1 }),
        ).rejects.toMatchObject({
          kind: 'malformed',
        });
      }
    },
  );
  test('coordinates and empty text ask nobody', async () => {
    const before = service.requests.length;
    const geocoder = createRemoteGeocoder({ kind: 'photon', url: service.url, http });
    expect(await geocoder.search({ text: '27.95, -82.46', limit: 1 })).toHaveLength(1);
    expect(await geocoder.search({ text: '  ', limit: 1 })).toEqual([]);
    expect(service.requests).toHaveLength(before);
  });
});
