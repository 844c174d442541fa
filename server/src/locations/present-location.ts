import type { Location, OrganizationLocation } from '@allclear/contract';
import type { LockedLightning } from '@allclear/domain';
import type { StoredOrganizationLocation } from '../organizations/index.ts';
import type { StoredLocation } from './store.ts';

/** The fields as saved, and what the organization's lightning policies make of them. */
export function presentLocation(row: StoredLocation, locks: LockedLightning): Location {
  const { lockedZones, lifeSafetyZones: _, timerLocked, overwritten, ...effective } = locks;
  return {
    id: row.id,
    userId: row.userId,
    label: row.label,
    locationName: row.locationName,
    latitude: row.latitude,
    longitude: row.longitude,
    radius1: row.radius1,
    radius2: row.radius2,
    radius3: row.radius3,
    radius4: row.radius4,
    allClearMinutes: row.allClearMinutes,
    flags: row.flags,
    forecastLocation: row.forecastLocation,
    usesNewPolicy: timerLocked,
    organizationLocationId: row.organizationLocationId,
    type: row.type,
    timeZone: row.timeZone,
    revision: row.revision,
    policy: { lockedZones: [...lockedZones], timerLocked, overwritten, effective },
  };
}

export function presentOrganizationLocation(
  row: StoredOrganizationLocation,
  { usesNewPolicy, sirenRadiusMiles }: { usesNewPolicy: boolean; sirenRadiusMiles: number | null },
): OrganizationLocation {
  return {
    id: row.id,
    name: row.name,
    address: row.address,
    latitude: row.latitude,
    longitude: row.longitude,
    usesNewPolicy,
    positionUnchecked: row.isPositionUnchecked,
    ...(sirenRadiusMiles !== null && { sirenSettings: { radius: sirenRadiusMiles } }),
    revision: row.revision,
  };
}
