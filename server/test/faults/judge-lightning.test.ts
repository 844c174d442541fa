import { describe, expect, it } from 'vitest';
import {
  type ClearClaim,
  clearsTooEarly,
  type Evidence,
  falseClears,
  whyFalseAllClears,
} from './judge-lightning.ts';

const begin = Date.UTC(2026, 5, 6, 20);
const place = { latitude: 32.7767, longitude: -96.797 };
const minutes = (count: number) => begin + count * 60_000;

/** Clear by all three zones at 20:30, observed through 20:29, with ten quiet minutes. */
const claim: ClearClaim = {
  ...{ ...place, place: 'Stadium', clearRadii: [5, 10, 20], allClearMinutes: 10 },
  ...{ now: minutes(30), observedThrough: minutes(29) },
  ...{ askedAt: minutes(30), answeredAt: minutes(30) + 20 },
};
const window = (from: number, to: number, availableAt = begin) => ({
  from: minutes(from),
  to: minutes(to),
  availableAt,
});
const whole = [window(0, 15), window(15, 30)];
const near = { at: minutes(25), points: [32.8, -96.8], availableAt: minutes(26) };
const judge = (evidence: Evidence, changed: Partial<ClearClaim> = {}) =>
  falseClears([{ ...claim, ...changed }], evidence);

describe('a clear answer', () => {
  it.each<[string, Evidence, Partial<ClearClaim>?]>([
    ['after observed quiet', { windows: whole, flashes: [] }],
    ['with lightning outside of its zones', { windows: whole, flashes: [{ ...near, points: [34, -96.8] }] }],
    ['with lightning before the quiet time', { windows: whole, flashes: [{ ...near, at: minutes(18) }] }],
    [
      'before the lightning could be known',
      { windows: whole, flashes: [{ ...near, availableAt: minutes(31) }] },
    ],
    [
      'with a tolerated gap',
      { windows: [window(0, 25), { ...window(25, 30), from: minutes(25) + 50_000 }], flashes: [] },
    ],
    ['that calls no zone clear', { windows: [], flashes: [near] }, { clearRadii: [] }],
  ])('is right %s', (_title, evidence, changed) => {
    expect(judge(evidence, changed)).toEqual([]);
  });

  it.each<[string, RegExp, Evidence, Partial<ClearClaim>?]>([
    ['lightning was near', /lightning at .* mi away/, { windows: whole, flashes: [near] }],
    [
      'observation is old',
      /observation is 240 s old/,
      { windows: whole, flashes: [] },
      { now: minutes(33), askedAt: minutes(33), answeredAt: minutes(33) },
    ],
    [
      'observation is ahead',
      /120 s ahead/,
      { windows: [...whole, window(30, 40)], flashes: [] },
      { observedThrough: minutes(32) },
    ],
    ['the end was not observed', /only 20:27:00.000 was observed/, { windows: [window(0, 27)], flashes: [] }],
    [
      'the middle was not observed',
      /180 s of the quiet time/,
      { windows: [window(0, 22), window(25, 30)], flashes: [] },
    ],
    [
      'a window came only later',
      /only 20:15:00.000 was observed/,
      { windows: [window(0, 15), window(15, 30, minutes(31))], flashes: [] },
      { allClearMinutes: 20 },
    ],
    ['nothing was observed', /was observed/, { windows: [], flashes: [] }],
  ])('is false when %s', (_title, reason, evidence, changed) => {
    expect(judge(evidence, changed)).toEqual([expect.stringMatching(reason)]);
  });
});

describe('a clear answer by a clock that is off', () => {
  // The product believes that it is an hour later, or earlier; the true clock says 20:30.
  it.each([-60, 0, 60])('is false after lightning of the last minutes (%i minutes off)', (off) => {
    const stepped = { ...claim, now: minutes(30 + off), observedThrough: minutes(29 + off) };
    expect(clearsTooEarly([stepped], { windows: whole, flashes: [near] })).toEqual([
      'Stadium was clear at 20:30:00.000 of the true clock, after lightning at 20:25:00.000',
    ]);
  });
  it.each([
    ['far away', { ...near, points: [34, -96.8] }],
    ['before the quiet time', { ...near, at: minutes(19) }],
    ['that was not known yet', { ...near, availableAt: minutes(30) }],
  ])('is right after lightning %s', (_title, flash) => {
    expect(clearsTooEarly([claim], { windows: whole, flashes: [flash] })).toEqual([]);
  });
});

describe('an all clear that was sent', () => {
  const sent = { ...place, at: minutes(30), committedAt: minutes(30) };
  it('is false after lightning that was known', () => {
    expect(whyFalseAllClears([sent], { windows: whole, flashes: [near] }, 10)).toEqual([
      'an all clear of 2026-06-06T20:30:00.000Z after lightning at 2026-06-06T20:25:00.000Z',
    ]);
  });
  it.each([
    ['far away', { ...near, points: [34, -96.8] }],
    ['before the quiet time', { ...near, at: minutes(19) }],
    ['that was not known yet', { ...near, availableAt: minutes(30) }],
  ])('is right after lightning %s', (_title, flash) => {
    expect(whyFalseAllClears([sent], { windows: whole, flashes: [flash] }, 10)).toEqual([]);
  });
});
