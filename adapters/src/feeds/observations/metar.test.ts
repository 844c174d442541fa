import { beforeEach, describe, expect, test } from 'vitest';
import { AdapterError } from '../../adapter-error.ts';
import type { Archive } from '../../http-client/index.ts';
import { type HttpClient, openReplayingHttpClient } from '../../http-client/index.ts';
import { createMetarFeed, parseMetars } from './metar.ts';
import type { ObservationFeed } from './port.ts';

const T = Date.UTC(2026, 9, 10, 9);
const TAMPA = { latitude: 27.95, longitude: -82.46 };

/** As the service answered on a stormy day, shortened to what is read. */
const storm = {
  icaoId: 'KPUB',
  receiptTime: '2026-07-09T21:56:30.536Z',
  obsTime: T / 1000 - 420,
  reportTime: '2026-07-09T22:00:00.000Z',
  temp: 21.1,
  dewp: 12.2,
  wdir: 310,
  wspd: 21,
  wgst: 58,
  visib: 0.75,
  altim: 1016.7,
  wxString: '+TSRA SQ',
  precip: 0.5,
  metarType: 'METAR',
  rawOb: 'METAR KPUB 092153Z 31021G58KT 3/4SM +TSRA SQ FEW028 BKN100 21/12 A3002 RMK AO2 TSB49 P0050',
  lat: 27.9,
  lon: -82.5,
  elev: 1440,
  name: 'Pueblo Arpt, CO, US',
  cover: 'BKN',
  clouds: [
    { cover: 'FEW', base: 2800 },
    { cover: 'BKN', base: 10000 },
  ],
};
const bare = { icaoId: 'KBAR', obsTime: T / 1000 - 600, lat: 27.95, lon: -82.5, rawOb: 'METAR KBAR 10SM' };

const parse = (content: unknown) =>
  parseMetars(Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)));
const one = (changes: Record<string, unknown>) => parse([{ ...bare, ...changes }]).reports[0]!;

describe('reading a report', () => {
  test('everything that a storm says', () => {
    expect(parse([storm]).reports[0]).toEqual({
      stationId: 'KPUB',
      stationName: 'Pueblo Arpt, CO, US',
      latitude: 27.9,
      longitude: -82.5,
      elevationM: 1440,
      observedAt: T - 420_000,
      temperatureC: 21.1,
      dewPointC: 12.2,
      windMps: expect.closeTo(10.803, 3),
      windGustMps: expect.closeTo(29.838, 3),
      windDirection: 310,
      altimeterHpa: 1016.7,
      visibilityMiles: 0.75,
      visibilityAtLeast: false,
      precipitationLastHourMm: expect.closeTo(12.7, 6),
      cloudCover: 0.75,
      weatherText: 'Thunderstorm, heavy rain, squalls',
      thunder: 'yes',
      raw: storm.rawOb,
    });
  });
  test('what is left out is null and not zero', () => {
    const absent = {
      stationName: 'KBAR',
      elevationM: null,
      temperatureC: null,
      dewPointC: null,
      windMps: null,
      windGustMps: null,
    };
    const also = {
      windDirection: null,
      altimeterHpa: null,
      visibilityMiles: null,
      visibilityAtLeast: false,
      precipitationLastHourMm: null,
    };
    expect(parse([bare]).reports[0]).toMatchObject({
      ...absent,
      ...also,
      cloudCover: null,
      weatherText: null,
    });
    const nulls = {
      temp: null,
      dewp: null,
      wdir: null,
      wspd: null,
      visib: '',
      wxString: null,
      cover: null,
      clouds: null,
    };
    expect(one(nulls)).toMatchObject({
      temperatureC: null,
      windMps: null,
      visibilityMiles: null,
      weatherText: null,
      cloudCover: null,
    });
  });
  test.each([
    [{ wdir: 'VRB', wspd: 6 }, { windDirection: 'variable' }],
    [
      { wdir: 0, wspd: 0 },
      { windDirection: null, windMps: 0 },
    ],
    [{ wdir: 360, wspd: 5 }, { windDirection: 360 }],
    [{ wdir: 400, wspd: 5 }, { windDirection: null }],
    [{ visib: '10+' }, { visibilityMiles: 10, visibilityAtLeast: true }],
    [{ visib: '6+' }, { visibilityMiles: 6, visibilityAtLeast: true }],
    [{ visib: 1.25 }, { visibilityMiles: 1.25, visibilityAtLeast: false }],
    [{ visib: 'P6SM' }, { visibilityMiles: null, visibilityAtLeast: false }],
    [{ temp: 999 }, { temperatureC: null }],
    [{ precip: 0 }, { precipitationLastHourMm: 0 }],
    [{ cover: 'CLR', clouds: [] }, { cloudCover: 0 }],
    [{ clouds: [{ cover: 'FEW' }, { cover: 'SCT' }] }, { cloudCover: 3.5 / 8 }],
    [{ cover: 'OVX' }, { cloudCover: 1 }],
    [{ rawOb: 'METAR KBAR 10SM RMK AO2 TSNO' }, { thunder: 'unknown' }],
  ])('%j', (changes, expected) => {
    expect(one(changes)).toMatchObject(expected);
  });
  test.each(['', '   ', '[]'])('%j is no report', (content) => {
    expect(parse(content)).toEqual({ reports: [], rows: 0 });
  });
  test('a bad row does not take the others with it', () => {
    const bad = [
      null,
      7,
      {},
      { ...bare, lat: null },
      { ...bare, obsTime: 'noon' },
      { ...bare, lat: 123 },
      { ...bare, icaoId: '' },
    ];
    expect(parse([...bad, bare]).reports.map(({ stationId }) => stationId)).toEqual(['KBAR']);
  });
  test.each([
    ['<!doctype html><html>Bad gateway</html>', 'is a page'],
    ['{"status":"error"}', 'is not a list'],
    ['[{"icaoId":"KTPA"', 'is not JSON'],
    ['error: invalid', 'is not JSON'],
    ['[{"station":"KTPA","observed":"now"}]', 'no report of the shape that is known'],
  ])('%s is malformed', (content, problem) => {
    expect(() => parse(content)).toThrow(
      expect.objectContaining({ kind: 'malformed', message: expect.stringContaining(problem) }),
    );
  });
});

describe('the feed', () => {
  let asked: string[];
  let rows: (box: number[]) => unknown;
  let feed: ObservationFeed;

  /** A service that answers by the box asked for, through the replaying HTTP client. */
  beforeEach(() => {
    asked = [];
    rows = () => [bare];
    const http: HttpClient = {
      get(request) {
        const bbox = new URL(request.url).searchParams.get('bbox')!;
        asked.push(bbox);
        const content = rows(bbox.split(',').map(Number));
        const body = { text: typeof content === 'string' ? content : JSON.stringify(content) };
        const response = {
          at: T,
          url: new URL(request.url),
          query: {},
          status: content === '' ? 204 : 200,
          contentType: 'application/json',
          body,
        };
        const archive: Archive = {
          directory: '',
          name: '',
          note: '',
          start: T,
          end: T,
          places: [],
          outages: [],
          responses: [response],
        };
        return openReplayingHttpClient(archive, () => T).get(request);
      },
      close: async () => {},
    };
    feed = createMetarFeed({ http });
  });
  const poll = (now: number, places = [TAMPA]) =>
    feed.poll({ now, places, signal: new AbortController().signal });

  test('asks for a box 50 miles around and keeps what is near', async () => {
    rows = () => [bare, { ...bare, icaoId: 'KFAR', lat: 28.9 }, storm];
    expect((await poll(T)).map(({ stationId }) => stationId)).toEqual(['KBAR', 'KPUB']);
    expect(asked).toEqual(['27.2,-83.3,28.7,-81.6']);
  });
  test('the newest of each station, none from the future, none older than three hours', async () => {
    const at = (minutes: number) => ({ ...bare, obsTime: T / 1000 + minutes * 60, temp: minutes });
    rows = () => [
      at(-20),
      at(-5),
      at(-10),
      at(6),
      { ...at(10), icaoId: 'KNEW' },
      { ...at(-200), icaoId: 'KOLD' },
    ];
    expect(await poll(T)).toMatchObject([{ stationId: 'KBAR', temperatureC: -5 }]);
    rows = () => [at(-15)];
    expect(await poll(T + 60_000)).toMatchObject([{ temperatureC: -5 }]);
    rows = () => '';
    expect(await poll(T + 2 * 3_600_000)).toHaveLength(1);
    expect(await poll(T + 3 * 3_600_000)).toEqual([]);
  });
  test('many places: every box at once the first time, then one a poll in turn', async () => {
    const places = [TAMPA, { latitude: 40.7, longitude: -74 }, { latitude: 34, longitude: -118.2 }];
    rows = ([south, west]) => [{ ...bare, icaoId: `K${south}`, lat: south! + 0.75, lon: west! + 0.85 }];
    expect(await poll(T, places)).toHaveLength(3);
    expect(asked).toHaveLength(3);
    for (const minute of [1, 2, 3]) expect(await poll(T + minute * 60_000, places)).toHaveLength(3);
    expect(asked).toHaveLength(6);
    expect(new Set(asked.slice(3)).size).toBe(3);
  });
  test('a box with more reports than one answer holds is asked in halves', async () => {
    rows = ([south, , north]) =>
      north! - south! > 1
        ? Array.from({ length: 400 }, (_, index) => ({ ...bare, icaoId: `K${index}` }))
        : [bare];
    await poll(T);
    await poll(T + 60_000);
    expect(asked).toHaveLength(3);
    await poll(T + 120_000);
    expect(asked.slice(3).every((bbox) => asked.slice(1, 3).includes(bbox) || bbox !== asked[0])).toBe(true);
  });
  test('no places, no request', async () => {
    expect(await poll(T, [])).toEqual([]);
    expect(asked).toEqual([]);
  });
  test('a page instead of data is reported', async () => {
    rows = () => '<html>Scheduled maintenance</html>';
    await expect(poll(T)).rejects.toBeInstanceOf(AdapterError);
  });
});
