import type { OrganizationLocation } from '@allclear/contract';
import { checkPlace, type FieldErrors } from '@allclear/domain';
import { ApiFailure, messageOf } from '../../../api/failure.ts';
import { sortErrors } from '../../../forms/field-errors.ts';
import type { Refusal } from '../../../forms/use-edited-form.ts';

/** A location of the organization as it is saved. */
export interface PlaceFields {
  name: string;
  address: string;
  latitude: number;
  longitude: number;
}

/** The same in a form, where the position may be missing. */
export interface PlaceDraftFields {
  readonly name: string;
  /** Its address, as the picker of a place calls it. */
  readonly locationName: string;
  readonly latitude: number | '';
  readonly longitude: number | '';
}

/** On the map a location of the organization is a point: zones belong to those who watch it. */
export const noZones = { radius1: 0, radius2: 0, radius3: 0, radius4: 0 };

export function draftOf(edited: OrganizationLocation | null): PlaceDraftFields {
  if (!edited) return { name: '', locationName: '', latitude: '', longitude: '' };
  const { name, address, latitude, longitude } = edited;
  return { name, locationName: address, latitude, longitude };
}

/** The position is set: `problemsOf` found nothing. */
export function fieldsOf({ name, locationName, latitude, longitude }: PlaceDraftFields): PlaceFields {
  return {
    name: name.trim(),
    address: locationName.trim(),
    latitude: Number(latitude),
    longitude: Number(longitude),
  };
}

/** Errors that are found before sending; the same rules as the server's. */
export function problemsOf(draft: PlaceDraftFields): FieldErrors {
  const { Address, ...errors } = checkPlace(fieldsOf(draft));
  if (Address) errors.LocationName = Address;
  if (draft.latitude === '') errors.Latitude = ['Choose the place on the map, or by its address'];
  if (draft.longitude === '') errors.Longitude = ['Longitude is required'];
  return errors;
}

/** The fields in words, for what somebody else changed. */
export const placeTexts: Readonly<Record<string, (place: OrganizationLocation) => string>> = {
  Name: ({ name }) => name,
  Address: ({ address }) => address,
  Position: ({ latitude, longitude }) => `${latitude}, ${longitude}`,
};

export function refusalOf(thrown: unknown, isNew: boolean): Refusal {
  const errors = thrown instanceof ApiFailure ? thrown.errors : {};
  const { fields, others } = sortErrors(errors, ['Name', 'Address', 'Latitude', 'Longitude']);
  const { Address, ...rest } = fields;
  const isAtFields = Object.keys(fields).length > 0;
  return {
    header: isNew ? 'Error adding location' : 'Error updating location',
    message: others.join(' ') || (isAtFields ? '' : messageOf(thrown)),
    fields: Address ? { ...rest, LocationName: Address } : rest,
  };
}
