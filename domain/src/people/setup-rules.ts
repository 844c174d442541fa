import type { FieldErrors } from '../locations/index.ts';
import { checkOrganization } from './organization-rules.ts';
import { checkAccountPerson } from './people-rules.ts';

/** The first organization of an installation and its first Super Admin. All texts are trimmed; '' for none. */
export interface SetupDraft {
  readonly name: string;
  /** Of the organization and of its Super Admin, as entered. */
  readonly timeZone: string;
  readonly supportEmail: string;
  readonly supportPhone: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
}

/**
 * Checks what begins an installation: a name, a time zone that exists, a support contact, a person with an address.
 * @returns sentences by field label; an empty object when there are no errors
 */
export function checkSetup(draft: SetupDraft): FieldErrors {
  const { name, timeZone, supportEmail, supportPhone, firstName, lastName, email } = draft;
  const { DefaultTimeZone, ...organization } = checkOrganization({
    ...{ name, supportEmail, supportPhone, defaultTimeZone: timeZone },
    ...{ banner: null, consultationEmail: null },
  });
  // The user name is the address, which has a sentence of its own.
  const { UserName, ...person } = checkAccountPerson({
    ...{ firstName, lastName, email: email === '' ? null : email, userName: email },
    ...{ phoneNumber: null, smsNotifications: false },
  });
  return {
    ...organization,
    ...(DefaultTimeZone ? { TimeZone: DefaultTimeZone } : {}),
    ...(supportEmail === '' ? { SupportEmail: ['Support email is required'] } : {}),
    ...person,
  };
}
