import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type IndexedFeed, type IndexedFlash, LightningIndex } from './lightning-index.ts';
import { lightningAt, type WatchedPlace } from './lightning-status.ts';

const minute = 60_000;
const end = Date.UTC(2026, 5, 6, 20);
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
const satellite: IndexedFeed = { vendor: 'satellite', providesCoverage: true, covers: () => true };
const sensor: IndexedFeed = {
  vendor: 'sensor',
  providesCoverage: false,
  organizationId: 'ours',
  covers: () => true,
};
const network: IndexedFeed = {
  vendor: 'network',
  providesCoverage: true,
  organizationId: 'ours',
  covers: (_latitude, _longitude, reachMiles = 0) => reachMiles <= 25,
};

interface ObservationWindow {
  readonly from: number;
  readonly length: number;
  readonly strikeMiles: number | null;
}
const windows = fc.array(
  fc.record({
    from: fc.integer({ min: 0, max: 100 }),
    length: fc.integer({ min: 1, max: 40 }),
    strikeMiles: fc.option(fc.integer({ min: 0, max: 30 }), { nil: null }),
  }),
  { maxLength: 8 },
);
const flashAt = (at: number, miles: number): IndexedFlash => {
  const latitude = 28 + miles / 69.1;
  return { at, latitude, longitude: -82, points: Float64Array.of(latitude, -82) };
};
/** Windows begin up to 100 minutes before the end; the clock is at the end of the last. */
function addWindows(
  lightningIndex: LightningIndex,
  vendor: string,
  all: readonly ObservationWindow[],
  providesCoverage = true,
): void {
  all.forEach(({ from, length, strikeMiles }, index) => {
    const begin = end - (100 - from) * minute;
    const to = Math.min(end, begin + length * minute);
    if (begin >= to) return;
    const flashes = strikeMiles === null ? [] : [flashAt(begin + 1, strikeMiles)];
    lightningIndex.add(vendor, {
      key: `${vendor} ${index}`,
      from: begin,
      to,
      receivedAt: to,
      flashes,
      providesCoverage,
    });
  });
}
const states = (lightningIndex: LightningIndex, of: WatchedPlace = place) => {
  const lightningStatus = lightningAt(lightningIndex, of, end);
  return lightningStatus.kind === 'not-covered'
    ? ['not-covered', 'not-covered']
    : lightningStatus.zones.map(({ status }) => status.kind);
};

describe('feeds that are known later', () => {
  test('a sensor never makes a zone clear, whatever it says and whenever it says it', () => {
    fc.assert(
      fc.property(windows, windows, fc.boolean(), (seen, fromSensor, isFirst) => {
        const without = new LightningIndex([satellite]);
        addWindows(without, 'satellite', seen);
        const lightningIndex = new LightningIndex([satellite]);
        if (!isFirst) addWindows(lightningIndex, 'satellite', seen);
        lightningIndex.putFeed(sensor);
        addWindows(lightningIndex, 'sensor', fromSensor);
        if (isFirst) addWindows(lightningIndex, 'satellite', seen);
        const before = states(without);
        states(lightningIndex).forEach((state, zone) => {
          if (state === 'clear') expect(before[zone]).toBe('clear');
        });
        // Other organizations are not affected either.
        expect(states(lightningIndex, { ...place, organizationId: 'theirs' })).toEqual(
          states(without, { ...place, organizationId: 'theirs' }),
        );
      }),
    );
  });

  test('strikes without an observation window provide no coverage', () => {
    fc.assert(
      fc.property(windows, windows, (seen, pushed) => {
        const without = new LightningIndex([satellite, network]);
        addWindows(without, 'satellite', seen);
        const lightningIndex = new LightningIndex([satellite, network]);
        addWindows(lightningIndex, 'satellite', seen);
        addWindows(lightningIndex, 'network', pushed, false);
        const before = states(without);
        states(lightningIndex).forEach((state, zone) => {
          if (state === 'clear') expect(before[zone]).toBe('clear');
        });
      }),
    );
  });

  test('a registered network clears a place only after it has observed it for the full time', () => {
    fc.assert(
      fc.property(windows, (seen) => {
        const lightningIndex = new LightningIndex([]);
        expect(states(lightningIndex)).toEqual(['not-covered', 'not-covered']);
        lightningIndex.putFeed(network);
        expect(states(lightningIndex)).toEqual(['unknown', 'unknown']);
        addWindows(lightningIndex, 'network', seen);
        const minutes = new Set<number>();
        for (const { from, length } of seen)
          for (let at = from; at < Math.min(100, from + length); at++) minutes.add(at);
        // A fresh answer reaches to minute 97 at least and to 100 at most: minutes 70 to 96 lie within its
        // thirty whatever it reaches to.
        const missed = Array.from({ length: 27 }, (_, back) => back).filter(
          (back) => !minutes.has(96 - back),
        ).length;
        if (states(lightningIndex).includes('clear')) expect(missed).toBeLessThanOrEqual(1);
        // A place whose zones reach out of its region stays without a status.
        expect(states(lightningIndex, { ...place, radius2: 30 })).toEqual(['not-covered', 'not-covered']);
      }),
    );
  });

  test('a feed that is put again without coverage keeps its strikes and provides none', () => {
    const lightningIndex = new LightningIndex([]);
    lightningIndex.putFeed(network);
    addWindows(lightningIndex, 'network', [{ from: 0, length: 100, strikeMiles: null }]);
    expect(states(lightningIndex)).toEqual(['clear', 'clear']);
    lightningIndex.putFeed({ ...network, providesCoverage: false, covers: () => false });
    expect(states(lightningIndex)).toEqual(['not-covered', 'not-covered']);
  });
});
