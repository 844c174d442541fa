import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cosineOfMiles } from '../core/index.ts';
import { outerRadiusMiles, zoneRanges } from '../locations/index.ts';
import type { ObservationWindow } from './coverage.ts';
import { observedSteps, stretchAt, type ZoneStretch, zoneStretches } from './lightning-history.ts';
import { type IndexedBatch, LightningIndex } from './lightning-index.ts';
import { lightningAt, type WatchedPlace } from './lightning-status.ts';
import { observationLimitMs } from './zone-status.ts';

const second = 1_000;
const minute = 60 * second;
const epoch = Date.UTC(2026, 5, 6, 20);
const position = { latitude: 28.15, longitude: -82.8 };

/** Windows of 20 seconds that arrive 25 seconds after their end. */
function windows(fromMinute: number, toMinute: number): ObservationWindow[] {
  const made: ObservationWindow[] = [];
  for (let from = epoch + fromMinute * minute; from < epoch + toMinute * minute; from += 20 * second) {
    made.push({ from, to: from + 20 * second, receivedAt: from + 45 * second });
  }
  return made;
}
const span = { from: epoch - 30 * minute, to: epoch };
const summaryOf = (stretches: readonly ZoneStretch[]) =>
  stretches.map(({ from, kind, reason }) => [(from - epoch) / second, reason ?? kind] as [number, string]);
const history = (
  seen: ObservationWindow[],
  strikes: { at: number; receivedAt: number }[],
  allClearMinutes = 10,
) => zoneStretches({ observed: observedSteps(seen, span), strikes, allClearMinutes }, span);

describe('a zone as it was', () => {
  test('is in delay from when the strike came in, not from when it struck, until its quiet was seen', () => {
    const strike = { at: epoch - 25 * minute, receivedAt: epoch - 24 * minute };
    const stretches = history(windows(-90, 0), [strike]);
    // The window that ends 15 minutes before the epoch comes in 25 s later.
    expect(summaryOf(stretches)).toEqual([
      [-1_800, 'clear'],
      [-1_440, 'strike'],
      [-875, 'clear'],
    ]);
    expect(stretches[0]!.to).toBe(stretches[1]!.from);
    expect(stretches.at(-1)!.to).toBe(epoch);
    expect(stretchAt(stretches, strike.receivedAt - 1)?.kind).toBe('clear');
    expect(stretchAt(stretches, strike.receivedAt)?.kind).toBe('delay');
    expect(stretchAt(stretches, span.from - 1)).toBeUndefined();
  });

  test('is unknown from the millisecond after the limit, observing when windows arrive again, and is not put right by what came later', () => {
    const seen = windows(-120, -20).concat(windows(-12, 0));
    // The hole is filled at the very end: then it was clear after all, but nobody knew before.
    const filled = windows(-20, -12).map((window) => ({ ...window, receivedAt: epoch - 10 * second }));
    expect(summaryOf(history([...seen, ...filled], [], 20))).toEqual([
      [-1_800, 'clear'],
      [-20 * 60 + 180 + 0.001, 'unknown'],
      [-12 * 60 + 45 + 120, 'observing'],
      [-10, 'clear'],
    ]);
  });

  test('that was never observed is unknown all the time', () => {
    expect(history([], [])).toEqual([{ from: span.from, to: span.to, kind: 'unknown', reason: null }]);
  });

  test('an older strike that comes in later changes nothing', () => {
    const strikes = [
      { at: epoch - 20 * minute, receivedAt: epoch - 19 * minute },
      { at: epoch - 24 * minute, receivedAt: epoch - 15 * minute },
    ];
    expect(history(windows(-90, 0), strikes)).toEqual(history(windows(-90, 0), strikes.slice(0, 1)));
  });
});

const batchCount = 330;
interface VendorBatch extends IndexedBatch {
  vendor: string;
}
/**
 * Two satellites and a sensor without coverage: batches that arrive late, out of order or never, with
 * strikes all around.
 */
const story = fc
  .record({
    strikes: fc.array(
      fc.record({
        batch: fc.nat(batchCount - 1),
        offsetMs: fc.integer({ min: -1_700, max: 19_999 }),
        miles: fc.integer({ min: 0, max: 40 }),
        vendor: fc.constantFrom('east', 'west', 'sensor'),
      }),
      { maxLength: 8 },
    ),
    late: fc.array(fc.tuple(fc.nat(batchCount - 1), fc.integer({ min: 0, max: 900_000 })), { maxLength: 20 }),
    outages: fc.array(fc.tuple(fc.nat(batchCount - 1), fc.integer({ min: 1, max: 40 })), { maxLength: 3 }),
    hasWest: fc.boolean(),
    allClearMinutes: fc.constantFrom(10, 20, 30, 60),
    instants: fc.array(fc.integer({ min: 0, max: 30 * 60_000 }), { minLength: 12, maxLength: 12 }),
  })
  .map((input) => {
    const batches: VendorBatch[] = [];
    for (const vendor of input.hasWest ? ['east', 'west', 'sensor'] : ['east', 'sensor']) {
      for (let i = 0; i < batchCount; i++) {
        const from = epoch - 110 * minute + i * 20 * second;
        const strikes = input.strikes.filter((strike) => strike.vendor === vendor && strike.batch === i);
        const isOut = input.outages.some(([first, length]) => i >= first && i < first + length);
        if (isOut && vendor !== 'sensor') continue;
        if (vendor === 'sensor' && strikes.length === 0) continue;
        const late = input.late.find(([batch]) => batch === i)?.[1] ?? 25_000;
        batches.push({
          vendor,
          key: `${vendor} ${i}`,
          from,
          to: from + 20 * second,
          receivedAt: from + 20 * second + late,
          providesCoverage: vendor !== 'sensor',
          flashes: strikes.map(({ offsetMs, miles }) => {
            const latitude = position.latitude + (miles + 0.37) / 69.1;
            return {
              at: from + offsetMs,
              latitude,
              longitude: position.longitude,
              points: Float64Array.of(latitude, position.longitude),
            };
          }),
        });
      }
    }
    return {
      batches,
      allClearMinutes: input.allClearMinutes,
      instants: input.instants.map((offset) => epoch - 30 * minute + offset),
    };
  });

const feeds = ['east', 'west', 'sensor'].map((vendor) => ({
  vendor,
  providesCoverage: vendor !== 'sensor',
  covers: () => true,
}));
function lightningIndexOf(batches: readonly VendorBatch[]): LightningIndex {
  const lightningIndex = new LightningIndex(feeds);
  for (const batch of batches) lightningIndex.add(batch.vendor, batch);
  return lightningIndex;
}

test('at any instant the replay says what the engine said with what had come in by then, and never more', () => {
  const seen = { strike: 0, observing: 0, clear: 0, unknown: 0 };
  fc.assert(
    fc.property(story, ({ batches, allClearMinutes, instants }) => {
      const place: WatchedPlace = {
        placeId: null,
        ...position,
        radius1: 8,
        radius2: 15,
        radius3: 30,
        radius4: 0,
        allClearMinutes,
      };
      const now = lightningIndexOf(batches);
      const points: { at: number; receivedAt: number; cosine: number }[] = [];
      const since = span.from - observationLimitMs - allClearMinutes * minute;
      now.visitWithin(
        place,
        { miles: outerRadiusMiles(place), since, until: Number.POSITIVE_INFINITY },
        ({ at }, receivedAt, cosine) => points.push({ at, receivedAt, cosine }),
      );
      const observed = observedSteps(now.windowsOf(now.feedsAt(place.latitude, place.longitude)), span);
      const zones = zoneRanges(place).map(({ radiusMiles }) => {
        const strikes = points.filter(({ cosine }) => cosine >= cosineOfMiles(radiusMiles) - 1e-15);
        return zoneStretches({ observed, strikes, allClearMinutes }, span);
      });
      // The turns themselves, and the millisecond before each, are the likeliest to be wrong.
      const turns = zones
        .flatMap((stretches) => stretches.flatMap(({ from }) => [from, from - 1]))
        .filter((at) => at >= span.from);
      for (const at of [...instants, ...turns, span.to]) {
        const then = lightningAt(
          lightningIndexOf(batches.filter(({ receivedAt }) => receivedAt <= at)),
          place,
          at,
        );
        if (then.kind === 'not-covered') throw new Error('covered everywhere');
        for (const [i, { status }] of then.zones.entries()) {
          const replayed = stretchAt(zones[i]!, at)!;
          const reason = status.kind === 'delay' && status.reason !== 'report' ? status.reason : null;
          seen[reason ?? (status.kind as 'clear' | 'unknown')]++;
          expect({ kind: replayed.kind, reason: replayed.reason }).toEqual({ kind: status.kind, reason });
        }
      }
      for (const stretches of zones) {
        expect(stretches[0]!.from).toBe(span.from);
        expect(stretches.at(-1)!.to).toBe(span.to);
        for (const [i, { from, to }] of stretches.entries()) {
          expect(to).toBeGreaterThanOrEqual(from);
          if (i > 0) expect(from).toBe(stretches[i - 1]!.to);
        }
      }
    }),
    { numRuns: 120 },
  );
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(20);
});
