import type { Zone } from '@allclear/contract';
import { expect, it } from 'vitest';
import { ApiFailure } from '../../api/failure.ts';
import { follow } from '../../features/lightning/countdown.ts';
import {
  affectedZone,
  exampleAnswer,
  exampleZone,
  isoAgo,
  observingZone,
  thunderZone,
} from '../../features/lightning/example.ts';
import { type LightningView, lightningView } from '../../features/lightning/lightning-view.ts';
import { answered, nowMs, policyWarning } from '../../features/warnings/example.ts';
import { heldText, type LocationViolations, locationThreats } from './location-threats.ts';

const viewOf = (...zones: Zone[]) =>
  lightningView({ followed: follow(undefined, exampleAnswer({ zones }), 10_000) }, nowMs, 180);
const clear = viewOf(exampleZone(1), exampleZone(2));
const delayed = (state: 'strike' | 'observing') =>
  viewOf(state === 'strike' ? affectedZone(1, 1361) : observingZone(1, 1361));
const lightningPolicy = policyWarning({
  threatType: 2,
  policyTypeShortName: 'LR2',
  policyDisplayName: 'Lightning Zone 2',
});
const at = (part: Partial<LocationViolations>): LocationViolations => ({
  locationId: 'here',
  warnings: [],
  alertEvents: [],
  closure: null,
  ...part,
});
const threatsOf = (view: LightningView, ...violations: LocationViolations[]) =>
  locationThreats('here', view, answered(violations), nowMs, 1).threats.map(({ code, label, tone }) => [
    code,
    label,
    tone,
  ]);

it('a countdown that stands still is named, in the badge and in words', () => {
  const paused = { ...delayed('strike'), paused: true } as LightningView;
  const { threats } = locationThreats('here', paused, answered([]), nowMs, 1);
  expect(threats).toMatchObject([{ paused: true, label: 'Lightning Policy Alert, countdown paused' }]);
  const [counting] = locationThreats('here', delayed('strike'), answered([]), nowMs, 1).threats;
  expect(counting).toMatchObject({ paused: false, label: 'Lightning Policy Alert' });
});

it('a badge has the clock of the zone that governs, as the band and the large ring have', () => {
  const view = viewOf(affectedZone(1, 600), affectedZone(2, 1361));
  const [threat] = locationThreats('here', view, answered([]), nowMs, 1).threats;
  expect(threat?.countdown).toBe('22:41');
  if (view.kind !== 'delay') throw new Error('not in delay');
  expect(view.governing.radiusMiles).toBe(20);
});

it.each<[string, LightningView, LocationViolations[], unknown[]]>([
  ['nothing', clear, [], []],
  ['another place', clear, [at({ locationId: 'there', warnings: [policyWarning()] })], []],
  ['lightning', delayed('strike'), [], [['LR1', 'Lightning Policy Alert', 'danger']]],
  [
    'lightning and its policy warning are one',
    delayed('strike'),
    [at({ warnings: [lightningPolicy] })],
    [['LR1', 'Lightning Policy Alert', 'danger']],
  ],
  [
    'quiet not yet observed, and a lightning warning that is open',
    delayed('observing'),
    [at({ warnings: [lightningPolicy] })],
    [['LR1', 'Lightning Zone 2 Policy Warning', 'danger']],
  ],
  [
    'a policy and alerts, each event once',
    clear,
    [at({ warnings: [policyWarning()], alertEvents: ['Flood Watch', 'Flood Watch', 'Heat Advisory'] })],
    [
      ['WBGT', 'WBGT over 87.0 °F Policy Warning', 'danger'],
      ['NWS-ADVISORY', 'NWS advisory - Flood Watch, Heat Advisory', 'advisory'],
    ],
  ],
  [
    'an NWS policy takes the name that lists its events; what no policy watches is an advisory',
    clear,
    [
      at({
        warnings: [
          policyWarning({
            threatType: 11,
            policyTypeShortName: 'NWS',
            policyDisplayName: 'NWS',
            event: 'Tornado Warning',
          }),
        ],
        alertEvents: ['Tornado Warning', 'Heat Advisory'],
      }),
    ],
    [
      ['NWS', 'NWS Alert - Tornado Warning', 'danger'],
      ['NWS-ADVISORY', 'NWS advisory - Heat Advisory', 'advisory'],
    ],
  ],
  [
    'the same code twice is there once',
    clear,
    [at({ warnings: [policyWarning(), policyWarning({ id: 'w2' })] })],
    [['WBGT', 'WBGT over 87.0 °F Policy Warning', 'danger']],
  ],
])('%s', (_, view, violations, threats) => {
  expect(threatsOf(view, ...violations)).toEqual(threats);
});

it.each([
  [undefined, 'asking'],
  [answered<LocationViolations>([]), 'known'],
  [answered<LocationViolations>([], { failed: true }), 'known'],
  [{ value: null, asOfMs: null, failed: true, unobserved: false, none: false }, 'unknown'],
] as const)('what is known of the warnings', (violations, knowledge) => {
  expect(locationThreats('here', clear, violations, nowMs, 1).warnings).toBe(knowledge);
});

const wind = policyWarning({ policyTypeShortName: 'WIND', threatType: 7 });

it.each<[string, LightningView, LocationViolations[] | null, string, (string | null)[]]>([
  ['nothing holds it', clear, [], 'clear', [null, null]],
  ['a delay', delayed('strike'), [], 'delay', ['lightning delay in effect', 'lightning delay in effect']],
  [
    'a delay further out',
    viewOf(exampleZone(1), affectedZone(2, 60)),
    [],
    'ready',
    ['lightning delay in effect', 'lightning delay in effect'],
  ],
  [
    'quiet not yet observed',
    delayed('observing'),
    [],
    'observing',
    ['lightning still being observed', 'lightning still being observed'],
  ],
  [
    'lightning that is not known',
    { kind: 'unavailable', lastKnown: null },
    [],
    'unknown',
    ['lightning status unknown', 'lightning status unknown'],
  ],
  [
    'no feed',
    { kind: 'not-covered' },
    [],
    'no-lightning-data',
    ['no lightning data here', 'no lightning data here'],
  ],
  ['lightning that is asked for', { kind: 'loading' }, [], 'checking', [null, null]],
  ['another warning', clear, [at({ warnings: [wind] })], 'stop', ['other warnings in effect', null]],
  [
    'another warning and a delay further out',
    viewOf(exampleZone(1), affectedZone(2, 60)),
    [at({ warnings: [wind] })],
    'stop',
    ['lightning delay and other warnings in effect', 'lightning delay in effect'],
  ],
])('what holds the place: %s', (_, view, violations, kind, [heat, ofWind]) => {
  const { answer, holds } = locationThreats('here', view, answered(violations ?? []), nowMs, 1);
  expect(answer).toBe(kind);
  expect(heldText(holds, /^(HEAT|WBGT)$/)).toBe(heat);
  expect(heldText(holds, /^WIND$/)).toBe(ofWind);
});

it('a server that is away leaves nothing known, whatever it said last', () => {
  const away = locationThreats('here', clear, answered<LocationViolations>([]), nowMs, 1, true);
  expect([away.answer, away.warnings]).toEqual(['unknown', 'unknown']);
});

it('thunder that was heard holds a place as a strike does, and says so', () => {
  const { place, threats } = locationThreats(
    'here',
    viewOf(thunderZone(1, 1200), exampleZone(2)),
    answered([]),
    nowMs,
    1,
  );
  expect(place.kind).toBe('delay');
  expect(place.holds[0]).toMatchObject({ kind: 'delay', stop: true, thunder: { distanceMiles: null } });
  expect(threats).toMatchObject([{ code: 'LR1', tone: 'danger' }]);
});

const unobserved = (untilSeconds: number) =>
  lightningView(
    {
      failure: new ApiFailure({
        ...{ status: 503, code: 'lightning-unobserved', message: '' },
        lastKnown: {
          observedThrough: null,
          now: isoAgo(0),
          remark: null,
          zones: [
            {
              ...{ zone: 1, radiusMiles: 10, range: '0-10 mi', inDelay: true, lastStrike: null },
              thunder: {
                ...{ at: isoAgo(60), distanceMiles: 2, lifeSafety: false },
                until: isoAgo(-untilSeconds),
              },
            },
          ],
        },
      }),
    },
    nowMs,
    180,
  );

it('thunder holds a place that nothing observes, and is over without an all clear', () => {
  const held = locationThreats('here', unobserved(1740), answered([]), nowMs, 1);
  expect(held.place.kind).toBe('delay');
  expect(held.place.holds.map(({ kind }) => kind)).toEqual(['delay', 'lightning-unknown']);
  expect(held.threats).toMatchObject([{ label: 'Thunder heard', tone: 'danger' }]);
  expect(locationThreats('here', unobserved(-1), answered([]), nowMs, 1).place.kind).toBe('unknown');
});

it('a closed place is to stop, whatever else is quiet, until its time is over', () => {
  const closed = (until: string | null) =>
    locationThreats(
      'here',
      clear,
      answered([at({ closure: { id: 'c', reason: 'Wet field', until } })]),
      nowMs,
      1,
    );
  for (const until of [null, isoAgo(-60)]) {
    expect(closed(until).place.kind).toBe('stop');
    expect(closed(until).threats).toMatchObject([{ code: 'CLOSED', label: 'Closed: Wet field' }]);
    expect(heldText(closed(until).holds, /./)).toBe('the place is closed');
  }
  expect(closed(isoAgo(1)).place.kind).toBe('clear');
});
