import type { FieldErrors } from '../locations/index.ts';

/**
 * Rules of user groups and of notification-only users (specification 2, sections 3 and 5). Errors are
 * sentences by field label, as the API returns them.
 */

export const groupNameMaxLength = 100;
export const personNameMaxLength = 100;
/** RFC 5321: a path has at most 256 octets with its brackets. */
export const emailMaxLength = 254;

/** Checks the name of a user group: required, at most 100 characters, no markup. */
export function checkGroupName(name: string): FieldErrors {
  const fault = nameFault(name, 'Name', groupNameMaxLength, true);
  return fault === null ? {} : { Name: [fault] };
}

export interface PersonDraft {
  readonly firstName: string;
  readonly lastName: string;
  /** null: none. Checked unchanged: surrounding blanks are an error. */
  readonly email: string | null;
  /** As entered; null: none. */
  readonly phoneNumber: string | null;
  readonly smsNotifications: boolean;
}

/**
 * Checks a notification-only user: a first name, and an email address or a phone number. Text messages need
 * the number.
 * @returns sentences by field label; an empty object when there are no errors
 */
export function checkNotificationPerson(draft: PersonDraft): FieldErrors {
  const errors: FieldErrors = {};
  const first = nameFault(draft.firstName, 'First name', personNameMaxLength, true);
  if (first !== null) errors.FirstName = [first];
  const last = nameFault(draft.lastName, 'Last name', personNameMaxLength, false);
  if (last !== null) errors.LastName = [last];
  if (draft.email !== null && !isEmailAddress(draft.email))
    errors.Email = ['Email must be an address like name@example.org'];
  if (draft.phoneNumber !== null && e164(draft.phoneNumber) === null) {
    errors.PhoneNumber = ['Phone number must have ten digits, or begin with + and the country code'];
  }
  if (draft.email === null && draft.phoneNumber === null)
    errors.Email = ['An email address or a phone number is required'];
  else if (draft.smsNotifications && draft.phoneNumber === null)
    errors.PhoneNumber = ['Text messages need a phone number'];
  return errors;
}

export interface AccountDraft extends PersonDraft {
  readonly userName: string;
}

/**
 * Checks a person who signs in: a first name and an email address, by which the person signs in. Text messages
 * need a phone number.
 * @returns sentences by field label; an empty object when there are no errors
 */
export function checkAccountPerson(draft: AccountDraft): FieldErrors {
  const errors = checkNotificationPerson(draft);
  if (draft.email === null) errors.Email = ['Email is required'];
  const userName = nameFault(draft.userName, 'User name', emailMaxLength, false);
  if (userName !== null) errors.UserName = [userName];
  return errors;
}

/** What is wrong with a name, as a sentence; null when nothing is. */
export function nameFault(text: string, name: string, maxLength: number, required: boolean): string | null {
  if (required && text.trim() === '') return `${name} is required`;
  if (text.length > maxLength) return `${name} can be at most ${maxLength} characters`;
  // Line separators and lone surrogates are invalid in a name; the latter cannot be stored.
  if (/[<>\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/u.test(text))
    return `${name} cannot contain < or > or control characters`;
  return null;
}

/**
 * Whether a text has the form of an email address that mail servers accept unquoted: one @, a dotted host of
 * letters, digits and hyphens of any script, nothing that could end a header line. Whether the mailbox exists
 * only a message can show.
 */
export function isEmailAddress(text: string): boolean {
  if (text.length > emailMaxLength) return false;
  const [, local, host] = /^([^@]{1,64})@([^@]+)$/u.exec(text) ?? [];
  if (local === undefined || host === undefined) return false;
  if (
    !/^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~.-]+$/u.test(local) ||
    local.startsWith('.') ||
    local.endsWith('.') ||
    local.includes('..')
  )
    return false;
  const labels = host.split('.');
  return (
    labels.length >= 2 &&
    labels.every((label) => /^[\p{L}\p{N}]([\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u.test(label))
  );
}

/**
 * A phone number in E.164 ('+18135550123'), null for an invalid one. Spaces, dots, hyphens and brackets are
 * dropped. Ten digits, or eleven that begin with 1, are a number of the United States and Canada, whose area
 * code and exchange begin with 2–9.
 */
export function e164(text: string): string | null {
  const bare = text.trim().replaceAll(/[\s().\-\u2010-\u2015]/gu, '');
  const number = /^\d{10}$/.test(bare) ? `+1${bare}` : /^1\d{10}$/.test(bare) ? `+${bare}` : bare;
  if (number.startsWith('+1')) return /^\+1[2-9]\d{2}[2-9]\d{6}$/.test(number) ? number : null;
  return /^\+[2-9]\d{7,14}$/.test(number) ? number : null;
}
