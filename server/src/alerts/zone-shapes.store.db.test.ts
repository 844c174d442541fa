import type { ZoneShape } from '@allclear/adapters';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { testActor } from '../../test/actor.ts';
import { freshStore } from '../../test/fresh-store.ts';
import type { Store } from '../platform/database/database.ts';
import {
  readZoneShapes,
  storeZoneFailure,
  storeZoneShape,
  zoneShapeStates,
  zoneShapesAround,
  zonesToAsk,
} from './zone-shapes.store.ts';

const T = Date.UTC(2026, 5, 6, 20);
const day = 24 * 3_600_000;

let store: Store;
beforeAll(async () => {
  store = await freshStore();
});
afterAll(() => store.close());
afterEach(() => store.db.deleteFrom('zone_shapes').execute());

const box = (west: number, south: number, east: number, north: number): ZoneShape => ({
  polygons: [
    [
      [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
        [west, south],
      ],
    ],
  ],
  toleranceDegrees: 0.003,
  effectiveAt: T - 100 * day,
});
const put = (zone: string, shape: ZoneShape | null, now = T, askAgainAt = now + 90 * day) =>
  storeZoneShape(store.db, testActor, 'nws', zone, shape, { now, askAgainAt });
const toAsk = async (zones: string[], now = T) =>
  (await zonesToAsk(store.db, 'nws', zones, now)).map(({ zone }) => zone);
const texas = box(-98, 32, -97, 33);

describe('the shapes of zones', () => {
  test('are asked for once, in the order given, and again after their time', async () => {
    expect(await toAsk(['TXZ119', 'TXZ118', 'fire/TXZ119'])).toEqual(['TXZ119', 'TXZ118', 'fire/TXZ119']);
    await put('TXZ118', texas);
    await put('fire/TXZ119', null, T, T + 7 * day);
    expect(await toAsk(['TXZ119', 'TXZ118', 'fire/TXZ119'])).toEqual(['TXZ119']);
    expect(await toAsk(['TXZ119', 'TXZ118', 'fire/TXZ119'], T + 7 * day)).toEqual(['TXZ119', 'fire/TXZ119']);
    expect(await toAsk(['TXZ118'], T + 90 * day)).toEqual(['TXZ118']);
    expect(await toAsk([])).toEqual([]);
    expect(await zonesToAsk(store.db, 'simulated', ['TXZ118'], T)).toEqual([{ zone: 'TXZ118', failures: 0 }]);
  });

  test('are kept as they came, until the service has another, or none', async () => {
    await put('TXZ118', texas);
    expect(await readZoneShapes(store.db, ['nws'], ['TXZ118', 'TXZ119'])).toEqual([
      { zone: 'TXZ118', polygons: texas.polygons, toleranceDegrees: 0.003 },
    ]);
    const row = await store.db.selectFrom('zone_shapes').selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      effective_at: new Date(T - 100 * day),
      fetched_at: new Date(T),
      west: -98,
      south: 32,
      east: -97,
      north: 33,
    });
    const redrawn = box(-98, 32, -97.5, 33);
    await put('TXZ118', redrawn, T + 90 * day);
    expect(await readZoneShapes(store.db, ['nws'], ['TXZ118'])).toMatchObject([
      { polygons: redrawn.polygons },
    ]);
    await put('TXZ118', null, T + 91 * day);
    expect(await readZoneShapes(store.db, ['nws'], ['TXZ118'])).toEqual([]);
    expect(await zoneShapeStates(store.db, ['nws'], ['TXZ118'])).toMatchObject([
      { fetchedAt: null, isUnavailable: true },
    ]);
    expect(await readZoneShapes(store.db, [], ['TXZ118'])).toEqual([]);
  });

  test('that could not be read are counted, and a shape that is there stays', async () => {
    const state = async (zone: string) => (await zoneShapeStates(store.db, ['nws'], [zone]))[0];
    expect(await state('TXZ119')).toBe(undefined);
    for (const failures of [1, 2])
      await storeZoneFailure(store.db, testActor, 'nws', { zone: 'TXZ119', failures }, T + failures * day);
    expect(await state('TXZ119')).toMatchObject({ fetchedAt: null, isUnavailable: false });
    await storeZoneFailure(store.db, testActor, 'nws', { zone: 'TXZ119', failures: 3 }, T + 3 * day);
    expect(await state('TXZ119')).toMatchObject({ fetchedAt: null, isUnavailable: true });
    expect(await zonesToAsk(store.db, 'nws', ['TXZ119'], T + 2 * day)).toEqual([]);
    expect(await zonesToAsk(store.db, 'nws', ['TXZ119'], T + 3 * day)).toEqual([
      { zone: 'TXZ119', failures: 3 },
    ]);

    await put('TXZ118', texas);
    await storeZoneFailure(store.db, testActor, 'nws', { zone: 'TXZ118', failures: 5 }, T + 91 * day);
    expect(await state('TXZ118')).toMatchObject({ fetchedAt: T, isUnavailable: false });
    await put('TXZ118', texas, T + 92 * day);
    expect(await zonesToAsk(store.db, 'nws', ['TXZ118'], T + 999 * day)).toEqual([
      { zone: 'TXZ118', failures: 0 },
    ]);
  });

  test('are found around a point, by the edge and on both sides of the date line', async () => {
    await put('TXZ118', texas);
    await put('PKZ413', box(-180, 53, -171, 56));
    await put('AKZ187', box(179, 51, 183, 53));
    const around = async (latitude: number, longitude: number) =>
      (await zoneShapesAround(store.db, ['nws'], ['TXZ118', 'PKZ413', 'AKZ187'], { latitude, longitude }))
        .map(({ zone }) => zone)
        .sort();
    expect(await around(32.5, -97.5)).toEqual(['TXZ118']);
    expect(await around(33.002, -97.5)).toEqual(['TXZ118']);
    expect(await around(33.01, -97.5)).toEqual([]);
    expect(await around(52, -178)).toEqual(['AKZ187']);
    expect(await around(54, -175)).toEqual(['PKZ413']);
    expect(await around(54, 179.9999)).toEqual(['PKZ413']);
    expect(
      await zoneShapesAround(store.db, ['nws'], ['TXZ119'], { latitude: 32.5, longitude: -97.5 }),
    ).toEqual([]);
  });
});
