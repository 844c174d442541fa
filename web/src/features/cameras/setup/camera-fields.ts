import type { CameraForm, CameraSettings } from '@allclear/contract';
import type { FieldErrors } from '@allclear/domain';
import { ApiFailure, messageOf } from '../../../api/failure.ts';
import { sortErrors } from '../../../forms/field-errors.ts';
import type { Refusal } from '../../../forms/use-edited-form.ts';
import { protocolTexts, type SimulatedProtocol } from '../camera-words.ts';

export interface CameraFields {
  name: string;
  kind: CameraForm['kind'];
  address: string;
  /** Of a simulated camera. */
  protocol: SimulatedProtocol;
  username: string;
  /** Null keeps the stored one; '' is none. */
  password: string | null;
  /** '' is none. */
  location: string;
}

export const protocols = (Object.keys(protocolTexts) as SimulatedProtocol[]).map((value) => ({
  value,
  label: protocolTexts[value],
}));

export function cameraFieldsOf(edited: CameraSettings | null): CameraFields {
  const isSimulated = edited?.kind === 'simulated';
  const protocol = isSimulated ? protocols.find(({ value }) => value === edited.address)?.value : undefined;
  return {
    ...{ name: edited?.name ?? '', kind: edited?.kind ?? 'mjpeg', protocol: protocol ?? '' },
    address: isSimulated ? '' : (edited?.address ?? ''),
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

/** What the routes take. A simulated camera has its protocol for an address, and no credentials. */
export function cameraBody(fields: CameraFields): CameraForm {
  const { name, kind, address, protocol, username, password, location } = fields;
  const organizationLocationId = location === '' ? null : location;
  const trimmed = name.trim();
  if (kind === 'simulated')
    return { name: trimmed, kind, address: protocol, username: '', password: '', organizationLocationId };
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
  protocol: 'Address',
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
