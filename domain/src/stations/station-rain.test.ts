import { describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../core/index.ts';
import { type RainBefore, rainOfQuarter } from './station-rain.ts';

const zone = 'America/New_York';
/** 8 AM of a day in New York. */
const morning = Date.UTC(2026, 5, 6, 12);
const midnight = Date.UTC(2026, 5, 6, 4);
const none: RainBefore = { today: null, hourGreatestMm: null };
const report = (observedAt: number, rainTodayMm: number | null, rainLastHourMm: number | null = null) => ({
  observedAt,
  rainTodayMm,
  rainLastHourMm,
});
const today = (at: number, mm: number): RainBefore => ({ today: { at, mm }, hourGreatestMm: null });

describe('the rain of the last hour', () => {
  it('adds what exceeds the most of the clock hour so far: 5, 3, 6 in three quarter hours are 6', () => {
    const quarters = [5, 3, 6].map((mm, index, all) =>
      rainOfQuarter(
        [report(morning + index * 15 * MINUTE_MS, null, mm)],
        { today: null, hourGreatestMm: index === 0 ? null : Math.max(...all.slice(0, index)) },
        zone,
      ),
    );
    expect(quarters).toEqual([5, 0, 1]);
  });

  it('is the greatest of the quarter hour, and null without a value', () => {
    const within = [2, 4, 3].map((mm, index) => report(morning + index * MINUTE_MS, null, mm));
    expect(rainOfQuarter(within, none, zone)).toBe(4);
    expect(rainOfQuarter([report(morning, null)], none, zone)).toBeNull();
  });
});

describe('the counter of the day', () => {
  it('tells what fell since its last report, and all of it where there was none', () => {
    const within = [report(morning, 3, 9), report(morning + MINUTE_MS, 5, 9)];
    expect(rainOfQuarter(within, today(morning - HOUR_MS, 1), zone)).toBe(4);
    expect(rainOfQuarter(within, none, zone)).toBe(5);
  });

  it('that was set back some minutes after midnight counts nothing twice', () => {
    const within = [12, 12, 0, 1].map((mm, index) => report(midnight + (index + 1) * MINUTE_MS, mm));
    expect(rainOfQuarter(within, today(midnight - MINUTE_MS, 12), zone)).toBe(1);
  });

  it('counts whole after silence over midnight, also when it shows more than before', () => {
    const before = today(midnight - HOUR_MS, 5);
    expect(rainOfQuarter([report(midnight + 10 * HOUR_MS, 8)], before, zone)).toBe(8);
    // Half an hour after midnight it may not have been set back yet.
    expect(rainOfQuarter([report(midnight + HOUR_MS / 2, 8)], before, zone)).toBe(3);
  });

  it('that failed its check is made up for by the next, and the hour does not stand in for it', () => {
    const before = today(morning - MINUTE_MS, 2);
    expect(rainOfQuarter([report(morning, null, 7)], before, zone)).toBeNull();
    expect(rainOfQuarter([report(morning + MINUTE_MS, null, 7), report(morning, 6, 7)], before, zone)).toBe(
      4,
    );
  });
});
