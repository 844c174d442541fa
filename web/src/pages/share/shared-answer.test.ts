import { type PlaceInput, placeAnswer } from '@allclear/domain';
import { expect, it } from 'vitest';
import { ApiFailure } from '../../api/failure.ts';
import { follow } from '../../features/lightning/countdown.ts';
import {
  affectedZone,
  exampleAnswer,
  exampleNowMs,
  exampleZone,
  observingZone,
} from '../../features/lightning/example.ts';
import type { LightningState } from '../../features/lightning/lightning-view.ts';
import { judgePlace } from '../place-answers/judge-places.ts';
import { type SharedAnswer, sharedAnswer, sharedText } from './shared-answer.ts';

const location = { id: 'a b', label: 'Memorial Stadium', timeZone: 'America/Chicago' };
const limits = { lightningLimitSeconds: 180, speed: 1 };
const noWarnings = { value: [], asOfMs: exampleNowMs, failed: false, unobserved: false, none: false };

function share(state: LightningState, nowMs = exampleNowMs, weather = 'simulated'): SharedAnswer {
  const warnings = { ...noWarnings, asOfMs: nowMs };
  const { view, standing } = judgePlace(location.id, state, warnings, nowMs, limits);
  return sharedAnswer({
    ...{ location, place: standing.place, view, nowMs, weather, origin: 'https://weather.example' },
  });
}

const answered = (...zones: ReturnType<typeof exampleZone>[]): LightningState => ({
  followed: follow(undefined, exampleAnswer({ zones }), 0),
  failure: null,
});
const calming = /\bclear\b(?! (not before|[\d]))/i;

it('a delay says what to do, why, until when, its age, its mark and where the present state is', () => {
  expect(sharedText(share(answered(affectedZone(1, 600))))).toMatchInlineSnapshot(`
    "SIMULATED WEATHER: not for safety decisions
    Memorial Stadium: Stay inside
    Lightning 4.2 mi NE at 3:43 PM CDT
    Earliest all clear 3:55 PM CDT
    As of Saturday, June 6, 3:46 PM CDT, lightning observed through 3:45:20 PM CDT
    This text does not change. The present state: https://weather.example/?location=a%20b"
  `);
});

it('an observing place is not clear yet', () => {
  const shared = share(answered(observingZone(1, 600)));
  expect(shared.kind).toBe('observing');
  expect(shared.instruction).toBe('Observing: not clear yet');
  expect(shared.earliest).toMatch(/^Earliest all clear \d+:\d\d [AP]M C[DS]T$/);
});

it('lightning in an outer zone means be ready', () => {
  const shared = share(answered(exampleZone(1), affectedZone(2, 600)));
  expect([shared.kind, shared.instruction]).toEqual(['ready', 'Lightning within 20 mi: be ready']);
});

it('a clear place says since when, in its own zone', () => {
  const shared = share(answered(exampleZone(1)), exampleNowMs, 'live');
  expect(shared.instruction).toMatch(/^Clear since \d+:\d\d [AP]M C[DS]T$/);
  expect([shared.earliest, shared.mark]).toEqual([null, null]);
  expect(sharedText(shared)).not.toMatch(/weather:/i);
});

it('an answer that is too old is not known, whatever it said', () => {
  const later = exampleNowMs + 200_000;
  for (const state of [answered(exampleZone(1)), answered(affectedZone(1, 600))]) {
    const shared = share(state, later);
    expect(shared.kind).toBe('unknown');
    expect(shared.instruction).toMatch(/^We don't know since \d+:\d\d [AP]M C[DS]T$/);
    expect(shared.earliest).toBeNull();
    expect(sharedText(shared)).not.toMatch(calming);
    // What was observed last is said with its time.
    expect(shared.asOf).toContain('lightning observed through');
  }
});

it('an outage of the feed is not known', () => {
  const failure = new ApiFailure({ status: 503, code: 'lightning-unobserved', message: 'Unobserved' });
  const shared = share({ followed: undefined, failure });
  expect([shared.kind, shared.instruction]).toEqual(['unknown', "We don't know"]);
  expect(sharedText(shared)).not.toMatch(calming);
});

it('a warning of another policy means stop', () => {
  const input: PlaceInput = {
    lightning: { kind: 'known', zones: [] },
    warnings: [
      { policyId: 'p', typeShortName: 'WIND', policyName: 'Wind', event: null, heldSince: null, limit: null },
    ],
    closures: [],
    warningsAre: 'known',
  };
  const shared = sharedAnswer({
    ...{ location, place: placeAnswer(input), view: { kind: 'not-covered' }, nowMs: exampleNowMs },
    ...{ weather: 'replay:night', origin: '' },
  });
  expect([shared.kind, shared.instruction]).toEqual(['stop', 'Stop: Wind warning']);
  expect(shared.mark).toBe('REPLAYED WEATHER: not for safety decisions');
});
