import { type PlaceAnswer, type PlaceInput, placeAnswer } from '@allclear/domain';
import { expect, it } from 'vitest';
import { follow } from '../../features/lightning/countdown.ts';
import { affectedZone, exampleAnswer, exampleNowMs, exampleZone } from '../../features/lightning/example.ts';
import { lightningView } from '../../features/lightning/lightning-view.ts';
import { answerView } from './answer-view.ts';

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const limit = 180;
const viewOf = (part: Parameters<typeof exampleAnswer>[0] = {}) =>
  lightningView(
    {
      followed: follow(undefined, exampleAnswer({ zones: [affectedZone(1, 600)], ...part }), 0),
      failure: null,
    },
    exampleNowMs,
    limit,
  );
const place = (part: Partial<PlaceInput> = {}): PlaceAnswer =>
  placeAnswer({
    lightning: {
      kind: 'known',
      zones: [
        {
          radiusMiles: 10,
          status: { kind: 'delay', reason: 'strike', clearAt: Date.parse(affectedZone(1, 600).clearAt!) },
        },
      ],
    },
    warnings: [],
    closures: [],
    warningsAre: 'known',
    ...part,
  });
const wind = (clearAt: number | null) => ({
  ...{ policyId: 'p', typeShortName: 'WIND', policyName: 'Wind', event: null, heldSince: null, clearAt },
});

it('has the countdown of the lightning card', () => {
  const view = viewOf();
  if (view.kind !== 'delay') throw new Error('not in delay');
  expect(answerView(place(), view, exampleNowMs, zone).clock?.countdown).toBe('10:00');
  expect(view.governing.remainingSeconds).toBe(600);
});

it('a warning that ends later has the clock', () => {
  const later = place({ warnings: [wind(exampleNowMs + 20 * 60_000)] });
  expect(answerView(later, viewOf(), exampleNowMs, zone).clock?.countdown).toBe('20:00');
  const sooner = place({ warnings: [wind(exampleNowMs + 60_000)] });
  expect(answerView(sooner, viewOf(), exampleNowMs, zone).clock?.countdown).toBe('10:00');
});

it('another warning never makes the clock shorter than that of the lightning card', () => {
  // The card counts at the lag of its feed, 40 s: the zone's earliest end is in 560 s.
  const littleLater = place({ warnings: [wind(exampleNowMs + 580_000)] });
  expect(answerView(littleLater, viewOf(), exampleNowMs, zone).clock?.countdown).toBe('10:00');
});

it('a warning that outlasts its earliest end has no clock', () => {
  const clearView = viewOf({ zones: [exampleZone(1)] });
  const late = place({
    lightning: { kind: 'known', zones: [] },
    warnings: [wind(exampleNowMs - 1000)],
  });
  expect(late.kind).toBe('stop');
  expect(answerView(late, clearView, exampleNowMs, zone).clock).toBeNull();
  const soon = { ...late, earliestClearAt: exampleNowMs + 1000 };
  expect(answerView(soon, clearView, exampleNowMs, zone).clock?.countdown).toBe('00:01');
});

it('nothing counts while observation is paused, unknown, or before the time is known', () => {
  const paused = answerView(place(), viewOf({ paused: true }), exampleNowMs, zone).clock;
  expect(paused?.countdown).toBeNull();
  expect(paused?.earliest).toMatch(/^\d+:\d\d [AP]M$/);
  const unknown = place({ lightning: { kind: 'unknown', since: exampleNowMs } });
  const unavailable = { kind: 'unavailable', lastKnown: null } as const;
  expect(answerView(unknown, unavailable, exampleNowMs, zone).clock).toBeNull();
  expect(answerView(place(), viewOf(), null, zone).clock).toBeNull();
});
