import { expect, test } from 'vitest';
import { MINUTE_MS } from '../core/index.ts';
import type { Duty } from '../locations/index.ts';
import { dutyEntries, enabledEntry, placeEntries, radiusEntries, testEntry } from './index.ts';

/** Saturday, 4 PM in New York. */
const start = Date.UTC(2026, 5, 6, 20);
const at = (minutes: number) => start + minutes * MINUTE_MS;
const nobody: Duty = { userId: null, standIns: [] };
const afternoon = { weekdays: [6], startsAt: '16:30', endsAt: '17:00' };
const versions = [
  {
    from: at(-600),
    duties: {
      watcher: nobody,
      'decision-maker': { userId: 'ann', standIns: [{ userId: 'ben', ...afternoon }] },
    },
  },
  { from: at(40), duties: { watcher: { userId: 'cleo', standIns: [] }, 'decision-maker': nobody } },
];
const shown = (warnings: Parameters<typeof dutyEntries>[0]['warnings'], of = versions) =>
  dutyEntries({
    ...{ versions: of, warnings, nameOf: (id) => id.toUpperCase(), timeZone: 'America/New_York' },
    now: at(90),
  }).map((entry) => [(entry.at - start) / MINUTE_MS, `${entry.text}. ${entry.detail}`]);
const warning = (from: number, to: number | null) => ({
  ...{ policyName: 'Lightning', startedAt: at(from), endedAt: to === null ? null : at(to) },
});

test('who is on duty as an event begins, and each change during it, by the clock and by hand', () => {
  expect(shown([warning(10, null), warning(15, 20)])).toEqual([
    [10, 'On duty as the warning of Lightning began. Watcher: nobody. Decision maker: ANN.'],
    [30, 'Decision maker from now on: BEN. Before: ANN.'],
    [40, 'Watcher from now on: CLEO. Before: nobody.'],
    [40, 'Decision maker from now on: nobody. Before: BEN.'],
  ]);
});

test('changes outside of events are none of it, and neither are places without duties', () => {
  expect(shown([warning(5, 20), warning(50, 60)]).map(([minute]) => minute)).toEqual([5, 50]);
  expect(shown([warning(5, 20)], [])).toEqual([]);
});

test('a move, an address and a name are entries of their own, and what stays is none', () => {
  const place = { from: at(0), name: 'Field', address: 'Gate 1', latitude: 28, longitude: -82 };
  const moved = { ...place, from: at(10), latitude: 28.01, address: 'Gate 2' };
  expect(
    placeEntries([place, moved, { ...moved, from: at(20) }]).map(({ text, detail }) => [text, detail]),
  ).toEqual([
    ['Place moved', 'Before: 28.00000, -82.00000. Then: 28.01000, -82.00000.'],
    ['Address of the place changed', 'Before: Gate 1. Then: Gate 2.'],
  ]);
});

test('a radius begins, changes and ends', () => {
  const radius = { policyId: 'p', policyName: 'Lightning', radiusMiles: 10, allClearMinutes: 30 };
  const entries = radiusEntries([
    { ...radius, from: at(0), to: at(10) },
    { ...radius, radiusMiles: 8, from: at(10), to: at(20) },
    { ...radius, radiusMiles: 8, from: at(20), to: at(30) },
  ]);
  expect(entries.map((entry) => [(entry.at - start) / MINUTE_MS, entry.text])).toEqual([
    [0, 'Lightning watches: 10 mi and 30 min of quiet'],
    [10, 'Lightning changed: 8 mi and 30 min of quiet'],
    [30, 'Lightning does not watch any more'],
  ]);
});

test('a drill and a test say that no weather caused them', () => {
  const drill = { unitName: 'Horn', kind: 'drill' as const, begunAt: at(0), endedAt: at(5), actor: 'Ann' };
  expect(testEntry({ ...drill, endedBecause: 'delay' })).toMatchObject({
    ...{ kind: 'siren', text: 'Horn: drill', until: at(5), actor: 'Ann' },
    detail: 'No weather caused it. Broken off: a real warning began.',
  });
  const off = { at: at(0), unitName: 'Horn', isEnabled: false, reason: 'Repair', actor: null };
  expect(enabledEntry(off)).toMatchObject({ text: 'Horn: disabled', detail: 'Reason: Repair' });
});
