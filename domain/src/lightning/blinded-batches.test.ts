import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type BatchWindow, coverageOf } from './blinded-batches.ts';
import { type IndexedBatch, type IndexedFeed, LightningIndex } from './lightning-index.ts';
import { lightningAt, type WatchedPlace } from './lightning-status.ts';

const second = 1_000;
const batchMs = 20 * second;
const t0 = Date.UTC(2026, 2, 20, 4, 15);

interface Night {
  /** Per batch; null for one without a count. */
  counts: (number | null)[];
  lost: number[];
  missing: number[];
  /** The first batch of the sun window, and how many it has. */
  sunFrom: number;
  sunLength: number;
}

const night: fc.Arbitrary<Night> = fc.integer({ min: 1, max: 260 }).chain((length) =>
  fc.record({
    counts: fc
      .array(
        fc.record({
          // Stretches of one kind of batches, so that there are medians and blinded stretches to find.
          length: fc.integer({ min: 1, max: 60 }),
          count: fc.option(fc.constantFrom(0, 90, 100, 110, 290, 300, 310, 1_000), { nil: null, freq: 12 }),
        }),
        { minLength: 4, maxLength: 12 },
      )
      .map((runs) =>
        runs.flatMap((run) => new Array<number | null>(run.length).fill(run.count)).slice(0, length),
      ),
    lost: fc.array(fc.nat(length), { maxLength: 3 }),
    missing: fc.array(fc.nat(length), { maxLength: 4 }),
    sunFrom: fc.nat(length),
    // At least two batches, because a sun window is asked for at the ends of a batch alone.
    sunLength: fc.integer({ min: 2, max: length + 1 }),
  }),
);

const isInSun = ({ sunFrom, sunLength }: Night, number: number) =>
  number >= sunFrom && number < sunFrom + sunLength;
const numbersOf = ({ counts, missing }: Night) =>
  counts.map((_, number) => number).filter((number) => !missing.includes(number));

const windowsOf = (past: Night): BatchWindow[] =>
  numbersOf(past).map((number) => ({
    from: t0 + number * batchMs,
    to: t0 + (number + 1) * batchMs,
    receivedAt: t0 + (number + 1) * batchMs + 25_000,
    eventCount: past.counts[number] ?? null,
    dataLost: past.lost.includes(number),
    inSunWindow: isInSun(past, number),
  }));

/** The rule in its simplest form: every batch compared with every other one. */
function bruteForce(past: Night): Map<number, string> {
  const there = numbersOf(past);
  const reasons = new Map<number, string>();
  for (const number of there) {
    if (!isInSun(past, number)) continue;
    const compared = there
      .filter((other) => other < number && number - other <= 180)
      .filter((other) => past.counts[other] !== null && !past.lost.includes(other) && !reasons.has(other))
      .map((other) => past.counts[other]!)
      .sort((a, b) => a - b);
    const median = (compared[(compared.length - 1) >> 1]! + compared[compared.length >> 1]!) / 2;
    const count = past.counts[number]!;
    if (count === null || compared.length < 30) reasons.set(number, 'sun-possible');
    else if (count > 3 * median) reasons.set(number, 'sun');
  }
  const blinded = [...reasons].filter(([, reason]) => reason === 'sun').map(([number]) => number);
  for (const number of there) {
    const near = blinded.some((other) => other !== number && Math.abs(other - number) <= 7);
    if (isInSun(past, number) && near) reasons.set(number, 'sun');
    else if (past.lost.includes(number) && !reasons.has(number)) reasons.set(number, 'data-lost');
  }
  return reasons;
}

const satellite: IndexedFeed = { vendor: 'satellite', providesCoverage: true, covers: () => true };
const place: WatchedPlace = {
  placeId: null,
  latitude: 28,
  longitude: -82,
  radius1: 10,
  radius2: 20,
  radius3: 0,
  radius4: 0,
  allClearMinutes: 10,
};
const indexOf = (past: Night, order: readonly number[]) => {
  const sunFrom = t0 + past.sunFrom * batchMs;
  const sunWindow = (at: number) => at > sunFrom && at < sunFrom + past.sunLength * batchMs;
  const index = new LightningIndex([{ ...satellite, sunWindow }]);
  const windows = windowsOf(past);
  for (const position of order) {
    const window = windows[position];
    if (window === undefined) continue;
    const batch: IndexedBatch = { ...window, key: `${window.from}`, flashes: [] };
    index.add('satellite', batch);
  }
  return index;
};

test('finds the batches that a comparison of each with each finds', () => {
  const tally: Record<string, number> = {};
  fc.assert(
    fc.property(night, (past) => {
      const expected = bruteForce(past);
      const { blind, windows } = coverageOf(windowsOf(past));
      expect(blind.map(({ from, reason }) => [(from - t0) / batchMs, reason])).toEqual(
        [...expected].sort(([a], [b]) => a - b),
      );
      expect(windows.length + blind.length).toBe(numbersOf(past).length);
      for (const { reason } of blind) tally[reason] = (tally[reason] ?? 0) + 1;
    }),
    { numRuns: 400 },
  );
  // The nights are worth something only if every reason occurs in them.
  for (const reason of ['sun', 'sun-possible', 'data-lost']) expect(tally[reason]).toBeGreaterThan(50);
});

test('the order of arrival does not matter, to the status of a place neither', () => {
  const kinds: Record<string, number> = {};
  fc.assert(
    fc.property(
      night.chain((past) =>
        fc.tuple(
          fc.constant(past),
          fc.shuffledSubarray(
            past.counts.map((_, position) => position),
            { minLength: past.counts.length },
          ),
        ),
      ),
      ([past, order]) => {
        const now = t0 + past.counts.length * batchMs + 45_000;
        const inOrder = indexOf(past, past.counts.keys().toArray());
        const shuffled = indexOf(past, order);
        // Asked while batches arrive, so that a kept result would show.
        const interleaved = indexOf(past, []);
        const windows = windowsOf(past);
        for (const position of order) {
          const window = windows[position];
          if (window === undefined) continue;
          interleaved.add('satellite', { ...window, key: `${window.from}`, flashes: [] });
          interleaved.observationOf('satellite', now);
        }
        const status = lightningAt(inOrder, place, now);
        expect(lightningAt(shuffled, place, now)).toEqual(status);
        expect(shuffled.blindReason([satellite], now)).toBe(inOrder.blindReason([satellite], now));
        kinds[status.kind] = (kinds[status.kind] ?? 0) + 1;
        for (const zone of status.kind === 'not-covered' ? [] : status.zones)
          kinds[zone.status.kind] = (kinds[zone.status.kind] ?? 0) + 1;
      },
    ),
    { numRuns: 300 },
  );
  for (const kind of ['known', 'unknown', 'clear', 'delay']) expect(kinds[kind]).toBeGreaterThan(10);
});

test('what was clear once rests on no batch that turned out to be blind', () => {
  const tally = { clear: 0, sun: 0 };
  fc.assert(
    fc.property(night, (past) => {
      const index = indexOf(past, []);
      const claims: { from: number; to: number }[] = [];
      for (const window of windowsOf(past)) {
        index.add('satellite', { ...window, key: `${window.from}`, flashes: [] });
        const status = lightningAt(index, place, window.receivedAt);
        const zone = status.kind === 'known' ? status.zones[0]!.status : null;
        if (status.kind !== 'known' || zone?.kind !== 'clear') continue;
        const quietFrom = zone.since - place.allClearMinutes * 60_000;
        claims.push({ from: quietFrom, to: status.observation.confirmedThrough });
      }
      const reasons = bruteForce(past);
      const there = numbersOf(past);
      for (const { from, to } of claims) {
        let unseenMs = 0;
        for (const number of past.counts.keys()) {
          const begin = t0 + number * batchMs;
          const overlap = Math.min(to, begin + batchMs) - Math.max(from, begin);
          if (overlap > 0 && (reasons.has(number) || !there.includes(number))) unseenMs += overlap;
        }
        // What is tolerated in any quiet time.
        expect(unseenMs).toBeLessThanOrEqual(60_000);
        tally.clear++;
      }
      if ([...reasons.values()].includes('sun')) tally.sun++;
    }),
    { numRuns: 300 },
  );
  expect(tally.clear).toBeGreaterThan(1_000);
  expect(tally.sun).toBeGreaterThan(15);
});
