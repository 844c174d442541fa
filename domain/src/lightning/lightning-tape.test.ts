import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { distanceMiles } from '../core/index.ts';
import { type BatchWindow, coverageOf } from './blinded-batches.ts';
import { type IndexedFeed, type IndexedFlash, LightningIndex } from './lightning-index.ts';
import { lightningAt } from './lightning-status.ts';
import { laneStretches, lightningTapeAt, tapeBinMs, tapeMapStrikes, tapeMs } from './lightning-tape.ts';

const second = 1_000;
const minute = 60 * second;
const now = Date.UTC(2026, 5, 6, 20);
const here = { latitude: 28, longitude: -82 };
const place = {
  placeId: null,
  ...here,
  radius1: 10,
  radius2: 20,
  radius3: 30,
  radius4: 0,
  allClearMinutes: 30,
};
const satellite: IndexedFeed = { vendor: 'satellite', providesCoverage: true, covers: () => true };

const flash = (at: number, miles: number, otherMiles = miles): IndexedFlash => {
  const latitude = (distance: number) => here.latitude + distance / 69.1;
  const points = Float64Array.of(latitude(miles), here.longitude, latitude(otherMiles), here.longitude);
  return { at, latitude: latitude(miles), longitude: here.longitude, points };
};

interface Part {
  readonly seconds: number;
  readonly kind: 'seen' | 'missing' | 'lost' | 'late';
}

/** Batches of 20 s or as given, one after the other up to about `now`; 'late' ones have not arrived in time. */
function indexOf(parts: readonly Part[], flashes: readonly IndexedFlash[] = [], feed = satellite) {
  const index = new LightningIndex([feed]);
  const windows: BatchWindow[] = [];
  let from = now - 30 * second - parts.reduce((sum, part) => sum + part.seconds * second, 0);
  for (const [i, { seconds, kind }] of parts.entries()) {
    const to = from + seconds * second;
    const receivedAt = kind === 'late' ? now : to + 25 * second;
    const dataLost = kind === 'lost';
    if (kind !== 'missing') {
      index.add('satellite', { key: `${i}`, from, to, receivedAt, dataLost, flashes: [] });
      windows.push({ from, to, receivedAt, dataLost });
    }
    from = to;
  }
  const batch = { key: 'flashes', from: now, to: now, receivedAt: now, providesCoverage: false };
  index.add('satellite', { ...batch, flashes });
  return { index, windows: coverageOf(windows).windows };
}

const parts = fc.array(
  fc.record({
    seconds: fc.integer({ min: 5, max: 400 }),
    kind: fc.constantFrom<Part['kind']>('seen', 'seen', 'seen', 'missing', 'lost', 'late'),
  }),
  { minLength: 1, maxLength: 20 },
);
const flashes = fc.array(
  fc
    .tuple(
      fc.integer({ min: -2_000, max: 2 }),
      fc.double({ min: 0, max: 40, noNaN: true }),
      fc.double({ min: 0, max: 40, noNaN: true }),
    )
    .map(([seconds, miles, otherMiles]) => flash(now + seconds * second, miles, otherMiles)),
  { maxLength: 400 },
);

function nearest({ points }: IndexedFlash): number {
  const one = distanceMiles(here, { latitude: points[0]!, longitude: points[1]! })!;
  return Math.min(one, distanceMiles(here, { latitude: points[2]!, longitude: points[3]! })!);
}

const steady = Array.from({ length: 180 }, (): Part => ({ seconds: 20, kind: 'seen' }));

describe('the tape of a place', () => {
  test('is what a plain filter of all flashes gives', () => {
    fc.assert(
      fc.property(flashes, (all) => {
        const tape = lightningTapeAt(indexOf(steady, all).index, place, now)!;
        const near = all.filter((one) => one.at >= now - tapeMs && nearest(one) <= 30);
        expect(tape.strikes.length + tape.strikesLeftOut).toBe(near.length);
        expect(tape.strikes.map(({ at }) => at)).toEqual(
          near
            .map(({ at }) => at)
            .sort((a, b) => b - a)
            .slice(0, tapeMapStrikes),
        );
        for (const { radiusMiles, strikesAt } of tape.zones) {
          const within = near.filter((one) => nearest(one) <= radiusMiles).map(({ at }) => at);
          expect(strikesAt.length).toBeLessThanOrEqual(180);
          expect(strikesAt.at(-1)).toBe(within.length === 0 ? undefined : Math.max(...within));
          // No tick without a strike, and no strike farther than a bin from its tick.
          for (const at of strikesAt) expect(within).toContain(at);
          for (const at of within)
            expect(strikesAt.some((tick) => tick >= at && tick - at <= tapeBinMs)).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  });

  test('draws no quiet where nothing was observed, and none before a strike or an unseen minute', () => {
    fc.assert(
      fc.property(parts, fc.option(fc.integer({ min: -1_900, max: 0 })), (coverage, strike) => {
        const { index, windows } = indexOf(coverage);
        const tape = lightningTapeAt(index, place, now)!;
        const lastStrikeAt = strike === null ? null : now + strike * second;
        const stretches = laneStretches(tape, lastStrikeAt);
        const isObserved = (at: number) =>
          windows.some(({ from, to }) => from - second <= at && at <= to + second);
        let end = tape.from;
        for (const { from, to, kind } of stretches) {
          expect(from).toBeGreaterThanOrEqual(end);
          expect(to).toBeGreaterThan(from);
          expect(to).toBeLessThanOrEqual(now);
          end = to;
          if (kind === 'unseen') continue;
          expect(from).toBeGreaterThanOrEqual(lastStrikeAt ?? tape.from);
          for (let at = from; at <= to; at += second) expect(isObserved(at)).toBe(true);
        }
        for (const gap of tape.unseen)
          for (const { from, to, kind } of stretches)
            if (kind === 'quiet') expect(from >= gap.to || to <= gap.from).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  test('has a full lane of quiet exactly where the zone may be clear', () => {
    fc.assert(
      fc.property(parts, (coverage) => {
        const { index } = indexOf(coverage);
        const tape = lightningTapeAt(index, place, now)!;
        const status = lightningAt(index, place, now);
        if (status.kind !== 'known' || status.zones[0]?.status.kind !== 'clear') return;
        // A clear zone of a timer of 30 minutes: at most the tolerated minute of it is not quiet.
        const quiet = laneStretches(tape, null).filter(({ kind }) => kind === 'quiet');
        const quietMs = quiet.reduce((sum, { from, to }) => sum + to - from, 0);
        expect(quietMs + (now - tape.confirmedThrough!)).toBeGreaterThanOrEqual(tapeMs - minute);
      }),
      { numRuns: 200 },
    );
  });

  test.each<[string, Part[], number[][]]>([
    [
      'a gap that was given up',
      [...steady, { seconds: 300, kind: 'missing' }, ...steady.slice(0, 20)],
      [[-730, -430]],
    ],
    [
      'a batch that lost data',
      [...steady, { seconds: 100, kind: 'lost' }, ...steady.slice(0, 20)],
      [[-530, -430]],
    ],
    ['the time before observation began', [{ seconds: 400, kind: 'seen' }], [[-1_800, -430]]],
  ])('%s is unseen', (_name, coverage, expected) => {
    const tape = lightningTapeAt(indexOf(coverage).index, place, now)!;
    expect(tape.unseen.map(({ from, to }) => [(from - now) / second, (to - now) / second])).toEqual(expected);
    expect(tape.pendingGap).toBeNull();
  });

  test('a stretch that may still arrive is pending up to the next window', () => {
    const coverage: Part[] = [...steady, { seconds: 60, kind: 'missing' }, { seconds: 40, kind: 'late' }];
    const tape = lightningTapeAt(indexOf(coverage).index, place, now)!;
    expect(tape.pendingGap).toEqual({ from: now - 130 * second, to: now - 70 * second });
    expect(tape.observedThrough).toBe(now - 130 * second);
    expect(tape.unseen).toEqual([]);
  });

  test('a late observation is pending up to now, one on time is not', () => {
    const { index } = indexOf(steady);
    expect(lightningTapeAt(index, place, now)!.pendingGap).toBeNull();
    const later = now + 5 * minute;
    expect(lightningTapeAt(index, place, later)!.pendingGap).toEqual({ from: now - 30 * second, to: later });
  });

  test('without any observation everything is unseen, and a place without a feed has no tape', () => {
    const empty = lightningTapeAt(new LightningIndex([satellite]), place, now)!;
    expect(empty).toMatchObject({ observedThrough: null, unseen: [{ from: now - tapeMs, to: now }] });
    expect(laneStretches(empty, null)).toEqual([{ from: now - tapeMs, to: now, kind: 'unseen' }]);
    expect(lightningTapeAt(new LightningIndex([]), place, now)).toBeNull();
  });

  test('a strike of another organization is on no tape', () => {
    const own: IndexedFeed = { ...satellite, vendor: 'own', organizationId: 'ours' };
    const { index } = indexOf(steady);
    index.putFeed(own);
    index.add('own', { key: 'a', from: now, to: now, receivedAt: now, flashes: [flash(now - minute, 5)] });
    expect(lightningTapeAt(index, { ...place, organizationId: 'theirs' }, now)!.strikes).toEqual([]);
    const [strike] = lightningTapeAt(index, { ...place, organizationId: 'ours' }, now)!.strikes;
    expect(strike?.distanceMiles).toBeCloseTo(5, 1);
    expect(strike?.bearingDegrees).toBeCloseTo(0);
  });
});
