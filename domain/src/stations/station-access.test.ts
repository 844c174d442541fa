import { describe, expect, it } from 'vitest';
import { mayReadStation, type StationOwner, type StationReader } from './station-access.ts';

const government: StationOwner = { organizationId: null, organizationStatus: null, isShared: false };
const theirs = (part: Partial<StationOwner> = {}): StationOwner => ({
  ...{ organizationId: 'theirs', organizationStatus: 'ACTIVE', isShared: true },
  ...part,
});
const reader = (part: Partial<StationReader> = {}): StationReader => ({
  ...{ organizationId: 'ours', organizationStatus: 'ACTIVE', isSuperAdmin: false, hasMesonetAccess: false },
  ...part,
});
const own = { organizationId: 'theirs' };
const mesonet = { hasMesonetAccess: true };

describe('a station is opened by', () => {
  it.each<[string, StationOwner, StationReader | null, boolean]>([
    ['its own people, shared or not', theirs({ isShared: false }), reader(own), true],
    ['its own people after it was closed', theirs({ organizationStatus: 'CLOSED' }), reader(own), true],
    ['a stranger', theirs(), reader(), false],
    ['a stranger with MesonetAccess', theirs(), reader(mesonet), true],
    ['a Super Admin of others', theirs(), reader({ isSuperAdmin: true }), true],
    ['people of an organization on trial', theirs(), reader({ organizationStatus: 'TRIAL' }), true],
    ['strangers where its organization is on trial', theirs({ organizationStatus: 'TRIAL' }), reader(), true],
    ['everybody where its organization is on trial', theirs({ organizationStatus: 'TRIAL' }), null, true],
    ['nobody without a sign-in otherwise', theirs(), null, false],
    ['nobody of others where it is closed', theirs({ organizationStatus: 'CLOSED' }), reader(mesonet), false],
    ['a government: everybody signed in', government, reader(), true],
    ['a government: not without a sign-in', government, null, false],
  ])('%s', (_, station, who, expected) => {
    expect(mayReadStation(station, who)).toBe(expected);
  });

  it('nobody of others while it is not shared, whatever they hold', () => {
    for (const organizationStatus of ['ACTIVE', 'TRIAL', 'CLOSED'])
      for (const who of [null, reader(mesonet), reader({ isSuperAdmin: true, organizationStatus: 'TRIAL' })])
        expect(mayReadStation(theirs({ isShared: false, organizationStatus }), who)).toBe(false);
  });
});
