import type { LightningDelay, Zone } from '@allclear/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { delayOf, lastKnownOf } from '../../api/delay-answer.ts';
import { ApiFailure, type FailureCode } from '../../api/failure.ts';
import { follow } from './countdown.ts';
import {
  affectedZone,
  exampleAnswer,
  exampleNowMs,
  exampleStrike,
  exampleZone,
  isoAgo,
  observingZone,
  thunderZone,
} from './example.ts';
import { afterFailure, lightningView, thunderText } from './lightning-view.ts';

const limit = 180;
const state = (answer: LightningDelay) => ({ followed: follow(undefined, answer, 10_000) });
const failure = (code: FailureCode, lastKnown?: unknown) =>
  new ApiFailure({ status: 503, code, message: 'x', lastKnown });

describe('covering', () => {
  it.each([
    [0, 'clear'],
    [139, 'clear'],
    [141, 'unavailable'],
    [86_400, 'unavailable'],
  ])('an answer that is %d s old, observed 40 s before it, is %s', (ageSeconds, kind) => {
    expect(lightningView(state(exampleAnswer()), exampleNowMs + ageSeconds * 1000, limit).kind).toBe(kind);
  });

  it('covers what was answered as of long ago, even if it claims to be observed later', () => {
    const answer = exampleAnswer({ observedThrough: isoAgo(-3600) });
    expect(lightningView(state(answer), exampleNowMs + 181_000, limit).kind).toBe('unavailable');
  });

  it('covers when the time is not known', () => {
    expect(lightningView(state(exampleAnswer()), null, limit).kind).toBe('unavailable');
  });

  it('is never clear once the limit has passed, whatever was answered and whatever failed since', () => {
    const codes: (FailureCode | null)[] = [
      null,
      'unreachable',
      'timeout',
      'internal',
      'lightning-unobserved',
      'malformed',
      'not-found',
    ];
    fc.assert(
      fc.property(
        fc.nat(600),
        fc.nat(600),
        fc.constantFrom(...codes),
        fc.nat(7200),
        (observedAgo, answeredAgo, code, laterSeconds) => {
          const answer = exampleAnswer({
            observedThrough: isoAgo(observedAgo + answeredAgo),
            now: isoAgo(answeredAgo),
          });
          const view = lightningView(
            { ...state(answer), failure: code && failure(code) },
            exampleNowMs + laterSeconds * 1000,
            limit,
          );
          if (view.kind === 'clear')
            expect(observedAgo + answeredAgo + laterSeconds).toBeLessThanOrEqual(limit);
        },
      ),
    );
  });
});

describe('failures', () => {
  it.each(['unreachable', 'timeout', 'internal', 'unavailable', 'too-many-requests'] as const)(
    '%s leaves what was known until it is too old',
    (code) => {
      const known = { ...state(exampleAnswer({ zones: [affectedZone(1, 600)] })), failure: failure(code) };
      expect(lightningView(known, exampleNowMs + 10_000, limit).kind).toBe('delay');
      expect(lightningView(known, exampleNowMs + 200_000, limit)).toMatchObject({
        kind: 'unavailable',
        lastKnown: { inDelay: ['0-10 mi'] },
      });
    },
  );

  it.each(['lightning-unobserved', 'malformed', 'not-found', 'forbidden'] as const)(
    '%s covers at once',
    (code) => {
      expect(
        lightningView({ ...state(exampleAnswer()), failure: failure(code) }, exampleNowMs, limit).kind,
      ).toBe('unavailable');
    },
  );

  it('shows what the server last knew', () => {
    const lastKnown = {
      observedThrough: isoAgo(840),
      now: isoAgo(0),
      zones: [
        { zone: 1, radiusMiles: 10, range: '0-10 mi', inDelay: false, lastStrike: null },
        { zone: 2, radiusMiles: 20, range: '10-20 mi', inDelay: true, lastStrike: exampleStrike },
      ],
    };
    expect(
      lightningView({ failure: failure('lightning-unobserved', lastKnown) }, exampleNowMs, limit),
    ).toEqual({
      kind: 'unavailable',
      lastKnown: {
        inDelay: ['10-20 mi'],
        lastStrike: exampleStrike,
        observedThrough: isoAgo(840),
        zones: lastKnown.zones,
      },
    });
  });

  it('does not uncover what a refusal covered when the next call just fails', () => {
    const refused = afterFailure(state(exampleAnswer()), failure('lightning-unobserved'));
    expect(lightningView(refused, exampleNowMs, limit).kind).toBe('unavailable');
    expect(lightningView(afterFailure(refused, failure('timeout')), exampleNowMs, limit).kind).toBe(
      'unavailable',
    );
    expect(
      lightningView(afterFailure(state(exampleAnswer()), failure('timeout')), exampleNowMs, limit).kind,
    ).toBe('clear');
    expect(afterFailure(refused, failure('lightning-not-covered')).failure?.code).toBe(
      'lightning-not-covered',
    );
  });

  it('says when no feed covers the place, and when nothing is known yet', () => {
    expect(lightningView({ failure: failure('lightning-not-covered') }, exampleNowMs, limit)).toEqual({
      kind: 'not-covered',
    });
    expect(lightningView({ failure: failure('unreachable') }, exampleNowMs, limit)).toEqual({
      kind: 'unavailable',
      lastKnown: null,
    });
    expect(lightningView({}, exampleNowMs, limit)).toEqual({ kind: 'loading' });
  });
});

describe('zones', () => {
  it('a countdown that has run out stays a delay and asks', () => {
    const view = lightningView(
      state(exampleAnswer({ zones: [affectedZone(1, 8)] })),
      exampleNowMs + 60_000,
      limit,
    );
    expect(view).toMatchObject({
      kind: 'delay',
      atZero: true,
      zones: [{ state: 'strike', remainingSeconds: 0 }],
    });
  });

  it('is governed by the zone with the longest way to go, on a tie by the innermost', () => {
    const governing = (zones: Zone[]) => {
      const view = lightningView(state(exampleAnswer({ zones })), exampleNowMs, limit);
      return view.kind === 'delay' ? view.governing.zone : view.kind;
    };
    expect(governing([exampleZone(1), affectedZone(2, 60), affectedZone(3, 900)])).toBe(3);
    expect(governing([affectedZone(1, 900), affectedZone(2, 900)])).toBe(1);
    expect(governing([affectedZone(2, 900), affectedZone(1, 900)])).toBe(1);
    expect(governing([affectedZone(1, 600), observingZone(2, 900)])).toBe(2);
  });

  it('is in delay while any zone is', () => {
    const view = lightningView(
      state(exampleAnswer({ zones: [exampleZone(1), observingZone(2, 60), affectedZone(3, 900)] })),
      exampleNowMs,
      limit,
    );
    expect(view).toMatchObject({
      kind: 'delay',
      zones: [{ state: 'clear' }, { state: 'observing' }, { state: 'strike', progress: 0.5 }],
    });
  });
});

describe('the check of an answer', () => {
  it('takes a sound one', () => {
    expect(delayOf(exampleAnswer()).zones).toHaveLength(3);
  });

  it.each([
    ['nothing', null],
    ['a page', '<html>'],
    ['no zones', exampleAnswer({ zones: [] })],
    ['a clear zone with time left', exampleAnswer({ zones: [exampleZone(1, { remainingSeconds: 5 })] })],
    ['a clear zone with a reason', exampleAnswer({ zones: [exampleZone(1, { reason: 'strike' })] })],
    ['a delay without a reason', exampleAnswer({ zones: [{ ...affectedZone(1, 5), reason: null }] })],
    ['a delay without an end', exampleAnswer({ zones: [{ ...affectedZone(1, 5), clearAt: null }] })],
    ['a state we do not know', exampleAnswer({ zones: [exampleZone(1, { state: 'maybe' as never })] })],
    ['a time that is none', exampleAnswer({ observedThrough: 'recently' })],
    ['no time at all', { ...exampleAnswer(), now: undefined }],
    ['no confirmed time', { ...exampleAnswer(), confirmedThrough: undefined }],
    ['a remark that is no text', { ...exampleAnswer(), remark: 7 }],
    [
      'a number that is none',
      exampleAnswer({ zones: [{ ...affectedZone(1, 5), remainingSeconds: Number.NaN }] }),
    ],
    ['a timer of nothing', exampleAnswer({ allClearMinutes: 0 })],
  ])('refuses %s', (_, answer) => {
    expect(() => delayOf(answer)).toThrow(ApiFailure);
  });

  it('reads no last known state from rubbish', () => {
    for (const value of [
      null,
      7,
      {},
      { zones: [], observedThrough: null, now: 'x' },
      { zones: [{}], observedThrough: null, now: isoAgo(0) },
    ]) {
      expect(lastKnownOf(value)).toBeNull();
    }
  });
});

it('thunder that was heard is a delay as a strike is; what was heard before the last strike is not named', () => {
  const viewAt = (zones: Zone[]) =>
    lightningView({ followed: follow(undefined, exampleAnswer({ zones }), 10_000) }, exampleNowMs, 180);
  const heard = viewAt([thunderZone(1, 1200), exampleZone(2)]);
  expect(heard).toMatchObject({ kind: 'delay', governing: { state: 'strike' }, thunder: { at: isoAgo(60) } });
  const affected = viewAt([
    { ...affectedZone(1, 1200), thunder: { at: isoAgo(600), distanceMiles: 2 } },
    exampleZone(2),
  ]);
  expect(affected).toMatchObject({ kind: 'delay', thunder: null });
  expect(thunderText({ at: isoAgo(60), distanceMiles: 2.04 }, '3:12 PM')).toBe(
    'Thunder heard 3:12 PM, about 2 mi away',
  );
});
