import type { User } from '@allclear/contract';
import {
  checkAccountPerson,
  checkNotificationPerson,
  defaultTimeZone,
  e164,
  type FieldErrors,
} from '@allclear/domain';
import { ApiFailure } from '../../api/failure.ts';
import { sortErrors } from '../../forms/field-errors.ts';
import type { Refusal } from '../../forms/use-edited-form.ts';
import { type Editor, mayChooseGroup } from './person-rules.ts';

/** The fields of the form. */
export interface UserFields {
  firstName: string;
  lastName: string;
  email: string;
  phoneNumber: string;
  timeZone: string;
  /** The number of the role, -1 for notification-only users. */
  roleId: number;
  /** Empty: none is chosen. */
  siteId: string;
  emailNotifications: boolean;
  smsNotifications: boolean;
  isActive: boolean;
  /** Organization locations. */
  locations: string[];
}

/** A new user with the defaults of the specification, or the edited one. */
export function fieldsOf(edited: User | null, ownGroup: string): UserFields {
  if (!edited)
    return {
      ...{ firstName: '', lastName: '', email: '', phoneNumber: '', timeZone: defaultTimeZone, roleId: 4 },
      ...{
        siteId: ownGroup,
        emailNotifications: true,
        smsNotifications: false,
        isActive: true,
        locations: [],
      },
    };
  const { firstName, lastName, timeZone, roleId, emailNotifications, smsNotifications, isActive } = edited;
  return {
    ...{ firstName, lastName, timeZone, roleId, emailNotifications, smsNotifications, isActive },
    email: edited.email ?? '',
    phoneNumber: edited.phoneNumber ?? '',
    siteId: edited.siteId ?? '',
    locations: [...edited.orgLocations].sort(),
  };
}

/** What is sent: names without surrounding blanks, empty texts as null, the number as it is stored. */
export function bodyOf(fields: UserFields) {
  const { locations: _, email, phoneNumber, siteId, firstName, lastName, ...rest } = fields;
  const number = textOrNull(phoneNumber);
  return {
    ...rest,
    firstName: firstName.trim(),
    lastName: lastName.trim(),
    email: textOrNull(email),
    phoneNumber: number === null ? null : (e164(number) ?? number),
    siteId: textOrNull(siteId),
  };
}
export type UserBody = ReturnType<typeof bodyOf>;

function textOrNull(text: string): string | null {
  const trimmed = text.trim();
  return trimmed === '' ? null : trimmed;
}

/** The fields that differ from the stored user; the others may have been changed by somebody else. */
export function changesOf(edited: User, fields: UserFields): Partial<UserBody> {
  const body = bodyOf(fields);
  return Object.fromEntries(
    (Object.keys(body) as (keyof UserBody)[])
      .filter((field) => body[field] !== edited[field])
      .map((field) => [field, body[field]]),
  );
}

/** Errors that are found before sending; the same rules as the server's. */
export function problemsOf(fields: UserFields, edited: User | null, editor: Editor): FieldErrors {
  const body = bodyOf(fields);
  const isAccount = fields.roleId !== -1;
  const errors = isAccount ? checkAccountPerson({ ...body, userName: '' }) : checkNotificationPerson(body);
  // Somebody from before groups were required may stay without one.
  const needsGroup = mayChooseGroup(editor) && !(edited && edited.siteId === null && edited.roleId !== -1);
  if (body.siteId === null && needsGroup) errors.SiteId = ['User group is required'];
  return errors;
}

export const userLabels = [
  'FirstName',
  'LastName',
  'Email',
  'PhoneNumber',
  'TimeZone',
  'RoleId',
  'SiteId',
] as const;

export type UserWork = 'add' | 'update' | 'updateNotified' | 'promote' | 'demote' | 'locations' | 'delete';
const headers: Record<UserWork, string> = {
  add: 'Error adding user.',
  update: 'Error updating user',
  updateNotified: 'Error updating notification user.',
  promote: 'Unable to promote notification user.',
  demote: 'Error updating user',
  locations: 'The locations could not be saved',
  delete: 'Error deleting user',
};

/** A call of several that was refused. */
export class RefusedWork extends Error {
  readonly work: UserWork;
  constructor(work: UserWork, cause: unknown) {
    super(headers[work], { cause });
    this.work = work;
  }
}

/**
 * A refused call: the header from the first `ServerError`, else the default one; after a refused demotion the
 * server's message. The form has no field for the user name, which is the email address for most people.
 */
export function refusalOf(thrown: unknown, otherwise: UserWork): Refusal {
  const work = thrown instanceof RefusedWork ? thrown.work : otherwise;
  const cause = thrown instanceof RefusedWork ? thrown.cause : thrown;
  const header = headers[work];
  if (!(cause instanceof ApiFailure)) return { header, message: '', fields: {} };
  const { ServerError, ServerErrors, UserName, ...errors } = cause.errors;
  const asEmail = UserName?.map((sentence) => sentence.replaceAll(/User ?name/gi, 'Email'));
  const { fields, others } = sortErrors(
    asEmail ? { ...errors, Email: [...(errors.Email ?? []), ...asEmail] } : errors,
    userLabels,
  );
  const [first] = [...(ServerError ?? []), ...(ServerErrors ?? [])];
  if (first) return { header: first.replaceAll('UserName', 'Email'), message: others.join(' '), fields };
  if (work === 'demote') return { header: cause.message, message: '', fields };
  if (cause.code === 'conflict') return { header, message: cause.message, fields };
  const isAtFields = Object.keys(fields).length > 0;
  return { header, message: others.join(' ') || (isAtFields ? '' : cause.message), fields };
}
