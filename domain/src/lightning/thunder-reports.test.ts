import { describe, expect, test } from 'vitest';
import { LightningIndex } from './lightning-index.ts';
import { lightningAt } from './lightning-status.ts';
import { lightningTapeAt } from './lightning-tape.ts';
import { milesOfFlashToBang, pressAge, type ThunderReport, thunderWithin } from './thunder-reports.ts';

const minute = 60_000;
const now = Date.parse('2026-07-15T20:00:00Z');
const feed = { vendor: 'all', providesCoverage: true, covers: () => true };
const place = {
  ...{ latitude: 30, longitude: -97, placeId: 'field', allClearMinutes: 30 },
  ...{ radius1: 5, radius2: 10, radius3: 0, radius4: 0 },
};
const report = (part: Partial<ThunderReport> = {}): ThunderReport => {
  const thunderAt = part.thunderAt ?? now;
  return { id: 'r', placeId: 'field', firstThunderAt: thunderAt, thunderAt, distanceMiles: null, ...part };
};

/** Observed without a break for two hours, through `through`. */
function observed(through = now): LightningIndex {
  const index = new LightningIndex([feed]);
  index.add('all', {
    ...{ key: 'a', from: now - 120 * minute, to: through, receivedAt: through, flashes: [] },
  });
  return index;
}

const reasons = (index: LightningIndex, at = now, of = place) => {
  const status = lightningAt(index, of, at);
  return status.kind === 'not-covered'
    ? 'not-covered'
    : status.zones.map(({ status: zone }) => (zone.kind === 'delay' ? zone.reason : zone.kind));
};

describe('thunder that was heard', () => {
  test('puts every zone in delay, or those that it may be within', () => {
    const index = observed();
    expect(reasons(index)).toEqual(['clear', 'clear']);
    index.putReport(report({ distanceMiles: milesOfFlashToBang(40) }));
    expect(reasons(index)).toEqual(['clear', 'report']);
    index.putReport(report({ id: 'other' }));
    expect(reasons(index)).toEqual(['report', 'report']);
  });

  test('counts at its place alone', () => {
    const index = observed();
    index.putReport(report({ placeId: 'elsewhere' }));
    expect(reasons(index)).toEqual(['clear', 'clear']);
    expect(reasons(index, now, { ...place, placeId: null as unknown as string })).toEqual(['clear', 'clear']);
  });

  test('is over after the full quiet time, when that was observed', () => {
    const thunderAt = now - 20 * minute;
    const index = observed(now);
    index.putReport(report({ thunderAt }));
    const clearAt = thunderAt + 30 * minute;
    expect(lightningAt(index, place, now)).toMatchObject({
      zones: [{ status: { reason: 'report', clearAt } }, { status: { reason: 'report', clearAt } }],
    });
    index.add('all', { key: 'b', from: now, to: clearAt - 1, receivedAt: clearAt, flashes: [] });
    expect(reasons(index, clearAt + minute)).toEqual(['report', 'report']);
    index.add('all', { key: 'c', from: clearAt - 1, to: clearAt, receivedAt: clearAt, flashes: [] });
    expect(reasons(index, clearAt + minute)).toEqual(['clear', 'clear']);
  });

  test('holds while nothing is observed, and is never clear after it', () => {
    const index = observed(now - 60 * minute);
    expect(reasons(index)).toEqual(['unknown', 'unknown']);
    index.putReport(report());
    expect(reasons(index, now + 29 * minute)).toEqual(['report', 'report']);
    expect(reasons(index, now + 30 * minute)).toEqual(['unknown', 'unknown']);
  });

  test('holds a place that no feed covers, which then has no lightning data again', () => {
    const index = new LightningIndex([]);
    expect(reasons(index)).toBe('not-covered');
    index.putReport(report());
    expect(lightningAt(index, place, now)).toMatchObject({ kind: 'unknown', observation: null });
    expect(reasons(index)).toEqual(['report', 'report']);
    expect(reasons(index, now + 30 * minute)).toBe('not-covered');
  });

  test('does not end the delay of a strike, whichever was later', () => {
    const index = observed();
    const points = Float64Array.of(30, -97);
    const flashes = [{ at: now - 2 * minute, latitude: 30, longitude: -97, points }];
    index.add('all', { key: 'x', from: now - 3 * minute, to: now, receivedAt: now, flashes });
    index.putReport(report({ thunderAt: now - 10 * minute }));
    expect(reasons(index)).toEqual(['strike', 'strike']);
    index.takeReportBack(report({ thunderAt: now - 10 * minute }));
    expect(reasons(index)).toEqual(['strike', 'strike']);
  });

  test('taken back, it holds nothing more, in any order of arrival', () => {
    const index = observed();
    index.takeReportBack(report());
    index.putReport(report());
    expect(reasons(index)).toEqual(['clear', 'clear']);
    expect(index.isTakenBack('field', now)).toBe(true);
    expect(index.isTakenBack('field', now - 1)).toBe(false);
    index.putReport(report({ id: 'another' }));
    expect(index.isTakenBack('field', now)).toBe(false);
  });

  test('is on the tape of the last half hour', () => {
    const index = observed();
    index.putReport(report({ thunderAt: now - minute, distanceMiles: 8 }));
    expect(lightningTapeAt(index, place, now)?.zones.map(({ strikesAt }) => strikesAt)).toEqual([
      [],
      [now - minute],
    ]);
  });

  test('five seconds are a mile; the newest that concerns a zone counts', () => {
    expect(milesOfFlashToBang(10)).toBe(2);
    expect(milesOfFlashToBang(null)).toBeNull();
    const near = report({ thunderAt: now - 2, distanceMiles: 2 });
    const far = report({ thunderAt: now, distanceMiles: 12 });
    expect(thunderWithin([near, far], 5)).toEqual({ at: now - 2, distanceMiles: 2 });
    expect(thunderWithin([near, far], 12)).toEqual({ at: now, distanceMiles: 12 });
    expect(thunderWithin([far], 5)).toBeNull();
  });
});

describe('the age of a press', () => {
  const wrongBy = 86_400_000;
  const times = (pressedAt: number, sentAt: number, offsetAtPressMs: number | null = null) => ({
    ...{ pressedAt, sentAt, offsetAtPressMs },
  });

  test('is what the phone’s own clock says, however wrong that is', () => {
    const sent = times(now - wrongBy - 12 * minute, now - wrongBy, wrongBy);
    expect(pressAge(sent, now)).toEqual({ kind: 'known', ageMs: 12 * minute });
    expect(pressAge(times(now + wrongBy, now + wrongBy), now)).toEqual({ kind: 'known', ageMs: 0 });
  });

  test('is not known when that clock was set meanwhile', () => {
    expect(pressAge(times(now - 12 * minute, now, 10 * minute), now)).toEqual({ kind: 'clock-stepped' });
    expect(pressAge(times(now, now - 5 * minute, 0), now)).toEqual({ kind: 'clock-stepped' });
  });

  test('a press after it was sent is no report', () => {
    expect(pressAge(times(now + minute, now), now)).toEqual({ kind: 'future' });
    expect(pressAge(times(now + 400, now), now)).toEqual({ kind: 'known', ageMs: 0 });
  });
});
