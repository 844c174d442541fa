import { describe, expect, it } from 'vitest';
import { alertAreasNote, lightningNote, listNote } from './notes.ts';

const nowMs = Date.parse('2026-06-06T20:00:00Z');
const standing = { nowMs, timeZone: 'America/Chicago' };
const strikes = (
  observedThrough: string | null,
  coverage: 'all' | 'some' | 'none' = 'all',
  completeFrom: string | null = null,
) => ({
  strikes: { observedThrough, coverage, completeFrom },
});

describe('an empty map does not pass for a quiet sky', () => {
  it.each([
    ['looked at', strikes('2026-06-06T19:59:30Z'), false, null],
    [
      'too much',
      strikes('2026-06-06T19:59:30Z', 'all', '2026-06-06T19:50:00Z'),
      false,
      /these are the newest/,
    ],
    ['on the way', undefined, false, null],
    ['failed', undefined, true, /cannot be shown.*as if it were near/],
    [
      'old',
      strikes('2026-06-06T19:50:00Z'),
      false,
      /not known right now\. Last looked 10 minutes ago .*may be missing/,
    ],
    ['never looked at', strikes(null), false, /not known right now.*not been looked at/],
    ['half covered', strikes('2026-06-06T19:59:30Z', 'some'), false, /Part of this view/],
    ['not covered', strikes(null, 'none'), false, /No lightning feed covers/],
  ])('lightning %s', (_name, data, isError, expected) => {
    const note = lightningNote({ data, isError }, standing);
    if (expected === null) expect(note).toBeNull();
    else expect(note).toMatch(expected);
  });

  it.each([
    ['good', { asOf: '2026-06-06T19:59:00Z', stale: false }, false, null],
    ['on the way', undefined, false, null],
    ['missing', undefined, true, /cannot be shown/],
    ['not there yet', { asOf: null, stale: true }, false, /nothing has come yet/],
    ['stale', { asOf: '2026-06-06T19:00:00Z', stale: true }, false, /out of date: last heard 60 minutes ago/],
    ['not renewed', { asOf: '2026-06-06T19:59:00Z', stale: false }, true, /could not be renewed/],
  ])('a list that is %s', (_name, data, isError, expected) => {
    const note = listNote('Storm cells', { data, isError }, standing);
    if (expected === null) expect(note).toBeNull();
    else expect(note).toMatch(expected);
  });

  it.each([
    ['all', { pending: 0, unavailable: 0 }, false, null],
    [
      'one on its way',
      { pending: 1, unavailable: 0 },
      false,
      /^1 NWS alert is not drawn in full yet: .* still being fetched\.$/,
    ],
    [
      'several on their way',
      { pending: 3, unavailable: 0 },
      false,
      /^3 NWS alerts are not drawn in full yet/,
    ],
    [
      'not loaded',
      { pending: 3, unavailable: 0 },
      true,
      /^3 NWS alerts are not drawn in full yet: .* could not be loaded/,
    ],
    [
      'not to be had',
      { pending: 0, unavailable: 1 },
      false,
      /^1 NWS alert is not drawn in full: .* not to be had\.$/,
    ],
    [
      'both',
      { pending: 2, unavailable: 1 },
      false,
      /^2 NWS alerts .* fetched\. 1 NWS alert .* not to be had\.$/,
    ],
  ])('areas of alerts: %s', (_name, counts, isError, expected) => {
    const note = alertAreasNote(counts, isError);
    if (expected === null) expect(note).toBeNull();
    else expect(note).toMatch(expected);
  });
});
