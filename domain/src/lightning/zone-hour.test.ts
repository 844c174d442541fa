import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../core/index.ts';
import { observedSteps } from './lightning-history.ts';
import { hindsightLimitMs, inHindsight, zoneTime } from './zone-hour.ts';

const hour = Date.UTC(2026, 5, 6, 20);
/** Windows of a minute each since three hours before, except some, which arrived whenever. */
const windowsWithout = (missing: readonly number[]) =>
  inHindsight(
    Array.from({ length: 240 }, (_, minute) => {
      const from = hour + (minute - 180) * MINUTE_MS;
      return { from, to: from + MINUTE_MS, receivedAt: from + ((minute * 7) % 50) * MINUTE_MS };
    }).filter((_, minute) => !missing.includes(minute - 180)),
  );

function timeOf(missing: readonly number[], strikes: readonly number[], sliceMs = HOUR_MS) {
  const windows = windowsWithout(missing);
  const sum = { delayMs: 0, unknownMs: 0 };
  for (let from = hour; from < hour + HOUR_MS; from += sliceMs) {
    const span = { from, to: from + sliceMs, limitMs: hindsightLimitMs(windows) };
    const until = windows.filter(({ to }) => to <= span.to);
    const observed = observedSteps(until, span);
    const time = zoneTime({ observed, strikes, allClearMinutes: 30 }, span);
    sum.delayMs += time.delayMs;
    sum.unknownMs += time.unknownMs;
  }
  return sum;
}

test('a strike is in delay for the timer, and a quiet hour for nothing, whenever the data came', () => {
  expect(timeOf([], [])).toEqual({ delayMs: 0, unknownMs: 0 });
  expect(timeOf([], [hour + 10 * MINUTE_MS])).toEqual({ delayMs: 30 * MINUTE_MS, unknownMs: 0 });
  // From before the hour, and beyond it.
  expect(timeOf([], [hour - 20 * MINUTE_MS, hour + 50 * MINUTE_MS])).toEqual({
    delayMs: 20 * MINUTE_MS,
    unknownMs: 0,
  });
});

test('without a feed the whole span is unknown, with strikes as without', () => {
  const span = { from: hour, to: hour + HOUR_MS, limitMs: MINUTE_MS };
  expect(zoneTime({ observed: null, strikes: [hour], allClearMinutes: 30 }, span)).toEqual({
    ...{ delayMs: 0, unknownMs: HOUR_MS },
  });
});

test('an hour counted in parts is the hour counted at once, and what was not observed is never clear', () => {
  const minutes = fc.integer({ min: -90, max: 59 });
  fc.assert(
    fc.property(
      fc.array(fc.tuple(minutes, fc.integer({ min: 1, max: 12 })), { maxLength: 3 }),
      fc.array(minutes, { maxLength: 4 }),
      (gaps, hits) => {
        const missing = gaps.flatMap(([from, length]) => Array.from({ length }, (_, i) => from + i));
        const strikes = hits.map((minute) => hour + minute * MINUTE_MS);
        const whole = timeOf(missing, strikes);
        expect(timeOf(missing, strikes, 5 * MINUTE_MS)).toEqual(whole);
        expect(whole.delayMs + whole.unknownMs).toBeLessThanOrEqual(HOUR_MS);
        // A gap counts once a window and a minute are missing; what is missing before the hour is in it from its start.
        const unseen = new Set(missing.filter((minute) => minute >= 0 && minute < 60)).size;
        const tolerated = 3.1 * gaps.length * MINUTE_MS;
        expect(whole.delayMs + whole.unknownMs).toBeGreaterThanOrEqual(unseen * MINUTE_MS - tolerated);
      },
    ),
    { numRuns: 150 },
  );
});
