import type { LocationObservation, PolicyWarning, Zone } from '@allclear/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiFailure } from '../../api/failure.ts';
import { stateText, tilesOf } from '../../features/conditions/conditions-view.ts';
import { follow } from '../../features/lightning/countdown.ts';
import {
  affectedZone,
  exampleAnswer,
  exampleZone,
  isoAgo,
  observingZone,
  thunderZone,
} from '../../features/lightning/example.ts';
import { type LightningState, lightningView } from '../../features/lightning/lightning-view.ts';
import { answerWord, threatsText, warningSentence } from '../../features/locations/threat.ts';
import { answered, nowMs, policyWarning } from '../../features/warnings/example.ts';
import { answerView } from '../place-answers/answer-view.ts';
import { heldTexts, type LocationViolations, locationThreats } from '../place-answers/location-threats.ts';
import { zoneOutlook } from './zone-outlook.ts';

const limitSeconds = 180;

const zoneIn = (zone: 1 | 2 | 3) =>
  fc.oneof(
    fc.constant(exampleZone(zone)),
    fc.integer({ min: 0, max: 1800 }).map((seconds) => affectedZone(zone, seconds)),
    fc.integer({ min: 0, max: 1800 }).map((seconds) => observingZone(zone, seconds)),
    fc.integer({ min: 0, max: 1800 }).map((seconds) => thunderZone(zone, seconds)),
  );
const zones = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(zoneIn(1), zoneIn(2), zoneIn(3)).map((all): Zone[] => all) },
  { weight: 2, arbitrary: fc.constant<Zone[]>([exampleZone(1), exampleZone(2)]) },
  fc.constant<Zone[]>([]),
);
const failure = (code: ApiFailure['code']) => new ApiFailure({ status: 503, code, message: '' });
const lightning: fc.Arbitrary<LightningState> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .record({
        zones,
        paused: fc.boolean(),
        /** Some are too old to be shown. */
        ageSeconds: fc.constantFrom(40, 100, 179, 181, 900),
        failed: fc.constantFrom(null, 'unreachable' as const, 'lightning-unobserved' as const),
      })
      .map(({ ageSeconds, failed, ...part }) => ({
        followed: follow(undefined, exampleAnswer({ ...part, observedThrough: isoAgo(ageSeconds) }), 10_000),
        failure: failed && failure(failed),
      })),
  },
  fc.constantFrom<LightningState>(
    {},
    { failure: failure('lightning-not-covered') },
    { failure: failure('lightning-unobserved') },
    { failure: failure('unreachable') },
  ),
);
const types = ['LR1', 'WIND', 'HEAT', 'NWS', 'AQI-MAX'] as const;
const warning = fc.constantFrom(...types).map((policyTypeShortName) =>
  policyWarning({
    policyTypeShortName,
    threatType: policyTypeShortName === 'LR1' ? 2 : 3,
    thresholdValue: 10,
  }),
);
const closure = fc.constantFrom(
  null,
  null,
  null,
  { id: 'c', reason: 'Wet field', until: null },
  { id: 'c', reason: 'Wet field', until: new Date(nowMs + 60_000).toISOString() },
  { id: 'c', reason: 'Wet field', until: new Date(nowMs - 60_000).toISOString() },
);
const violations = fc.oneof(
  { weight: 1, arbitrary: fc.constant(undefined) },
  {
    weight: 6,
    arbitrary: fc
      .record({
        warnings: fc.oneof(fc.constant<PolicyWarning[]>([]), fc.array(warning, { maxLength: 3 })),
        closure,
        alertEvents: fc.subarray(['Flood Watch', 'Heat Advisory']),
        ageMinutes: fc.constantFrom(0, 1, 90),
        failed: fc.boolean(),
        unobserved: fc.constantFrom(false, false, false, true),
      })
      .map(({ warnings, alertEvents, closure, ageMinutes, ...part }) =>
        answered<LocationViolations>([{ locationId: 'here', warnings, alertEvents, closure }], {
          ...part,
          asOfMs: nowMs - ageMinutes * 60_000,
        }),
      ),
  },
);

const isClosedNow = (one: LocationViolations['closure']) =>
  one !== null && (one.until === null || Date.parse(one.until) > nowMs);

const measured = (value: number, unit: string) => ({ value, unit });
const observation = {
  data: {
    ambientTemperature: measured(80, '°F'),
    precipitation: measured(0, 'in'),
    feelLike: measured(80, '°F'),
    wgbt: measured(75, '°F'),
    windSpeed: measured(5, 'mph'),
    windGust: measured(6, 'mph'),
    windDirection: 'N',
    windDirectionDegrees: 0,
  },
  weatherStation: { type: 1 },
} as unknown as LocationObservation;
const limits = [
  { policyTypeShortName: 'HEAT', threshold: 105, isDesc: false, unit: '°F', precision: 0 },
  { policyTypeShortName: 'WBGT', threshold: 90, isDesc: false, unit: '°F', precision: 1 },
  { policyTypeShortName: 'WIND', threshold: 35, isDesc: false, unit: 'mph', precision: 0 },
  { policyTypeShortName: 'PRECIP', threshold: 1, isDesc: false, unit: 'in', precision: 2 },
];

/** Everything that the dashboard derives for a place. */
function surfacesOf(
  state: LightningState,
  known: ReturnType<typeof answered<LocationViolations>> | undefined,
) {
  const view = lightningView(state, nowMs, limitSeconds);
  const standing = locationThreats('here', view, known, nowMs, 1);
  const { held, warnedTypes } = heldTexts(standing);
  const now = { stale: false, isHeld: held.place, warnedTypes: warnedTypes.split(' ') };
  const tiles = tilesOf(observation, limits, now).flatMap((tile) =>
    tile.state ? stateText(tile.state) : [],
  );
  const outlook = zoneOutlook({ threatType: 2, thresholdValue: 10 }, view, 'UTC')?.outlook ?? null;
  return { view, standing, held, tiles, outlook };
}

describe('over 10,000 random states of a place', () => {
  it('the strip, the header, the tiles and the cards say clear only where lightning and warnings are known to be', () => {
    const said = { clear: 0, held: 0 };
    fc.assert(
      fc.property(lightning, violations, (state, known) => {
        const { view, standing, held, tiles } = surfacesOf(state, known);
        const isFresh = known !== undefined && !known.unobserved && known.asOfMs! > nowMs - 60 * 60_000;
        const isQuiet =
          view.kind === 'clear' &&
          isFresh &&
          known.value!.every(({ warnings, closure }) => warnings.length === 0 && !isClosedNow(closure));
        said[isQuiet ? 'clear' : 'held']++;
        expect(answerWord(standing) === 'Clear').toBe(isQuiet);
        expect(held.place).toBe(!isQuiet);
        expect(tiles.includes('within policy')).toBe(isQuiet);
        const { words, clock } = answerView(standing.place, view, nowMs, 'America/Chicago');
        const band = [words.instruction, words.word, words.announcement, ...words.reasons].join(' ');
        expect(/(?<!not )\bclear\b|\bsafe\b|\bgood\b/i.test(band)).toBe(isQuiet);
        // Nothing counts on the band while the lightning card counts nothing because nothing is observed.
        if (view.kind === 'unavailable' || (view.kind === 'delay' && view.paused))
          expect(clock?.countdown ?? null).toBeNull();
        if (isQuiet) return;
        expect(threatsText(standing)).not.toBe('No policy warnings');
        expect(warningSentence([standing])).not.toContain('no locations');
        // Two places: a quiet one does not speak for one that is not.
        const quiet = surfacesOf({ followed: follow(undefined, exampleAnswer(), 10_000) }, answered([]));
        expect(warningSentence([quiet.standing, standing])).not.toContain('no locations');
      }),
      { numRuns: 10_000 },
    );
    expect(Math.min(said.clear, said.held)).toBeGreaterThan(100);
  });

  it('heat, risks and air say that something holds the place wherever lightning is not known to be clear', () => {
    fc.assert(
      fc.property(lightning, violations, (state, known) => {
        const { view, held } = surfacesOf(state, known);
        if (view.kind === 'clear' || view.kind === 'loading') return;
        for (const text of [held.heat, held.risks, held.air]) expect(text).not.toBeNull();
      }),
      { numRuns: 10_000 },
    );
  });

  it('the lightning card is clear exactly when every zone is in a current answer; a countdown runs only then', () => {
    fc.assert(
      fc.property(lightning, violations, (state, known) => {
        const { view, outlook, standing } = surfacesOf(state, known);
        const { followed, failure: failed } = state;
        const ageMs = followed
          ? nowMs - Date.parse(followed.answer.observedThrough)
          : Number.POSITIVE_INFINITY;
        const isCurrent = ageMs <= limitSeconds * 1000 && failed?.code !== 'lightning-unobserved';
        const all = followed?.answer.zones ?? [];
        const isClear = isCurrent && all.length > 0 && all.every((zone) => zone.state === 'clear');
        expect(view.kind === 'clear').toBe(isClear);
        const counts = isCurrent && followed?.paused === false && all.some((zone) => zone.state === 'delay');
        const running = standing.threats.filter((threat) => threat.countdown !== undefined && !threat.paused);
        expect(running.length > 0).toBe(counts);
        if (!counts) expect(outlook?.kind).not.toBe('counting');
      }),
      { numRuns: 10_000 },
    );
  });
});
