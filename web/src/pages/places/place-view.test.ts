import type { LocationConditions, PolicyWarning, Zone } from '@allclear/contract';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ApiFailure } from '../../api/failure.ts';
import { follow } from '../../features/lightning/countdown.ts';
import {
  affectedZone,
  exampleAnswer,
  exampleZone,
  isoAgo,
  observingZone,
} from '../../features/lightning/example.ts';
import type { LightningState } from '../../features/lightning/lightning-view.ts';
import { answered, nowMs, policyWarning } from '../../features/warnings/example.ts';
import { judgePlace } from '../place-answers/judge-places.ts';
import type { LocationViolations } from '../place-answers/location-threats.ts';
import { countText, placesTitle, stateCounts } from './place-list.ts';
import { conditionsView, placeView } from './place-view.ts';
import type { PlaceConditions } from './use-place-data.ts';

const limits = { lightningLimitSeconds: 180, speed: 1 };
const measured = (value: number | null, unit: string) => ({ value, unit });
const conditions: LocationConditions = {
  ambientTemperature: measured(80.4, '°F'),
  wgbt: measured(75.25, '°F'),
  windSpeed: measured(12.5, 'mph'),
  windGust: measured(31, 'mph'),
  windDirection: 'NE',
  observationTime: isoAgo(7200),
  stationName: 'Airport',
  stationType: 0,
  stale: false,
};
const known = (part: Partial<LocationConditions> | null, asOfMs = nowMs) => {
  const one: PlaceConditions = {
    locationId: 'here',
    conditions: part && { ...conditions, ...part },
    now: isoAgo(0),
  };
  return { state: answered([one], { asOfMs }), byId: new Map([['here', one]]) };
};
const at = { nowMs, speed: 1, away: false };

it('conditions are said while they are current, else covered with the age of the report', () => {
  expect(conditionsView(known({}), 'here', at)).toEqual({
    kind: 'current',
    temperature: '80 °F',
    wind: '13 mph NE',
    gusts: 'gusts 31',
    wbgt: '75.3 °F',
    isEstimated: true,
  });
  const bare = { ambientTemperature: measured(null, '°F'), windSpeed: measured(null, 'mph'), stationType: 1 };
  expect(conditionsView(known(bare), 'here', at)).toMatchObject({
    temperature: '--',
    wind: '--',
    gusts: null,
    isEstimated: false,
  });
  const covered = { kind: 'covered', age: 'reported 2 h ago' };
  expect(conditionsView(known({ stale: true }), 'here', at)).toEqual(covered);
  expect(conditionsView(known({}), 'here', { ...at, away: true })).toEqual(covered);
  expect(conditionsView(known({}, nowMs - 20 * 60_000), 'here', at)).toEqual(covered);
  expect(conditionsView(known(null), 'here', at)).toEqual({ kind: 'none' });
  expect(conditionsView(known({}), 'elsewhere', at)).toEqual({ kind: 'none' });
  expect(conditionsView({ state: undefined, byId: new Map() }, 'here', at)).toEqual({ kind: 'asking' });
});

const zoneIn = (zone: 1 | 2 | 3) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant(exampleZone(zone)) },
    fc.integer({ min: 0, max: 1800 }).map((seconds) => affectedZone(zone, seconds)),
    fc.integer({ min: 0, max: 1800 }).map((seconds) => observingZone(zone, seconds)),
  );
const failure = (code: ApiFailure['code']) => new ApiFailure({ status: 503, code, message: '' });
const lightning: fc.Arbitrary<LightningState> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .record({
        zones: fc.tuple(zoneIn(1), zoneIn(2), zoneIn(3)).map((all): Zone[] => all),
        paused: fc.boolean(),
        ageSeconds: fc.constantFrom(40, 179, 181, 900),
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
    { failure: failure('timeout') },
  ),
);
const violations = fc.option(
  fc
    .record({
      warnings: fc.constantFrom<PolicyWarning[][]>([], [], [policyWarning({ policyTypeShortName: 'WIND' })]),
      closure: fc.constantFrom(null, null, { id: 'c', reason: 'Wet field', until: null }),
      ageMinutes: fc.constantFrom(0, 1, 90),
    })
    .map(({ warnings, closure, ageMinutes }) =>
      answered<LocationViolations>([{ locationId: 'here', warnings, alertEvents: [], closure }], {
        asOfMs: nowMs - ageMinutes * 60_000,
      }),
    ),
  { nil: undefined },
);

it('over 10,000 random states, no row, chip or title has a calm word while anything holds a place', () => {
  const said = { calm: 0, held: 0 };
  fc.assert(
    fc.property(lightning, violations, (state, open) => {
      const judged = judgePlace('here', state, open, nowMs, limits);
      const view = placeView({
        id: 'here',
        timeZone: 'America/Chicago',
        judged,
        conditions: known({}),
        nowMs,
        speed: 1,
      });
      const isQuiet =
        judged.view.kind === 'clear' &&
        open !== undefined &&
        open.asOfMs! > nowMs - 60 * 60_000 &&
        open.value!.every(({ warnings, closure }) => warnings.length === 0 && closure === null);
      said[isQuiet ? 'calm' : 'held']++;
      const counts = stateCounts([{ kind: view.kind }]);
      const text = [view.word, view.detail, ...counts.map(countText), placesTitle(counts)].join(' ');
      expect(/(?<!not )\bclear\b|\bsafe\b|\bgood\b|\bquiet since\b/i.test(text)).toBe(isQuiet);
      if (isQuiet) expect(view.clock).toBeNull();
      if (judged.view.kind === 'unavailable') expect([view.kind, view.clock]).toEqual(['unknown', null]);
      // A place that is clear does not speak for one that is not.
      const both = placesTitle(stateCounts([{ kind: view.kind }, { kind: 'clear' }]));
      if (!isQuiet) expect(both).not.toMatch(/clear/);
    }),
    { numRuns: 10_000 },
  );
  expect(Math.min(said.calm, said.held)).toBeGreaterThan(100);
});
