import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LightningPicture, type PictureFeed, type PictureFlash } from './lightning-picture.ts';
import { lightningAt, type WatchedPlace } from './lightning-verdict.ts';

const minute = 60_000;
const end = Date.UTC(2026, 5, 6, 20);
const place: WatchedPlace = {
  latitude: 28,
  longitude: -82,
  radius1: 10,
  radius2: 20,
  radius3: 0,
  radius4: 0,
  allClearMinutes: 30,
  customerId: 'ours',
};
const satellite: PictureFeed = { vendor: 'satellite', vouches: true, covers: () => true };
const sensor: PictureFeed = { vendor: 'sensor', vouches: false, customerId: 'ours', covers: () => true };
const network: PictureFeed = {
  vendor: 'network',
  vouches: true,
  customerId: 'ours',
  covers: (_latitude, _longitude, reachMiles = 0) => reachMiles <= 25,
};

interface Look {
  readonly from: number;
  readonly length: number;
  readonly strikeMiles: number | null;
}
const looks = fc.array(
  fc.record({
    from: fc.integer({ min: 0, max: 100 }),
    length: fc.integer({ min: 1, max: 40 }),
    strikeMiles: fc.option(fc.integer({ min: 0, max: 30 }), { nil: null }),
  }),
  { maxLength: 8 },
);
const flashAt = (at: number, miles: number): PictureFlash => {
  const latitude = 28 + miles / 69.1;
  return { at, latitude, longitude: -82, points: Float64Array.of(latitude, -82) };
};
/** Looks begin up to 100 minutes before the end, the clock stands at the end of the last. */
function look(picture: LightningPicture, vendor: string, all: readonly Look[], vouches = true): void {
  all.forEach(({ from, length, strikeMiles }, index) => {
    const begin = end - (100 - from) * minute;
    const to = Math.min(end, begin + length * minute);
    if (begin >= to) return;
    const flashes = strikeMiles === null ? [] : [flashAt(begin + 1, strikeMiles)];
    picture.add(vendor, { key: `${vendor} ${index}`, from: begin, to, receivedAt: to, flashes, vouches });
  });
}
const states = (picture: LightningPicture, of: WatchedPlace = place) => {
  const verdict = lightningAt(picture, of, end);
  return verdict.kind === 'not-covered' ? ['not-covered', 'not-covered'] : verdict.zones.map(({ status }) => status.kind);
};

describe('feeds that are known later', () => {
  test('a sensor never makes a zone clear, whatever it says and whenever it says it', () => {
    fc.assert(
      fc.property(looks, looks, fc.boolean(), (seen, heard, isFirst) => {
        const without = new LightningPicture([satellite]);
        look(without, 'satellite', seen);
        const picture = new LightningPicture([satellite]);
        if (!isFirst) look(picture, 'satellite', seen);
        picture.putFeed(sensor);
        look(picture, 'sensor', heard);
        if (isFirst) look(picture, 'satellite', seen);
        const before = states(without);
        states(picture).forEach((state, zone) => {
          if (state === 'clear') expect(before[zone]).toBe('clear');
        });
        // Nor does anybody else feel it.
        expect(states(picture, { ...place, customerId: 'theirs' })).toEqual(states(without, { ...place, customerId: 'theirs' }));
      }),
    );
  });

  test('strikes without a word on what was looked at vouch for nothing', () => {
    fc.assert(
      fc.property(looks, looks, (seen, pushed) => {
        const without = new LightningPicture([satellite, network]);
        look(without, 'satellite', seen);
        const picture = new LightningPicture([satellite, network]);
        look(picture, 'satellite', seen);
        look(picture, 'network', pushed, false);
        const before = states(without);
        states(picture).forEach((state, zone) => {
          if (state === 'clear') expect(before[zone]).toBe('clear');
        });
      }),
    );
  });

  test('a network that is registered clears a place only after it has looked at it for the full time', () => {
    fc.assert(
      fc.property(looks, (seen) => {
        const picture = new LightningPicture([]);
        expect(states(picture)).toEqual(['not-covered', 'not-covered']);
        picture.putFeed(network);
        expect(states(picture)).toEqual(['unknown', 'unknown']);
        look(picture, 'network', seen);
        const minutes = new Set<number>();
        for (const { from, length } of seen) for (let at = from; at < Math.min(100, from + length); at++) minutes.add(at);
        // A fresh answer reaches to minute 97 at least and to 100 at most: minutes 70 to 96 lie within its thirty whatever it reaches to.
        const missed = Array.from({ length: 27 }, (_, back) => back).filter((back) => !minutes.has(96 - back)).length;
        if (states(picture).includes('clear')) expect(missed).toBeLessThanOrEqual(1);
        // A place whose zones reach out of its region stays without a status.
        expect(states(picture, { ...place, radius2: 30 })).toEqual(['not-covered', 'not-covered']);
      }),
    );
  });

  test('one that is put again, to vouch no more, keeps its strikes and vouches for nothing', () => {
    const picture = new LightningPicture([]);
    picture.putFeed(network);
    look(picture, 'network', [{ from: 0, length: 100, strikeMiles: null }]);
    expect(states(picture)).toEqual(['clear', 'clear']);
    picture.putFeed({ ...network, vouches: false, covers: () => false });
    expect(states(picture)).toEqual(['not-covered', 'not-covered']);
  });
});
