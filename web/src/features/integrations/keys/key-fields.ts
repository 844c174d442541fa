import type { ApiKey, Location, OrganizationLocation } from '@allclear/contract';
import { type FieldErrors, isPermission, permissions, permissionTexts } from '@allclear/domain';
import { ApiFailure, messageOf } from '../../../api/failure.ts';
import { sortErrors } from '../../../forms/field-errors.ts';
import type { Refusal } from '../../../forms/use-edited-form.ts';

export interface KeyFields {
  readonly name: string;
  readonly permissions: readonly string[];
  readonly places: 'all' | 'some';
  /** Own locations (`location:ID`) and locations of the organization (`organization:ID`). */
  readonly chosen: readonly string[];
  /** One a line. */
  readonly networks: string;
  readonly days: string;
}

export function keyFieldsOf(key: ApiKey | null): KeyFields {
  const chosen = [
    ...(key?.locationIds ?? []).map((id) => `location:${id}`),
    ...(key?.organizationLocationIds ?? []).map((id) => `organization:${id}`),
  ];
  return {
    name: key?.name ?? '',
    permissions: key?.permissions ?? [],
    places: key && isOfSomePlaces(key) ? 'some' : 'all',
    chosen,
    networks: (key?.networks ?? []).join('\n'),
    days: '365',
  };
}

export function isOfSomePlaces({ locationIds, organizationLocationIds }: ApiKey): boolean {
  return locationIds !== null || organizationLocationIds !== null;
}

/** What the routes take for these fields. */
export function keyBody({ name, permissions: given, places, chosen, networks }: KeyFields) {
  const ids = (kind: string) =>
    chosen.flatMap((value) => (value.startsWith(`${kind}:`) ? [value.slice(kind.length + 1)] : []));
  const some = (list: string[]) => (places === 'all' || list.length === 0 ? null : list);
  const lines = networks
    .split(/[\s,]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return {
    name: name.trim(),
    permissions: [...given],
    locationIds: some(ids('location')),
    organizationLocationIds: some(ids('organization')),
    networks: lines.length === 0 ? null : lines,
  };
}

export function keyProblems({ name, permissions: given, places, chosen }: KeyFields): FieldErrors {
  return {
    ...(name.trim() === '' ? { Name: ['Enter a name'] } : {}),
    ...(given.length === 0 ? { Permissions: ['Choose at least one permission'] } : {}),
    ...(places === 'some' && chosen.length === 0 ? { LocationIds: ['Choose at least one place'] } : {}),
  };
}

export function keyRefusal(thrown: unknown): Refusal {
  const errors = thrown instanceof ApiFailure ? thrown.errors : {};
  const { fields } = sortErrors(errors, ['Name', 'Permissions', 'LocationIds', 'Networks', 'Days']);
  const isExplained = Object.keys(fields).length > 0;
  return { header: 'The API key was not saved', message: isExplained ? '' : messageOf(thrown), fields };
}

/** What the caller may give to a key: anything held but the right to make keys. */
export function permissionChoices(held: readonly string[]): { value: string; label: string }[] {
  return permissions
    .filter((permission) => held.includes(permission) && permission !== 'api-keys:write')
    .map((value) => ({ value, label: permissionTexts[value] }));
}

/** In words where the permission is one of the table. */
export function permissionText(permission: string): string {
  return isPermission(permission) ? permissionTexts[permission] : permission;
}

export function placeChoices(
  locations: readonly Location[],
  organizationLocations: readonly OrganizationLocation[],
) {
  return [
    {
      group: 'My locations',
      items: locations.map(({ id, label }) => ({ value: `location:${id}`, label })),
    },
    {
      group: 'Locations of the organization',
      items: organizationLocations.map(({ id, name }) => ({ value: `organization:${id}`, label: name })),
    },
  ].filter(({ items }) => items.length > 0);
}

const dateOf = (iso: string) =>
  new Date(iso).toLocaleDateString('en-US', { year: 'numeric', month: 'short', day: 'numeric' });
const momentOf = (iso: string) =>
  new Date(iso).toLocaleString('en-US', {
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  });

/** The lines below the name of a key. */
export function keyLines(key: ApiKey): string[] {
  const count = (list: readonly string[] | null) => list?.length ?? 0;
  const places = count(key.locationIds) + count(key.organizationLocationIds);
  const end =
    key.expiresUtc === null ? 'has no end' : `${key.expired ? 'ended' : 'ends'} ${dateOf(key.expiresUtc)}`;
  const used =
    key.lastUsedUtc === null
      ? 'not used yet'
      : `last used ${momentOf(key.lastUsedUtc)} from ${key.lastUsedNetwork ?? 'an unknown network'}`;
  return [
    `${key.isMine ? 'Yours' : `Of ${key.owner}`} · ${end} · ${used}`,
    [
      isOfSomePlaces(key) ? `${places} ${places === 1 ? 'place' : 'places'}` : 'All places',
      key.networks === null ? 'any network' : `from ${key.networks.join(', ')}`,
    ].join(' · '),
    ...(key.previousEndsUtc === null
      ? []
      : [`Rotated: the key before works until ${momentOf(key.previousEndsUtc)}`]),
  ];
}
