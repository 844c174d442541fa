import type { Location, OrganizationLocation } from '@allclear/contract';
import type { LocationRow, OrganizationLocationRow } from '../../store/locations.ts';

export function presentLocation(row: LocationRow, usesNewPolicy = false): Location {
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
    usesNewPolicy,
    organizationLocationId: row.organization_location_id,
    type: row.type,
    timeZone: row.time_zone,
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
