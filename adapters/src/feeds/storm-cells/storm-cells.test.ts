import { distanceMiles } from '@allclear/domain';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AdapterError } from '../../adapter-error.ts';
import { createWorld } from '../../simulated/world/world.ts';
import { badAnswers, type FailingService, openFailingService } from '../failing-service.ts';
import { createIemStormCells } from './iem-storm-cells.ts';
import { createSimulatedStormCells } from './simulated-storm-cells.ts';

const T = Date.UTC(2026, 4, 20, 20, 0);
const signal = new AbortController().signal;
let service: FailingService;
beforeEach(async () => {
  service = await openFailingService();
});
afterEach(() => service.close());

const row = (properties: object = {}, coordinates: unknown = [-97.6, 35.3]) => ({
  type: 'Feature',
  id: 0,
  properties: {
    nexrad: 'TLX',
    storm_id: 'V1',
    azimuth: 271,
    range: 28,
    tvs: 'NONE',
    meso: 'NONE',
    posh: 60,
    poh: 100,
    max_size: 1.5,
    vil: 44,
    max_dbz: 61,
    max_dbz_height: 28.8,
    top: 30.1,
    drct: 251,
    sknt: 29,
    valid: '2026-05-20T19:58:00Z',
    ...properties,
  },
  geometry: { type: 'Point', coordinates },
});
const list = (features: unknown[], root: object = { generated_at: '2026-05-20T19:59:30Z' }) =>
  JSON.stringify({ type: 'FeatureCollection', features, ...root, count: features.length });
const good = list([row()]);
const poll = (body: string | Buffer, now = T) => {
  service.answer(() => ({ body }));
  return createIemStormCells(service).poll({ now, signal });
};

describe('storm cells', () => {
  test('in the units of the product, going where they go', async () => {
    const { asOf, data } = await poll(good);
    expect(asOf).toBe(T - 30_000);
    expect(data.cells).toEqual([
      {
        id: 'TLX V1',
        radar: 'TLX',
        observedAt: T - 120_000,
        latitude: 35.3,
        longitude: -97.6,
        hasTvs: false,
        mesoRank: null,
        hailPct: 100,
        severeHailPct: 60,
        hailInches: 1.5,
        vilKgM2: 44,
        maxDbz: 61,
        maxDbzKft: 28.8,
        topKft: 30.1,
        headingDegrees: 71,
        speedMph: expect.closeTo(33.37, 2),
      },
    ]);
    expect(service.asked).toEqual(['/geojson/nexrad_attr.geojson']);
  });
  test.each<[object, object]>([
    [
      { drct: 0, sknt: 0 },
      { headingDegrees: null, speedMph: null },
    ],
    [
      { drct: null, sknt: null },
      { headingDegrees: null, speedMph: null },
    ],
    [
      { tvs: 'ETVS', meso: '5L' },
      { hasTvs: true, mesoRank: 5 },
    ],
    [
      { tvs: null, meso: null, posh: null, poh: null, max_size: null, vil: null },
      { hasTvs: false, mesoRank: null, hailPct: null, vilKgM2: null },
    ],
    [
      { vil: '44', top: '30.1' },
      { vilKgM2: 44, topKft: 30.1 },
    ],
  ])('%o', async (properties, expected) => {
    expect((await poll(list([row(properties)]))).data.cells[0]).toMatchObject(expected);
  });
  test('several rounds of a radar: the newest of each cell', async () => {
    const rows = ['19:42', '19:58', '19:50'].map((time, index) =>
      row({ valid: `2026-05-20T${time}:00Z`, vil: index }),
    );
    const { data } = await poll(
      list([...rows, row({ storm_id: 'M0', valid: '2026-05-20T19:31:00Z' }), row({ nexrad: 'FDR' })]),
    );
    expect(data.cells.map(({ id, vilKgM2 }) => `${id} ${vilKgM2}`)).toEqual(['TLX V1 1', 'FDR V1 44']);
  });
  test('none at all is no failure, under either name of its time', async () => {
    expect(await poll(list([]))).toEqual({ asOf: T - 30_000, data: { cells: [] } });
    expect((await poll(list([], { generation_time: '2026-05-20T19:55:00Z' }))).asOf).toBe(T - 300_000);
  });
  test('an old list is as old as it says', async () => {
    expect((await poll(good, T + 3_600_000)).asOf).toBe(T - 30_000);
  });
  test('rows that are no cells are left out and reported', async () => {
    const faults: Error[] = [];
    service.answer(() => ({
      body: list([
        row(),
        null,
        row({ valid: 'soon' }),
        row({}, null),
        row({}, [999, 35]),
        row({ storm_id: null }),
      ]),
    }));
    const { data } = await createIemStormCells(service).poll({
      now: T,
      signal,
      onFault: (fault) => faults.push(fault),
    });
    expect(data.cells).toHaveLength(1);
    expect(faults).toHaveLength(1);
  });
  test.each([
    ...badAnswers,
    ['half of it', { body: good.slice(0, 200) }, { kind: 'malformed' }] as const,
    ['another shape', { body: '{"type":"FeatureCollection"}' }, { kind: 'malformed' }] as const,
    ['nulls', { body: list([null, null]) }, { kind: 'malformed' }] as const,
    ['no time', { body: list([], {}) }, { kind: 'malformed' }] as const,
    [
      'a time that has not come',
      { body: list([], { generated_at: '2031-01-01T00:00:00Z' }) },
      { kind: 'malformed' },
    ] as const,
  ])('%s is a failure, and the next answer counts', async (_name, answer, expected) => {
    const feed = createIemStormCells(service);
    service.answer(() => answer);
    const thrown = await feed.poll({ now: T, signal }).then(
      () => null,
      (error: AdapterError) => error,
    );
    expect(thrown).toMatchObject({ name: 'AdapterError', ...expected });
    expect((await poll(good)).data.cells).toHaveLength(1);
  });
});

test('simulated cells are the storms of the world', async () => {
  const options = { seed: 'test', startedAt: T, places: [{ latitude: 28, longitude: -82.5 }] };
  const world = createWorld(options);
  const { asOf, data } = await createSimulatedStormCells(options).poll({ now: T + 17 * 60_000, signal });
  expect(asOf).toBe(T + 15 * 60_000);
  const storms = world.stormsAt(asOf);
  expect(data.cells.length).toBeGreaterThan(0);
  for (const cell of data.cells) {
    const storm = storms.find(({ id }) => id === cell.id)!;
    expect(distanceMiles(storm, cell)).toBeLessThan(0.1);
    expect(cell.topKft).toBeLessThan(60);
    expect(cell.vilKgM2).toBeLessThan(80);
  }
});
