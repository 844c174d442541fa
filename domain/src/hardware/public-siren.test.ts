import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PlaceHold } from '../locations/index.ts';
import { type PlaceInput, placeAnswer } from '../warnings/index.ts';
import { publicSirenOf } from './public-siren.ts';

const now = Date.parse('2026-07-15T20:42:00Z');
const minute = 60_000;
const timeZone = 'America/Chicago';
const countdown = { through: now - 30_000, paused: false };
const wind = {
  ...{ policyId: 'w', typeShortName: 'WIND', policyName: 'Wind', event: null, heldSince: null },
};
const zone = (status: object) => ({ radiusMiles: 10, status }) as never;
const clear = zone({ kind: 'clear', since: now });
const delay = zone({ kind: 'delay', reason: 'strike', clearAt: now + 5 * minute });
const observing = zone({ kind: 'delay', reason: 'observing', clearAt: now + 5 * minute });

const place = (zones: readonly never[], warnings: PlaceInput['warnings'] = []): PlaceInput => ({
  lightning: { kind: 'known', zones },
  warnings,
  closures: [],
  warningsAre: 'known',
});
const said = (input: PlaceInput, at: typeof countdown | null = countdown) =>
  publicSirenOf(placeAnswer(input), at, { timeZone, now });

describe('the public page of a siren', () => {
  test('is clear only when nothing holds the place', () => {
    expect(said(place([clear]))).toEqual({
      ...{ state: 'clear', isInDelay: false, clearTime: '', remainingSeconds: null, paused: false, text: '' },
    });
  });

  test('in a delay has the clock time of the earliest all clear, and a countdown of observed quiet', () => {
    expect(said(place([delay]))).toMatchObject({
      ...{ state: 'delay', isInDelay: true, clearTime: '3:47', remainingSeconds: 330, paused: false },
    });
    expect(said(place([delay]), { ...countdown, paused: true })).toMatchObject({ paused: true });
    expect(said(place([observing]))).toMatchObject({
      state: 'observing',
      isInDelay: true,
      clearTime: '3:47',
    });
  });

  test('names another warning, which is no delay and no all clear', () => {
    const other = said(place([clear], [wind]));
    expect(other).toMatchObject({
      state: 'warning',
      isInDelay: false,
      clearTime: '',
      remainingSeconds: null,
    });
    expect(other?.text).toMatch(/Wind/);
    expect(said(place([delay], [wind]))).toMatchObject({ state: 'delay', isInDelay: true });
  });

  test('says why a place is closed, and that somebody heard thunder, also where nothing is observed', () => {
    const closures = [{ reason: 'Wet field', until: null }];
    expect(said({ ...place([clear]), closures })).toMatchObject({
      ...{ state: 'warning', isInDelay: false, remainingSeconds: null },
      text: 'Closed: Wet field. Until an admin opens it again.',
    });
    const thunder = { at: now, distanceMiles: null };
    const status = { kind: 'delay', reason: 'report', clearAt: now + 30 * minute };
    const alone = said(place([{ radiusMiles: 10, status, thunder } as never]), null);
    expect(alone).toMatchObject({ state: 'delay', remainingSeconds: null, paused: false });
    expect(alone?.text).toMatch(/^Stay inside\. Thunder heard at /);
  });

  test('says a delay that is known also while something else is not, and then no end', () => {
    const half = said(place([zone({ kind: 'unknown' }), delay]));
    expect(half).toMatchObject({ state: 'delay', isInDelay: true, clearTime: '', remainingSeconds: null });
  });

  test.each<[string, PlaceInput]>([
    ['lightning is unknown', place([zone({ kind: 'unknown' })])],
    ['lightning is unknown and quiet not observed', place([zone({ kind: 'unknown' }), observing])],
    ['no feed covers it', { ...place([]), lightning: { kind: 'not-covered' } }],
    ['it is being asked', { ...place([]), lightning: { kind: 'checking' } }],
    ['warnings are unknown', { ...place([clear]), closures: [], warningsAre: 'unknown' }],
    ['a warning is held', place([clear], [{ ...wind, heldSince: now }])],
  ])('has no data while %s', (_, input) => {
    expect(said(input)).toBeNull();
  });

  test('says clear of no answer that has a hold, and nothing without observation', () => {
    const holds = fc.constantFrom<PlaceHold>(
      { kind: 'delay', stop: false, radiusMiles: 10, clearAt: now },
      { kind: 'observing', radiusMiles: 10, clearAt: now },
      { kind: 'lightning-unknown', since: null },
      { kind: 'no-lightning-data' },
      { kind: 'checking' },
      { kind: 'warning', ...wind },
      { kind: 'warnings-unknown' },
    );
    const kinds = fc.constantFrom(
      ...(['delay', 'unknown', 'stop', 'observing', 'ready', 'checking', 'clear'] as const),
    );
    fc.assert(
      fc.property(fc.array(holds, { minLength: 1, maxLength: 4 }), kinds, (all, kind) => {
        const answer = { kind, holds: all, earliestClearAt: now, clearSince: null };
        expect(publicSirenOf(answer, countdown, { timeZone, now })?.state).not.toBe('clear');
      }),
    );
    expect(publicSirenOf(placeAnswer(place([clear])), null, { timeZone, now })).toBeNull();
  });
});
