import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countdownAt, missingAfterMs, nominalLagMs } from './observation-lag.ts';

const now = Date.parse('2026-07-15T20:42:00Z');
/** Windows of 20 s that arrive `late` ms after their end, the newest first. */
const windows = (lates: readonly number[]) =>
  lates.map((late, index) => {
    const to = now - 25_000 - index * 20_000;
    return { from: to - 20_000, to, receivedAt: to + late };
  });

describe('the usual lag', () => {
  test('is that just before a window arrives: its length and how long it takes to come', () => {
    expect(nominalLagMs(windows(Array(20).fill(25_000)), now)).toBe(45_000);
  });

  test('an outage that is over, and what was fetched afterwards, are left out', () => {
    const lates = Array<number>(24).fill(25_000);
    lates[5] = 120_000;
    expect(nominalLagMs(windows(lates), now)).toBe(45_000);
    expect(nominalLagMs(windows([25_000, 25_000, 25_000, 25_000, 400_000, 900_000]), now)).toBe(45_000);
  });

  test('is assumed until three windows have come one after the other', () => {
    expect(nominalLagMs([], now)).toBe(50_000);
    expect(nominalLagMs(windows([1_000, 1_000, 1_000]), now)).toBe(50_000);
    expect(nominalLagMs(windows([1_000, 1_000, 1_000, 1_000]), now)).toBe(21_000);
    const atOnce = windows([0, 0, 0, 0, 0]).map((window) => ({ ...window, receivedAt: now }));
    expect(nominalLagMs(atOnce, now)).toBe(50_000);
  });

  test('windows in any order give the same', () => {
    fc.assert(
      fc.property(
        fc
          .array(fc.integer({ min: 0, max: 200_000 }), { maxLength: 30 })
          .chain((lates) =>
            fc.tuple(
              fc.constant(windows(lates)),
              fc.shuffledSubarray(windows(lates), { minLength: lates.length }),
            ),
          ),
        ([inOrder, shuffled]) => {
          expect(nominalLagMs(shuffled, now)).toBe(nominalLagMs(inOrder, now));
        },
      ),
    );
  });
});

describe('what a countdown runs on', () => {
  test('follows the clock while the feed is on time, stands still with it, and never passes what was observed', () => {
    const lagMs = 45_000;
    const observed = now - 30_000;
    expect(countdownAt(observed, lagMs, now)).toEqual({ through: now - 45_000, paused: false });
    expect(countdownAt(observed, lagMs, now + 15_000)).toEqual({ through: observed, paused: false });
    expect(countdownAt(observed, lagMs, observed + lagMs + missingAfterMs)).toEqual({
      through: observed,
      paused: false,
    });
    expect(countdownAt(observed, lagMs, observed + lagMs + missingAfterMs + 1)).toEqual({
      through: observed,
      paused: true,
    });
  });
});
