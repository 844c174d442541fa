import type { FieldErrors } from '../locations/index.ts';
import { e164, isEmailAddress } from './people-rules.ts';

/** A question to a meteorologist, and a message to the support contact: characters at most. */
export const inquiryMaxLength = 4_000;
export const inquirySubjectMaxLength = 150;
/** Other admins who get a copy of a question. */
export const maxCopies = 10;

export type PreferredContact = 'email' | 'phone' | 'text';

export interface ConsultationDraft {
  readonly message: string;
  readonly preferredContact: PreferredContact;
  /** Where to answer by email; null: none was given. */
  readonly email: string | null;
  /** As entered; null: none was given. */
  readonly phone: string | null;
  readonly ccdEmails: readonly string[];
}

/**
 * Checks a question to a meteorologist (specification 2, section 2): a text, and the address or number by which the
 * person wants to be reached.
 * @returns sentences by field label; an empty object when there are no errors
 */
export function checkConsultation(draft: ConsultationDraft): FieldErrors {
  const errors = checkText(draft.message, 'Question');
  const { preferredContact, email, phone } = draft;
  if (email !== null && !isEmailAddress(email))
    errors.Email = ['Email must be an address like name@example.org'];
  if (preferredContact === 'email' && email === null) errors.Email = ['Email is required'];
  if (phone !== null && e164(phone) === null)
    errors.Phone = ['Phone number must have ten digits, or begin with + and the country code'];
  if (preferredContact !== 'email' && phone === null) errors.Phone = ['Phone number is required'];
  if (draft.ccdEmails.length > maxCopies)
    errors.CcdEmails = [`A question can be copied to at most ${maxCopies} people`];
  return errors;
}

/**
 * Checks a message to the support contact.
 * @returns sentences by field label; an empty object when there are no errors
 */
export function checkSupportRequest({
  subject,
  message,
}: {
  readonly subject: string;
  readonly message: string;
}): FieldErrors {
  const errors = checkText(message, 'Message');
  if (subject.trim() === '') errors.Subject = ['Subject is required'];
  else if (subject.length > inquirySubjectMaxLength)
    errors.Subject = [`Subject can be at most ${inquirySubjectMaxLength} characters`];
  // A line break would end the header of the mail.
  else if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(subject))
    errors.Subject = ['Subject cannot contain control characters'];
  return errors;
}

function checkText(text: string, name: 'Question' | 'Message'): FieldErrors {
  if (text.trim() === '') return { Message: [`${name} is required`] };
  return text.length > inquiryMaxLength
    ? { Message: [`${name} can be at most ${inquiryMaxLength.toLocaleString('en-US')} characters`] }
    : {};
}
