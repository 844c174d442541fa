import { type PlaceWarning, placeAnswer } from '@allclear/domain';
import { expect, test } from 'vitest';
import { changeKeyOf, placeStates, presentPlace, presentStopped } from './present-place.ts';

const now = Date.UTC(2026, 5, 6, 20);
const minuteMs = 60_000;
const place = {
  ...{ id: 'p', organizationId: 'o', name: 'Track', latitude: 28, longitude: -82, groupIds: [] },
};
const zone = (status: object) => ({ radiusMiles: 10, status }) as never;
const warning: PlaceWarning = {
  ...{ policyId: 'w', typeShortName: 'WIND', policyName: 'Wind', event: null, heldSince: null },
};
const clear = { kind: 'clear', since: now - minuteMs };

const cases: readonly [string, Parameters<typeof placeAnswer>[0], boolean | null][] = [
  ['clear', known([clear]), false],
  ['delay', known([{ kind: 'delay', reason: 'strike', clearAt: now + minuteMs }]), true],
  ['observing', known([{ kind: 'delay', reason: 'observing', clearAt: now + minuteMs }]), true],
  ['unknown', known([clear, { kind: 'unknown' }]), null],
  ['unknown', { ...known([clear]), closures: [], warningsAre: 'unknown' }, null],
  ['stop', { ...known([clear]), warnings: [{ ...warning, heldSince: now }] }, true],
  ['no-lightning-data', { ...known([]), lightning: { kind: 'not-covered' } }, null],
  ['checking', { ...known([]), lightning: { kind: 'checking' } }, null],
];

function known(statuses: readonly object[]): Parameters<typeof placeAnswer>[0] {
  return {
    lightning: { kind: 'known', zones: statuses.map(zone) },
    warnings: [],
    closures: [],
    warningsAre: 'known',
  };
}

test.each(cases)('%s is safe only when clear', (state, input, unsafe) => {
  const answer = placeAnswer(input);
  const shown = presentPlace({ place, answer, observedThrough: now }, 'live', { now, sentAt: 5 });
  expect(shown).toMatchObject({ state, unsafe, weather: 'live' });
  expect(shown.sentAt).toBe('1970-01-01T00:00:00.005Z');
  expect(placeStates).toContain(state);
});

test('what remains counts observed quiet, so it pauses with the feed; an age is no change', () => {
  const answer = placeAnswer(known([{ kind: 'delay', reason: 'strike', clearAt: now + 10 * minuteMs }]));
  const at = (time: number) =>
    presentPlace({ place, answer, observedThrough: now }, 'live', { now: time, sentAt: time });
  expect(at(now + 2 * minuteMs)).toMatchObject({ remainingSeconds: 600, ageSeconds: 120 });
  expect(changeKeyOf(at(now))).toBe(changeKeyOf(at(now + 2 * minuteMs)));
  const never = presentPlace({ place, answer, observedThrough: null }, 'live', { now, sentAt: now });
  expect(never).toMatchObject({ observedThrough: null, ageSeconds: null });
});

test('a stopped installation knows nothing', () => {
  const stopped = presentStopped('live', { now, sentAt: now });
  expect(stopped).toMatchObject({ state: 'unknown', unsafe: null, earliestClearAt: null });
});
