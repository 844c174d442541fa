import type { CameraForm, CameraSettings } from '@allclear/contract';
import type { FieldErrors } from '@allclear/domain';
import { ApiFailure, messageOf } from '../../../api/failure.ts';
import { sortErrors } from '../../../forms/field-errors.ts';
import type { Refusal } from '../../../forms/use-edited-form.ts';

export interface CameraFields {
  name: string;
  kind: CameraForm['kind'];
  address: string;
  username: string;
  /** Null keeps the stored one; '' is none. */
  password: string | null;
  /** '' is none. */
  location: string;
}

export function cameraFieldsOf(edited: CameraSettings | null): CameraFields {
  return {
    ...{ name: edited?.name ?? '', kind: edited?.kind ?? 'mjpeg', address: edited?.address ?? '' },
    ...{ username: edited?.username ?? '', password: edited?.hasPassword ? null : '' },
    location: edited?.organizationLocationId ?? '',
  };
}

/** The newest state of the camera with what was changed in the form. */
export function mergedFields(
  edited: CameraSettings | null,
  current: CameraSettings | null,
  fields: CameraFields,
): CameraFields {
  if (!edited || !current) return fields;
  const before = cameraFieldsOf(edited);
  const changed = Object.entries(fields).filter(
    ([name, value]) => before[name as keyof CameraFields] !== value,
  );
  return { ...cameraFieldsOf(current), ...Object.fromEntries(changed) };
}

/** What the routes take. A simulated camera has neither an address nor credentials. */
export function cameraBody({ name, kind, address, username, password, location }: CameraFields): CameraForm {
  const organizationLocationId = location === '' ? null : location;
  const trimmed = name.trim();
  if (kind === 'simulated')
    return { name: trimmed, kind, address: '', username: '', password: '', organizationLocationId };
  return {
    ...{ name: trimmed, kind, address: address.trim(), username: username.trim(), organizationLocationId },
    ...(password === null ? {} : { password }),
  };
}

export function cameraProblems({ name, kind, address }: CameraFields): FieldErrors {
  return {
    ...(name.trim() === '' ? { Name: ['Enter a name'] } : {}),
    ...(kind !== 'simulated' && address.trim() === '' ? { Address: ['Enter the address'] } : {}),
  };
}

export const cameraLabels = {
  location: 'OrganizationLocationId',
  // What fits an address depends on the kind.
  kind: ['Kind', 'Address'],
} as const;

const labels = ['Name', 'Kind', 'Address', 'Username', 'Password', 'OrganizationLocationId'];

export function cameraRefusal(thrown: unknown): Refusal {
  const errors = thrown instanceof ApiFailure ? thrown.errors : {};
  const { fields } = sortErrors(errors, labels);
  const isExplained = Object.keys(fields).length > 0;
  return { header: 'The camera was not saved', message: isExplained ? '' : messageOf(thrown), fields };
}

/** What somebody else may change, in words. */
export const cameraTextsOf: Readonly<Record<string, (camera: CameraSettings) => string>> = {
  Name: ({ name }) => name,
  Kind: ({ kind }) => kind.toUpperCase(),
  Address: ({ address }) => address,
  Username: ({ username }) => username,
  Password: ({ hasPassword }) => (hasPassword ? 'set' : ''),
  Location: ({ organizationLocationName }) => organizationLocationName ?? '',
};
