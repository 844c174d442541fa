import type { OrganizationSettings } from '@allclear/contract';
import { checkOrganization, type FieldErrors } from '@allclear/domain';
import { ApiFailure, messageOf } from '../../../api/failure.ts';
import { sortErrors } from '../../../forms/field-errors.ts';
import type { Refusal } from '../../../forms/use-edited-form.ts';

/** The settings as texts; '' for none. */
export type OrganizationFields = Record<Exclude<keyof OrganizationSettings, 'revision'>, string>;

export function fieldsOf(settings: OrganizationSettings): OrganizationFields {
  const { name, banner, supportEmail, supportPhone, consultationEmail, defaultTimeZone } = settings;
  return {
    name,
    banner: banner ?? '',
    supportEmail,
    supportPhone,
    consultationEmail: consultationEmail ?? '',
    defaultTimeZone: defaultTimeZone ?? '',
  };
}

/** The fields that differ from what the form began from; the others may have been changed by somebody else. */
export function changesOf(
  before: OrganizationFields,
  fields: OrganizationFields,
): Partial<OrganizationFields> {
  return Object.fromEntries(
    (Object.keys(fields) as (keyof OrganizationFields)[])
      .filter((field) => fields[field].trim() !== before[field])
      .map((field) => [field, fields[field].trim()]),
  );
}

/** Errors that are found before sending; the same rules as the server's. */
export function problemsOf(fields: OrganizationFields): FieldErrors {
  const orNull = (text: string) => text.trim() || null;
  return checkOrganization({
    name: fields.name.trim(),
    banner: orNull(fields.banner),
    supportEmail: fields.supportEmail.trim(),
    supportPhone: fields.supportPhone.trim(),
    consultationEmail: orNull(fields.consultationEmail),
    defaultTimeZone: orNull(fields.defaultTimeZone),
  });
}

/** The fields in words, for what somebody else changed. */
export const fieldTexts: Readonly<Record<string, (fields: OrganizationFields) => string>> = {
  Name: ({ name }) => name,
  Banner: ({ banner }) => banner,
  'Support email': ({ supportEmail }) => supportEmail,
  'Support phone': ({ supportPhone }) => supportPhone,
  'Consultation desk': ({ consultationEmail }) => consultationEmail,
  'Default time zone': ({ defaultTimeZone }) => defaultTimeZone,
};

const labels = ['Name', 'Banner', 'SupportEmail', 'SupportPhone', 'ConsultationEmail', 'DefaultTimeZone'];

export function refusalOf(thrown: unknown): Refusal {
  const { fields, others } = sortErrors(thrown instanceof ApiFailure ? thrown.errors : {}, labels);
  const isAtFields = Object.keys(fields).length > 0;
  return {
    header: 'The organization could not be saved',
    message: others.join(' ') || (isAtFields ? '' : messageOf(thrown)),
    fields,
  };
}
