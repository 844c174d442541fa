import type { Location } from '@allclear/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiFailure } from '../../api/failure.ts';
import {
  alertsAreOn,
  atOrganizationLocation,
  draftOf,
  problemsOf,
  saveProblemsOf,
  showsFourthZone,
  usedOrganizationLocationIds,
  withAlerts,
} from './location-fields.ts';
import { withRadius } from './location-locks.ts';
import { changesOf } from './use-locations.ts';

const stadium: Location = {
  id: 'a',
  userId: 'u',
  label: 'Stadium',
  locationName: '1 Main St',
  latitude: 28,
  longitude: -82,
  radius1: 10,
  radius2: 20,
  radius3: 30,
  radius4: 0,
  allClearMinutes: 30,
  flags: 0,
  forecastLocation: false,
  usesNewPolicy: false,
  organizationLocationId: 'o1',
  type: 0,
  timeZone: 'America/New_York',
  policy: {
    lockedZones: [],
    timerLocked: false,
    overwritten: false,
    effective: { radius1: 10, radius2: 20, radius3: 30, radius4: 0, allClearMinutes: 30 },
  },
};
const placed = { ...draftOf(null), label: 'Field', latitude: 1 as number | '', longitude: 2 as number | '' };

describe('the location form', () => {
  it.each([
    [0, true],
    [1, true],
    [2, true],
    [28, true],
    [30, false],
    [31, false],
    [63, false],
    [33, true],
  ])('flags %d: alerts on is %s', (flags, on) => {
    expect(alertsAreOn(flags)).toBe(on);
  });

  it('switches alerts without touching other flags', () => {
    expect(withAlerts(0, false)).toBe(30);
    expect(withAlerts(30, true)).toBe(0);
    expect(withAlerts(33, false)).toBe(63);
    expect(withAlerts(2, true)).toBe(0);
    fc.assert(
      fc.property(
        fc.nat(255),
        fc.boolean(),
        (flags, on) =>
          alertsAreOn(withAlerts(flags, on)) === on && (withAlerts(flags, on) & ~30) === (flags & ~30),
      ),
    );
  });

  it('begins as the specification says', () => {
    expect(draftOf(null)).toMatchObject({
      radius1: 10,
      radius2: 0,
      radius3: 0,
      radius4: 0,
      allClearMinutes: 30,
      flags: 0,
    });
  });

  it('wants a name and a place', () => {
    expect(Object.keys(problemsOf(draftOf(null), false))).toEqual(['Label', 'Latitude']);
    expect(problemsOf(placed, false)).toEqual({});
    expect(Object.keys(problemsOf({ ...placed, latitude: 91 }, false))).toEqual(['Latitude']);
  });

  it('keeps zones in order whatever is moved, typed or pasted', () => {
    const moves = fc.array(
      fc.tuple(
        fc.constantFrom(1, 2, 3, 4) as fc.Arbitrary<1 | 2 | 3 | 4>,
        fc.oneof(fc.double(), fc.string()),
      ),
    );
    fc.assert(
      fc.property(moves, (list) => {
        let draft = { ...placed, radius2: 20, radius3: 30, radius4: 40 };
        for (const [zone, miles] of list) draft = withRadius(draft, zone, miles) as typeof draft;
        expect(problemsOf(draft, true)).toEqual({});
      }),
    );
  });

  it('takes place and name of an organization location, but keeps a name of one’s own', () => {
    const pool = {
      id: 'o2',
      name: 'Pool',
      address: '2 Oak St',
      latitude: 3,
      longitude: 4,
      usesNewPolicy: false,
    };
    const track = { ...pool, id: 'o3', name: 'Track' };
    const first = atOrganizationLocation(draftOf(null), pool, null);
    expect(first).toMatchObject({
      organizationLocationId: 'o2',
      label: 'Pool',
      latitude: 3,
      longitude: 4,
      locationName: '2 Oak St',
    });
    expect(atOrganizationLocation(first, track, pool).label).toBe('Track');
    expect(atOrganizationLocation({ ...first, label: 'My pool' }, track, pool).label).toBe('My pool');
    expect(atOrganizationLocation(first, null, pool).organizationLocationId).toBeNull();
  });

  it('knows which organization locations are taken', () => {
    expect(usedOrganizationLocationIds([stadium], null)).toEqual(new Set(['o1']));
    expect(usedOrganizationLocationIds([stadium], stadium)).toEqual(new Set());
  });

  it('shows the fourth zone by entitlement or by what is there', () => {
    const plain = draftOf(null);
    expect(showsFourthZone([1], null, plain)).toBe(false);
    expect(showsFourthZone([1, 9], null, plain)).toBe(true);
    expect(showsFourthZone([], { ...stadium, radius4: 40 }, plain)).toBe(true);
    expect(showsFourthZone([], stadium, { ...plain, radius4: 40 })).toBe(true);
  });

  it('sends only what was changed', () => {
    expect(changesOf(stadium, { ...draftOf(stadium), radius1: 12 } as never)).toEqual({ radius1: 12 });
  });

  it('shows what policies set, and sends it when it differs from what is saved', () => {
    const effective = { ...stadium.policy.effective, radius1: 8, allClearMinutes: 45 };
    const overwritten: Location = {
      ...stadium,
      policy: { lockedZones: [1], timerLocked: true, overwritten: true, effective },
    };
    expect(draftOf(overwritten)).toMatchObject({ radius1: 8, radius2: 20, allClearMinutes: 45 });
    expect(changesOf(overwritten, draftOf(overwritten) as never)).toEqual({
      radius1: 8,
      allClearMinutes: 45,
    });
    expect(problemsOf(draftOf(overwritten), false, true)).toEqual({});
    expect(Object.keys(problemsOf(draftOf(overwritten), false))).toEqual(['AllClearMinutes']);
  });

  it.each([
    [{ ServerErrors: ['Limit reached', 'Ask support'] }, 'Limit reached', 'Ask support', {}],
    [{ ServerErrors: ['Limit reached'] }, 'Limit reached', 'Told.', {}],
    [{ label: ['Taken'], ServerError: ['Odd'] }, 'Error adding location', 'Odd', { Label: ['Taken'] }],
    [{}, 'Error adding location', 'Told.', {}],
  ])('sorts the server’s errors %j', (errors, header, message, fields) => {
    const failure = new ApiFailure({ status: 400, code: 'bad-input', message: 'Told.', errors });
    expect(saveProblemsOf(failure, false)).toEqual({ header, message, fields });
  });

  it('has a header for an update that failed without a word', () => {
    expect(saveProblemsOf(new Error('boom'), true)).toEqual({
      header: 'Error updating location',
      message: '',
      fields: {},
    });
  });
});
