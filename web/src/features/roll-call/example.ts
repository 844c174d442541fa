import type { CheckIn, CountedGroup, LiveCount, RollCall } from '@allclear/contract';
import { minutesAgo } from '../../clock/example-time.ts';

/** Examples for the tests of this feature. */
export function exampleGroup(part: Partial<CountedGroup> = {}): CountedGroup {
  const expected = part.expected ?? 24;
  const present = part.present === undefined ? 24 : part.present;
  const over = present === null ? 0 : Math.max(0, present - expected);
  const missing = present === null ? null : Math.max(0, expected - present);
  const state =
    present === null
      ? 'not-counted'
      : over > 0
        ? 'more-than-expected'
        : missing === 0
          ? 'as-expected'
          : 'missing';
  return {
    ...{ id: 'a', name: 'Team A', expected, state, present, missing, over },
    byShelter:
      present === null
        ? []
        : [{ shelterId: 'gym', present, source: 'count', checkedIn: 0, atUtc: minutesAgo(2) }],
    ...{ members: null, joinedLater: 0, revision: 1, ...part },
  };
}

/** Counts as the server makes them of groups. */
export function exampleLive(groups: readonly CountedGroup[], part: Partial<LiveCount> = {}): LiveCount {
  const sum = (of: (group: CountedGroup) => number | null) =>
    groups.reduce((total, group) => total + (of(group) ?? 0), 0);
  const notCounted = groups.filter(({ state }) => state === 'not-counted');
  return {
    expected: sum(({ expected }) => expected),
    present: sum(({ present }) => present),
    missing: sum(({ missing }) => missing),
    notCounted: {
      groups: notCounted.length,
      expected: notCounted.reduce((total, { expected }) => total + expected, 0),
    },
    groups: [...groups],
    ungrouped: { present: 0, byShelter: [] },
    shelters: [{ shelterId: 'gym', present: sum(({ present }) => present), over: 0 }],
    joinedLater: 0,
    newestEntryUtc: minutesAgo(1),
    ...part,
  };
}

export function exampleRollCall(part: Partial<RollCall> = {}): RollCall {
  const gym = { capacity: 200, minutesToReach: 3, directions: 'Behind the north stand.' };
  return {
    ...{ id: 'rc1', organizationLocationId: 'north', organizationLocationName: 'North Field' },
    ...{ isDrill: false, isOpen: true, startedUtc: minutesAgo(5), startedBy: 'Person 1' },
    ...{ endedUtc: null, endedBy: null, endsWallUtc: minutesAgo(-700), acceptsUntilWallUtc: null },
    ...{ hasNames: false, notice: null, isWarden: true },
    shelters: [
      { id: 'gym', name: 'Gym', isOpen: true, isRemoved: false, ...gym },
      {
        ...{ id: 'bus', name: 'Bus', isOpen: false, isRemoved: false },
        ...{ capacity: null, minutesToReach: 1, directions: '' },
      },
    ],
    groups: [{ id: 'a', name: 'Team A' }],
    own: null,
    live: exampleLive([exampleGroup({ present: 20 })]),
    revision: 1,
    ...part,
  };
}

export function exampleCheckIn(part: Partial<CheckIn> = {}): CheckIn {
  return {
    ...{ rollCallId: 'rc1', organizationLocationName: 'North Field', isDrill: false },
    ...{ startedUtc: minutesAgo(5), endedUtc: null, shelter: { id: 'gym', name: 'Gym' } },
    ...{ groups: [{ id: 'a', name: 'Team A' }], own: null, ...part },
  };
}
