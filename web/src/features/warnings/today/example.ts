// Hours and practices for the tests of this folder, by the clock in Chicago (five hours behind UTC).
import type { Today } from '@allclear/contract';

export const nowMs = Date.parse('2026-06-06T17:30:00Z');
export const hourIso = (hour: number) =>
  new Date(Date.parse('2026-06-06T05:00:00Z') + hour * 3_600_000).toISOString();

type Lane = Today['lanes'][number];
type State = Lane['hours'][number]['state'];
const states: Record<string, State> = {
  ...{ o: 'open', n: 'near', s: 'stops', p: 'possible', f: 'unforecast', '?': 'unknown' },
};

/** The hours from noon on, a letter each. */
export function exampleLane(part: Partial<Lane>, letters: string): Lane {
  return {
    ...{ policyTypeShortName: 'WBGT', threatType: 3, label: 'WBGT', unit: '°F', precision: 1, isDesc: false },
    ...{ threshold: 90, isForecast: true, inEffectSince: null },
    hours: [...letters].map((letter, index) => ({
      startTime: hourIso(12 + index),
      state: states[letter]!,
      value: letter === '?' || 'pf'.includes(letter) ? null : 88,
    })),
    ...part,
  };
}

export const lightningLane = (letters = 'ffffffffffff') =>
  exampleLane({ policyTypeShortName: 'LR1', threatType: 2, label: 'Lightning', threshold: null }, letters);

export function exampleToday(part: Partial<Today> = {}): Today {
  return {
    now: new Date(nowMs).toISOString(),
    timeZone: 'America/Chicago',
    lanes: [lightningLane(), exampleLane({}, 'ossssssooooo')],
    practices: [{ id: 'football', name: 'Football', startTime: hourIso(16), endTime: hourIso(18) }],
    organizationLocationId: 'stadium',
    forecast: { asOf: new Date(nowMs - 600_000).toISOString(), stale: false, attribution: 'A test' },
    ...part,
  };
}
