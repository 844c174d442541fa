import { describe, expect, test } from 'vitest';
import { cosineOfMiles, EARTH_RADIUS_MILES } from '../core/index.ts';
import { type IndexedBatch, type IndexedFeed, type IndexedFlash, LightningIndex } from './lightning-index.ts';

const minute = 60_000;
const hour = 60 * minute;
const slabMs = 10 * minute;
/** A whole number of ten minutes: a slab begins here. */
const t0 = Date.UTC(2026, 5, 6, 20);
const place = { latitude: 28, longitude: -82 };
const milesPerDegree = (EARTH_RADIUS_MILES * Math.PI) / 180;

const satellite: IndexedFeed = { vendor: 'satellite', providesCoverage: true, covers: () => true };
const second: IndexedFeed = { vendor: 'second', providesCoverage: true, covers: () => true };
const sensor: IndexedFeed = { vendor: 'sensor', providesCoverage: false, covers: () => true };
const own: IndexedFeed = {
  vendor: 'own',
  providesCoverage: true,
  organizationId: 'ours',
  covers: () => true,
};

/** A flash of one point, north of the place (south for negative miles). */
const flash = (at: number, miles: number): IndexedFlash => {
  const latitude = place.latitude + miles / milesPerDegree;
  return { at, latitude, longitude: place.longitude, points: Float64Array.of(latitude, place.longitude) };
};
let serial = 0;
const batch = (
  from: number,
  flashes: readonly IndexedFlash[] = [],
  more: Partial<IndexedBatch> = {},
): IndexedBatch => ({
  key: `batch ${serial++}`,
  from,
  to: from + 20_000,
  receivedAt: from + 25_000,
  flashes,
  ...more,
});
const indexOf = (...flashes: IndexedFlash[]) => {
  const index = new LightningIndex([satellite]);
  index.add('satellite', batch(t0, flashes));
  return index;
};
const always = Number.NEGATIVE_INFINITY;

describe('batches', () => {
  test('the same key of a feed is added once, of another feed again', () => {
    const index = new LightningIndex([satellite, second]);
    const once = batch(t0, [flash(t0, 1)], { key: 'k' });
    expect(index.add('satellite', once)).toBe(true);
    expect(index.add('satellite', once)).toBe(false);
    expect(index.add('second', once)).toBe(true);
    expect([...index.flashesSince(t0)]).toHaveLength(2);
    expect(index.windowsOf([satellite])).toHaveLength(1);
  });

  test('a batch of an unregistered feed is not added', () => {
    const index = new LightningIndex([satellite]);
    expect(index.add('other', batch(t0, [flash(t0, 1)]))).toBe(false);
    expect([...index.flashesSince(always)]).toEqual([]);
  });

  test('the index states which batches it holds', () => {
    const index = new LightningIndex([satellite, second]);
    index.add('satellite', batch(t0, [], { key: 'k' }));
    expect(index.has('satellite', 'k')).toBe(true);
    expect(index.has('satellite', 'l')).toBe(false);
    expect(index.has('second', 'k')).toBe(false);
    expect(index.has('other', 'k')).toBe(false);
  });

  test('a batch that provides no coverage adds its flashes and no observation window', () => {
    const index = new LightningIndex([satellite]);
    index.add('satellite', batch(t0, [flash(t0, 1)], { providesCoverage: false }));
    expect(index.observationOf('satellite', t0 + minute)).toBeNull();
    expect(index.latestWithin(place, [5], always).count).toBe(1);
    index.add('satellite', batch(t0, [], { providesCoverage: true }));
    expect(index.observationOf('satellite', t0 + minute)?.observedThrough).toBe(t0 + 20_000);
  });

  test('observation windows are in order of their begin, whatever the order of arrival', () => {
    const index = new LightningIndex([satellite]);
    for (const seconds of [40, 0, 20, 20, 60]) index.add('satellite', batch(t0 + seconds * 1_000));
    expect(index.windowsOf([satellite]).map(({ from }) => (from - t0) / 1_000)).toEqual([0, 20, 20, 40, 60]);
    expect(index.observationOf('satellite', t0 + 90_000)).toEqual({
      observedFrom: t0,
      observedThrough: t0 + 80_000,
      confirmedThrough: t0 + 80_000,
      gaps: [],
    });
  });
});

describe('batches of a feed that the sun may blind', () => {
  const sunFrom = t0 + hour;
  const mapper: IndexedFeed = { ...satellite, vendor: 'mapper', sunWindow: (at) => at >= sunFrom };
  /** Batches of 20 s from an hour before the sun window, of 100 events or as given by their number. */
  const filled = (feed: IndexedFeed, length: number, counts: Record<number, number> = {}) => {
    const index = new LightningIndex([feed, second]);
    for (let i = 0; i < length; i++)
      index.add(feed.vendor, batch(t0 + i * 20_000, [], { eventCount: counts[i] ?? 100 }));
    return index;
  };
  const through = (index: LightningIndex, now: number) => index.observationOf('mapper', now)?.observedThrough;

  test('a batch that ends or begins in the sun window is in it', () => {
    const windows = filled(mapper, 182).windowsOf([mapper]);
    expect(windows.map(({ inSunWindow }) => inSunWindow).slice(178)).toEqual([false, true, true, true]);
    const leaving: IndexedFeed = { ...mapper, sunWindow: (at) => at < t0 + 40_000 };
    expect(
      filled(leaving, 3)
        .windowsOf([leaving])
        .map(({ inSunWindow }) => inSunWindow),
    ).toEqual([true, true, false]);
  });

  test('a blinded batch provides no coverage, and batches near it that were added before', () => {
    const index = filled(mapper, 200, { 199: 301 });
    expect(through(index, sunFrom + 400_000)).toBe(t0 + 192 * 20_000);
    expect(index.observation([mapper], sunFrom + 400_000)?.confirmedThrough).toBe(t0 + 185 * 20_000);
    expect(index.latestWithin(place, [5], always).count).toBe(0);
  });

  test('a feed without a sun window ignores event counts, and drops what lost data', () => {
    const index = filled(satellite, 200, { 199: 1_000_000 });
    expect(index.observationOf('satellite', t0 + 200 * 20_000)?.observedThrough).toBe(t0 + 200 * 20_000);
    expect(index.windowsOf([satellite])[0]).not.toHaveProperty('eventCount');
    index.add('satellite', batch(t0 + 200 * 20_000, [flash(t0, 1)], { dataLost: true }));
    expect(index.observationOf('satellite', t0 + 201 * 20_000)?.observedThrough).toBe(t0 + 200 * 20_000);
    expect(index.latestWithin(place, [5], always).count).toBe(1);
  });

  test('the reason is given once the observation is a minute behind what was reported', () => {
    const lost = filled(satellite, 10);
    const feeds = [satellite, second];
    const add = (number: number) =>
      lost.add('satellite', batch(t0 + number * 20_000, [], { dataLost: true }));
    add(10);
    add(11);
    add(12);
    expect(lost.blindReason(feeds, t0 + 260_000)).toBeNull();
    add(13);
    expect(lost.blindReason(feeds, t0 + 280_000)).toBe('data-lost');
    expect(lost.blindReason([second], t0 + 280_000)).toBeNull();
    lost.add('second', batch(t0, [], { to: t0 + 280_000 }));
    expect(lost.blindReason(feeds, t0 + 280_000)).toBeNull();
  });

  test('the sun is the reason before all others, and a feed without coverage gives none', () => {
    const index = filled(mapper, 200, { 199: 301 });
    index.add('mapper', batch(t0 + 200 * 20_000, [], { dataLost: true }));
    expect(index.blindReason([mapper], sunFrom + 420_000)).toBe('sun');
    const unjudged = new LightningIndex([mapper]);
    unjudged.add('mapper', batch(sunFrom));
    expect(unjudged.blindReason([mapper], sunFrom + 20_000)).toBe('sun-possible');
    expect(unjudged.observationOf('mapper', sunFrom + 20_000)).toBeNull();
    unjudged.putFeed({ ...mapper, providesCoverage: false });
    expect(unjudged.blindReason([mapper], sunFrom + 20_000)).toBeNull();
  });

  test('windows that are forgotten no longer count', () => {
    const index = filled(mapper, 200, { 199: 301 });
    index.forget(t0 + 3 * hour + 2 * hour);
    expect(index.observationOf('mapper', t0 + 5 * hour)).toBeNull();
    expect(index.blindReason([mapper], t0 + 5 * hour)).toBeNull();
  });
});

describe('feeds', () => {
  test('a feed of the same vendor replaces the definition and keeps what was observed', () => {
    const index = new LightningIndex([satellite]);
    index.add('satellite', batch(t0, [flash(t0, 1)], { key: 'k' }));
    const renamed = { ...satellite, name: 'Satellite' };
    index.putFeed(renamed);
    expect(index.feedOf('satellite')).toBe(renamed);
    expect(index.feedsAt(28, -82)).toEqual([renamed]);
    expect(index.has('satellite', 'k')).toBe(true);
    expect(index.observationOf('satellite', t0)?.observedThrough).toBe(t0 + 20_000);
  });

  test('another vendor is added', () => {
    const index = new LightningIndex([]);
    expect(index.feedOf('second')).toBeUndefined();
    index.putFeed(second);
    index.putFeed(own);
    expect(index.feedOf('second')).toBe(second);
    expect(index.feedsAt(28, -82)).toEqual([second]);
    expect(index.add('second', batch(t0))).toBe(true);
  });

  test('the feeds of an organization count for that organization only', () => {
    const index = new LightningIndex([satellite, own]);
    expect(index.hasFeedsOf('ours')).toBe(true);
    expect(index.hasFeedsOf('theirs')).toBe(false);
    const vendorsFor = (organizationId?: string) =>
      index.feedsAt(28, -82, { organizationId }).map(({ vendor }) => vendor);
    expect(vendorsFor()).toEqual(['satellite']);
    expect(vendorsFor('ours')).toEqual(['satellite', 'own']);
    expect(vendorsFor('theirs')).toEqual(['satellite']);
  });

  test('a feed is asked whether it covers the place as far as the reach, 0 unless given', () => {
    const asked: (number | undefined)[][] = [];
    const index = new LightningIndex([
      {
        ...satellite,
        covers: (...args) => {
          asked.push(args);
          return args[2] === 25;
        },
      },
    ]);
    expect(index.feedsAt(28, -82)).toEqual([]);
    expect(index.feedsAt(28, -82, { reachMiles: 25 })).toHaveLength(1);
    expect(asked).toEqual([
      [28, -82, 0],
      [28, -82, 25],
    ]);
  });
});

describe('observation', () => {
  test('of several feeds one is enough, a feed without coverage adds none', () => {
    const index = new LightningIndex([satellite, second, sensor]);
    index.add('satellite', batch(t0));
    index.add('second', batch(t0 + 20_000));
    index.add('sensor', batch(t0 + 40_000));
    const now = t0 + 70_000;
    const through = (...feeds: IndexedFeed[]) => index.observation(feeds, now)?.observedThrough;
    expect(through(satellite)).toBe(t0 + 20_000);
    expect(through(satellite, second)).toBe(t0 + 40_000);
    expect(through(satellite, second, sensor)).toBe(t0 + 40_000);
    expect(index.observation([sensor], now)).toBeNull();
    expect(index.observation([], now)).toBeNull();
    expect(index.windowsOf([satellite, sensor])).toHaveLength(1);
    expect(index.windowsOf([sensor])).toEqual([]);
    expect(index.observationAt(28, -82, now)?.observedThrough).toBe(t0 + 40_000);
  });

  test('of an organization’s own feed counts where the organization asks', () => {
    const index = new LightningIndex([satellite, own]);
    index.add('satellite', batch(t0));
    index.add('own', batch(t0 + 20_000));
    const through = (organizationId?: string) =>
      index.observationAt(28, -82, t0 + 60_000, { organizationId })?.observedThrough;
    expect(through()).toBe(t0 + 20_000);
    expect(through('ours')).toBe(t0 + 40_000);
  });

  test('is worked out again after each batch, each change of a feed and at another instant', () => {
    const index = new LightningIndex([satellite, second]);
    const feeds = [satellite, second];
    index.add('satellite', batch(t0));
    const first = index.observation(feeds, t0 + 30_000);
    expect(index.observation(feeds, t0 + 30_000)).toBe(first);
    // The second batch leaves a hole, which is given up 120 s after it arrived.
    index.add('satellite', batch(t0 + 60_000));
    expect(index.observation(feeds, t0 + 204_999)?.observedThrough).toBe(t0 + 20_000);
    expect(index.observation(feeds, t0 + 205_000)?.observedThrough).toBe(t0 + 80_000);
    index.add('second', batch(t0 + 80_000));
    expect(index.observation(feeds, t0 + 205_000)?.observedThrough).toBe(t0 + 100_000);
    index.putFeed({ ...second, providesCoverage: false });
    expect(index.observation(feeds, t0 + 205_000)?.observedThrough).toBe(t0 + 80_000);
  });

  test('of an unregistered vendor is null', () => {
    expect(new LightningIndex([satellite]).observationOf('other', t0)).toBeNull();
    expect(new LightningIndex([satellite]).observationOf('satellite', t0)).toBeNull();
  });
});

test('a lookup by vendor finds that vendor, not the first', () => {
  const index = new LightningIndex([satellite, second]);
  index.add('satellite', batch(t0));
  index.add('second', batch(t0 + 60_000));
  expect(index.feedOf('second')).toBe(second);
  expect(index.observationOf('second', t0 + 90_000)?.observedFrom).toBe(t0 + 60_000);
});

test('feeds whose names join to the same letters have observations of their own', () => {
  const feeds = ['a', 'bc', 'ab', 'c'].map((vendor) => ({ ...satellite, vendor }));
  const [a, bc, ab, c] = feeds as [IndexedFeed, IndexedFeed, IndexedFeed, IndexedFeed];
  const index = new LightningIndex(feeds);
  index.add('a', batch(t0));
  index.add('c', batch(t0 + 60_000));
  expect(index.observation([a, bc], t0 + 90_000)?.observedFrom).toBe(t0);
  expect(index.observation([ab, c], t0 + 90_000)?.observedFrom).toBe(t0 + 60_000);
});

describe('the latest flash within a radius', () => {
  test.each([
    [9.999, true],
    [10, true],
    [10.001, false],
  ])('%d miles away, a radius of 10 miles: %s', (miles, isWithin) => {
    for (const side of [1, -1]) {
      const { latest, count } = indexOf(flash(t0, side * miles)).latestWithin(place, [10], always);
      expect(latest[0] !== null).toBe(isWithin);
      expect(count).toBe(isWithin ? 1 : 0);
    }
  });

  test('has its instant, its distance and its bearing', () => {
    const north = indexOf(flash(t0 + 5, 7)).latestWithin(place, [10], always).latest[0]!;
    expect(north.at).toBe(t0 + 5);
    expect(north.distanceMiles).toBeCloseTo(7, 6);
    expect(Math.min(north.bearingDegrees, 360 - north.bearingDegrees)).toBeCloseTo(0, 4);
    const east = { at: t0, latitude: 28, longitude: -81.9, points: Float64Array.of(28, -81.9) };
    const found = indexOf(east).latestWithin(place, [10], always).latest[0]!;
    expect(found.bearingDegrees).toBeCloseTo(90, 0);
    expect(found.distanceMiles).toBeCloseTo(0.1 * milesPerDegree * Math.cos((28 * Math.PI) / 180), 3);
  });

  test('each radius has its own; radii may come in any order', () => {
    const index = indexOf(flash(t0, 3), flash(t0 + 1_000, 12), flash(t0 + 2_000, 40));
    const { latest, count } = index.latestWithin(place, [20, 5, 50, 1], always);
    expect(latest.map((found) => found && found.at - t0)).toEqual([1_000, 0, 2_000, null]);
    expect(count).toBe(3);
  });

  test('of flashes at the same instant is the nearest, in either order', () => {
    for (const miles of [
      [3, 7, 5],
      [7, 5, 3],
    ]) {
      const index = indexOf(...miles.map((one) => flash(t0, one)));
      expect(index.latestWithin(place, [10], always).latest[0]!.distanceMiles).toBeCloseTo(3, 6);
    }
  });

  test('an older flash never replaces a newer one, however near', () => {
    for (const flashes of [
      [flash(t0, 1), flash(t0 + 1, 9)],
      [flash(t0 + 1, 9), flash(t0, 1)],
    ])
      expect(indexOf(...flashes).latestWithin(place, [10], always).latest[0]!.at).toBe(t0 + 1);
  });

  test('counts from an instant, that instant included', () => {
    const index = indexOf(flash(t0 + 100, 1));
    expect(index.latestWithin(place, [10], t0 + 100).latest[0]?.at).toBe(t0 + 100);
    expect(index.latestWithin(place, [10], t0 + 101)).toEqual({ latest: [null], count: 0 });
    expect(index.latestWithin(place, [10], always, t0 + 100).count).toBe(1);
    expect(index.latestWithin(place, [10], always, t0 + 101)).toMatchObject({
      latest: [{ at: t0 + 100 }],
      count: 0,
    });
  });

  test('the last millisecond of a slab is found, and none before `since`', () => {
    const index = indexOf(flash(t0 - 1, 1), flash(t0, 1));
    expect(index.latestWithin(place, [10], t0 - 1).count).toBe(2);
    expect(index.latestWithin(place, [10], t0).count).toBe(1);
    expect(index.latestWithin(place, [10], t0 + 1).count).toBe(0);
  });

  test('a flash of several points counts once, at its nearest point', () => {
    const points = Float64Array.of(
      ...[9, 2, 6].flatMap((miles) => [place.latitude + miles / milesPerDegree, place.longitude]),
    );
    const index = indexOf({ at: t0, latitude: 28, longitude: -82, points });
    const { latest, count } = index.latestWithin(place, [10], always);
    expect(latest[0]!.distanceMiles).toBeCloseTo(2, 6);
    expect(count).toBe(1);
  });

  test('only flashes within the largest radius are counted', () => {
    const index = indexOf(flash(t0, 9), flash(t0, 11), flash(t0, 19), flash(t0, 21));
    expect(index.latestWithin(place, [10, 20], always).count).toBe(3);
  });

  test('without radii there is none', () => {
    expect(indexOf(flash(t0, 1)).latestWithin(place, [], always)).toEqual({ latest: [], count: 0 });
  });

  test('many points in one cell are all kept', () => {
    const flashes = Array.from({ length: 40 }, (_, i) => flash(t0 + i, 1 + i / 10));
    const index = indexOf(...flashes);
    const { latest, count } = index.latestWithin(place, [1.05, 2.05, 30], always);
    expect(latest.map((found) => found && found.at - t0)).toEqual([0, 10, 39]);
    expect(count).toBe(40);
    const seen: number[] = [];
    index.visitWithin(place, { miles: 30, since: t0, until: t0 + hour }, ({ at }) => seen.push(at - t0));
    expect(seen).toEqual(flashes.map((_, i) => i));
  });

  test('flashes of an organization’s own feed count for that organization only', () => {
    const index = new LightningIndex([satellite, own]);
    index.add('satellite', batch(t0, [flash(t0, 9)]));
    index.add('own', batch(t0, [flash(t0 + 1, 1)]));
    const latest = (organizationId?: string) =>
      index.latestWithin({ ...place, organizationId }, [10], always).latest[0]!.at - t0;
    expect(latest()).toBe(0);
    expect(latest('theirs')).toBe(0);
    expect(latest('ours')).toBe(1);
    expect([...index.flashesSince(t0, 'ours')]).toHaveLength(2);
    expect([...index.flashesSince(t0)]).toHaveLength(1);
  });
});

describe('visiting the points within a radius', () => {
  const visited = (index: LightningIndex, since: number, until: number, miles = 10) => {
    const found: number[] = [];
    index.visitWithin(place, { miles, since, until }, ({ at }) => found.push(at - t0));
    return found.sort((a, b) => a - b);
  };

  test('begins at `since` and ends before `until`', () => {
    const index = indexOf(flash(t0, 1), flash(t0 + 1, 1), flash(t0 + 2, 1));
    expect(visited(index, t0, t0 + 2)).toEqual([0, 1]);
    expect(visited(index, t0 + 1, t0 + 3)).toEqual([1, 2]);
  });

  test('also where a slab begins or ends', () => {
    const index = indexOf(flash(t0 - 1, 1), flash(t0, 1), flash(t0 + slabMs - 1, 1), flash(t0 + slabMs, 1));
    expect(visited(index, t0 - 1, t0)).toEqual([-1]);
    expect(visited(index, t0, t0 + slabMs)).toEqual([0, slabMs - 1]);
    expect(visited(index, t0 + slabMs - 1, t0 + slabMs + 1)).toEqual([slabMs - 1, slabMs]);
  });

  test('includes the radius itself and passes the instant of arrival and the cosine', () => {
    const index = indexOf(flash(t0, 9.999), flash(t0, 10), flash(t0, 10.001));
    const arrivals: number[] = [];
    const cosines: number[] = [];
    index.visitWithin(place, { miles: 10, since: t0, until: t0 + 1 }, (_flash, receivedAt, cosine) => {
      arrivals.push(receivedAt - t0);
      cosines.push(cosine);
    });
    expect(arrivals).toEqual([25_000, 25_000]);
    for (const cosine of cosines) expect(cosine).toBeGreaterThanOrEqual(cosineOfMiles(10) - 1e-15);
    expect(cosines[0]).toBeCloseTo(cosineOfMiles(9.999), 12);
  });

  test('a place without flashes around it visits none', () => {
    const index = indexOf(flash(t0, 1));
    const found: number[] = [];
    index.visitWithin({ latitude: 50, longitude: 10 }, { miles: 10, since: t0, until: t0 + 1 }, () =>
      found.push(1),
    );
    expect(found).toEqual([]);
    expect(index.latestWithin({ latitude: 50, longitude: 10 }, [10], always).count).toBe(0);
  });
});

describe('forgetting', () => {
  test('flashes go with their slab, once the whole slab is older than the kept time', () => {
    const index = new LightningIndex([satellite], hour);
    index.add('satellite', batch(t0, [flash(t0, 1), flash(t0 + slabMs - 1, 1)]));
    index.forget(t0 + slabMs + hour);
    expect([...index.flashesSince(always)]).toHaveLength(2);
    index.forget(t0 + slabMs + hour + 1);
    expect([...index.flashesSince(always)]).toEqual([]);
  });

  test('the kept time is three hours unless given', () => {
    const index = indexOf(flash(t0, 1));
    index.forget(t0 + slabMs + 3 * hour);
    expect([...index.flashesSince(always)]).toHaveLength(1);
    index.forget(t0 + slabMs + 3 * hour + 1);
    expect([...index.flashesSince(always)]).toEqual([]);
  });

  test('observation windows go when their end is older than the kept time', () => {
    const index = new LightningIndex([satellite], hour);
    index.add('satellite', batch(t0));
    index.add('satellite', batch(t0 + 20_000));
    const now = t0 + hour;
    const from = () => index.observation([satellite], now)?.observedFrom;
    expect(from()).toBe(t0);
    index.forget(t0 + 20_000 + hour);
    expect(from()).toBe(t0);
    index.forget(t0 + 20_000 + hour + 1);
    expect(from()).toBe(t0 + 20_000);
    index.forget(t0 + 40_000 + hour);
    expect(from()).toBe(t0 + 20_000);
    index.forget(t0 + 40_000 + hour + 1);
    expect(index.windowsOf([satellite])).toEqual([]);
    expect(from()).toBeUndefined();
    index.forget(t0 + 10 * hour);
  });

  test('one call drops the windows that are too old and keeps one that ends at the horizon', () => {
    const index = new LightningIndex([satellite], hour);
    for (const seconds of [0, 20, 40]) index.add('satellite', batch(t0 + seconds * 1_000));
    index.forget(t0 + 40_000 + hour);
    expect(index.windowsOf([satellite]).map(({ from }) => from - t0)).toEqual([20_000, 40_000]);
  });

  test('of more than 10 000 keys the newest 5 000 remain, so that a listed old batch is not read twice', () => {
    const index = new LightningIndex([satellite], hour);
    const add = (number: number) =>
      index.add('satellite', batch(t0, [], { key: `k${number}`, providesCoverage: false }));
    for (let number = 0; number < 10_000; number++) add(number);
    index.forget(t0);
    expect(index.has('satellite', 'k0')).toBe(true);
    add(10_000);
    index.forget(t0);
    expect(index.has('satellite', 'k5000')).toBe(false);
    expect(index.has('satellite', 'k5001')).toBe(true);
    expect(index.has('satellite', 'k10000')).toBe(true);
  });
});

test('flashes since an instant include that instant', () => {
  const index = indexOf(flash(t0 - 1, 1), flash(t0, 1), flash(t0 + slabMs, 1));
  const since = (at: number) => [...index.flashesSince(at)].map(({ at: found }) => found - t0);
  expect(since(t0 - 1)).toEqual([-1, 0, slabMs]);
  expect(since(t0)).toEqual([0, slabMs]);
  expect(since(t0 + 1)).toEqual([slabMs]);
  expect(since(t0 + slabMs + 1)).toEqual([]);
});
