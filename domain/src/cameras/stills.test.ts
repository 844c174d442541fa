import { describe, expect, test } from 'vitest';
import { nextStillMs, stillFaultTexts, stillRefusal } from './index.ts';

describe('stills of a camera', () => {
  test('are taken every ten seconds, and of one that fails again after 10, 20, 40 and then 60 seconds', () => {
    const waits = [0, 1, 2, 3, 4, 5, 1_000].map((failures) => nextStillMs(failures) / 1_000);
    expect(waits).toEqual([10, 10, 20, 40, 60, 60, 60]);
    expect(nextStillMs(-1)).toBe(10_000);
  });

  test('are refused without an allowance, with one that is used up, and without the feature', () => {
    const right = { allowedMinutes: 1, consumedMs: 59_999, isWithheld: false };
    expect(stillRefusal(right)).toBeNull();
    expect(stillRefusal({ ...right, consumedMs: 60_000 })).toBe('The camera time of this month is used up');
    expect(stillRefusal({ ...right, allowedMinutes: 0, consumedMs: 0 })).toContain('used up');
    expect(stillRefusal({ ...right, allowedMinutes: null })).toBe('Live cameras are not available');
    expect(stillRefusal({ ...right, isWithheld: true })).toBe('Live cameras are not available');
  });

  test('that are missing are explained without an address', () => {
    for (const text of Object.values(stillFaultTexts)) expect(text).toMatch(/^[A-Z][a-z ]+$/);
  });
});
