import type { Hardware, HardwareConnection, HardwareDriver, HardwareModel } from '@allclear/contract';
import type { FieldErrors } from '@allclear/domain';
import { ApiFailure, messageOf } from '../../../api/failure.ts';
import { sortErrors } from '../../../forms/field-errors.ts';
import type { Refusal } from '../../../forms/use-edited-form.ts';

/** A weather station that stands alone is added by its provider. */
export type AddedModel = Exclude<HardwareModel, 'WXS'>;

export const modelChoices: readonly { readonly value: AddedModel; readonly label: string }[] = [
  { value: 'OWS', label: 'Outdoor warning system' },
  { value: 'OWX', label: 'Outdoor warning system with weather station' },
  { value: 'PAS', label: 'Loudspeakers' },
  { value: 'RLY', label: 'Relays' },
];

export const addedModel = (value: string | null): AddedModel =>
  modelChoices.find((choice) => choice.value === value)?.value ?? 'OWS';

export interface ConnectionFields {
  readonly name: string;
  readonly modelId: AddedModel;
  readonly organizationLocationId: string | null;
  readonly driver: string | null;
  readonly ipAddress: string;
  readonly username: string;
  /** Empty: it stays as it is. */
  readonly password: string;
  readonly options: Readonly<Record<string, string>>;
  readonly warningSound: string;
  readonly allClearSound: string;
  readonly light: string;
  readonly stationId: string | null;
  readonly defaultPlayCount: number;
  readonly askEveryMinutes: number | '';
}

export function connectionFieldsOf(edited: HardwareConnection | null): ConnectionFields {
  return {
    name: edited?.name ?? '',
    modelId: addedModel(edited?.modelId ?? null),
    organizationLocationId: edited?.organizationLocationId ?? null,
    driver: edited?.driver ?? null,
    ipAddress: edited?.ipAddress ?? '',
    username: edited?.username ?? '',
    password: '',
    options: edited?.options ?? {},
    warningSound: edited?.wiring.warningSound ?? '',
    allClearSound: edited?.wiring.allClearSound ?? '',
    light: edited?.wiring.light ?? '',
    stationId: edited?.stationId ?? null,
    defaultPlayCount: edited?.defaultPlayCount ?? 1,
    askEveryMinutes: edited?.askEveryMinutes ?? '',
  };
}

const orNull = (text: string) => (text.trim() === '' ? null : text.trim());

/** How the device is reached: what a check of the connection needs. */
export function deviceBody(fields: ConnectionFields) {
  const { driver, ipAddress, username, password, options, warningSound, allClearSound, light } = fields;
  return {
    ...{ driver: driver ?? '', ipAddress: ipAddress.trim(), username: username.trim(), options },
    ...(password === '' ? {} : { password }),
    wiring: {
      ...{ warningSound: orNull(warningSound), allClearSound: orNull(allClearSound) },
      light: orNull(light),
    },
  };
}

export function connectionBody(fields: ConnectionFields) {
  const { name, modelId, organizationLocationId, stationId, defaultPlayCount, askEveryMinutes } = fields;
  return {
    ...deviceBody(fields),
    ...{ name: name.trim(), modelId, organizationLocationId: organizationLocationId ?? '' },
    stationId: modelId === 'OWX' ? stationId : null,
    ...{ defaultPlayCount, askEveryMinutes: askEveryMinutes === '' ? null : askEveryMinutes },
  };
}

/** The parts that differ from the stored connection. */
export function connectionChanges(
  edited: HardwareConnection,
  fields: ConnectionFields,
): Partial<ReturnType<typeof connectionBody>> {
  const before: Record<string, unknown> = connectionBody(connectionFieldsOf(edited));
  return Object.fromEntries(
    Object.entries(connectionBody(fields)).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]),
    ),
  );
}

export function connectionProblems(fields: ConnectionFields): FieldErrors {
  const { name, organizationLocationId, driver, ipAddress } = fields;
  return {
    ...(name.trim() === '' ? { Name: ['Enter a name'] } : {}),
    ...(organizationLocationId === null ? { OrganizationLocationId: ['Choose a location'] } : {}),
    ...(driver === null ? { Driver: ['Choose a make'] } : {}),
    ...(ipAddress.trim() === '' ? { IpAddress: ['Enter an address'] } : {}),
  };
}

export function connectionRefusal(thrown: unknown, isNew: boolean): Refusal {
  const errors = thrown instanceof ApiFailure ? thrown.errors : {};
  const { fields, others } = sortErrors(errors, [
    ...['Name', 'ModelId', 'OrganizationLocationId', 'Driver', 'IpAddress', 'Username', 'Password'],
    ...['Options', 'Wiring', 'StationId', 'DefaultPlayCount', 'AskEveryMinutes'],
  ]);
  return {
    header: isNew ? 'The hardware was not added' : 'The hardware was not changed',
    message: others.join(' ') || (Object.keys(fields).length > 0 ? '' : messageOf(thrown)),
    fields,
  };
}

/** What deleting a unit does. */
export function removalText({ name, isSiren, signal }: Hardware): string {
  const first = `${name} is removed with its settings, schedules and relays. This action cannot be undone.`;
  if (!isSiren) return first;
  const dark = 'makes no sound any more, and its light goes dark without an all clear';
  return signal === 'none'
    ? `${first} It ${dark}.`
    : `${first} It signals now: it ${dark}. Make sure that people do not take that for one.`;
}

/** The drivers that can do what a model is for. */
export function driversFor(drivers: readonly HardwareDriver[], model: AddedModel): HardwareDriver[] {
  return drivers.filter(({ sound, light, relays, plays }) => {
    if (model === 'PAS') return plays.length > 0;
    return model === 'RLY' ? relays : sound || light;
  });
}

/** The fields in words, for what somebody else changed. */
export const connectionTexts: Readonly<Record<string, (connection: HardwareConnection) => string>> = {
  Name: ({ name }) => name,
  Model: ({ modelId }) => modelId,
  Make: ({ driver }) => driver,
  Address: ({ ipAddress }) => ipAddress,
  'User name': ({ username }) => username,
  Options: ({ options }) =>
    Object.entries(options)
      .map(([name, value]) => `${name}: ${value}`)
      .join(', '),
  Wiring: ({ wiring }) => Object.values(wiring).filter(Boolean).join(', '),
};
