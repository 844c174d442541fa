import { checkSetup, type FieldErrors, type SetupDraft } from '@allclear/domain';
import { ApiFailure, messageOf } from '../../api/failure.ts';
import { sortErrors } from '../../forms/field-errors.ts';
import type { Refusal } from '../../forms/use-edited-form.ts';

/** The steps before somebody is signed in; they are sent together at the end of the last one. */
export const formSteps = ['code', 'organization', 'admin'] as const;
export type FormStep = (typeof formSteps)[number];

/** Everything that is typed. */
export interface SetupFields extends SetupDraft {
  readonly code: string;
  readonly password: string;
  readonly confirmedPassword: string;
}

/** The labels of the fields of each step. */
const labelsOf: Readonly<Record<FormStep, readonly string[]>> = {
  code: ['Code'],
  organization: ['Name', 'TimeZone', 'SupportEmail', 'SupportPhone'],
  admin: ['FirstName', 'LastName', 'Email', 'Password', 'ConfirmedPassword'],
};

const minPasswordLength = 12;

export function emptyFields(timeZone: string): SetupFields {
  return {
    ...{ code: '', name: '', timeZone, supportEmail: '', supportPhone: '' },
    ...{ firstName: '', lastName: '', email: '', password: '', confirmedPassword: '' },
  };
}

/**
 * Errors of a step that are found before sending; the server also knows which passwords are easy to guess.
 * `hasPassword`: the person signs in here and not at another identity provider.
 */
export function problemsOf(fields: SetupFields, step: FormStep, hasPassword: boolean): FieldErrors {
  const found = { ...checkSetup(trimmed(fields)), ...(hasPassword ? passwordProblems(fields) : {}) };
  if (fields.code.trim() === '') found.Code = ['Setup code is required'];
  return Object.fromEntries(Object.entries(found).filter(([label]) => labelsOf[step].includes(label)));
}

function passwordProblems({ password, confirmedPassword }: SetupFields): FieldErrors {
  const errors: FieldErrors = {};
  if ([...password].length < minPasswordLength)
    errors.Password = [`The password needs at least ${minPasswordLength} characters.`];
  if (password !== confirmedPassword) errors.ConfirmedPassword = ['The two passwords are not the same.'];
  return errors;
}

function trimmed(fields: SetupFields): SetupDraft {
  return {
    name: fields.name.trim(),
    timeZone: fields.timeZone,
    supportEmail: fields.supportEmail.trim(),
    supportPhone: fields.supportPhone.trim(),
    firstName: fields.firstName.trim(),
    lastName: fields.lastName.trim(),
    email: fields.email.trim(),
  };
}

/** What is sent at the end. */
export function bodyOf(fields: SetupFields, hasPassword: boolean): Record<string, string> {
  const { code, password, confirmedPassword } = fields;
  return { ...trimmed(fields), code, ...(hasPassword ? { password, confirmedPassword } : {}) };
}

const headers: Readonly<Record<FormStep, string>> = {
  code: 'The code was not accepted',
  organization: 'The installation was not set up',
  admin: 'The installation was not set up',
};

export function refusalOf(thrown: unknown, step: FormStep): Refusal {
  const { fields, others } = sortErrors(
    thrown instanceof ApiFailure ? thrown.errors : {},
    Object.values(labelsOf).flat(),
  );
  const isAtFields = Object.keys(fields).length > 0;
  return {
    header: headers[step],
    message: others.join(' ') || (isAtFields ? '' : messageOf(thrown)),
    fields,
  };
}

/** The first step with a field of the refusal; null for one without fields. */
export function stepOf({ fields }: Refusal): FormStep | null {
  return formSteps.find((step) => labelsOf[step].some((label) => label in fields)) ?? null;
}
