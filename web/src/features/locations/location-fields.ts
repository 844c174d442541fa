import type { Location, OrganizationLocation } from '@allclear/contract';
import {
  advisedAllClearMinutes,
  checkLocation,
  type FieldErrors,
  maxRadiusMiles,
  newLocationRadii,
  silencedMask,
  softMaxMiles,
  type ZoneNumber,
  type ZoneRadii,
} from '@allclear/domain';
import { ApiFailure } from '../../api/failure.ts';
import { sortErrors } from '../../forms/field-errors.ts';
import type { Refusal } from '../../forms/use-edited-form.ts';

/** The fields of the form and of the request. */
export interface LocationFields extends ZoneRadii {
  label: string;
  locationName: string;
  latitude: number;
  longitude: number;
  allClearMinutes: number;
  flags: number;
  organizationLocationId: string | null;
}

/** The values during input: a number field may be empty. */
export type DraftFields = Omit<LocationFields, 'latitude' | 'longitude'> & {
  latitude: number | '';
  longitude: number | '';
};

/** Entitlement of the fourth lightning zone. */
const fourthZoneEntitlement = 9;

/**
 * A new location with the defaults of the specification, or the edited one with the values set by policies of
 * the organization.
 */
export function draftOf(edited: Location | null): DraftFields {
  if (!edited) {
    return {
      label: '',
      locationName: '',
      latitude: '',
      longitude: '',
      ...newLocationRadii,
      allClearMinutes: advisedAllClearMinutes,
      flags: 0,
      organizationLocationId: null,
    };
  }
  const { label, locationName, latitude, longitude, flags, organizationLocationId } = edited;
  return {
    label,
    locationName,
    latitude,
    longitude,
    ...edited.policy.effective,
    flags,
    organizationLocationId,
  };
}

/**
 * Alerts are silenced when all bits of the mask are set; a location assigned by the organization has one of
 * them and is not silenced.
 */
export function alertsAreOn(flags: number): boolean {
  return (flags & silencedMask) !== silencedMask;
}

/** Bits outside the mask are kept. */
export function withAlerts(flags: number, on: boolean): number {
  return on ? flags & ~silencedMask : flags | silencedMask;
}

/** The draft at an organization location: its place, and its name unless one was entered already. */
export function atOrganizationLocation(
  draft: DraftFields,
  chosen: OrganizationLocation | null,
  before: OrganizationLocation | null,
): DraftFields {
  if (!chosen) return { ...draft, organizationLocationId: null };
  const ownName = draft.label.trim() !== '' && draft.label !== before?.name;
  return {
    ...draft,
    organizationLocationId: chosen.id,
    label: ownName ? draft.label : chosen.name,
    locationName: chosen.address,
    latitude: chosen.latitude,
    longitude: chosen.longitude,
  };
}

/** Organization locations that other locations of the user use already; they cannot be selected again. */
export function usedOrganizationLocationIds(
  locations: readonly Location[],
  edited: Location | null,
): Set<string> {
  return new Set(
    locations
      .filter(({ id }) => id !== edited?.id)
      .flatMap(({ organizationLocationId }) => organizationLocationId ?? []),
  );
}

/**
 * The fourth zone is shown when the organization has it, or when the location already uses it or a policy
 * sets it.
 */
export function showsFourthZone(
  entitlements: readonly number[],
  edited: Location | null,
  draft: ZoneRadii,
): boolean {
  return entitlements.includes(fourthZoneEntitlement) || (edited?.radius4 ?? 0) > 0 || draft.radius4 > 0;
}

/** The maximum of a slider: the soft maximum, or the current value if it is larger (up to 50 mi). */
export function sliderMaxMiles(radii: ZoneRadii, zone: ZoneNumber): number {
  return Math.min(maxRadiusMiles, Math.max(softMaxMiles(zone), radii[`radius${zone}`]));
}

/**
 * The same check as the server's, before sending. A locked timer is the policy's, which may be any number of
 * minutes.
 */
export function problemsOf(draft: DraftFields, fourthZone: boolean, timerLocked = false): FieldErrors {
  const placeMissing = draft.latitude === '' || draft.longitude === '';
  const checked = { ...draft, ...(timerLocked ? { allClearMinutes: advisedAllClearMinutes } : {}) };
  const problems = checkLocation(
    placeMissing ? { ...checked, latitude: 0, longitude: 0 } : (checked as LocationFields),
    { fourthZone },
  );
  return placeMissing
    ? { ...problems, Latitude: ['Choose a place: search an address, click the map or write the coordinates'] }
    : problems;
}

const fieldLabels = [
  'Label',
  'LocationName',
  'Latitude',
  'Longitude',
  'Radius1',
  'Radius2',
  'Radius3',
  'Radius4',
  'AllClearMinutes',
  'OrganizationLocationId',
];

/**
 * A refused save: the header from the first `ServerErrors` entry, else the default one; errors of known
 * fields under their fields; all others in the message.
 */
export function saveProblemsOf(thrown: unknown, editing: boolean): Refusal {
  const standing = editing ? 'Error updating location' : 'Error adding location';
  if (!(thrown instanceof ApiFailure)) return { header: standing, message: '', fields: {} };
  const { fields, others } = sortErrors(thrown.errors, fieldLabels);
  const [first, ...rest] = thrown.errors.ServerErrors ?? [];
  const unassigned = [...rest, ...others];
  return {
    header: first ?? standing,
    message: unassigned.length > 0 ? unassigned.join(' ') : thrown.message,
    fields,
  };
}
