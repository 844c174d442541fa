import type { Location, OrganizationLocation } from '@allclear/contract';
import type { LockedLightning } from '@allclear/domain';
import type { OrganizationLocationRow } from '../organizations/locations.store.ts';
import type { LocationRow } from './store.ts';

/** The fields as saved, and what the organisation's lightning policies make of them. */
export function presentLocation(row: LocationRow, locks: LockedLightning): Location {
  const { lockedZones, timerLocked, overwritten, ...effective } = locks;
  return {
    id: row.id,
    userId: row.user_id,
    label: row.label,
    locationName: row.location_name,
    latitude: row.latitude,
    longitude: row.longitude,
    radius1: row.radius1,
    radius2: row.radius2,
    radius3: row.radius3,
    radius4: row.radius4,
    allClearMinutes: row.all_clear_minutes,
    flags: row.flags,
    forecastLocation: row.forecast_location,
    usesNewPolicy: timerLocked,
    organizationLocationId: row.organization_location_id,
    type: row.type,
    timeZone: row.time_zone,
    policy: { lockedZones: [...lockedZones], timerLocked, overwritten, effective },
  };
}

export function presentOrganizationLocation(row: OrganizationLocationRow): OrganizationLocation {
  return {
    id: row.id,
    name: row.name,
    address: row.address,
    latitude: row.latitude,
    longitude: row.longitude,
    usesNewPolicy: row.uses_new_policy,
  };
}
