import { ianaTimeZone } from '../core/index.ts';
import type { FieldErrors } from '../locations/index.ts';
import { isEmailAddress, nameFault } from './people-rules.ts';
import { isFeature } from './permissions.ts';

/** Rules of what Admins set for their organization. Errors are sentences by field label, as the API returns them. */

export const organizationNameMaxLength = 100;
export const bannerMaxLength = 200;
export const supportPhoneMaxLength = 40;

export interface OrganizationDraft {
  readonly name: string;
  /** Shown below the top bar of everybody; null: none. */
  readonly banner: string | null;
  /** '' for none. */
  readonly supportEmail: string;
  /** '' for none; shown as it is, so that an extension may be in it. */
  readonly supportPhone: string;
  /** Where questions to a meteorologist are sent; null: there is no desk. */
  readonly consultationEmail: string | null;
  /** Of new groups and imported people, as entered; null: that of most locations. */
  readonly defaultTimeZone: string | null;
}

/**
 * Checks what an organization says of itself: a name, addresses that mail can be sent to, a time zone that exists.
 * @returns sentences by field label; an empty object when there are no errors
 */
export function checkOrganization(draft: OrganizationDraft): FieldErrors {
  const errors: FieldErrors = {};
  const text = textCheck(errors);
  text('Name', draft.name, 'Name', organizationNameMaxLength, true);
  text('Banner', draft.banner ?? '', 'Banner', bannerMaxLength);
  text('SupportPhone', draft.supportPhone, 'Support phone', supportPhoneMaxLength);
  if (draft.supportEmail !== '' && !isEmailAddress(draft.supportEmail))
    errors.SupportEmail = ['Support email must be an address like name@example.org'];
  if (draft.consultationEmail !== null && !isEmailAddress(draft.consultationEmail))
    errors.ConsultationEmail = ['Consultation desk must be an address like name@example.org'];
  if (draft.defaultTimeZone !== null && ianaTimeZone(draft.defaultTimeZone) === null)
    errors.DefaultTimeZone = ['There is no such time zone'];
  return errors;
}

/** What an operator sets of an organization. */
export interface ManagedOrganizationDraft {
  readonly name: string;
  readonly status: string;
  readonly companyType: string | null;
  readonly banner: string | null;
  /** Minutes of live camera a month; null where none is set: no live camera feed. */
  readonly cameraMinutes: number | null;
  /** Of the permissions that an organization has to hold as well. */
  readonly withheldFeatures: readonly string[];
}

const maxCameraMinutes = 44_640;

/**
 * Checks an organization: a name, a known status, known features, a month's minutes at most (44,640).
 * @returns sentences by field label; an empty object when there are no errors
 */
export function checkManagedOrganization(draft: ManagedOrganizationDraft): FieldErrors {
  const errors: FieldErrors = {};
  const text = textCheck(errors);
  text('Name', draft.name, 'Name', organizationNameMaxLength, true);
  if (!['ACTIVE', 'TRIAL', 'CLOSED'].includes(draft.status))
    errors.Status = ['Status must be ACTIVE, TRIAL or CLOSED'];
  text('CompanyType', draft.companyType ?? '', 'Company type', 100);
  text('Banner', draft.banner ?? '', 'Banner', bannerMaxLength);
  const { cameraMinutes } = draft;
  if (
    cameraMinutes !== null &&
    (!Number.isInteger(cameraMinutes) || cameraMinutes < 0 || cameraMinutes > maxCameraMinutes)
  )
    errors.LiveStreamMinutes = [`Camera minutes must be a whole number from 0 to ${maxCameraMinutes}`];
  const unknown = draft.withheldFeatures.find((feature) => !isFeature(feature));
  if (unknown !== undefined) errors.WithheldFeatures = ['A feature is not known'];
  return errors;
}

/** Notes a text that is too long, has markup or is missing under its label. */
function textCheck(errors: FieldErrors) {
  return (label: string, value: string, name: string, maxLength: number, required = false) => {
    const fault = nameFault(value, name, maxLength, required);
    if (fault !== null) errors[label] = [fault];
  };
}
