import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AdapterError } from '../../adapter-error.ts';
import { createRasterPool } from '../../raster/raster-pool.ts';
import { readPng } from '../../raster/read-png.ts';
import { writePng } from '../../raster/write-png.ts';
import { badAnswers, type FailingService, openFailingService } from '../failing-service.ts';
import { createIemComposite, createIemModel } from './iem.ts';
import type { RadarFeed } from './port.ts';
import { createRainViewer } from './rainviewer.ts';
import { createSimulatedRadar } from './simulated.ts';

const T = Date.UTC(2026, 9, 10, 8, 43);
const MINUTE = 60_000;
const signal = new AbortController().signal;
const png = Buffer.from(
  writePng({
    widthPx: 1,
    heightPx: 1,
    bits: 8,
    rows: Uint8Array.of(0, 1),
    palette: [
      [0, 0, 0, 0],
      [1, 2, 3, 255],
    ],
  }),
);

let service: FailingService;
beforeEach(async () => {
  service = await openFailingService();
});
afterEach(() => service.close());

const failure = async (act: () => Promise<unknown>) =>
  (await act().then(
    () => null,
    (thrown: AdapterError) => thrown,
  ))!;

const composite = JSON.stringify({
  meta: { valid: '2026-10-10T08:40:00Z', product: 'N0Q', radar_quorum: '142/154' },
});
const model = JSON.stringify({ model_init_utc: '2026-10-10T07:00:00Z', forecast_minute: 1080 });
const maps = (past: unknown = [{ time: T / 1000 - 780, path: '/v2/radar/057a891b2bed' }]) =>
  JSON.stringify({
    version: '2.0',
    generated: T / 1000,
    host: 'https://tilecache.rainviewer.com',
    radar: { past, nowcast: [] },
  });
const feeds: [string, () => RadarFeed, string][] = [
  ['the composite', () => createIemComposite(service), composite],
  ['the model', () => createIemModel(service), model],
  [
    'the world',
    () =>
      createRainViewer({ http: service.http, url: 'https://api.rainviewer.com/public/weather-maps.json' }),
    maps(),
  ],
];

describe('the composite', () => {
  test('an hour of frames up to the newest, with the addresses of their tiles', async () => {
    service.answer((path) => ({ body: path.endsWith('.json') ? composite : png }));
    const feed = createIemComposite(service);
    const { asOf, data } = await feed.poll({ now: T, signal });
    expect(asOf).toBe(T - 3 * MINUTE);
    expect(data.frames).toHaveLength(13);
    expect(data.frames.at(-1)).toEqual({
      key: 'n0q-202610100840',
      validAt: asOf,
      issuedAt: null,
      address: 'ridge::USCOMP-N0Q-202610100840',
    });
    expect(Buffer.from(await feed.tile({ frame: data.frames[0]!, z: 4, x: 4, y: 6, signal }))).toEqual(png);
    expect(service.asked).toEqual([
      '/data/gis/images/4326/USCOMP/n0q_0.json',
      '/c/tile.py/1.0.0/ridge::USCOMP-N0Q-202610100740/4/4/6.png',
    ]);
  });
  test('that stands still is as old as it says', async () => {
    service.answer(() => ({ body: '{"valid":"2026-10-10T04:38:00Z"}' }));
    expect((await createIemComposite(service).poll({ now: T, signal })).asOf).toBe(
      Date.UTC(2026, 9, 10, 4, 35),
    );
  });
});

test('the model: every quarter of an hour for eighteen hours', async () => {
  service.answer((path) => ({ body: path.endsWith('.json') ? model : png }));
  const feed = createIemModel(service);
  const { asOf, data } = await feed.poll({ now: T, signal });
  expect(asOf).toBe(Date.UTC(2026, 9, 10, 7));
  expect(data.frames).toHaveLength(72);
  expect(data.frames[1]).toMatchObject({
    key: 'hrrr-202610100700-0030',
    validAt: asOf + 30 * MINUTE,
    issuedAt: asOf,
  });
  await feed.tile({ frame: data.frames.at(-1)!, z: 3, x: 2, y: 3, signal });
  expect(service.asked.at(-1)).toBe('/cache/tile.py/1.0.0/hrrr::REFD-F1080-202610100700/3/2/3.png');
});

describe('the world', () => {
  const feed = () =>
    createRainViewer({ http: service.http, url: 'https://api.rainviewer.com/public/weather-maps.json' });
  test('tiles are where the list says', async () => {
    service.answer((path) => ({ body: path.endsWith('.json') ? maps() : png }));
    const { asOf, data } = await feed().poll({ now: T, signal });
    expect(asOf).toBe(T - 13 * MINUTE);
    await feed().tile({ frame: data.frames[0]!, z: 5, x: 9, y: 12, signal });
    expect(service.asked.at(-1)).toBe('/v2/radar/057a891b2bed/256/5/9/12/2/1_1.png');
    expect(data.frames[0]!.address).toContain('https://tilecache.rainviewer.com/v2/radar/');
  });
  test('entries that are no maps are left out and reported', async () => {
    const entries = [
      null,
      { time: null, path: '/v2/radar/a' },
      { time: T / 1000, path: '/../secret?' },
      { time: T / 1000 + 9e5, path: '/v2/radar/b' },
    ];
    service.answer(() => ({ body: maps([{ time: T / 1000, path: '/v2/radar/c' }, ...entries]) }));
    const faults: Error[] = [];
    const { data } = await feed().poll({ now: T, signal, onFault: (fault) => faults.push(fault) });
    expect(data.frames.map(({ key }) => key)).toEqual(['rainviewer-c']);
    expect(faults).toHaveLength(1);
  });
  test.each<[string, string]>([
    ['no maps', maps([])],
    ['nulls', maps([null, { time: null, path: null }])],
    ['no host', '{"radar":{"past":[]}}'],
    ['no list', '{"host":"https://a.example","radar":{"past":null}}'],
    ['a host of another kind', maps().replace('https:', 'file:')],
  ])('%s is malformed', async (_name, body) => {
    service.answer(() => ({ body }));
    expect(await failure(() => feed().poll({ now: T, signal }))).toMatchObject({ kind: 'malformed' });
  });
});

describe.each(feeds)('%s', (_name, create, good) => {
  test.each([
    ...badAnswers,
    ['half of it', { body: good.slice(0, 40) }, { kind: 'malformed' }] as const,
    ['an empty object', { body: '{}' }, { kind: 'malformed' }] as const,
    [
      'a time that has not come',
      { body: good.replace('2026-10', '2031-10').replace(/"time":\d+/, '"time":1999999999') },
      { kind: 'malformed' },
    ] as const,
  ])('%s is a failure of the list, and the next answer counts', async (_bad, answer, expected) => {
    const feed = create();
    service.answer(() => answer);
    expect(await failure(() => feed.poll({ now: T, signal }))).toMatchObject({
      name: 'AdapterError',
      ...expected,
    });
    service.answer(() => ({ body: good }));
    expect((await feed.poll({ now: T, signal })).data.frames.length).toBeGreaterThan(0);
  });
  test.each(badAnswers)('%s is no tile', async (_bad, answer, expected) => {
    const feed = create();
    service.answer(() => ({ body: good }));
    const { data } = await feed.poll({ now: T, signal });
    service.answer(() => answer);
    expect(
      await failure(() => feed.tile({ frame: data.frames[0]!, z: 1, x: 0, y: 0, signal })),
    ).toMatchObject({ name: 'AdapterError', ...expected });
  });
});

describe('simulated', () => {
  const pool = createRasterPool();
  const options = { seed: 'test', startedAt: T, places: [{ latitude: 28, longitude: -82.5 }] };
  afterEach(() => pool.close());
  test('shows the storm that its lightning comes from, and the same whenever it is asked', async () => {
    const feed = createSimulatedRadar(options, 'past', pool);
    const { asOf, data } = await feed.poll({ now: T + 12 * MINUTE, signal });
    expect(asOf).toBe(T + 12 * MINUTE);
    expect(data.frames).toHaveLength(13);
    const tile = await feed.tile({ frame: data.frames.at(-1)!, z: 8, x: 69, y: 107, signal });
    expect(readPng(tile, 'test').pixels.some((pixel) => pixel !== 0)).toBe(true);
    expect(await feed.tile({ frame: data.frames.at(-1)!, z: 8, x: 69, y: 107, signal })).toEqual(tile);
    const before = await feed.tile({ frame: data.frames[0]!, z: 8, x: 69, y: 107, signal });
    expect(readPng(before, 'test').pixels.every((pixel) => pixel === 0)).toBe(true);
    const { data: next } = await createSimulatedRadar(options, 'future', pool).poll({ now: T, signal });
    expect(next.frames.every(({ validAt, issuedAt }) => validAt > issuedAt!)).toBe(true);
  });
});
