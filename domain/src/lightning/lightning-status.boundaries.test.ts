import { describe, expect, test } from 'vitest';
import { EARTH_RADIUS_MILES } from '../core/index.ts';
import { type IndexedFeed, LightningIndex } from './lightning-index.ts';
import { lightningAt, type WatchedPlace } from './lightning-status.ts';

const minute = 60_000;
const now = Date.UTC(2026, 5, 6, 20);
const milesPerDegree = (EARTH_RADIUS_MILES * Math.PI) / 180;
const place: WatchedPlace = {
  placeId: null,
  latitude: 28,
  longitude: -82,
  radius1: 10,
  radius2: 20,
  radius3: 0,
  radius4: 0,
  allClearMinutes: 30,
  organizationId: 'ours',
};
const satellite: IndexedFeed = {
  vendor: 'satellite',
  name: 'GOES-19',
  providesCoverage: true,
  covers: (_latitude, _longitude, reachMiles = 0) => reachMiles <= 20,
};
const sensor: IndexedFeed = {
  vendor: 'sensor',
  providesCoverage: false,
  organizationId: 'ours',
  covers: () => true,
};

/** The satellite observed from one instant to another, with strikes at instants and miles north. */
function lightning(
  strikes: readonly [at: number, miles: number][] = [],
  { from = now - 120 * minute, through = now, feeds = [satellite] } = {},
) {
  const index = new LightningIndex(feeds);
  const flashes = strikes.map(([at, miles]) => {
    const latitude = place.latitude + miles / milesPerDegree;
    return { at, latitude, longitude: -82, points: Float64Array.of(latitude, -82) };
  });
  index.add('satellite', { key: 'all', from, to: through, receivedAt: through, flashes });
  return index;
}
/** The status where the place is covered. */
function seen(index: LightningIndex, of = place, at = now, limitMs?: number) {
  const status = lightningAt(index, of, at, limitMs);
  if (status.kind === 'not-covered') throw new Error('not covered');
  return status;
}

describe('whether a place is covered', () => {
  test.each([
    [20, 'known'],
    [21, 'not-covered'],
  ])('a feed that reaches 20 miles, an outer radius of %d', (radius2, kind) => {
    expect(lightningAt(lightning(), { ...place, radius2 }, now).kind).toBe(kind);
  });

  test('a feed that provides no coverage does not cover a place by itself', () => {
    expect(lightningAt(new LightningIndex([]), place, now)).toEqual({ kind: 'not-covered' });
    expect(lightningAt(new LightningIndex([sensor]), place, now)).toEqual({ kind: 'not-covered' });
    expect(lightningAt(new LightningIndex([sensor, satellite]), place, now).kind).toBe('unknown');
  });

  test('a feed of another organization covers nothing here', () => {
    const theirs = new LightningIndex([{ ...satellite, organizationId: 'theirs' }]);
    expect(lightningAt(theirs, place, now)).toEqual({ kind: 'not-covered' });
  });
});

describe('how old the observation may be', () => {
  test.each([
    [180_000, undefined, 'known'],
    [180_001, undefined, 'unknown'],
    [500, 500, 'known'],
    [501, 500, 'unknown'],
  ])('%d ms behind the clock, limit %s: %s', (lagMs, limitMs, kind) => {
    const status = seen(lightning([[now - minute, 5]]), place, now + lagMs, limitMs);
    expect(status.kind).toBe(kind);
    expect(status.observation?.observedThrough).toBe(now);
    expect(status.zones.map((zone) => zone.status.kind)).toEqual(
      kind === 'known' ? ['delay', 'delay'] : ['unknown', 'unknown'],
    );
    // An unknown zone still has its last strike.
    expect(status.zones[0]?.lastStrike?.at).toBe(now - minute);
  });

  test.each([
    [60_000, 'known'],
    [60_001, 'unknown'],
    [3_600_000, 'unknown'],
  ])('%d ms ahead of a clock that was set back: %s', (aheadMs, kind) => {
    const status = seen(lightning(), place, now - aheadMs);
    expect([status.kind, status.zones.map((zone) => zone.status.kind)]).toEqual(
      kind === 'known' ? ['known', ['clear', 'clear']] : ['unknown', ['unknown', 'unknown']],
    );
  });

  test('without an observation all is unknown', () => {
    const status = seen(new LightningIndex([satellite]));
    expect(status).toMatchObject({ kind: 'unknown', observation: null, strikeCount: 0 });
    expect(status.zones.map((zone) => zone.status)).toEqual([{ kind: 'unknown' }, { kind: 'unknown' }]);
  });
});

describe('the zones of a place', () => {
  test.each([
    [9.999, ['delay', 'delay']],
    [10, ['delay', 'delay']],
    [10.001, ['clear', 'delay']],
    [20, ['clear', 'delay']],
    [20.001, ['clear', 'clear']],
  ])('a strike %d miles away', (miles, kinds) => {
    expect(seen(lightning([[now - minute, miles]])).zones.map(({ status }) => status.kind)).toEqual(kinds);
  });

  test('each has its range, its last strike and its own all clear', () => {
    const { zones } = seen(
      lightning([
        [now - 20 * minute, 4],
        [now - 10 * minute, 15],
      ]),
    );
    expect(zones).toMatchObject([
      {
        zone: 1,
        range: '0-10 mi',
        radiusMiles: 10,
        lastStrike: { at: now - 20 * minute },
        status: { kind: 'delay', reason: 'strike', clearAt: now + 10 * minute },
      },
      {
        zone: 2,
        range: '10-20 mi',
        radiusMiles: 20,
        lastStrike: { at: now - 10 * minute },
        status: { kind: 'delay', reason: 'strike', clearAt: now + 20 * minute },
      },
    ]);
  });

  test('a zone without a strike has none', () => {
    expect(seen(lightning()).zones.map(({ lastStrike }) => lastStrike)).toEqual([null, null]);
  });

  test('the timer of the place counts', () => {
    const kinds = (allClearMinutes: number) =>
      seen(lightning([[now - 20 * minute, 4]]), { ...place, allClearMinutes }).zones[0]!.status.kind;
    expect([10, 20, 30].map(kinds)).toEqual(['clear', 'clear', 'delay']);
  });
});

describe('strikes of the last 30 minutes', () => {
  test.each([
    [now - 30 * minute, 1],
    [now - 30 * minute - 1, 0],
    [now, 1],
  ])('a strike at %d counts %d', (at, count) => {
    expect(seen(lightning([[at, 5]])).strikeCount).toBe(count);
  });

  test('count within the largest radius', () => {
    const strikes = [5, 15, 20, 20.001].map((miles): [number, number] => [now - minute, miles]);
    expect(seen(lightning(strikes)).strikeCount).toBe(3);
  });
});

test('the feeds are given by name, else by vendor', () => {
  expect(seen(lightning([], { feeds: [satellite, sensor] })).feeds).toEqual(['GOES-19', 'sensor']);
});
