import { expect, it } from 'vitest';
import type { LightningView } from '../../features/lightning/lightning-view.ts';
import { answered, nowMs, policyWarning } from '../../features/warnings/example.ts';
import { type LocationViolations, locationThreats } from './location-threats.ts';

const clear = { kind: 'clear' } as LightningView;
const delayed = (state: 'strike' | 'observing') =>
  ({
    kind: 'delay',
    zones: [{ zone: 1, range: '0-10 mi', state, remainingSeconds: 1361, progress: 0.5 }],
  }) as unknown as LightningView;
const lightningPolicy = policyWarning({
  threatType: 2,
  policyTypeShortName: 'LR2',
  policyDisplayName: 'Lightning Zone 2',
});
const at = (part: Partial<LocationViolations>): LocationViolations => ({
  locationId: 'here',
  warnings: [],
  alertEvents: [],
  ...part,
});
const threatsOf = (view: LightningView, ...violations: LocationViolations[]) =>
  locationThreats('here', view, answered(violations), nowMs, 1).threats.map(({ code, label, tone }) => [
    code,
    label,
    tone,
  ]);

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
      ['NWS', 'NWS Alert - Flood Watch, Heat Advisory', 'danger'],
    ],
  ],
  [
    'an NWS policy takes the name that lists the events',
    clear,
    [
      at({
        warnings: [policyWarning({ threatType: 11, policyTypeShortName: 'NWS', policyDisplayName: 'NWS' })],
        alertEvents: ['Tornado Warning'],
      }),
    ],
    [['NWS', 'NWS Alert - Tornado Warning', 'danger']],
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
