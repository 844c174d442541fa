import type { PlaceAnswerKind } from '@allclear/domain';
import { expect, it } from 'vitest';
import { exampleAnswer, isoAgo } from '../../features/lightning/example.ts';
import type { LightningView } from '../../features/lightning/lightning-view.ts';
import { policyWarning } from '../../features/warnings/example.ts';
import type { LocationViolations } from '../place-answers/location-threats.ts';
import type { PlaceView } from '../places/place-view.ts';
import { observedThrough, tileText, turnedPages, warningLines } from './wall-view.ts';

const base: PlaceView = {
  kind: 'clear',
  word: 'Clear',
  detail: '',
  instruction: 'Clear since 6:10 PM',
  reason: '',
  clock: null,
  lastStrike: null,
  thunder: null,
  conditions: { kind: 'none' },
};

it('a tile says the time left, what to do and the last strike', () => {
  const view: PlaceView = {
    ...base,
    kind: 'delay',
    word: 'Stay inside',
    instruction: 'Stay inside',
    clock: { countdown: '22:47', earliest: '9:04 PM' },
    lastStrike: '8.4 mi SSW, 3 min ago',
  };
  expect(tileText(view)).toEqual({
    large: '22:47',
    instruction: 'Stay inside',
    untilAtLeast: 'until 9:04 PM at least',
    evidence: '8.4 mi SSW, 3 min ago',
    duty: '',
  });
  expect(tileText({ ...view, clock: { countdown: null, earliest: '9:04 PM' } }).large).toBe('Paused');
});

it('without a clock it says the state once, and why', () => {
  expect(tileText(base)).toMatchObject({
    large: 'Clear',
    instruction: 'since 6:10\u00a0PM',
    untilAtLeast: null,
  });
  const stop: PlaceView = { ...base, kind: 'stop', word: 'Stop', instruction: 'Stop: wind over 35 mph' };
  expect(tileText(stop)).toMatchObject({ large: 'Stop', instruction: 'wind over 35 mph' });
  const unknown: PlaceView = {
    ...base,
    kind: 'unknown',
    word: 'Unknown',
    instruction: "We don't know since 8:37 PM",
    reason: 'Treat this place as if lightning were near',
    lastStrike: '8.4 mi SSW, 3 min ago',
  };
  expect(tileText(unknown)).toEqual({
    large: 'Unknown',
    instruction: "We don't know since 8:37\u00a0PM",
    untilAtLeast: null,
    evidence: 'Treat this place as if lightning were near',
    duty: '',
  });
});

it('a closed tile says why, and its end once', () => {
  const closed: PlaceView = {
    ...{ ...base, kind: 'stop', word: 'Stop', instruction: 'Closed: Wet field' },
    lastStrike: '8.4 mi SSW, 3 min ago',
  };
  expect(tileText({ ...closed, reason: 'Until an admin opens it again' })).toMatchObject({
    ...{ large: 'Stop', instruction: 'Closed: Wet field', evidence: 'Until an admin opens it again' },
  });
  const clock = { countdown: '58:12', earliest: '9:04 PM' };
  expect(tileText({ ...closed, clock, reason: 'Until 9:04 PM at least' }).evidence).toBe('');
});

it('thunder that was heard is the evidence of its tile', () => {
  const heard = { ...base, kind: 'delay', thunder: 'Thunder heard 3 min ago' } as const;
  expect(tileText(heard).evidence).toBe('Thunder heard 3 min ago');
});

it('while people should act anywhere only the pages with such places are turned', () => {
  const kinds = (count: number, kind: PlaceAnswerKind) => Array.from({ length: count }, () => kind);
  expect(turnedPages(kinds(50, 'clear'), 24)).toBe(3);
  expect(turnedPages([...kinds(2, 'delay'), ...kinds(48, 'clear')], 24)).toBe(1);
  expect(turnedPages([...kinds(30, 'unknown'), 'stop', ...kinds(48, 'clear')], 24)).toBe(2);
  expect(turnedPages([], 24)).toBe(1);
});

it('is as old as the oldest of its places', () => {
  const view = (seconds: number): LightningView => ({
    kind: 'clear',
    answer: exampleAnswer({ observedThrough: isoAgo(seconds) }),
    ranges: [],
    since: null,
    lastStrike: null,
    thunder: null,
  });
  expect(observedThrough([view(40), view(90), { kind: 'loading' }])).toBe(isoAgo(90));
  expect(observedThrough([{ kind: 'unavailable', lastKnown: null }])).toBeNull();
});

it('names each warning once with its places, and leaves lightning to the tiles', () => {
  const of = (locationId: string, alertEvents: string[], ...warnings: ReturnType<typeof policyWarning>[]) =>
    ({ locationId, alertEvents, warnings }) as LocationViolations;
  const wind = policyWarning({ policyDisplayName: 'High wind', event: null });
  const places = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id, label: id.toUpperCase() }));
  const violations = [
    ...places.map(({ id }) => of(id, ['Tornado Warning'], ...(id === 'b' ? [wind] : []))),
    of('elsewhere', ['Flood Warning']),
  ];
  expect(warningLines(violations, places)).toEqual([
    'NWS Tornado Warning: A, B, C and 2 more',
    'High wind Policy Warning: B',
  ]);
});
