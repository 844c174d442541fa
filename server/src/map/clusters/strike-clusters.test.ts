import { LightningIndex } from '@allclear/domain';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { isInBox } from '../../lightning/box.ts';
import type { StoredBatch, StoredFlash } from '../../lightning/store.ts';
import { createStrikeClusters, type StrikeClusters } from './strike-clusters.ts';

const now = Date.UTC(2026, 5, 6, 20);
const since = now - 1_800_000;
const world = { top: 90, bottom: -90, left: -180, right: 180 };
let opened: StrikeClusters | null = null;
afterEach(() => opened?.close());

function open() {
  const everybodys = { vendor: 'satellite', providesCoverage: true, covers: () => true };
  const lightningIndex = new LightningIndex<StoredFlash>([
    everybodys,
    { ...everybodys, vendor: 'net', organizationId: 'ours' },
  ]);
  const listeners: ((batches: readonly StoredBatch[]) => void)[] = [];
  let number = 0;
  const add = (
    feed: string,
    places: readonly (readonly [longitude: number, latitude: number, at?: number])[],
  ) => {
    const flashes = places.map(
      ([longitude, latitude, at = now - 60_000]): StoredFlash => ({
        feed,
        key: `${number++}`,
        at,
        longitude,
        latitude,
        points: Float64Array.of(latitude, longitude),
        energyJ: null,
        amplitudeKa: null,
        quality: 0,
        type: 0,
      }),
    );
    const batch: StoredBatch = {
      id: `${number}`,
      feed,
      key: `${number++}`,
      from: since,
      to: now,
      receivedAt: now,
      providesCoverage: true,
      eventCount: null,
      dataLost: false,
      flashes,
    };
    lightningIndex.add(feed, batch);
    for (const listener of listeners) listener([batch]);
  };
  const clusters = createStrikeClusters({
    lightningIndex,
    onBatches: (listener) => {
      listeners.push(listener);
      return () => void listeners.splice(listeners.indexOf(listener), 1);
    },
  });
  opened = clusters;
  const count = async (organizationId = 'theirs', zoom = 4, box = world) =>
    (await clusters.find(organizationId, box, zoom, since)).reduce((sum, cluster) => sum + cluster.count, 0);
  return { clusters, add, count };
}

describe('clusters of strikes', () => {
  test('no strike is lost and none counted twice, at any zoom level, in the set and since', async () => {
    const place = fc.tuple(
      fc.double({ min: -179.9, max: 179.9, noNaN: true }),
      fc.double({ min: -80, max: 80, noNaN: true }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(place, { maxLength: 60 }),
        fc.array(place, { maxLength: 30 }),
        fc.nat(8),
        async (first, later, zoom) => {
          const { add, count, clusters } = open();
          add('satellite', first);
          expect(await count('theirs', zoom)).toBe(first.length);
          add('satellite', later);
          expect(await count('theirs', zoom)).toBe(first.length + later.length);
          await clusters.close();
        },
      ),
      { numRuns: 8 },
    );
  });

  test('near ones are one mark with the instant of the newest, far ones are not', async () => {
    const { add, clusters } = open();
    add('satellite', [
      [-97, 32, now - 600_000],
      [-97.01, 32.01, now - 30_000],
      [-80, 28, now - 90_000],
    ]);
    const found = await clusters.find('theirs', world, 5, since);
    expect(found.map(({ count, newestAt }) => [count, newestAt]).sort()).toEqual([
      [1, now - 90_000],
      [2, now - 30_000],
    ]);
    add('satellite', [[-97.005, 32.005, now - 1_000]]);
    expect(await clusters.find('theirs', { ...world, right: -90 }, 5, since)).toMatchObject([
      { count: 3, newestAt: now - 1_000 },
    ]);
  });

  test('an organization’s own strikes are its own', async () => {
    const { add, count } = open();
    add('satellite', [[-97, 32]]);
    add('net', [[-96, 31]]);
    expect([await count('theirs'), await count('ours')]).toEqual([1, 2]);
    add('net', [[-96, 31]]);
    expect([await count('theirs'), await count('ours')]).toEqual([1, 3]);
  });

  test('what is older than asked for is left out', async () => {
    const { add, count } = open();
    add('satellite', [[-97, 32, since - 1]]);
    expect(await count()).toBe(0);
    add('satellite', [[-97, 32, since - 1]]);
    expect(await count()).toBe(0);
  });
});

test.each([
  [{ top: 10, bottom: -10, left: 170, right: -170 }, 175, true],
  [{ top: 10, bottom: -10, left: 170, right: -170 }, -175, true],
  [{ top: 10, bottom: -10, left: 170, right: -170 }, 0, false],
  [{ top: 10, bottom: -10, left: 170, right: 190 }, -175, true],
  [{ top: 10, bottom: -10, left: -190, right: -170 }, 175, true],
  [{ top: 10, bottom: -10, left: -190, right: -170 }, 165, false],
])('over the antimeridian: %j holds %d: %s', (box, longitude, expected) => {
  expect(isInBox({ latitude: 0, longitude }, box)).toBe(expected);
});
