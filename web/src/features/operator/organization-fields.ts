import type { ManagedOrganization } from '@allclear/contract';
import { checkAccountPerson, checkManagedOrganization, type FieldErrors } from '@allclear/domain';
import { ApiFailure, messageOf } from '../../api/failure.ts';
import { sortErrors } from '../../forms/field-errors.ts';
import type { Refusal } from '../../forms/use-edited-form.ts';

/** The fields of the form. The first Super Admin and the support contact belong to a new organization only. */
export interface OrganizationFields {
  readonly name: string;
  readonly status: string;
  readonly companyType: string;
  readonly banner: string;
  readonly liveStreamMinutes: number | '';
  readonly withheldFeatures: readonly string[];
  readonly isWidgetAdmin: boolean;
  readonly supportEmail: string;
  readonly supportPhone: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly timeZone: string;
}

export function fieldsOf(edited: ManagedOrganization | null): OrganizationFields {
  return {
    name: edited?.name ?? '',
    status: edited?.status ?? 'ACTIVE',
    companyType: edited?.companyType ?? '',
    banner: edited?.banner ?? '',
    liveStreamMinutes: edited === null ? 600 : (edited.liveStreamMinutes ?? ''),
    withheldFeatures: edited?.withheldFeatures ?? [],
    isWidgetAdmin: edited?.isWidgetAdmin ?? false,
    ...{ supportEmail: '', supportPhone: '', firstName: '', lastName: '', email: '' },
    timeZone: 'America/Chicago',
  };
}

/** What is sent for a new organization, and for a change. */
export function bodyOf(fields: OrganizationFields) {
  const { name, companyType, supportEmail, supportPhone, firstName, lastName, email, timeZone } = fields;
  const { status, banner, liveStreamMinutes, withheldFeatures, isWidgetAdmin } = fields;
  return {
    added: { name, companyType, supportEmail, supportPhone, firstName, lastName, email, timeZone },
    changed: {
      ...{ name, companyType, status, banner, isWidgetAdmin },
      withheldFeatures: [...withheldFeatures],
      liveStreamMinutes: liveStreamMinutes === '' ? null : liveStreamMinutes,
    },
  };
}
export type OrganizationBody = ReturnType<typeof bodyOf>;

/** Errors that are found before sending; the same rules as the server's. */
export function problemsOf(fields: OrganizationFields, isNew: boolean): FieldErrors {
  const { changed, added } = bodyOf(fields);
  const errors = checkManagedOrganization({
    ...changed,
    cameraMinutes: changed.liveStreamMinutes,
  });
  if (!isNew) return errors;
  const person = {
    ...{ firstName: added.firstName.trim(), lastName: added.lastName.trim(), userName: '' },
    ...{ email: added.email.trim() || null, phoneNumber: null, smsNotifications: false },
  };
  if (added.supportEmail.trim() === '') errors.SupportEmail = ['Support email is required'];
  return { ...errors, ...checkAccountPerson(person) };
}

export const organizationLabels = [
  ...['Name', 'Status', 'CompanyType', 'Banner', 'LiveStreamMinutes', 'WithheldFeatures'],
  ...['SupportEmail', 'SupportPhone', 'FirstName', 'LastName', 'Email', 'TimeZone'],
];

export function refusalOf(header: string) {
  return (thrown: unknown): Refusal => {
    const errors = thrown instanceof ApiFailure ? thrown.errors : {};
    const { fields, others } = sortErrors(errors, [...organizationLabels, 'Reason']);
    const hasFields = Object.keys(fields).length > 0;
    return { header, message: others[0] ?? (hasFields ? '' : messageOf(thrown)), fields };
  };
}
